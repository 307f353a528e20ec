import { afterAll, expect } from 'vitest'
import { http, makeApi, setConsts } from '../support/apis.ts'
import { DEV } from '../support/models.ts'
import { webService } from '../support/peers/web-service.ts'
import { scenarios } from '../support/scenarios.ts'

const peer = await webService()
afterAll(peer.close)
let apiId = ''
scenarios('api.listCalls', [
  {
    name: 'tells who called what and how it went, without the values of secret parameters',
    as: 'ann',
    params: DEV,
    given: async world => {
      await setConsts(world, { PEER: { value: peer.origin } })
      const parameters = [
        { key: 'city', type: 'text' },
        { key: 'pin', type: 'text', secret: true },
      ]
      const made = await makeApi(world, { type: 'http', parameters, http: http('{{PEER}}/text') }, 'fine')
      apiId = made.id
      await makeApi(world, { type: 'http', http: http('{{PEER}}/nowhere') }, 'broken')
      await world.call('api.call', { as: 'ben', params: { ...DEV, apiKey: 'fine' }, body: { parameters: { city: 'x'.repeat(500), pin: '4711' } } })
      await world.call('api.call', { as: 'abe', params: { ...DEV, apiKey: 'broken' }, body: {} })
    },
    expect: { status: 0, data: { total: 2 } },
    then: async (reply, world) => {
      const [broken, fine] = reply.data.items
      expect(broken).toMatchObject({ api: 'broken', who: 'Abe', environment: 'dev', status: 404, code: 'api.answerStatus' })
      expect(fine).toMatchObject({ api: 'fine', who: 'Ben', status: 200, code: '', cached: false })
      expect(fine.input).toContain('"pin":"***"')
      expect(fine.input.length).toBeLessThan(300)
      const { rows } = await world.pool.query(`select input::text as input from audit where call = 'api.call'`)
      expect(JSON.stringify(rows)).not.toContain('4711')
    },
  },
  { name: 'has those of one API', as: 'ann', params: DEV, given: async () => ({ query: { apiId } }), expect: { status: 0, data: { total: 1 } } },
  { name: 'has those that failed', as: 'ann', params: DEV, query: { failed: true }, expect: { status: 0, data: { total: 1, items: [{ api: 'broken' }] } } },
  {
    name: 'forgets what is older than a month',
    as: 'ann',
    params: DEV,
    given: async world => void (await world.pool.query(`update api_call set at = now() - interval '31 days' where api_key = 'fine'`)),
    expect: { status: 0, data: { total: 1 } },
  },
  { name: 'keeps a member without duties out', as: 'ben', params: DEV, expect: { status: 403 } },
])
