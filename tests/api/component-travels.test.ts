// Components go where their app goes: into releases, of all pages or of chosen ones, into copies and packages, with their bundles.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { componentIn, DEV, fileOf, STARS } from '../support/components.ts'
import { addPage } from '../support/pages.ts'
import { publish } from '../support/releases.ts'
import { makeWorld, type World } from '../support/world.ts'

let world: World
let there: Awaited<ReturnType<typeof componentIn>>
const PUBLISHED = { companyKey: 'acme', appUrlKey: 'shop' }
const read = (componentKey: string, params: object = PUBLISHED, as: 'ann' | 'abe' | 'dee' = 'ann') =>
  world.call('component.read', { as, params: { ...params, componentKey } as never })
const bodyAt = async (address: string) => (await world.running.app.inject({ method: 'GET', url: address })).body
const shows = (component: string) => ({ type: 'page', body: { type: 'tessera-component', componentKey: component } })

beforeAll(async () => {
  world = await makeWorld()
  there = await componentIn(world, STARS, { key: 'stars' })
  await addPage(world, { name: 'One', path: '/one', schema: shows('stars') } as never)
})
afterAll(() => world?.close())

it('is in an environment as it was published', async () => {
  expect((await read('stars')).status).toBe(404)
  await publish(world, { version: '1.0.0' })
  await world.call('component.replaceBundle', { as: 'ann', params: { ...DEV, componentId: there.componentId }, files: fileOf('other()', 'other.js') })
  expect(await bodyAt((await read('stars')).data.frame)).toContain('stars.js')
  expect(await bodyAt((await read('stars', DEV)).data.frame)).toContain('src="index.js"')
})

it('comes with the chosen pages that show it', async () => {
  await componentIn(world, STARS, { key: 'chosen' })
  await componentIn(world, STARS, { key: 'unnamed' })
  const two = await addPage(world, { name: 'Two', path: '/two', schema: shows('chosen') } as never)
  await publish(world, { version: '1.1.0', mode: 2, partialBody: [two] })
  expect((await read('chosen')).status).toBe(0)
  expect((await read('unnamed')).status).toBe(404)
  expect(await bodyAt((await read('stars')).data.frame)).toContain('stars.js')
})

it('is in a copy of the app, with a bundle of its own', async () => {
  expect((await world.call('app.copy', { as: 'abe', params: DEV, body: { name: 'Copy', key: 'copied' } })).msg).toBe('')
  const copy = await read('stars', { companyKey: 'acme', appUrlKey: 'copied-dev' }, 'abe')
  expect(await bodyAt(copy.data.frame)).toContain('src="index.js"')
  expect(await bodyAt(`${copy.data.frame}index.js`)).toBe('other()')
})

it('is in a package, with its bundle', async () => {
  const reply = await world.call('release.exportPackage', { as: 'ann', params: DEV, body: { password: 'Secret-1' } })
  expect(reply.http).toBe(200)
  await world.call('app.create', { as: 'dee', params: { companyKey: 'globex' }, body: { name: 'Taken', key: 'taken', type: 1 } })
  const target = { companyKey: 'globex', appUrlKey: 'taken-dev' }
  const files = [{ field: 'file', name: 'shop.amis', content: reply.raw }]
  const imported = await world.call('page.import', { as: 'dee', params: target, files, body: { password: 'Secret-1', onConflict: 'rename' } })
  expect(imported.msg).toBe('')
  const brought = await read('chosen', target, 'dee')
  expect(await bodyAt(`${brought.data.frame}stars.js`)).toBe(STARS['stars.js'])
})
