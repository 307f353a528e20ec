// data.explainRow: what is told of a row and a person is what his list answers; random rules, roles through departments and other roles, conditions and rows.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDepartment, sitIn } from '../support/organisation.ts'
import { addRow } from '../support/models.ts'
import { addRole, builtIn, putIn } from '../support/roles.ts'
import { addRule, dropRules, makeOrders, ORDERS, rule } from '../support/row-permissions.ts'
import { makeWorld, type World } from '../support/world.ts'

const ROUNDS = 12
const WHO = ['ben', 'cyd', 'dee', 'abe'] as const

/** Small, and the same every time. */
let state = 5
const next = () => {
  state = (Math.imul(state, 1664525) + 1013904223) | 0
  return (state >>> 8) / 2 ** 24
}
const chance = (p: number) => next() < p
const one = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T
const some = <T>(list: readonly T[], p: number): T[] => list.filter(() => chance(p))

let world: World
let east = ''
const roles: string[] = []
const rows: string[] = []
beforeAll(async () => {
  world = await makeWorld()
  await makeOrders(world)
  await world.db
    .insertInto('member')
    .values(['cyd', 'dee'].map(who => ({ company_id: world.ids.acme, user_id: world.ids[who as 'cyd'], role: 'member' as const })))
    .execute()
  const everybody = await builtIn(world, 'all-users')
  await world.db
    .updateTable('permission_list')
    .set({ roles: [everybody] })
    .where('list', '=', 'dataManage')
    .execute()
  const top = await addDepartment(world, 'Top')
  east = await addDepartment(world, 'East', top)
  await sitIn(world, world.ids.ben, [east])
  await sitIn(world, world.ids.cyd, [top])
  for (const name of ['A', 'B', 'C']) roles.push(await addRole(world, name))
  await putIn(world, roles[0] as string, 'department', [top])
  await putIn(world, roles[1] as string, 'role', [roles[0] as string])
  await putIn(world, roles[2] as string, 'user', [world.ids.dee])
  roles.push(everybody)
  for (const [title, amount, owner] of [
    ['Ben', 2, 'ben'],
    ['', 4, 'cyd'],
    ['x', null, 'dee'],
    ['Ben', 7, null],
    [null, 0, 'ben'],
  ] as const)
    rows.push(await addRow(world, 'order', { title, amount, owner: owner && world.ids[owner] }))
}, 60_000)
afterAll(() => world?.close())

const field = (name: string) => ({ type: 'field', field: name })
function leaf(): object {
  return one([
    () => ({ left: field('amount'), op: one(['less', 'greater', 'equal', 'not_equal', 'less_or_equal']), right: Math.floor(next() * 8) }),
    () => ({ left: field('amount'), op: one(['is_empty', 'is_not_empty']) }),
    () => ({ left: field('title'), op: one(['equal', 'not_equal', 'like', 'not_like', 'starts_with']), right: one(['Ben', 'x', 'e']) }),
    () => ({ left: field('owner'), op: one(['equal', 'not_equal']), right: field('user.id') }),
    () => ({ left: field('title'), op: one(['equal', 'not_equal']), right: field(one(['user.name', 'user.phone', 'user.nickName'])) }),
    () => ({ left: field('app.env'), op: 'equal', right: one(['dev', 'latest']) }),
  ])()
}
const tree = (depth: number): object => ({
  conjunction: one(['and', 'or']),
  ...(chance(0.25) && { not: true }),
  children: Array.from({ length: Math.floor(next() * 3) + (depth ? 1 : 0) }, () => (depth < 2 && chance(0.3) ? tree(depth + 1) : leaf())),
})

it(`agrees with the lists of ${WHO.length} people over ${ROUNDS} sets of rules`, async () => {
  let allowed = 0
  let refused = 0
  for (let round = 0; round < ROUNDS; round++) {
    await dropRules(world)
    const count = round === 0 ? 0 : 1 + Math.floor(next() * 4)
    for (let n = 0; n < count; n++) {
      const users = some(WHO, 0.2).map(who => world.ids[who])
      const given = some(roles, 0.3)
      await addRule(world, rule({ users, roles: users.length || given.length ? given : [one(roles)] }, tree(0), { name: `Rule ${n}` }))
    }
    for (const who of WHO) {
      const list = (await world.call('data.listRows', { as: who, params: ORDERS, query: { perPage: 100 } })).data.items.map((row: { id: string }) => row.id)
      for (const rowId of rows) {
        const reply = await world.call('data.explainRow', { as: 'ann', params: { ...ORDERS, rowId }, query: { userId: world.ids[who] } })
        expect(reply.status, reply.msg).toBe(0)
        const { allow, rules } = reply.data as { allow: boolean; rules: { is: string; leaves: { holds: boolean }[] }[] }
        expect({ round, who, rowId, allow, rules }).toEqual({ round, who, rowId, allow: list.includes(rowId), rules })
        // The rules told are those that decide.
        if (who !== 'abe') expect(allow).toBe(!rules.length || rules.some(({ is }) => is === 'shows'))
        if (allow) allowed++
        else refused++
      }
    }
  }
  expect(Math.min(allowed, refused)).toBeGreaterThan(50)
}, 180_000)
