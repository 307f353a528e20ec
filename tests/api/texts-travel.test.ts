// What is translated goes where its app goes: into releases and back, copies and packages.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEV, GREETING, IN_GERMAN, languages, languagesThere, say } from '../support/languages.ts'
import { makeWorld, type World } from '../support/world.ts'

const ACME = { companyKey: 'acme' }

describe('translations', () => {
  let world: World
  beforeAll(async () => {
    world = await makeWorld()
    await languagesThere(world)
    await languages(world, ['en-US', 'de', 'zh-CN'])
    await say(world, GREETING, 'Hallo ${user.name}')
    await say(world, GREETING, '你好 ${user.name}', 'zh-CN')
  })
  afterAll(() => world?.close())

  const publish = async (body: object) => {
    const reply = await world.call('release.create', { as: 'ann', params: DEV, query: { sync: 1 }, body: { title: 'A', models: 'keep', ...body } })
    expect(reply.status, reply.msg).toBe(0)
  }
  const greeting = async (appUrlKey: string, headers = IN_GERMAN) =>
    (await world.call('runtime.page', { as: 'ann', params: { ...ACME, appUrlKey, path: 'orders' }, headers })).data.schema?.body[0]

  it('are published in the chosen languages, and stay as they were published', async () => {
    await publish({ version: '1.0.0', languages: ['en-US', 'de'] })
    expect(await greeting('shop')).toBe('Hallo ${user.name}')
    expect(await greeting('shop', { 'accept-language': 'zh-CN' })).toBe(GREETING)
    await say(world, GREETING, 'Moin ${user.name}')
    expect([await greeting('shop'), await greeting('shop-dev')]).toEqual(['Hallo ${user.name}', 'Moin ${user.name}'])
    await publish({ version: '1.1.0', languages: ['en-US', 'de', 'zh-CN'] })
    expect([await greeting('shop'), await greeting('shop', { 'accept-language': 'zh-CN' })]).toEqual(['Moin ${user.name}', '你好 ${user.name}'])
  })

  it('go back with a version, in its own languages', async () => {
    const start = await world.call('release.initRelease', { as: 'ann', params: DEV, query: { from: '1.0.0' } })
    expect(start.data.languagesOptions).toEqual([
      { label: 'English', value: 'en-US' },
      { label: 'Deutsch', value: 'de' },
    ])
    await publish({ from: '1.0.0', languages: ['en-US', 'de'] })
    expect(await greeting('shop')).toBe('Hallo ${user.name}')
    const site = await world.call('runtime.site', { as: 'ann', params: { ...ACME, appUrlKey: 'shop' } })
    expect(site.data.languages.map((one: { tag: string }) => one.tag)).toEqual(['en-US', 'de'])
  })

  it('are in a copy of the app', async () => {
    const copied = await world.call('app.copy', { as: 'ann', params: DEV, body: { name: 'Copy', key: 'copied' } })
    expect(copied.status, copied.msg).toBe(0)
    expect(await greeting('copied-dev')).toBe('Moin ${user.name}')
  })
})
