import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { http, makeApi, setConsts } from '../support/apis.ts'
import { applyAll, builtinSource, DEV, orderModel } from '../support/models.ts'
import { API_KEY, CLIENT_SECRET, webService, type WebService } from '../support/peers/web-service.ts'
import { makeWorld, type Person, type World } from '../support/world.ts'

let world: World
let peer: WebService
beforeAll(async () => {
  world = await makeWorld()
  peer = await webService()
  await setConsts(world, {
    PEER: { value: peer.origin },
    KEY: { value: API_KEY, secret: true },
    CLIENT_SECRET: { value: CLIENT_SECRET, secret: true },
    DEEPEST: { value: '/deep' },
  })
})
afterAll(async () => {
  await world?.close()
  await peer?.close()
})

const call = (apiKey: string, parameters: object = {}, as: Person | undefined = 'ben') =>
  world.call('api.call', { as, params: { ...DEV, apiKey }, body: { parameters } })
/** Makes an API of an HTTP part and calls it. */
const tried = async (
  part: object,
  { parameters = [] as object[], values = {}, ...more }: { parameters?: object[]; values?: object; [name: string]: unknown } = {},
) => {
  const { key } = await makeApi(world, { type: 'http', http: part, parameters, ...more })
  return call(key, values)
}
const text = (key: string, more: object = {}) => ({ key, type: 'text', ...more })
const last = () => peer.got.at(-1)

