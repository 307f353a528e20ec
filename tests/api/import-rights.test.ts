// A package brings more than pages: each kind of what comes in needs the right to make resources of that kind, as when they are made by hand.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DesignResource } from '../../api/server/services/foundation/resources.ts'
import { richPackage } from '../support/rich-package.ts'
import { DEV } from '../support/models.ts'
import { addRole, putIn } from '../support/roles.ts'
import { makeWorld, type World } from '../support/world.ts'

const COUNTED = { model: 'main/customer', groups: [{ key: 'name', path: 'name' }], measures: [{ key: 'n', measure: 'count' }] }
const one = (kind: DesignResource['kind'], definition: object, parentId: string | null = null): DesignResource => ({
  id: kind,
  kind,
  key: `came_${kind}`,
  name: kind,
  description: '',
  parentId,
  definition: definition as Record<string, unknown>,
})
const RESOURCES = [
  one('query', COUNTED),
  one('apigroup', {}),
  one('api', { type: 'query', query: { key: 'came_query' } }, 'apigroup'),
  one('component', {}),
  one('flow', {
    model: 'main/customer',
    nodes: [
      { id: 'start', kind: 'start', name: 'Start' },
      { id: 'end', kind: 'end', name: 'End' },
    ],
    lines: [{ id: 'line', from: 'start', to: 'end' }],
  }),
  one('trigger', { event: 'rows', model: 'main/customer', changes: ['create'], actions: [{ do: 'set', values: [{ field: 'name', value: 'New' }] }] }),
]

let world: World
let role: string
let content: Buffer
const body = { onConflict: 'skip' }
const files = () => [{ field: 'file', name: 'rich.amis', content }]
const has = async (table: 'resource' | 'data_model' | 'data_source' | 'role') =>
  (await world.db.selectFrom(table).select(['name']).where('app_id', '=', world.ids.shop).execute()).map(row => row.name).sort()
const everything = async () => ({
  resources: await has('resource'),
  models: await has('data_model'),
  sources: await has('data_source'),
  roles: await has('role'),
})
/** Lets the role of ben do these besides. */
const give = (...lists: string[]) =>
  world.db
    .insertInto('permission_list')
    .values(lists.map(list => ({ company_id: world.ids.acme, app_id: world.ids.shop, list, roles: [role] })))
    .execute()
const brought = async () => {
  const reply = await world.call('page.import', { as: 'ben', params: DEV, files: files(), body })
  expect(reply.msg).toBe('')
  return {
    made: reply.data.made.length as number,
    left: (reply.data.notes as { code: string }[]).map(({ code }) => code).filter(code => code.endsWith('Left')),
  }
}

describe('what comes with the pages of a package', () => {
  beforeAll(async () => {
    world = await makeWorld()
    role = await addRole(world, 'Designers')
    await putIn(world, role, 'user', [world.ids.ben])
    content = await richPackage(manifest => void ((manifest.design as { resources?: DesignResource[] }).resources = RESOURCES))
    await give('edit', 'page.create')
  })
  afterAll(() => world?.close())

  it('is told before, and is not made by who may make pages alone', async () => {
    const before = await everything()
    const looked = await world.call('page.inspectImport', { as: 'ben', params: DEV, files: files(), body })
    expect(looked.msg).toBe('')
    const told = (looked.data.verdict as { text: string }[]).map(({ text }) => text).filter(text => text.includes('left out'))
    expect(told).toHaveLength(8)
    expect(told[0]).toBe('Data sources are left out: you may not make any in this app')
    expect(looked.data.models.map((model: { conflict: string }) => model.conflict)).toEqual(Array(3).fill('Is left out: you may not make it in this app'))
    expect(looked.data.sql.flatMap((one: { groups: unknown[] }) => one.groups)).toEqual([])
    const { made, left } = await brought()
    expect(made).toBe(4)
    expect(left.sort()).toEqual(
      ['apiLeft', 'apigroupLeft', 'componentLeft', 'flowLeft', 'modelLeft', 'permissionsLeft', 'queryLeft', 'sourceLeft', 'triggerLeft'].map(
        code => `import.${code}`,
      ),
    )
    expect(await everything()).toEqual(before)
  })

  it('comes kind by kind as the rights for it are given', async () => {
    const before = await everything()
    await give('query.create', 'model.create')
    expect((await brought()).left).not.toContain('import.queryLeft')
    let now = await everything()
    expect(now.resources).toEqual([...before.resources, 'query'].sort())
    expect(now.models).toEqual([...before.models, 'Customer', 'Note', 'Order'].sort())
    expect(now.sources).toEqual(before.sources)
    await give('api.create', 'source.create')
    await brought()
    now = await everything()
    expect(now.resources).toEqual([...before.resources, 'api', 'query'].sort())
    expect(now.sources).toEqual([...before.sources, 'CRM'].sort())
    // What is there already needs no right, and is nothing that is left out.
    await world.db.deleteFrom('permission_list').where('app_id', '=', world.ids.shop).where('list', '=', 'api.create').execute()
    expect((await brought()).left).not.toContain('import.apiLeft')
  })

  it('brings roles only with who may make roles, beside who may set permissions', async () => {
    const before = await has('role')
    await give('adminRole')
    await world.db.updateTable('permission_list').set({ roles: [] }).where('app_id', '=', world.ids.shop).where('list', '=', 'createRole').execute()
    expect((await brought()).left).toContain('import.roleLeft')
    expect(await has('role')).toEqual(before)
    await give('role.create')
    expect((await brought()).left).not.toContain('import.roleLeft')
    expect(await has('role')).toEqual([...before, 'Sales'].sort())
  })

  it('all comes with who administers the app', async () => {
    const reply = await world.call('page.import', { as: 'ann', params: DEV, files: files(), body })
    expect(reply.msg).toBe('')
    expect((await has('resource')).sort()).toEqual(RESOURCES.map(({ kind }) => kind).sort())
  })
})
