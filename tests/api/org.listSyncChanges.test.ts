import { expect } from 'vitest'
import { notForThem } from '../support/organisation.ts'
import { scenarios } from '../support/scenarios.ts'
import { addRun } from '../support/sync.ts'

const department = { name: 'Sales', parent: { id: '1', name: 'Acme' }, isOff: false }
const person = { name: 'Li', phone: '', email: 'li@corp.test', departments: [{ id: '1', name: 'Sales' }] }
const changes = [
  { kind: 'department', action: 'create', name: 'Sales', before: {}, after: department },
  { kind: 'department', action: 'manager', name: 'Sales', before: { manager: null }, after: { manager: { id: '1', name: 'Li' } } },
  { kind: 'person', action: 'move', name: 'Li', before: { ...person, departments: [{ id: '2', name: 'East' }] }, after: { ...person, phone: '13800000001' } },
  { kind: 'person', action: 'skip', name: 'Wu', before: {}, after: { email: 'wu@corp.test' }, reason: 'accountTaken' },
] as const

scenarios('org.listSyncChanges', [
  {
    name: 'says each change in words',
    as: 'abe',
    given: async world => {
      const runId = await addRun(world, 'planned')
      await world.db
        .insertInto('directory_change')
        .values(
          changes.map((change, at) => ({
            reason: '',
            ...change,
            run_id: runId,
            n: at + 1,
            external_id: `x${at}`,
            before: JSON.stringify(change.before),
            after: JSON.stringify(change.after),
          })),
        )
        .execute()
      return { params: { runId } }
    },
    expect: { status: 0, data: { total: 4 } },
    then: async (reply, world) => {
      expect(reply.data.items.map((row: { text: string }) => row.text)).toEqual([
        'Below Acme',
        'Manager: nobody → Li',
        'From East to Sales · Phone: – → 13800000001',
        'wu@corp.test',
      ])
      expect(reply.data.items[3].reason).toContain('is somebody else of the platform already')
      const { run_id: runId } = await world.db.selectFrom('directory_change').select('run_id').executeTakeFirstOrThrow()
      const ask = (query: object) =>
        world.call('org.listSyncChanges', { as: 'ann', params: { runId }, query: { ...query }, headers: { 'accept-language': 'zh-CN' } })
      expect((await ask({ kind: 'person', action: 'move' })).data).toMatchObject({ total: 1, items: [{ text: '从 East 到 Sales · 手机：– → 13800000001' }] })
      // The manager is part of what changes about a department.
      expect((await ask({ action: 'change' })).data.items).toMatchObject([{ action: 'manager' }])
      expect((await ask({ state: 'kept' })).data.total).toBe(0)
      expect((await ask({ page: 2, perPage: 3 })).data.items).toHaveLength(1)
    },
  },
  {
    name: 'knows its actions',
    as: 'abe',
    given: async world => ({ params: { runId: await addRun(world, 'planned') } }),
    query: { action: 'explode' },
    expect: { status: 422, errors: ['action'] },
  },
  {
    name: 'finds nothing of another organisation',
    as: 'dee',
    given: async world => ({ params: { companyKey: 'globex', runId: await addRun(world, 'planned') } }),
    expect: { status: 404, code: 'org.syncRunUnknown' },
  },
  ...notForThem({ params: { runId: '0191d5a0-0000-7000-8000-00000000000a' } }),
])

scenarios(
  'org.listSyncChanges',
  [
    {
      name: 'org.sync-visible: only on a private installation',
      as: 'ann',
      params: { runId: '0191d5a0-0000-7000-8000-00000000000a' },
      expect: { status: 403, code: 'org.syncPrivateOnly', stored: 'same' },
    },
  ],
  {
    deployMode: 'saas',
  },
)
