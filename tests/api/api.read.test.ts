import { http, makeApi, setConsts } from '../support/apis.ts'
import { DEV } from '../support/models.ts'
import { webService } from '../support/peers/web-service.ts'
import { scenarios } from '../support/scenarios.ts'
import { afterAll } from 'vitest'

const peer = await webService()
afterAll(peer.close)
const params = (apiKey: string) => ({ params: { ...DEV, apiKey } })
const query = [{ name: 'page', value: '{{page}}' }]
scenarios('api.read', [
  {
    name: 'takes the parameters out of the address, and leaves what an API has none for',
    as: 'ben',
    query: { page: 2, perPage: 10 },
    given: async world => {
      await setConsts(world, { PEER: { value: peer.origin } })
      const parameters = [{ key: 'page', type: 'integer', default: 1 }]
      return params((await makeApi(world, { type: 'http', parameters, http: http('{{PEER}}/echo', { query }), answer: { from: 'url' } })).key)
    },
    expect: { status: 0, data: { value: '/echo?page=2' } },
  },
  {
    name: 'does not call what changes something',
    as: 'ben',
    given: async world => params((await makeApi(world, { type: 'http', http: http('{{PEER}}/echo', { method: 'POST' }) })).key),
    expect: { status: 405, code: 'api.needsPost' },
  },
  { name: 'finds no API that there is not', as: 'ben', ...params('nowhere'), expect: { status: 404, code: 'api.unknown' } },
])
