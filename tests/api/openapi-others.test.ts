// What descriptions of many public products hold that no example has: each operation becomes an API that can be kept, and what it cannot hold is told.
import { expect, it } from 'vitest'
import { readDefinition } from '../../api/server/services/api/definition.ts'
import { openDocuments } from '../../api/server/services/api/openapi/documents.ts'
import { operationsOf, serversOf } from '../../api/server/services/api/openapi/operations.ts'

const SCHEMES = {
  id: { type: 'apiKey', in: 'header', name: 'X-App-Id' },
  key: { type: 'apiKey', in: 'query', name: 'app_key' },
  web: { type: 'oauth2', flows: { implicit: {} } },
  code: { type: 'oauth2', flows: { authorizationCode: {} } },
  basic: { type: 'http', scheme: 'basic' },
  session: { type: 'apiKey', in: 'cookie', name: 'sid' },
  token: { type: 'http', scheme: 'bearer' },
}
const describe = (operation: object, more: object = {}) =>
  openDocuments([
    { name: 'a.json', text: JSON.stringify({ openapi: '3.0.0', paths: { '/a': { post: operation } }, components: { securitySchemes: SCHEMES }, ...more }) },
  ])
/** The operation as an API that is kept at a server. */
function made(operation: object) {
  const [one] = operationsOf(describe(operation))
  if (!one?.definition.http) throw new Error('nothing was made')
  const { http } = one.definition
  return { lacks: one.lacks, definition: readDefinition({ ...one.definition, http: { ...http, address: `https://x.test${http.address}` } }) }
}

it('leaves out headers that only we set, and defaults that are none of their type', () => {
  const { lacks, definition } = made({
    parameters: [
      { in: 'header', name: 'Host', schema: { type: 'string' } },
      { in: 'header', name: 'X Trace', schema: { type: 'string' } },
      { in: 'header', name: 'X-Trace', schema: { type: 'string' } },
      { in: 'query', name: 'page', schema: { type: 'integer', default: 'first' } },
      { in: 'query', name: 'size', schema: { type: 'integer', default: '20' } },
    ],
  })
  expect(lacks).toEqual(['header'])
  expect(definition.http?.headers).toEqual([{ name: 'X-Trace', value: '{{xTrace}}' }])
  expect(definition.parameters?.map(one => one.default)).toEqual([undefined, undefined, '20'])
})

it('keeps what an operation cannot do without where it has more parameters than an API', () => {
  const query = (name: string, more: object = {}) => ({ in: 'query', name, schema: { type: 'string' }, ...more })
  const { lacks, definition } = made({
    parameters: [...Array.from({ length: 70 }, (_one, at) => query(`q${at}`)), query('must', { required: true })],
    requestBody: { content: { 'application/json': { schema: { type: 'object', properties: { a: { type: 'string' }, b: { type: 'string' } } } } } },
  })
  expect(lacks).toEqual(['many'])
  expect(definition.parameters).toHaveLength(60)
  expect(definition.parameters?.[0]).toMatchObject({ key: 'must', required: true })
  expect(definition.parameters?.at(-1)?.key).toBe('body')
})

it('takes the first sign-in that is known, several keys at once, and tells what has to be got by hand', () => {
  const signIn = (...security: object[]) => {
    const { lacks, definition } = made({ security })
    const { auth, headers, query } = definition.http ?? {}
    return { lacks, auth, headers, query }
  }
  expect(signIn({ session: [] }, { basic: [] })).toMatchObject({ lacks: [], auth: { kind: 'basic', username: '{{BASIC_USER}}' } })
  expect(signIn({ token: [] }).auth).toEqual({ kind: 'bearer', token: '{{TOKEN}}' })
  expect(signIn({ id: [], key: [] })).toEqual({
    lacks: [],
    auth: { kind: 'key', in: 'header', name: 'X-App-Id', value: '{{ID}}' },
    headers: undefined,
    query: [{ name: 'app_key', value: '{{KEY}}' }],
  })
  expect(signIn({ key: [], token: [] })).toMatchObject({ auth: { kind: 'bearer' }, query: [{ name: 'app_key', value: '{{KEY}}' }] })
  expect(signIn({ web: [], code: [] })).toMatchObject({ lacks: ['token'], auth: { kind: 'bearer', token: '{{WEB_TOKEN}}' } })
  expect(signIn({ session: [] })).toMatchObject({ lacks: ['signIn'], auth: undefined })
  expect(signIn({ basic: [], token: [] })).toMatchObject({ lacks: ['signIn'], auth: undefined })
  expect(signIn({ session: [] }, {})).toMatchObject({ lacks: [], auth: undefined })
})

it('reads servers that leave out how they are reached', () => {
  expect(serversOf(describe({}, { servers: [{ url: '//api.example.test/v1/' }, { url: '/v2' }] }))).toEqual(['https://api.example.test/v1'])
})
