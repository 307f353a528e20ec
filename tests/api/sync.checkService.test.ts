// Both sides say which version they are before anything is sent; an address is followed no further than that of a data source.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uuidv7 } from 'uuidv7'
import { scenarios } from '../support/scenarios.ts'
import { KEY, serviceIn } from '../support/two-servers.ts'
import { makeWorld, type World } from '../support/world.ts'

scenarios(
  'sync.checkService',
  [
    {
      name: 'reaches nothing in private networks where the installation says so',
      as: 'sue',
      given: async world => ({ params: { syncServiceId: await serviceIn(world, { address: 'http://127.0.0.1:9' }) } }),
      expect: { status: 0, data: { ok: false, text: 'Production cannot be reached: This installation calls nothing in private networks', version: '' } },
      then: async (_reply, world) => {
        const [item] = (await world.call('sync.listServices', { as: 'sue' })).data.items
        expect(item.checked.ok).toBe(false)
        expect(item.checkedAt).toBeTruthy()
      },
    },
    {
      name: 'never reaches the addresses of clouds',
      as: 'sue',
      given: async world => ({ params: { syncServiceId: await serviceIn(world, { name: 'Cloud', address: 'http://169.254.169.254' }) } }),
      expect: { status: 0, data: { ok: false, text: 'Cloud cannot be reached: This address cannot be called' } },
    },
    { name: 'knows no others', as: 'sue', params: { syncServiceId: uuidv7() }, expect: { status: 404, code: 'sync.serviceUnknown', stored: 'same' } },
  ],
  { privateDataSources: false },
)

describe('what answers', () => {
  let world: World
  let server: Server
  let id = ''
  let says: { http?: number; body: string }
  let asked: Record<string, unknown> = {}
  const check = async () => (await world.call('sync.checkService', { as: 'sue', params: { syncServiceId: id } })).data

  beforeAll(async () => {
    world = await makeWorld({ privateDataSources: true })
    world.running.services.sync.pausesMs.splice(0)
    server = createServer(async (request, response) => {
      let text = ''
      for await (const chunk of request) text += chunk
      asked = JSON.parse(text)
      response.writeHead(says.http ?? 200, { 'content-type': 'application/json' }).end(says.body)
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    id = await serviceIn(world, { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
  })
  afterAll(async () => {
    server?.close()
    await world?.close()
  })

  it.each([
    ['no JSON', '<html>', 'Production does not answer as Tessera does'],
    ['no envelope', '[1]', 'Production does not answer as Tessera does'],
    [
      'another protocol',
      JSON.stringify({ status: 0, data: { version: '9.0', protocol: 2, format: 2 } }),
      'Production has version 9.0, which does not understand what this version sends',
    ],
    [
      'older packages',
      JSON.stringify({ status: 0, data: { version: '0.0.1', protocol: 1, format: 1 } }),
      'Production has version 0.0.1, which does not understand what this version sends',
    ],
    [
      'a refusal',
      JSON.stringify({ status: 401, code: 'sync.denied', msg: 'The access key is not known here' }),
      'Production says: The access key is not known here',
    ],
    ['too much to do', JSON.stringify({ status: 429, msg: 'Later' }), 'Production has too much to do. Try again later'],
  ])('with %s is told in a sentence', async (_what, body, text) => {
    says = { body }
    expect(await check()).toEqual({ ok: false, text, version: '' })
    expect(asked).toEqual({ token: KEY, version: '0.1.0', protocol: 1, format: 2 })
  })
  it('is told in the language of whoever asks', async () => {
    says = { body: '<html>' }
    const reply = await world.call('sync.checkService', { as: 'sue', params: { syncServiceId: id }, headers: { 'accept-language': 'zh-CN' } })
    expect(reply.data.text).toBe('Production 的应答不是 Tessera 的应答')
  })
})