describe('api.call', () => {
  it('sends what the definition says, with each value where it stands, and no further', async () => {
    const reply = await tried(
      http('{{PEER}}/orders/{{id}}/lines', {
        method: 'POST',
        query: [
          { name: 'tag', value: '{{tags}}' },
          { name: 'note', value: 'for {{$user.name}}' },
          { name: 'empty', value: '{{left}}' },
        ],
        headers: [{ name: 'X-Note', value: '{{note}}' }],
        body: { kind: 'json', text: '{"count": "{{count}}", "left": "{{left}}", "words": ["{{note}}"]}' },
      }),
      {
        parameters: [text('id'), { key: 'tags', type: 'json' }, { key: 'count', type: 'integer', default: 2 }, text('left'), text('note')],
        values: { id: '../admin?x=1', tags: ['a', 'b&c'], note: 'line\r\nX-Evil: 1' },
      },
    )
    expect(reply.msg).toBe('')
    expect(last()).toMatchObject({
      method: 'POST',
      url: '/orders/..%2Fadmin%3Fx%3D1/lines?tag=a&tag=b%26c&note=for+Ben',
      body: '{"count":2,"words":["line\\r\\nX-Evil: 1"]}',
    })
    expect(last()?.headers).toMatchObject({ 'x-note': 'line X-Evil: 1', 'content-type': 'application/json' })
    expect(last()?.headers['x-evil']).toBeUndefined()
  })

  it.each([
    ['everything', {}, { data: { items: [{ id: 1 }, { id: 2 }] }, at: 'now' }],
    ['a list with its total', { from: 'data.items', total: 'data.count' }, { items: [{ id: 1 }, { id: 2 }], total: 2 }],
    [
      'fields of each entry',
      {
        from: '$.data.items',
        fields: [
          { to: 'city', from: 'name' },
          { to: 'land', from: 'location.country' },
          { to: 'odd', from: '["odd.name"]' },
        ],
      },
      {
        items: [
          { city: 'Oslo', land: 'NO', odd: 'a' },
          { city: 'Lima', land: 'PE', odd: null },
        ],
        total: 2,
      },
    ],
    ['all names', { from: 'data.items[*].name' }, { items: ['Oslo', 'Lima'], total: 2 }],
    ['one value', { from: 'data.items[1].name' }, { value: 'Lima' }],
    [
      'an object with other names',
      {
        from: 'data.items[0]',
        fields: [
          { to: 'name', from: 'name' },
          { to: 'none', from: 'constructor' },
        ],
      },
      { name: 'Oslo', none: null },
    ],
  ])('maps an answer to %s', async (_name, answer, data) => {
    expect((await tried(http('{{PEER}}/cities'), { answer })).data).toMatchObject(data)
  })

  it('takes texts, packed answers and empty ones as they are', async () => {
    expect((await tried(http('{{PEER}}/text'))).data).toEqual({ value: 'hello' })
    expect((await tried(http('{{PEER}}/packed'))).data).toEqual({ packed: true })
    expect((await tried(http('{{PEER}}/nothing', { method: 'DELETE' }))).data).toEqual({ value: null })
  })

  it.each([
    ['basic', { kind: 'basic', username: 'shop', password: '{{KEY}}' }, { authorization: `Basic ${Buffer.from(`shop:${API_KEY}`).toString('base64')}` }],
    ['bearer', { kind: 'bearer', token: '{{KEY}}' }, { authorization: `Bearer ${API_KEY}` }],
    ['a key in a header', { kind: 'key', in: 'header', name: 'X-Key', value: '{{KEY}}' }, { 'x-key': API_KEY }],
  ])('signs in with %s', async (_name, auth, headers) => {
    expect((await tried(http('{{PEER}}/cities', { auth }))).status).toBe(0)
    expect(last()?.headers).toMatchObject(headers)
  })

  it('signs in with a key in the address', async () => {
    await tried(http('{{PEER}}/cities', { auth: { kind: 'key', in: 'query', name: 'k', value: '{{KEY}}' } }))
    expect(new URL(last()?.url ?? '', 'http://x').searchParams.get('k')).toBe(API_KEY)
  })

  it('fetches a token of OAuth 2 once, and another one when that is refused', async () => {
    const auth = { kind: 'oauth2', tokenUrl: '{{PEER}}/token', clientId: 'shop', clientSecret: '{{CLIENT_SECRET}}', scope: 'read' }
    const { key } = await makeApi(world, { type: 'http', http: http('{{PEER}}/guarded', { auth }) })
    expect((await call(key)).data).toEqual({ asked: 'Bearer ***' })
    await call(key)
    expect(peer.tokens).toBe(1)
    // As if the other side had taken it back.
    peer.tokens = 7
    expect((await call(key)).status).toBe(0)
    expect(peer.tokens).toBe(8)
  })

  it('tells nobody a secret that the other side says again, however it spells it', async () => {
    const auth = { kind: 'key', in: 'header', name: 'X-Key', value: '{{KEY}}' }
    const reply = await tried(http('{{PEER}}/echo-key', { auth }))
    expect(reply.data).toEqual({ key: '***', plain: '***', code: '***', url: '***', '***': 1 })
    const refused = await tried(http('{{PEER}}/refused', { auth }))
    expect(refused).toMatchObject({ status: 502, code: 'api.answerStatus' })
    const { rows } = await world.pool.query('select api_call.*, audit.input as audited from api_call, audit')
    expect(JSON.stringify(rows)).not.toContain(API_KEY)
  })

  it.each([
    ['an answer of 100 MB', '/large', 'api.tooLarge'],
    ['an answer without end', '/endless', 'api.tooLarge'],
    ['a small answer that unpacks to a large one', '/bomb', 'api.tooLarge'],
    ['an answer that comes late', '/slow', 'api.tooSlow'],
    ['an answer that drips', '/drips', 'api.tooSlow'],
    ['what calls itself JSON', '/no-json', 'api.answerInvalid'],
    ['a picture', '/picture', 'api.answerInvalid'],
    ['redirects without end', '/round', 'api.failed'],
    ['a redirect to the metadata of a cloud', '/to?at=http%3A%2F%2F169.254.169.254%2Flatest', 'api.addressRefused'],
    ['a redirect to a file', '/to?at=file%3A%2F%2F%2Fetc%2Fpasswd', 'api.addressRefused'],
    ['what is not there', '/nowhere', 'api.answerStatus'],
  ])('ends at %s', async (_name, path, code) => {
    const reply = await tried(http(`{{PEER}}${path}`), { limits: { timeoutSeconds: code === 'api.tooSlow' ? 1 : 5, maxKilobytes: 1024 } })
    expect(reply.code, reply.msg).toBe(code)
  })

  it('leaves what says who asks behind when it is led to another host', async () => {
    const other = await webService()
    try {
      const auth = { kind: 'bearer', token: '{{KEY}}' }
      const reply = await tried(http(`{{PEER}}/to?at=${encodeURIComponent(`${other.origin}/echo`)}`, { auth, headers: [{ name: 'x-own', value: 'y' }] }))
      expect(reply.status).toBe(0)
      expect(other.got[0]?.headers.authorization ?? other.got[0]?.headers['x-own']).toBeUndefined()
      const posted = await tried(
        http(`{{PEER}}/to?status=307&at=${encodeURIComponent(`${other.origin}/echo`)}`, { method: 'POST', body: { kind: 'text', text: 'x' } }),
      )
      expect(posted.code).toBe('api.addressRefused')
      expect(other.got).toHaveLength(1)
    } finally {
      await other.close()
    }
  })

  it('asks again where that is harmless, and no more often than it is told', async () => {
    const limits = { retries: 2 }
    peer.failures = 2
    expect((await tried(http('{{PEER}}/shaky'), { limits })).data).toEqual({ ok: true })
    peer.failures = 1
    expect((await tried(http('{{PEER}}/shaky', { method: 'POST' }), { limits })).code).toBe('api.answerStatus')
    peer.failures = 9
    const before = peer.calls
    expect((await tried(http('{{PEER}}/shaky'), { limits })).code).toBe('api.answerStatus')
    expect(peer.calls - before).toBe(3)
    peer.failures = 0
  })

  it('keeps an answer for the same values, and for each person where it depends on the person', async () => {
    const { key } = await makeApi(world, {
      type: 'http',
      http: http('{{PEER}}/echo', { query: [{ name: 'q', value: '{{q}}' }] }),
      parameters: [text('q')],
      limits: { cacheSeconds: 60 },
    })
    const own = await makeApi(world, {
      type: 'http',
      http: http('{{PEER}}/echo', { query: [{ name: 'me', value: '{{$user.email}}' }] }),
      limits: { cacheSeconds: 60 },
    })
    const before = peer.calls
    for (const as of ['ben', 'abe'] as const) expect((await call(key, { q: 'a' }, as)).data.url).toBe('/echo?q=a')
    expect(peer.calls - before).toBe(1)
    await call(key, { q: 'b' })
    expect(peer.calls - before).toBe(2)
    for (const as of ['ben', 'abe', 'ben'] as const) expect((await call(own.key, {}, as)).data.url).toBe(`/echo?me=${as}%40example.test`)
    expect(peer.calls - before).toBe(4)
  })

  it('is refused when one person asks too often, and others are not', async () => {
    const { key } = await makeApi(world, { type: 'http', http: http('{{PEER}}/text'), limits: { perMinute: 1 } })
    expect((await call(key)).status).toBe(0)
    expect(await call(key)).toMatchObject({ status: 429, code: 'api.tooOften' })
    expect((await call(key, {}, 'abe')).status).toBe(0)
  })

  it.each([
    ['a value that is missing', {}, ['parameters.city']],
    ['a value of another type', { city: 'x', count: 'two' }, ['parameters.count']],
    ['a name that it does not have', { city: 'x', country: 'y' }, ['parameters.country']],
    ['an object for a text', { city: { a: 1 } }, ['parameters.city']],
  ])('refuses %s at its name', async (_name, values, errors) => {
    const before = peer.calls
    const reply = await tried(http('{{PEER}}/text'), { parameters: [text('city', { required: true }), { key: 'count', type: 'integer' }], values })
    expect(Object.keys(reply.errors)).toEqual(errors)
    expect(peer.calls).toBe(before)
  })

  it('says which variable the environment lacks, and lets no value choose the host', async () => {
    expect(await tried(http('{{AWAY}}/x'))).toMatchObject({ status: 422, code: 'api.variableMissing' })
    expect(await tried(http('{{PEER}}{{host}}/x'), { parameters: [text('host')], values: { host: '1' } })).toMatchObject({ code: 'api.addressInvalid' })
    expect(await tried(http('{{PEER}}/orders/{{id}}'), { parameters: [text('id')], values: { id: '..' } })).toMatchObject({ code: 'api.addressInvalid' })
  })

  it('works on a model with the rights of who calls', async () => {
    const sourceId = await builtinSource(world)
    await orderModel().given(world)
    await applyAll(world, sourceId)
    const model = (operation: string, more: object = {}) => ({ source: 'main', model: 'order', operation, ...more })
    const add = await makeApi(world, {
      type: 'model',
      parameters: [text('title'), { key: 'amount', type: 'integer' }],
      model: model('create', {
        values: [
          { name: 'title', value: '{{title}}' },
          { name: 'amount', value: '{{amount}}' },
        ],
      }),
    })
    const { id } = (await call(add.key, { title: 'Tea', amount: 3 }, 'abe')).data
    expect(id).toBeTruthy()
    await call(add.key, { title: 'Milk', amount: 9 }, 'abe')
    const list = await makeApi(world, {
      type: 'model',
      parameters: [{ key: 'from', type: 'integer', required: true }],
      model: model('list', {
        filter: '{"conjunction":"and","children":[{"left":{"type":"field","field":"amount"},"op":"greater","right":"{{from}}"}]}',
        orderBy: 'amount',
      }),
      answer: { from: 'items', fields: [{ to: 'label', from: 'title' }], total: 'total' },
    })
    expect((await call(list.key, { from: 5 }, 'abe')).data).toEqual({ items: [{ label: 'Milk' }], total: 1 })
    const drop = await makeApi(world, { type: 'model', parameters: [text('id')], model: model('delete', { id: '{{id}}' }) })
    // A member may read rows and delete none, whatever the API says.
    expect((await call(drop.key, { id }, 'ben')).status).toBe(403)
    expect((await call(drop.key, { id }, 'abe')).status).toBe(0)
  })

  it('has a query answered, with values for its parameters', async () => {
    const definition = {
      model: 'main/order',
      measures: [{ key: 'orders', measure: 'count' }],
      parameters: [{ key: 'least', type: 'number', required: true }],
      filter: {
        conjunction: 'and',
        children: [{ left: { type: 'field', field: 'amount' }, op: 'greater_or_equal', right: { type: 'field', field: 'param.least' } }],
      },
    }
    expect((await world.call('query.create', { as: 'ann', params: DEV, body: { key: 'count', name: 'Count', definition } })).msg).toBe('')
    const { key } = await makeApi(world, {
      type: 'query',
      parameters: [{ key: 'from', type: 'number' }],
      query: { key: 'count', values: [{ name: 'least', value: '{{from}}' }] },
    })
    expect((await call(key, { from: 5 })).data).toMatchObject({ items: [{ orders: 1 }] })
    expect((await call(key, { from: 50 })).data).toMatchObject({ items: [{ orders: 0 }] })
  })

  it('is for those who hold the right to call it', async () => {
    const { id, key } = await makeApi(world, { type: 'http', http: http('{{PEER}}/text') })
    expect((await call(key, {}, 'ben')).status).toBe(0)
    const { roles } = (await world.call('permission.getMatrix', { as: 'ann', params: DEV, query: { kind: 'api' } })).data
    const all = roles.find((role: { default: string[] }) => role.default.includes('call') && !role.default.includes('edit'))
    const changes = [{ roleId: all.value, resourceId: id, option: 'call', allow: false }]
    expect((await world.call('permission.saveMatrix', { as: 'ann', params: DEV, body: { kind: 'api', changes } })).status).toBe(0)
    expect(await call(key, {}, 'ben')).toMatchObject({ status: 403, code: 'permission.denied' })
    expect((await call(key, {}, 'abe')).status).toBe(0)
    expect(await call('nowhere', {}, 'abe')).toMatchObject({ status: 404, code: 'api.unknown' })
  })

  it('is as it was released in an environment that is published, with the variables of that environment', async () => {
    const { id, key } = await makeApi(world, { type: 'http', http: http('{{PEER}}/{{WHERE}}') })
    await setConsts(world, { PEER: { value: peer.origin }, WHERE: { value: 'text' } }, 'shop')
    const released = await world.call('release.create', {
      as: 'ann',
      params: { companyKey: 'acme', appUrlKey: 'shop' },
      query: { sync: 1 },
      body: { title: 'First', version: '1.0.0' },
    })
    expect(released.status, released.msg).toBe(0)
    await world.call('api.delete', { as: 'ann', params: { ...DEV, apiId: id } })
    const latest = { as: 'ben' as const, params: { companyKey: 'acme', appUrlKey: 'shop', apiKey: key } }
    expect((await world.call('api.call', { ...latest, body: {} })).data).toEqual({ value: 'hello' })
    expect((await call(key, {}, 'abe')).code).toBe('api.unknown')
  })
})

describe('where private networks are not called', () => {
  it('refuses this machine by number, by name, and where it is led there', async () => {
    const strict = await world.another({ privateDataSources: false })
    for (const [at, address] of ['http://127.0.0.1:1/x', 'http://localhost:1/x', 'http://[::ffff:7f00:1]:1/x', 'http://2130706433:1/x'].entries()) {
      const { key } = await makeApi(world, { type: 'http', http: http(address) }, `private${at}`)
      const reply = await strict.call('api.call', { as: 'ben', params: { ...DEV, apiKey: key }, body: {} })
      expect(reply, address).toMatchObject({ status: 422, code: 'api.addressRefused' })
    }
  })
})
