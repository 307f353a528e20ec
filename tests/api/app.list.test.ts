// company.app-list: the apps of an organisation
import { expect } from 'vitest'
import { uuidv7 } from 'uuidv7'
import { addRole, builtIn, clearPermissions, setList } from '../support/permissions.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

const add = (
  world: World,
  rows: { key: string; name?: string; type?: number; state?: 'active' | 'archived'; owner?: 'ann' | 'ben'; company?: 'acme' | 'globex' }[],
) =>
  world.db
    .insertInto('app')
    .values(
      rows.map(({ key, name = key, type = 1, state = 'active', owner = 'ann', company = 'acme' }) => ({
        id: uuidv7(),
        company_id: world.ids[company],
        key,
        name,
        type,
        state,
        owner_id: world.ids[owner],
      })),
    )
    .execute()
const keys = (reply: { data: Record<string, any> }) => reply.data.items.map((item: { key: string }) => item.key).sort()

scenarios('app.list', [
  {
    name: 'lists active apps with what the person may do',
    given: async world => {
      await add(world, [
        { key: 'old', state: 'archived' },
        { key: 'bens_old', state: 'archived', owner: 'ben' },
        { key: 'bens', name: '100% Ben_s', owner: 'ben', type: 2 },
        { key: 'secret', company: 'globex' },
      ])
    },
    as: 'ben',
    expect: { status: 0, data: { total: 2, page: 1, perPage: 20 } },
    then: reply => {
      expect(keys(reply)).toEqual(['bens', 'shop'])
      expect(reply.data.items.find((item: any) => item.key === 'bens').perms).toEqual({ edit: true, publish: true, manage: true, delete: true })
      expect(reply.data.items.find((item: any) => item.key === 'shop').perms).toEqual({ edit: false, publish: false, manage: false, delete: false })
    },
  },
  {
    name: 'pages',
    as: 'ann',
    query: { page: 2, perPage: 1 },
    expect: { status: 0, data: { total: 2, page: 2, perPage: 1 } },
    then: reply => expect(reply.data.items).toHaveLength(1),
  },
  { name: 'finds by name and key, taking % and _ as typed', as: 'ann', query: { keywords: '0% ben_' }, expect: { status: 0, data: { total: 1 } } },
  { name: 'does not find by a wildcard', as: 'ann', query: { keywords: 's_op' }, expect: { status: 0, data: { total: 0 } } },
  { name: 'filters by type', as: 'ann', query: { type: 2 }, expect: { status: 0 }, then: reply => expect(keys(reply)).toEqual(['bens']) },
  {
    name: 'shows the archive to an admin',
    as: 'abe',
    query: { state: 'archived' },
    expect: { status: 0 },
    then: reply => expect(keys(reply)).toEqual(['bens_old', 'old']),
  },
  {
    name: 'shows a member what he archived himself',
    as: 'ben',
    query: { state: 'archived' },
    expect: { status: 0 },
    then: reply => expect(keys(reply)).toEqual(['bens_old']),
  },
  {
    name: 'caps the total beyond 10,000 and says so',
    given: async world => {
      await world.pool.query(
        `insert into app (id, company_id, key, name, type, owner_id) select gen_random_uuid(), $1, 'n' || n, 'N', 1, $2 from generate_series(1, 10001) n`,
        [world.ids.globex, world.ids.dee],
      )
    },
    as: 'dee',
    params: { companyKey: 'globex' },
    expect: { status: 0, data: { total: 10_000, totalIsCapped: true } },
  },
  {
    name: 'refuses bad filters',
    as: 'ann',
    query: { state: 'x', type: 9, perPage: 500, keywords: 'k'.repeat(101) },
    expect: { status: 422, errors: ['state', 'type', 'perPage', 'keywords'] },
  },
  {
    name: 'leaves out what a member may not open, and says where the rest opens',
    as: 'ben',
    given: async world => {
      const few = await addRole(world, 'Few', { users: [world.ids.ben] })
      await setList(world, 'read', [])
      expect(keys(await world.call('app.list', { as: 'ben' }))).toEqual(['bens'])
      expect(keys(await world.call('app.listMine', { as: 'ben' }))).toEqual(['bens'])
      expect(keys(await world.call('app.list', { as: 'abe' }))).toEqual(['bens', 'shop'])
      await setList(world, 'viewLog', [few], { environment: 'qa' })
    },
    query: { keywords: 'shop' },
    expect: { status: 0, data: { total: 1 } },
    then: async (reply, world) => {
      expect(reply.data.items[0]).toMatchObject({ opensAt: 'shop-qa', perms: { edit: false, delete: false } })
      await setList(world, 'delete', [await builtIn(world, 'all-users')])
      const { data } = await world.call('app.list', { as: 'ben', query: { keywords: 'shop' } })
      expect(data.items[0]).toMatchObject({ opensAt: 'shop-dev', perms: { edit: false, delete: true, manage: false } })
      const mine = await world.call('app.listMine', { as: 'ben', query: { keywords: 'shop' } })
      expect(mine.data).toMatchObject({ total: 1, items: [{ opensAt: 'shop-dev' }] })
      await clearPermissions(world)
    },
  },
  { name: 'keeps other organisations out', as: 'dee', expect: { status: 403, stored: 'same' } },
  { name: 'keeps out who is not signed in', expect: { status: 401 } },
])
