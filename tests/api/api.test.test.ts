import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { http, makeApi, setConsts } from '../support/apis.ts'
import { DEV } from '../support/models.ts'
import { API_KEY, webService, type WebService } from '../support/peers/web-service.ts'
import { makeWorld, type World } from '../support/world.ts'

let world: World
let peer: WebService
beforeAll(async () => {
  world = await makeWorld()
  peer = await webService()
  await setConsts(world, { PEER: { value: peer.origin }, KEY: { value: API_KEY, secret: true } })
})
afterAll(async () => {
  await world?.close()
  await peer?.close()
})

const test = (definition: object, parameters: object = {}, more: object = {}, as: 'ann' | 'ben' = 'ann') =>
  world.call('api.test', { as, params: DEV, body: { definition, parameters, ...more } })

describe('api.test', () => {
  it('tells what was sent and what came, with secrets as ***', async () => {
    const auth = { kind: 'key', in: 'query', name: 'key', value: '{{KEY}}' }
    const part = http('{{PEER}}/echo', {
      method: 'POST',
      auth,
      headers: [{ name: 'X-Key', value: 'Key {{KEY}}' }],
      body: { kind: 'form', fields: [{ name: 'city', value: '{{city}}' }] },
    })
    const reply = await test({ type: 'http', http: part, parameters: [{ key: 'city', type: 'text' }], answer: { from: 'method' } }, { city: 'Oslo' })
    expect(reply.data).toMatchObject({
      ok: true,
      problem: '',
      attempts: 1,
      sent: { method: 'POST', address: `${peer.origin}/echo?key=***`, body: 'city=Oslo' },
      got: { status: 200 },
      data: { value: 'POST' },
    })
    expect(reply.data.sent.headers).toContainEqual({ name: 'x-key', value: 'Key ***' })
    expect(reply.raw.toString()).not.toContain(API_KEY)
    expect(reply.raw.toString()).not.toContain(encodeURIComponent(API_KEY))
    expect(peer.got.at(-1)?.headers['x-key']).toBe(`Key ${API_KEY}`)
  })

  it('tells why it failed, and shows what came nevertheless', async () => {
    const refused = await test({ type: 'http', http: http('{{PEER}}/refused', { auth: { kind: 'bearer', token: '{{KEY}}' } }) })
    expect(refused.data).toMatchObject({
      ok: false,
      problem: 'The other side answered with status 403',
      got: { status: 403, body: '{"error":"no ***"}' },
      data: null,
    })
    const place = await test({ type: 'http', http: http('{{PEER}}/cities'), answer: { from: 'data.rows' } })
    expect(place.data).toMatchObject({ ok: false, problem: 'The answer has nothing at data.rows', got: { status: 200 } })
    const nobody = await test({ type: 'http', http: http('http://127.0.0.1:1/') })
    expect(nobody.data).toMatchObject({ ok: false, problem: 'Nothing answers at this address and port', got: { status: 0 } })
    const nowhere = await test({ type: 'http', http: http('https://nowhere.invalid/') })
    expect(nowhere.data).toMatchObject({ ok: false, problem: 'There is no host of this name' })
    const plain = await test({ type: 'http', http: http(peer.origin.replace('http:', 'https:')) })
    expect(plain.data.problem).toMatch(/https|safe connection/)
  })

  it('is said in the language of who asks', async () => {
    const body = { definition: { type: 'http', http: http('http://127.0.0.1:1/') } }
    const reply = await world.call('api.test', { as: 'ann', params: DEV, body, headers: { 'accept-language': 'zh-CN' } })
    expect(reply.data.problem).toMatch(/\p{Script=Han}/u)
  })

  it('checks the definition before anything is sent, and writes nothing into the log of calls', async () => {
    const before = peer.calls
    expect(Object.keys((await test({ type: 'http', http: http('{{PEER}}/{{who}}') })).errors)).toEqual(['definition.http.address'])
    expect(peer.calls).toBe(before)
    await test({ type: 'http', http: http('{{PEER}}/text') })
    expect((await world.call('api.listCalls', { as: 'ann', params: DEV })).data.total).toBe(0)
  })

  it('is for those who may make APIs, or edit this one', async () => {
    const definition = { type: 'http', http: http('{{PEER}}/text') }
    const { id } = await makeApi(world, definition)
    expect((await test(definition, {}, { id })).status).toBe(0)
    expect((await test(definition, {}, {}, 'ben')).status).toBe(403)
  })
})
