// org.import: what an import would do, how far it is, what it did.
import { expect } from 'vitest'
import { confirmed, planned } from '../support/imports.ts'
import { notForThem } from '../support/organisation.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

const plan = async (world: World) => ({ params: { importId: (await planned(world, { departments: [['Sales']] })).data.id } })

scenarios('org.getImport', [
  {
    name: 'tells the plan',
    as: 'ann',
    given: plan,
    expect: { status: 0, data: { state: 'planned', progress: 0, isRenewed: false, result: null, total: { create: 1, change: 0, leave: 0, error: 0 } } },
  },
  {
    name: 'tells what was written',
    as: 'ann',
    given: async world => {
      const ask = await plan(world)
      await confirmed(world, ask.params.importId)
      return ask
    },
    expect: {
      status: 0,
      data: { state: 'done', progress: 100, result: { departmentsCreated: 1, departmentsChanged: 0, membersAdded: 0, membersChanged: 0, invited: 0 } },
    },
  },
  {
    name: 'is for who made it alone',
    as: 'abe',
    given: plan,
    expect: { status: 404, code: 'org.importUnknown' },
  },
  {
    name: 'is forgotten after a day',
    as: 'ann',
    given: async world => {
      const ask = await plan(world)
      await world.db
        .updateTable('directory_import')
        .set({ expires_at: new Date(Date.now() - 1000) })
        .execute()
      return ask
    },
    expect: { status: 404, code: 'org.importUnknown' },
    then: async (_reply, world) => {
      await world.running.services.organisation.imports.removeExpired()
      // What was written is kept, see org.listImports.
      expect(await world.db.selectFrom('directory_import').select('state').execute()).toEqual([{ state: 'done' }])
      expect(await world.db.selectFrom('directory_import_row').select('n').execute()).toEqual([])
    },
  },
  {
    name: 'says when the process that wrote it is gone: nothing was written',
    as: 'ann',
    given: async world => {
      const ask = await plan(world)
      await world.db
        .updateTable('directory_import')
        .set({ state: 'working', progress: 40, touched_at: new Date(Date.now() - 130_000) })
        .execute()
      return ask
    },
    expect: { status: 0, data: { state: 'failed', result: null } },
    then: async (reply, world) => {
      expect((await confirmed(world, reply.data.id)).data.state).toBe('done')
    },
  },
  { name: 'knows no other', as: 'ann', params: { importId: '0191d5a0-0000-7000-8000-000000000009' }, expect: { status: 404, code: 'org.importUnknown' } },
  { name: 'wants an id', as: 'ann', params: { importId: 'x' }, expect: { status: 404 } },
  ...notForThem({}, plan),
])
