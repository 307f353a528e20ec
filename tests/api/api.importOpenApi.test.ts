import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect } from 'vitest'
import { setConsts } from '../support/apis.ts'
import { DEV } from '../support/models.ts'
import { github } from '../support/openapi/index.ts'
import { scenarios } from '../support/scenarios.ts'

const asked: { url: string; token: string | undefined; body: string }[] = []
/** Answers as the described product does. */
const peer = createServer(async (request, response) => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  asked.push({ url: request.url ?? '', token: request.headers.authorization, body: Buffer.concat(parts).toString() })
  response.setHeader('content-type', 'application/json').end('[{"number":1347,"title":"Found a bug"}]')
})
await new Promise<void>(resolve => peer.listen(0, '127.0.0.1', resolve))
afterAll(() => void peer.close())

const ISSUES = '/repos/{owner}/{repo}/issues'
const body = { operations: JSON.stringify([`GET ${ISSUES}`, `POST ${ISSUES}`]), server: '{{GITHUB}}' }
scenarios('api.importOpenApi', [
  {
    name: 'makes APIs of what was chosen, in groups by their tags',
    as: 'ann',
    params: DEV,
    files: github(),
    body,
    expect: { status: 0, data: { made: [{ key: 'issuesListForRepo' }, { key: 'issuesCreate' }], skipped: [] } },
    then: async (_reply, world) => {
      const { items, groups } = (await world.call('api.list', { as: 'ann', params: DEV })).data
      expect(groups).toMatchObject([{ key: 'issues', name: 'issues', count: 2 }])
      const list = items.find((one: { key: string }) => one.key === 'issuesListForRepo')
      const { definition } = (await world.call('api.get', { as: 'ann', params: { ...DEV, apiId: list.id } })).data
      expect(definition).toMatchObject({
        parameters: [
          { key: 'owner', type: 'text', required: true },
          { key: 'repo', type: 'text', required: true },
          { key: 'state', type: 'text', default: 'open', description: 'Indicates the state of the issues to return.' },
          { key: 'perPage', name: 'per_page', type: 'integer', default: 30 },
        ],
        http: {
          method: 'GET',
          address: '{{GITHUB}}/repos/{{owner}}/{{repo}}/issues',
          query: [
            { name: 'state', value: '{{state}}' },
            { name: 'per_page', value: '{{perPage}}' },
          ],
          auth: { kind: 'bearer', token: '{{TOKEN}}' },
        },
      })
      expect(JSON.parse(definition.answer.example)).toEqual([{ number: 1347, title: 'Found a bug' }])
    },
  },
  {
    name: 'and what it made calls a peer as the description says',
    as: 'ann',
    params: DEV,
    files: github(),
    body: { ...body, operations: '["GET /repos/{owner}/{repo}"]' },
    given: async world =>
      setConsts(world, { GITHUB: { value: `http://127.0.0.1:${(peer.address() as AddressInfo).port}` }, TOKEN: { value: 'ghp_secret', secret: true } }),
    expect: { status: 0 },
    then: async (_reply, world) => {
      const call = (apiKey: string, parameters: object) => world.call('api.call', { as: 'ben', params: { ...DEV, apiKey }, body: { parameters } })
      expect((await call('issuesListForRepo', { owner: 'octocat', repo: 'Hello-World' })).data).toEqual({
        items: [{ number: 1347, title: 'Found a bug' }],
        total: 1,
      })
      expect(asked.at(-1)).toMatchObject({ url: '/repos/octocat/Hello-World/issues?state=open&per_page=30', token: 'Bearer ghp_secret' })
      await call('issuesCreate', { owner: 'octocat', repo: 'Hello-World', title: 'Found a bug', labels: ['bug'] })
      expect(JSON.parse(asked.at(-1)?.body ?? '')).toEqual({ title: 'Found a bug', labels: ['bug'] })
    },
  },
  {
    name: 'leaves what is there as it is, and names it',
    as: 'ann',
    params: DEV,
    files: github(),
    body,
    expect: { status: 0, data: { made: [], skipped: [`GET ${ISSUES}`, `POST ${ISSUES}`] } },
  },
  {
    name: 'wants something chosen',
    as: 'ann',
    params: DEV,
    files: github(),
    body: { ...body, operations: '["GET /x"]' },
    expect: { status: 422, errors: ['operations'], stored: 'same' },
  },
  {
    name: 'wants the address of a server',
    as: 'ann',
    params: DEV,
    files: github(),
    body: { ...body, server: 'file:///etc' },
    expect: { status: 422, errors: ['server'], stored: 'same' },
  },
  { name: 'keeps a member without duties out', as: 'ben', params: DEV, files: github(), body, expect: { status: 403, stored: 'same' } },
])
