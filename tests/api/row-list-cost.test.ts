// What a list of rows asks the database, and that what is kept and prepared for it follows every change at once.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { questionsOf } from '../support/questions.ts'
import { addRule, field, makeOrders, ORDERS, rule, where } from '../support/row-permissions.ts'
import { makeWorld, type Person, type World } from '../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
  const { role } = await makeOrders(world)
  await addRule(world, rule({ roles: [role] }, where('owner', 'equal', field('user.id'))))
})
afterAll(() => world?.close())

async function list(as: Person) {
  const { status, msg, data } = await world.call('data.listRows', { as, params: ORDERS })
  expect(status, msg).toBe(0)
  return data as { items: Record<string, unknown>[]; fields: { key: string; name: string }[] }
}
const table = () => `app_${world.ids.shop.replaceAll('-', '')}_dev."order"`

it('asks who calls and then for the page with its names, for limited people as for managers', async () => {
  for (const who of ['ann', 'ben'] as const) {
    await list(who)
    // The test asks for its session as well, and rows are counted again after a while.
    const { asked } = await questionsOf(() => list(who))
    const others = asked.filter(text => !text.includes('from session') && !text.includes('count(*)') && /"order"|person|data_|row_permission/.test(text))
    expect(others, who).toEqual([expect.stringContaining('"order"')])
  }
})

it('names of people are on every row, also of a statement that was prepared', async () => {
  for (let n = 0; n < 10; n++) {
    const [row] = (await list('ben')).items
    expect(row).toMatchObject({ owner: world.ids.ben, _labels: { owner: 'Ben' } })
  }
})

it('a column that gets another type is read on', async () => {
  for (let n = 0; n < 10; n++) await list('ann')
  await world.pool.query(`alter table ${table()} alter column amount type numeric`)
  for (let n = 0; n < 3; n++) expect((await list('ann')).items).toHaveLength(3)
})

it('what is applied to the models counts for the next list, whichever process did it', async () => {
  await list('ann')
  await world.pool.query(`update data_applied set definition = jsonb_set(definition, '{fields,0,name}', '"Changed"')`)
  expect((await list('ann')).fields[0]?.name).toBe('Changed')
})
