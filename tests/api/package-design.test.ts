// Packages with models, roles and permissions: exported, imported into another app, installed. What is crafted is refused.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { designProblem } from '../../api/server/services/packages/format-design.ts'
import { applyAll, builtinSource, DEV, makeModel } from '../support/models.ts'
import { withPackage } from '../support/open-package.ts'
import { BODIES, fileOf, manifestOf, packageOf } from '../support/package.ts'
import { addRole, builtIn, letManageData, ROW_OPTIONS, setOverride } from '../support/permissions.ts'
import { addRule, field, rule } from '../support/row-permissions.ts'
import { addPage } from '../support/pages.ts'
import { COUNTED } from '../support/queries.ts'
import { publish } from '../support/releases.ts'
import { makeWorld, type World } from '../support/world.ts'

const password = 'Secret-1'
const COPY = { companyKey: 'globex', appUrlKey: 'copy-dev' }

/** An app with two related models, one of them ruled, an external source, two roles. */
async function design(world: World) {
  const page = await addPage(world, { name: 'Orders', path: '/orders' })
  const sourceId = await builtinSource(world)
  const customer = await makeModel(world, sourceId, 'customer', [{ key: 'name', type: 'text', required: true }], 'Customer')
  const order = await makeModel(
    world,
    sourceId,
    'order',
    [
      { key: 'title', type: 'text', rules: { maxLength: 40 } },
      { key: 'state', type: 'enum', options: [{ value: 'new', label: 'New' }], default: 'new' },
      { key: 'amount', type: 'decimal', precision: 10, scale: 2, format: 'currency', currency: 'EUR' },
      { key: 'owner', type: 'user' },
      { key: 'customer', type: 'relationOne', relation: { modelId: customer.modelId } },
      { key: 'tags', type: 'multiEnum', options: [{ value: 'a' }, { value: 'b' }] },
      { key: 'made', type: 'datetime', format: 'createdAt' },
      { key: 'told', type: 'text', formula: "CONCATENATE(title, ' is ', state)" },
      { key: 'loud', type: 'text', formula: 'UPPER(told)' },
    ],
    'Order',
  )
  const back = { key: 'orders', name: 'Orders', type: 'relationMany', relation: { modelId: order.modelId, field: 'customer' } }
  expect(await world.call('model.addField', { as: 'ann', params: { ...DEV, modelId: customer.modelId }, body: back })).toMatchObject({ status: 0 })
  const named = { key: 'order', name: 'Order', titleField: 'told' }
  expect(await world.call('model.update', { as: 'ann', params: { ...DEV, modelId: order.modelId }, body: named })).toMatchObject({ status: 0 })
  const index = { name: 'By state', fields: ['state', 'title'], unique: false }
  expect(await world.call('model.addIndex', { as: 'ann', params: { ...DEV, modelId: order.modelId }, body: index })).toMatchObject({ status: 0 })
  await applyAll(world, sourceId)
  const inner = await addRole(world, 'Inner')
  const sales = await addRole(world, 'Sales', { users: [world.ids.ben], roles: [inner] })
  await letManageData(world, [sales])
  await setOverride(world, await builtIn(world, 'all-users'), 'page', page, 'read', false)
  await setOverride(world, sales, 'page', page, 'read', true)
  await setOverride(world, sales, 'model', order.modelId, 'edit', true)
  const mine = { conjunction: 'and', children: [{ left: field('owner'), op: 'equal', right: field('user.id') }] }
  await addRule(world, rule({ users: [world.ids.ben], roles: [sales] }, mine))
  await addRule(world, { ...rule({ users: [world.ids.ben] }), name: 'For Ben alone' })
  const sellers = { conjunction: 'and', children: [{ left: field('user.roles'), op: 'select_any_in', right: [sales, inner] }] }
  await addRule(world, { ...rule({ roles: [sales] }, sellers), name: 'Of sellers' })
  await setOverride(world, await builtIn(world, 'all-users'), 'field', order.fields.amount as string, 'read', false)
  await setOverride(world, sales, 'field', order.fields.amount as string, 'write', false)
  const connection = { dialect: 'postgres', host: '127.0.0.1', port: 1, database: 'crm', username: 'crm', password: 'Hidden-1' }
  expect(await world.call('source.create', { as: 'ann', params: DEV, body: { key: 'crm', name: 'CRM', ...connection } })).toMatchObject({ status: 0 })
  return { page, sourceId, sales }
}

