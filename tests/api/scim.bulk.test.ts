// SCIM: many changes in one request (call 'scim.bulk').
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { DEPARTMENT, GROUP, makeProvider, PATCH, USER, type Provider } from '../support/scim.ts'
import { makeWorld, type World } from '../support/world.ts'

const BULK = 'urn:ietf:params:scim:api:messages:2.0:BulkRequest'
let world: World
let provider: Provider
beforeAll(async () => {
  world = await makeWorld()
  provider = await makeProvider(world)
})
afterAll(() => world?.close())

const bulk = (Operations: unknown[], more: Record<string, unknown> = {}) => provider.send('POST', '/Bulk', { schemas: [BULK], ...more, Operations })

describe('scim.bulk', () => {
  it('takes the request of RFC 7644, section 3.7.2: a group with a user who is made in the same request', async () => {
    const { http, body } = await bulk([
      { method: 'POST', path: '/Users', bulkId: 'qwerty', data: { schemas: [USER], userName: 'Alice@example.com' } },
      {
        method: 'POST',
        path: '/Groups',
        bulkId: 'ytrewq',
        data: { schemas: [GROUP], displayName: 'Tour Guides', members: [{ type: 'User', value: 'bulkId:qwerty' }] },
      },
    ])
    expect(http).toBe(200)
    expect(body).toMatchObject({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:BulkResponse'],
      Operations: [
        { location: expect.stringContaining('/Users/'), method: 'POST', bulkId: 'qwerty', version: 'W/"1"', status: '201' },
        { location: expect.stringContaining('/Groups/'), method: 'POST', bulkId: 'ytrewq', status: '201' },
      ],
    })
    const group = await provider.send('GET', `/Groups/${body.Operations[1].location.split('/').pop()}`)
    expect(group.body.members).toEqual([expect.objectContaining({ value: body.Operations[0].location.split('/').pop() })])
  })

  it('waits for what is made further on, and tells what nobody makes', async () => {
    const { body } = await bulk([
      { method: 'POST', path: '/Groups', bulkId: 'low', data: { displayName: 'Low', [DEPARTMENT]: { parent: { value: 'bulkId:top' } } } },
      { method: 'POST', path: '/Groups', bulkId: 'top', data: { displayName: 'Top' } },
      { method: 'POST', path: '/Groups', bulkId: 'lost', data: { displayName: 'Lost', [DEPARTMENT]: { parent: { value: 'bulkId:nobody' } } } },
      { method: 'PATCH', path: '/Groups/bulkId:top', data: { schemas: [PATCH], Operations: [{ op: 'replace', path: 'displayName', value: 'Summit' }] } },
    ])
    expect(body.Operations.map((one: { status: string }) => one.status)).toEqual(['201', '201', '409', '200'])
    expect(body.Operations[2].response).toMatchObject({ status: '409', detail: expect.stringContaining('nobody') })
    expect(await provider.found('Groups', `${DEPARTMENT}:parent.value pr`)).toEqual(['Low'])
  })

  it('goes on after a failure, or stops at the number that was asked for', async () => {
    const operations = [
      { method: 'DELETE', path: '/Users/nonsense' },
      { method: 'DELETE', path: `/Users/${world.ids.ann}` },
      { method: 'PUT', path: `/Users/${world.ids.ben}`, version: 'W/"0"', data: { userName: 'ben' } },
      { method: 'PATCH', path: `/Users/${world.ids.ben}`, data: { Operations: [{ op: 'add', path: 'title', value: 'Last' }] } },
    ]
    expect((await bulk(operations)).body.Operations.map((one: { status: string }) => one.status)).toEqual(['404', '403', '412', '200'])
    const stopped = (await bulk(operations, { failOnErrors: 2 })).body.Operations
    expect(stopped.map((one: { status: string }) => one.status)).toEqual(['404', '403'])
  })

  it('is in the audit log by operation', async () => {
    // It is written after the answer has gone.
    await vi.waitFor(async () => {
      const rows = await world.db.selectFrom('audit').select(['call', 'status', 'path']).where('path', 'like', '/Groups%').execute()
      expect(rows).toContainEqual({ call: 'scim.create', status: 0, path: '/Groups' })
      expect(rows).toContainEqual({ call: 'scim.create', status: 409, path: '/Groups' })
    }, 5000)
  })

  it.each<[string, unknown, number]>([
    ['no operations', { schemas: [BULK] }, 400],
    ['another schema', { schemas: [PATCH], Operations: [] }, 400],
    [
      'more operations than it says it takes',
      { schemas: [BULK], Operations: Array.from({ length: 1001 }, () => ({ method: 'DELETE', path: '/Users/x' })) },
      413,
    ],
    ['more bytes than it says it takes', { schemas: [BULK], Operations: [], more: 'x'.repeat(1_048_577) }, 413],
  ])('refuses %s, and changes nothing', async (_name, body, status) => {
    const before = await world.stored()
    expect(await provider.send('POST', '/Bulk', body)).toMatchObject({ http: status, body: { status: String(status) } })
    expect(await world.stored()).toBe(before)
  })

  it('refuses an operation that makes no sense, each by itself', async () => {
    const before = await world.stored()
    const { body } = await bulk([
      { method: 'GET', path: '/Users' },
      { method: 'POST', path: '/Users', data: { userName: 'x' } },
      { method: 'POST', path: '/Users/1', bulkId: 'a', data: {} },
      { method: 'PUT', path: '/Users/1' },
      { method: 'DELETE', path: '/Nonsense/1' },
      'text',
    ])
    expect(body.Operations.map((one: { status: string }) => one.status)).toEqual(Array.from({ length: 6 }, () => '400'))
    expect(await world.stored()).toBe(before)
  })
})
