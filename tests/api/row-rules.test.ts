// What somebody limited by row permissions cannot read, count, find, change or delete, whichever way he tries.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { addDepartment } from '../support/organisation.ts'
import { addRow } from '../support/models.ts'
import { addRule, dropRules, field, LINES, makeOrders, ORDERS, rule, where, type Orders } from '../support/row-permissions.ts'
import { makeWorld, type Person, type World } from '../support/world.ts'

let world: World
let made: Orders
beforeAll(async () => {
  world = await makeWorld()
  made = await makeOrders(world)
})
afterAll(() => world?.close())
afterEach(() => dropRules(world))

const list = (as: Person, query: Record<string, unknown> = {}, params = ORDERS) => world.call('data.listRows', { as, params, query })
const seen = async (as: Person = 'ben', query: Record<string, unknown> = {}) => {
  const { status, msg, data } = await list(as, query)
  expect(status, msg).toBe(0)
  expect(data.total).toBe(data.items.length)
  return data.items.map((row: { title: string }) => row.title).sort()
}
const OWN = () => rule({ roles: [made.role] }, where('owner', 'equal', field('user.id')))
const ALL = ["ann's", "ben's", 'nobody']

describe('which rules count', () => {
  it('a model without rules shows every row', async () => expect(await seen()).toEqual(ALL))
  it('a rule for a role shows what it allows, at once', async () => {
    await addRule(world, OWN())
    expect(await seen()).toEqual(["ben's"])
  })
  it('a rule for a person; several are alternatives', async () => {
    await addRule(world, OWN())
    await addRule(world, rule({ users: [world.ids.ben] }, where('amount', 'greater', 6)))
    expect(await seen()).toEqual(["ben's", 'nobody'])
  })
  it('somebody for whom there is no rule sees nothing', async () => {
    await addRule(world, rule({ users: [world.ids.abe] }))
    expect(await seen()).toEqual([])
  })
  it('a rule without conditions shows all; a deleted one ends', async () => {
    await addRule(world, rule({ users: [world.ids.ben] }))
    expect(await seen()).toEqual(ALL)
    await addRule(world, rule({ users: [world.ids.abe] }))
    await world.pool.query('delete from row_permission where $1 = any (user_ids)', [world.ids.ben])
    expect(await seen()).toEqual([])
  })
  it('a rule with an empty group shows all', async () => {
    await addRule(world, rule({ users: [world.ids.ben] }, { conjunction: 'and', children: [] }))
    expect(await seen()).toEqual(ALL)
  })
  it('managers see everything', async () => {
    await addRule(world, OWN())
    for (const who of ['ann', 'abe', 'sue'] as const) expect(await seen(who)).toEqual(ALL)
  })
  it('rules of a role that he no longer holds end with it', async () => {
    await addRule(world, rule({ roles: [made.role] }))
    await addRule(world, rule({ users: [world.ids.ben] }, where('amount', 'equal', 1)))
    expect(await seen()).toEqual(ALL)
    await world.db.updateTable('row_permission').set({ role_ids: [] }).execute()
    expect(await seen()).toEqual(["ben's"])
  })
})

describe('variables', () => {
  it.each([
    ['email', 'title', 'user.email'],
    ['name', 'title', 'user.name'],
    ['id', 'owner', 'user.id'],
  ])('the %s of who asks', async (_what, key, variable) => {
    const person = await world.db.selectFrom('person').selectAll().where('id', '=', world.ids.ben).executeTakeFirstOrThrow()
    const title = variable === 'user.email' ? person.email : person.name
    const id = await addRow(world, 'order', { title })
    await addRule(world, rule({ roles: [made.role] }, where(key, 'equal', field(variable))))
    expect(await seen()).toEqual(variable === 'user.id' ? ["ben's"] : [title])
    await world.call('data.deleteRows', { as: 'ann', params: { ...ORDERS, rowIds: id } })
  })
  it('departments of who asks, and an empty phone equals no empty field', async () => {
    const id = await addDepartment(world, 'East')
    await addRow(world, 'order', { title: id })
    await addRow(world, 'order', { title: '' })
    await addRule(world, rule({ roles: [made.role] }, where('title', 'equal', field('user.departments'))))
    expect(await seen()).toEqual([])
    await world.db.insertInto('department_member').values({ department_id: id, user_id: world.ids.ben, company_id: world.ids.acme }).execute()
    expect(await seen()).toEqual([id])
    await dropRules(world)
    await addRule(world, rule({ roles: [made.role] }, where('title', 'equal', field('user.phone'))))
    expect(await seen()).toEqual([])
    await world.pool.query(`delete from app_${world.ids.shop.replaceAll('-', '')}_dev."order" where title in ($1, '') or title is null`, [id])
  })
  it('a name with commas is one name, and none of it is SQL', async () => {
    await addRule(world, rule({ roles: [made.role] }, where('title', 'select_any_in', field('user.name'))))
    for (const name of ["nobody,ann's", "' or '1'='1", '%']) {
      await world.db.updateTable('person').set({ name }).where('id', '=', world.ids.ben).execute()
      expect(await seen()).toEqual([])
    }
    await world.db.updateTable('person').set({ name: 'Ben' }).where('id', '=', world.ids.ben).execute()
  })
  it('compared with a value: of the app, the organisation, the person', async () => {
    const env = (right: string) => rule({ roles: [made.role] }, where('app.env', 'equal', right))
    await addRule(world, env('latest'))
    expect(await seen()).toEqual([])
    await addRule(world, env('dev'))
    expect(await seen()).toEqual(ALL)
  })
})