describe('roles that include each other', () => {
  const COUNT = 2000
  const role = (at: number, includes: string[]) => ({
    id: `r${at}`,
    name: `Role ${at}`,
    type: 0 as const,
    builtIn: null,
    description: '',
    editable: true,
    deleteable: true,
    includes,
  })
  const ids = Array.from({ length: COUNT }, (_, at) => `r${at}`)
  const problem = (includesOf: (at: number) => string[]) =>
    designProblem({
      data: { sources: [], models: [] },
      permissions: { roles: ids.map((_, at) => role(at, includesOf(at))), lists: [], overrides: [], options: [], rowRules: [] },
    })

  it('may be as many as there can be, each with all after it', () => {
    expect(problem(at => ids.slice(at + 1))).toBe('')
  })

  it('are refused as soon as there is a circle, however long', () => {
    const circle = 'roles include each other in a circle'
    expect(problem(at => (at === COUNT - 1 ? ['r0'] : ids.slice(at + 1)))).toBe(circle)
    expect(problem(at => [ids[(at + 1) % COUNT] as string])).toBe(circle)
    expect(problem(at => (at === 7 ? ['r7'] : []))).toBe(circle)
  })
})

describe('a package with models', () => {
  let world: World
  let file: Buffer
  const exported = async (body: object = {}) => (await world.call('release.exportPackage', { as: 'ann', params: DEV, body: { password, ...body } })).raw
  const read = (raw: Buffer) => withPackage(fileOf(raw), password, async opened => opened.manifest)
  const importInto = async (as: 'dee' | 'cyd', params: Record<string, string>, more: object = {}, content = file) =>
    world.call('page.import', { as, params, files: [{ field: 'file', name: 'shop.amis', content }], body: { password, ...more } })
  const codes = (notes: { code: string }[]) => notes.map(note => note.code).sort()

  beforeAll(async () => {
    world = await makeWorld()
    await design(world)
    file = await exported()
    for (const key of ['copy', 'second']) await world.call('app.create', { as: 'dee', params: { companyKey: 'globex' }, body: { name: key, key, type: 1 } })
  })
  afterAll(() => world?.close())

  it('holds the design, and no people, addresses or passwords', async () => {
    const manifest = await read(file)
    expect(manifest.formatVersion).toBe(2)
    expect(manifest.design?.data.models.map(model => model.key)).toEqual(['customer', 'order'])
    expect(manifest.design?.permissions.rowRules.map(one => one.userIds)).toEqual([[], [], []])
    const text = JSON.stringify(manifest)
    for (const hidden of ['Hidden-1', '127.0.0.1', world.ids.ben]) expect(text).not.toContain(hidden)
  })

  it('of a published version holds the models of then', async () => {
    await publish(world, { version: '3.0.0', models: 'keep' })
    expect((await read(await exported({ from: '3.0.0' }))).design?.data.models).toEqual([])
    await world.db.updateTable('manifest').set({ design: null }).execute()
    expect(await read(await exported({ from: '3.0.0' }))).toMatchObject({ formatVersion: 1 })
  })

  it('brings models, roles and permissions into an app of another organisation', async () => {
    const reply = await importInto('dee', COPY)
    expect(reply.data.refused).toEqual([])
    expect(codes(reply.data.notes)).toEqual(['import.applyModels', 'import.connectionMissing', 'import.ruleForNobody'])
    const { options } = (await world.call('source.list', { as: 'dee', params: COPY })).data
    expect(options.map((one: any) => [one.key, one.host, one.models])).toEqual([
      ['main', '', 2],
      ['crm', '', 0],
    ])
    const sourceId = options[0].id
    const { hash } = (await world.call('source.plan', { as: 'dee', params: { ...COPY, sourceId }, body: {} })).data
    expect(await world.call('source.apply', { as: 'dee', params: { ...COPY, sourceId }, body: { hash } })).toMatchObject({ status: 0 })
    const row = await world.call('data.createRow', { as: 'dee', params: { ...COPY, dsKey: 'main', dmKey: 'customer' }, body: { name: 'C' } })
    const order = { title: 'O', customer: row.data.id, amount: '5', tags: ['b', 'a'] }
    expect(await world.call('data.createRow', { as: 'dee', params: { ...COPY, dsKey: 'main', dmKey: 'order' }, body: order })).toMatchObject({ status: 0 })
    const { items, fields } = (await world.call('data.listRows', { as: 'dee', params: { ...COPY, dsKey: 'main', dmKey: 'order' } })).data
    expect(items).toMatchObject([
      { title: 'O', state: 'new', tags: ['a', 'b'], made: items[0].created_at, loud: 'O IS NEW', _title: 'O is new', _labels: { customer: 'C' } },
    ])
    expect(fields.find((one: any) => one.key === 'amount')).toMatchObject({ format: 'currency', currency: 'EUR' })

    const { app_id: appId } = await world.db.selectFrom('data_source').select('app_id').where('id', '=', sourceId).executeTakeFirstOrThrow()
    const roles = await world.db.selectFrom('role').select(['id', 'name']).where('app_id', '=', appId).where('built_in', 'is', null).orderBy('name').execute()
    expect(roles.map(role => role.name)).toEqual(['Inner', 'Sales'])
    expect(await world.db.selectFrom('role_member').select(['role_id', 'kind', 'subject_id']).where('app_id', '=', appId).execute()).toEqual([
      { role_id: roles[1]?.id, kind: 'role', subject_id: roles[0]?.id },
    ])
    // The app's own lists stay.
    expect(await world.db.selectFrom('permission_list').select('list').where('app_id', '=', appId).execute()).toEqual([])
    expect(
      await world.db.selectFrom('permission_override').select(['kind', 'allow']).where('app_id', '=', appId).orderBy('kind').orderBy('allow').execute(),
    ).toEqual([
      { kind: 'field', allow: false },
      { kind: 'field', allow: false },
      { kind: 'model', allow: true },
      { kind: 'page', allow: false },
      { kind: 'page', allow: true },
    ])
    const rules = await world.call('rowPermission.listRowPermissions', { as: 'dee', params: { ...COPY, dsKey: 'main', dmKey: 'order' } })
    expect(rules.data.items ?? rules.data).toMatchObject([
      { name: 'Own orders', roles: [{ label: 'Sales' }], filters: { children: [{ left: { field: 'owner' } }] }, problem: '' },
      { name: 'For Ben alone', people: [], roles: [] },
      // Its conditions name the roles that were made here.
      { name: 'Of sellers', roles: [{ label: 'Sales' }], filters: { children: [{ right: [roles[1]?.id, roles[0]?.id] }] }, problem: '' },
    ])
    const ofFields = await world.db.selectFrom('permission_override').selectAll().where('app_id', '=', appId).where('kind', '=', 'field').execute()
    const made = (await world.db.selectFrom('data_model').select('definition').where('app_id', '=', appId).where('key', '=', 'order').executeTakeFirstOrThrow())
      .definition as any
    expect(new Set(ofFields.map(one => one.resource_id))).toEqual(new Set([made.fields.find((one: any) => one.key === 'amount').id]))
    expect(ofFields.find(one => one.option === 'write')?.role_id).toBe(roles[1]?.id)
  })

  it('a second time, what is there is used or gets another name', async () => {
    const before = await world.db
      .selectFrom('data_model')
      .select(eb => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    const skipped = await importInto('dee', COPY, { onConflict: 'skip' })
    expect(codes(skipped.data.notes)).toEqual(['import.modelThere', 'import.modelThere', 'import.roleThere', 'import.roleThere', 'import.sourceThere'])
    expect(
      await world.db
        .selectFrom('data_model')
        .select(eb => eb.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow(),
    ).toEqual(before)
    const renamed = await importInto('dee', COPY, { onConflict: 'rename' })
    expect(renamed.data.notes.filter((note: any) => note.code === 'import.keyTaken').map((note: any) => note.reason)).toEqual([
      'Its key customer is taken here; it is now customer2',
      'Its key order is taken here; it is now order2',
    ])
    const order2 = (await world.db.selectFrom('data_model').selectAll().where('key', '=', 'order2').executeTakeFirstOrThrow()).definition as any
    const customer2 = await world.db.selectFrom('data_model').select('id').where('key', '=', 'customer2').executeTakeFirstOrThrow()
    expect(order2).toMatchObject({ table: 'order2', indexes: [{ name: 'By state' }] })
    expect(order2.fields.find((one: any) => one.key === 'customer').relation.modelId).toBe(customer2.id)
  })

  it('leaves permissions out where the person may not set any', async () => {
    await world.db.insertInto('member').values({ company_id: world.ids.globex, user_id: world.ids.cyd, role: 'member' }).execute()
    const { app_id: appId } = await world.db.selectFrom('app').select('id as app_id').where('key', '=', 'second').executeTakeFirstOrThrow()
    const role = await world.db.selectFrom('role').select('id').where('app_id', '=', appId).where('built_in', '=', 'all-users').executeTakeFirstOrThrow()
    for (const list of ['edit', 'page.create', 'model.create'])
      await world.db
        .insertInto('permission_list')
        .values({ app_id: appId, company_id: world.ids.globex, list, roles: [role.id] })
        .execute()
    const reply = await importInto('cyd', { companyKey: 'globex', appUrlKey: 'second-dev' })
    expect(reply.status, reply.msg).toBe(0)
    expect(codes(reply.data.notes)).toContain('import.permissionsLeft')
    expect(await world.db.selectFrom('role').select('name').where('app_id', '=', appId).where('built_in', 'is', null).execute()).toEqual([])
    expect(await world.db.selectFrom('data_model').select('key').where('app_id', '=', appId).orderBy('key').execute()).toHaveLength(2)
    expect(await world.db.selectFrom('row_permission').select('id').where('app_id', '=', appId).execute()).toEqual([])
  })

  it('refuses a design that is crafted, and changes nothing', async () => {
    const plain = await read(file)
    const crafted = async (change: (design: any) => void) => {
      const copy = structuredClone(plain.design) as any
      change(copy)
      return packageOf(manifestOf({ formatVersion: 2, design: copy } as any), { bodies: BODIES })
    }
    const resource = (kind: string, definition: object) => ({ id: 'r1', kind, key: 'brought', name: 'Brought', description: '', parentId: null, definition })
    const order = (d: any) => d.data.models.find((model: any) => model.key === 'order')
    const changes: [string, (design: any) => void][] = [
      ['a key that is no key', d => (order(d).key = 'drop table')],
      ['a field twice', d => order(d).definition.fields.push(order(d).definition.fields[0])],
      ['a type that is none', d => (order(d).definition.fields[0].type = 'script')],
      ['a pattern that is none', d => (order(d).definition.fields[0].rules = { pattern: '(' })],
      ['a format of another type', d => (order(d).definition.fields[0].format = 'percent')],
      ['a formula of nothing', d => (order(d).definition.fields.find((one: any) => one.key === 'told').formula = 'nothing')],
      ['a formula of another type', d => (order(d).definition.fields.find((one: any) => one.key === 'told').formula = '1 + 1')],
      ['a relation to nothing', d => (order(d).definition.fields[4].relation.modelId = 'nothing')],
      ['an index on nothing', d => (order(d).definition.indexes[0].fields = ['nothing'])],
      ['a source that is missing', d => (d.data.sources = [])],
      [
        'roles in a circle',
        d => (d.permissions.roles.find((role: any) => role.name === 'Inner').includes = [d.permissions.roles.find((role: any) => role.name === 'Sales').id]),
      ],
      ['people', d => (d.permissions.rowRules[0].userIds = [world.ids.dee])],
      ['something unknown', d => (d.data.secrets = ['x'])],
      ['an API that calls nothing', d => (d.resources = [resource('api', { type: 'http', http: { method: 'GET', address: 'file:///etc/passwd' } })])],
      [
        'an API with a secret in it',
        d => (d.resources = [resource('api', { type: 'http', http: { method: 'GET', address: 'https://a.test', auth: { kind: 'bearer', token: 'secret' } } })]),
      ],
      ['an API of another shape', d => (d.resources = [resource('api', { type: 'shell', command: 'id' })])],
      ['a flow of another shape', d => (d.resources = [resource('flow', { model: 'main/order', nodes: [{ id: 'a', kind: 'script' }], lines: [] })])],
      ['a flow with a name that reaches a prototype', d => (d.resources = [resource('flow', { model: 'main/order', nodes: [], lines: [], constructor: {} })])],
      ['a trigger without actions', d => (d.resources = [resource('trigger', { event: 'rows', model: 'main/order', changes: ['create'], actions: [] })])],
      ['a trigger of another shape', d => (d.resources = [resource('trigger', { event: 'shell', actions: [{ do: 'run' }] })])],
      ['a component whose default is no choice of it', d => (d.resources = [resource('component', { props: [{ key: 'a', type: 'choice' }] })])],
      ['a component of another shape', d => (d.resources = [resource('component', { script: 'alert(1)' })])],
      ['a query of nothing', d => (d.resources = [resource('query', {})])],
      ['a query with the same column twice', d => (d.resources = [resource('query', { ...COUNTED, groups: [...COUNTED.groups, ...COUNTED.groups] })])],
      ['a query that is SQL and figures', d => (d.resources = [resource('query', { ...COUNTED, sql: { source: 'main', text: 'select 1 as a' } })])],
    ]
    const before = await world.stored()
    for (const [name, change] of changes) {
      const reply = await importInto('dee', COPY, {}, await crafted(change))
      expect(`${name}: ${reply.status} ${reply.code}`).toBe(`${name}: 422 package.badManifest`)
    }
    expect(await world.stored()).toBe(before)
  })
})

describe('an app that is installed with its models', () => {
  let world: World
  afterAll(() => world?.close())

  it('has its tables, permissions and locked rules, and tells what is missing before it goes live', async () => {
    world = await makeWorld()
    await design(world)
    await publish(world)
    const file = (await world.call('release.exportPackage', { as: 'ann', params: DEV, body: { password } })).raw
    await world.db.insertInto('member').values({ company_id: world.ids.globex, user_id: world.ids.sue, role: 'admin' }).execute()
    const installed = await world.call('setup.submitAppInstall', {
      as: 'sue',
      files: [{ field: 'file', name: 'shop.amis', content: file }],
      body: { email: 'dee@example.test', password },
    })
    expect(installed.data, installed.msg).toMatchObject({ companyKey: 'globex', appKey: 'shop' })
    const there = { companyKey: 'globex', appUrlKey: 'shop-dev', dsKey: 'main', dmKey: 'order' }
    expect((await world.call('data.listRows', { as: 'dee', params: there })).data.items).toEqual([])
    const rules = await world.db.selectFrom('row_permission').select(['name', 'base_acl']).where('company_id', '=', world.ids.globex).execute()
    expect(rules.map(one => one.base_acl)).toEqual([true, true, true])
    const lists = await world.db.selectFrom('permission_list').select(['list', 'roles']).where('company_id', '=', world.ids.globex).orderBy('list').execute()
    expect(lists).toMatchObject(['dataManage', ...ROW_OPTIONS.map(option => `model:${option}`).sort()].map(list => ({ list, roles: [expect.any(String)] })))

    const release = (body: object = {}) =>
      world.call('setup.releaseStandalone', { as: 'dee', params: { companyKey: 'globex', appKey: 'shop' }, body: { version: '1.0.0', title: 'Shop', ...body } })
    const told = (await release()).data
    expect(told.issues.map((one: any) => [one.type, one.resource, one.canIgnore])).toEqual([
      ['source.noConnection', 'CRM', true],
      ['rule.nobody', 'For Ben alone', true],
    ])
    const done = await release({ issueId: told.issueId, issues: told.issues.map((one: any) => ({ ...one, ignored: true })) })
    expect(done.data).toMatchObject({ hasIssues: false })
    const live = { ...there, appUrlKey: 'shop' }
    expect(await world.call('data.createRow', { as: 'dee', params: live, body: { title: 'Live' } })).toMatchObject({ status: 0 })
    expect((await world.call('data.listRows', { as: 'dee', params: there })).data.items).toEqual([])
  })
})
