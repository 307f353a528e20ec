// What it costs to open the matrix: as many calls and as many questions to the database for hundreds of pages and roles as for a handful.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { uuidv7 } from 'uuidv7'
import { addRole, DEV, ofShop, setOverride } from '../support/permissions.ts'
import { questionsOf } from '../support/questions.ts'
import { makeWorld, type World } from '../support/world.ts'

let world: World
beforeAll(async () => void (world = await makeWorld()))
afterAll(() => world?.close())

async function grow(pages: number, roles: number) {
  const rows = Array.from({ length: pages }, (_, n) => ({ id: uuidv7(), ...ofShop(world), kind: 'page' as const, name: `Page ${n}`, path: `/${uuidv7()}` }))
  await world.db.insertInto('page').values(rows).execute()
  await world.db
    .insertInto('permission_option')
    .values(rows.map(({ id }) => ({ page_id: id, ...ofShop(world), value: 'export', label: '' })))
    .execute()
  for (let n = 0; n < roles; n++) await setOverride(world, await addRole(world, `Role ${uuidv7()}`), 'page', rows[n % pages]?.id ?? '', 'edit', true)
}

/** The two calls that the editor makes when it is opened, and what they ask the database. */
async function open() {
  const { asked, answer } = await questionsOf(async () => ({
    types: await world.call('permission.listResourceTypes', { as: 'abe', params: DEV }),
    matrix: await world.call('permission.getMatrix', { as: 'abe', params: DEV, query: { kind: 'page', boxesOf: 'first' } }),
  }))
  const { types, matrix } = answer
  expect([types.status, matrix.status]).toEqual([0, 0])
  return { queries: asked.length, pages: matrix.data.resources.length as number, roles: matrix.data.roles.length as number }
}

it('permission.editor: opening it asks no more of the database when there is more to show', async () => {
  await grow(5, 2)
  await open()
  const few = await open()
  await grow(600, 40)
  const many = await open()
  expect([few.pages, many.pages, many.roles - few.roles]).toEqual([5, 605, 40])
  expect(few.queries).toBeGreaterThan(0)
  expect(many.queries).toBe(few.queries)
  expect(many.queries).toBeLessThanOrEqual(16)
})