describe('somebody limited', () => {
  it('cannot widen his list by filters, keywords, orders or pages', async () => {
    await addRule(world, OWN())
    const any = {
      conjunction: 'or',
      children: [
        { left: field('title'), op: 'is_not_empty' },
        { left: field('title'), op: 'is_empty' },
      ],
    }
    expect(await seen('ben', { filter: JSON.stringify(any) })).toEqual(["ben's"])
    expect(await seen('ben', { filter: JSON.stringify({ ...any, not: true }) })).toEqual([])
    expect(await seen('ben', { keywords: 'ann' })).toEqual([])
    expect(await seen('ben', { keywords: made.other })).toEqual([])
    expect(await seen('ben', { orderBy: 'amount', orderDir: 'desc', perPage: 200 })).toEqual(["ben's"])
  })
  it('cannot get, change or delete other rows, one or many', async () => {
    await addRule(world, OWN())
    const rows = async () => JSON.stringify((await list('ann')).data.items)
    const before = await rows()
    const at = (rowId: string) => ({ ...ORDERS, rowId })
    expect((await world.call('data.getRow', { as: 'ben', params: at(made.other) })).status).toBe(404)
    expect((await world.call('data.updateRow', { as: 'ben', params: at(made.other), body: { title: 'mine' } })).status).toBe(404)
    const updates = await world.call('data.updateRows', { as: 'ben', params: ORDERS, body: { ids: [made.mine, made.other], values: { title: 'mine' } } })
    expect(updates.status).toBeGreaterThan(0)
    expect((await world.call('data.deleteRows', { as: 'ben', params: { ...ORDERS, rowIds: made.other } })).status).toBe(404)
    expect((await world.call('data.deleteRows', { as: 'ben', params: { ...ORDERS, rowIds: `${made.mine},${made.other}` } })).status).toBe(404)
    expect(await rows()).toBe(before)
    expect((await world.call('data.getRow', { as: 'ben', params: at(made.mine) })).status).toBe(0)
    expect((await world.call('data.updateRow', { as: 'ben', params: at(made.mine), body: { amount: 2 } })).status).toBe(0)
  })
  it('does not see them through relations either', async () => {
    await addRule(world, OWN())
    const rows = await list('ben', { relations: 'order' }, LINES)
    expect(rows.data.total).toBe(1)
    expect(JSON.stringify(rows.data)).not.toContain("ann's")
    const one = await world.call('data.getRow', { as: 'ben', params: { ...LINES, rowId: made.line }, query: { relations: 'order' } })
    expect(one.status).toBe(0)
    expect(JSON.stringify(one.data)).not.toContain("ann's")
    expect(JSON.stringify((await list('ann', { relations: 'order' }, LINES)).data)).toContain("ann's")
  })
  it('sees nothing by a rule whose field is gone, and nothing else takes its place', async () => {
    const key = await addRule(world, rule({ roles: [made.role] }, where('amount', 'less', 3)))
    await world.db
      .updateTable('row_permission')
      .set({ filters: JSON.stringify(where('0191d5a0-0000-7000-8000-0000000000ff', 'less', 3)) })
      .where('id', '=', key)
      .execute()
    expect(await seen()).toEqual([])
    const told = await world.call('rowPermission.listRowPermissions', { as: 'ann', params: ORDERS })
    expect(told.data.items[0].problem).not.toBe('')
  })
  it('is limited by rules of a model that was deleted in the design, while its table is there', async () => {
    await addRule(world, OWN())
    await world.db.deleteFrom('data_model').where('key', '=', 'line').execute()
    await world.db.deleteFrom('data_model').where('id', '=', made.modelId).execute()
    expect(await seen()).toEqual(["ben's"])
    await world.db.deleteFrom('data_applied').where('model_id', '=', made.modelId).execute()
    expect(await world.db.selectFrom('row_permission').select('id').execute()).toEqual([])
  })
})
