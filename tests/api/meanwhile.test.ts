// Two at once, and the other one is faster.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { APPLICATION } from '../support/applications.ts'
import { meanwhile } from '../support/meanwhile.ts'
import { addPage, DEV } from '../support/pages.ts'
import { publish } from '../support/releases.ts'
import { makeWorld, type World } from '../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world?.close())

it('a page that was saved meanwhile is not overwritten', async () => {
  const pageId = await addPage(world, { name: 'Page' })
  const { reply } = await meanwhile(world, [['update page set version = version + 1 where id = $1', [pageId]]], () =>
    world.call('page.update', { as: 'ann', params: { ...DEV, pageId }, body: { schema: { type: 'page' }, baseVersion: 1 } }),
  )
  expect(reply.status).toBe(409)
})

it('a person applies for one organisation at a time', async () => {
  const { cyd } = world.ids
  const apply = `insert into company_application (id, user_id, name, owner_name, phone, status) values (gen_random_uuid(), $1, 'Other', 'Cyd', '13800000000', 'waiting')`
  const { reply } = await meanwhile(
    world,
    [
      ['select id from person where id = $1 for no key update', [cyd]],
      [apply, [cyd]],
    ],
    () => world.call('company.submitApply', { as: 'cyd', body: APPLICATION }),
  )
  expect(reply).toMatchObject({ status: 409, code: 'company.applied' })
})

it('a release waits for another one, or a change of the tree, that is on its way', async () => {
  const { waited } = await meanwhile(world, [[`select id from app where key = 'shop' for no key update`, []]], () => publish(world))
  expect(waited).toBe(true)
})
