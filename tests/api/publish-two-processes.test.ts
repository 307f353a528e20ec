// Two server processes on one database: what one publishes the other shows within a second, also after it lost the message line.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addPage, shopOf } from '../support/pages.ts'
import { publish } from '../support/releases.ts'
import { makeWorld, type World } from '../support/world.ts'

let one: World
let two: World
let pageId: string
beforeAll(async () => {
  one = await makeWorld()
  two = await one.another()
  pageId = await addPage(one, { name: 'Home', schema: { n: 0 } })
})
afterAll(async () => {
  await two.close()
  await one.close()
})

const shown = async (world: World) => (await world.call('runtime.page', { as: 'ben', params: { appUrlKey: 'shop', path: 'home' } })).data.schema?.n
const save = (n: number) => one.running.services.pages.update(shopOf(one), one.ids.ann, pageId, { schema: { n } })

async function soon(n: number): Promise<number> {
  const started = performance.now()
  while ((await shown(two)) !== n) {
    if (performance.now() - started > 5000) throw new Error(`still not ${n}`)
    await new Promise(done => setTimeout(done, 10))
  }
  return performance.now() - started
}

it('shows a session and a release of one process on the other within a second', async () => {
  expect((await two.call('runtime.site', { as: 'ben' })).code).toBe('runtime.notPublished')
  for (let n = 1; n <= 5; n++) {
    await save(n)
    await publish(one)
    expect(await shown(one)).toBe(n)
    expect(await soon(n)).toBeLessThan(1000)
  }
})

it('does not stay with an old release when the line to the database breaks', async () => {
  await save(6)
  await one.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'tessera bus' and datname = current_database()`)
  await publish(one)
  expect(await soon(6)).toBeLessThan(2000)
})

it('never mixes releases under many publishes and readers', async () => {
  const ids = [pageId, await addPage(one, { name: 'Second', schema: { n: 0 } })]
  let highest = 0
  const reading = { on: true }
  const reader = (async () => {
    while (reading.on) {
      const n = await shown(two)
      expect(n).toBeGreaterThanOrEqual(highest)
      highest = n
    }
  })()
  for (let n = 10; n < 20; n++) {
    for (const id of ids) await one.running.services.pages.update(shopOf(one), one.ids.ann, id, { schema: { n } })
    await publish(n % 2 ? one : two)
  }
  reading.on = false
  await reader
  expect(await soon(19)).toBeLessThan(1000)
})
