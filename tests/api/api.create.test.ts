import { expect } from 'vitest'
import { http, MODEL, WEATHER } from '../support/apis.ts'
import { DEV } from '../support/models.ts'
import { scenarios, type Scenario } from '../support/scenarios.ts'

const bad = (name: string, definition: object, ...errors: string[]): Scenario => ({
  name: `refuses ${name}`,
  as: 'ann',
  params: DEV,
  body: { key: 'bad', name: 'Bad', definition },
  expect: { status: 422, errors: errors.map(at => `definition.${at}`), stored: 'same' },
})
const auth = (more: object) => ({ type: 'http', http: http('https://x.test/', { auth: more }) })

scenarios('api.create', [
  {
    name: 'adds an API to the design, as its first version',
    as: 'ann',
    params: DEV,
    body: { key: 'weather', name: 'Weather', definition: WEATHER },
    expect: { status: 0 },
    then: async (reply, world) => {
      const got = await world.call('api.get', { as: 'ann', params: { ...DEV, apiId: reply.data.id } })
      expect(got.data).toMatchObject({ key: 'weather', version: 1, named: 'api:weather', definition: WEATHER })
    },
  },
  {
    name: 'says that the key is taken',
    as: 'ann',
    params: DEV,
    body: { key: 'weather', name: 'x', definition: MODEL },
    expect: { status: 422, errors: ['key'], stored: 'same' },
  },
  {
    name: 'puts it into no group that there is not',
    as: 'ann',
    params: DEV,
    body: { key: 'other', name: 'x', definition: MODEL, parentId: '0191d5a0-0000-7000-8000-0000000000ff' },
    expect: { status: 422, errors: ['parentId'], stored: 'same' },
  },
  bad('a type without its part', { type: 'http' }, 'http'),
  bad('an address that is none', { type: 'http', http: http('ftp://x') }, 'http.address'),
  bad(
    'a host that who calls may choose',
    { type: 'http', http: http('https://{{host}}.x.test/'), parameters: [{ key: 'host', type: 'text' }] },
    'http.address',
  ),
  bad('a place that stands for nothing', { type: 'http', http: http('https://x.test/{{id}}') }, 'http.address'),
  bad('headers that are ours', { type: 'http', http: http('https://x.test/', { headers: [{ name: 'Host', value: 'y' }] }) }, 'http.headers.0.name'),
  bad(
    'a body that is no JSON',
    { type: 'http', http: http('https://x.test/', { method: 'POST', body: { kind: 'json', text: '{"a": {{b}}}' } }) },
    'http.body.text',
  ),
  bad('a secret that stands in the app', auth({ kind: 'bearer', token: 'abc123' }), 'http.auth.token'),
  bad(
    'a password that is a parameter',
    { ...auth({ kind: 'basic', username: 'a', password: '{{pass}}' }), parameters: [{ key: 'pass', type: 'text' }] },
    'http.auth.password',
  ),
  bad('a sign-in that lacks something', auth({ kind: 'oauth2', clientId: 'a' }), 'http.auth.tokenUrl', 'http.auth.clientSecret'),
  bad(
    'two parameters of one name',
    {
      ...MODEL,
      parameters: [
        { key: 'a', type: 'text' },
        { key: 'a', type: 'text' },
      ],
    },
    'parameters.1.key',
  ),
  bad('a default of another type', { ...MODEL, parameters: [{ key: 'a', type: 'integer', default: 'x' }] }, 'parameters.0.default'),
  bad('a place in the answer that is none', { ...MODEL, answer: { from: 'a..b', fields: [{ to: 'x', from: 'a[' }] } }, 'answer.from', 'answer.fields.0.from'),
  bad(
    'answers kept of what changes something',
    { type: 'http', http: http('https://x.test/', { method: 'POST' }), limits: { cacheSeconds: 5 } },
    'limits.cacheSeconds',
  ),
  bad('a row that is not said', { type: 'model', model: { source: 'main', model: 'order', operation: 'get' } }, 'model.id'),
  bad('fields that no definition has', { ...MODEL, script: 'x' }, 'script'),
  bad('more time than there is', { ...MODEL, limits: { timeoutSeconds: 61 } }, 'limits.timeoutSeconds'),
  {
    name: 'keeps a member without duties out',
    as: 'ben',
    params: DEV,
    body: { key: 'other', name: 'x', definition: MODEL },
    expect: { status: 403, stored: 'same' },
  },
])
