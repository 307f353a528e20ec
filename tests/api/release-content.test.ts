// What a publish stores: bodies once by hash, manifests that never change.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { shopOf } from '../support/pages.ts'
import { publish } from '../support/releases.ts'
import { makeWorld, type World } from '../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

const count = async (table: string) => Number((await world.pool.query(`select count(*) as n from ${table}`)).rows[0].n)

it('publishes 500 pages of 10 kB, again with 3 changed, and neither touches what was published', async () => {
  const { pages, releases } = world.running.services
  const scope = shopOf(world)
  const schema = (n: number) => ({ type: 'page', title: `Page ${n}`, body: `${n} `.padEnd(10_000, 'x') })
  const ids = await pages.addMany(
    scope,
    world.ids.ann,
    Array.from({ length: 500 }, (_, n) => ({ name: `Page ${n}`, schema: schema(n) })),
  )
  expect(await count('body')).toBe(500)

  const first = await publish(world)
  const manifest = JSON.stringify(await releases.manifestOf(scope, first.version))
  for (const n of [3, 30, 300]) await pages.update(scope, world.ids.ann, ids[n] as string, { schema: schema(n + 1000), name: `Changed ${n}` })
  await pages.remove(scope, ids[499] as string, false)
  const second = await publish(world)

  expect(await count('body')).toBe(503)
  expect(await count('manifest')).toBe(2)
  expect(JSON.stringify(await releases.manifestOf(scope, first.version))).toBe(manifest)
  expect(second.pageCount).toBe(499)

  // The same content published again points at the same manifest.
  await publish(world, { tag: 'qa', from: first.version })
  expect(await count('manifest')).toBe(2)
  const old = await world.call('runtime.page', { as: 'ben', params: { appUrlKey: 'shop-qa', path: 'page-499' } })
  expect(old.data.schema).toEqual(schema(499))
})
