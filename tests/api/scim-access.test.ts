// Who may speak SCIM: a living token of the very organisation, and nobody else; every call, made from the contracts.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contracts } from '../../api/generated/contract.ts'
import { ERROR, makeProvider, newToken } from '../support/scim.ts'
import { makeWorld, PEOPLE, type World } from '../support/world.ts'

const scim = contracts.filter(call => call.access === 'scim')
let world: World
let acme: string
let globex: string
let expired: string
let revoked: string
beforeAll(async () => {
  world = await makeWorld()
  acme = (await newToken(world)).token
  globex = (await newToken(world, 'globex', 'dee')).token
  const old = await newToken(world, 'acme', 'ann', { days: 1 })
  await world.db
    .updateTable('scim_token')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where('id', '=', old.id)
    .execute()
  expired = old.token
  const gone = await newToken(world)
  await world.running.services.scim.tokens.revoke(world.ids.acme, gone.id)
  revoked = gone.token
})
afterAll(() => world?.close())

describe.each(scim.map(call => [call.id, call] as const))('%s', (_id, call) => {
  const ask = (headers: Record<string, string>, companyKey = 'acme') =>
    world.running.app.inject({
      method: call.method,
      url: call.path.replace(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent({ ...call.example.params, companyKey }[name] ?? '')),
      headers: { ...headers, ...(call.example.body && { 'content-type': 'application/json' }) },
      ...(call.example.body && { payload: JSON.stringify(call.example.body) }),
    })

  it('keeps out who has no token of this organisation, and changes nothing', async () => {
    const before = await world.stored()
    const tries: Record<string, string>[] = [
      {},
      { authorization: 'Bearer ' },
      { authorization: `Bearer ${acme.slice(0, -1)}` },
      { authorization: `Basic ${acme}` },
      { authorization: `Bearer ${globex}` },
      { authorization: `Bearer ${expired}` },
      { authorization: `Bearer ${revoked}` },
      { authorization: 'Bearer \u0000' },
      ...(await Promise.all(PEOPLE.map(person => world.headersOf(person)))),
    ]
    for (const headers of tries) {
      const reply = await ask(headers)
      expect.soft({ headers, http: reply.statusCode, challenge: reply.headers['www-authenticate'], body: reply.json() }).toEqual({
        headers,
        http: 401,
        challenge: 'Bearer realm="SCIM"',
        body: { schemas: [ERROR], status: '401', detail: expect.any(String) },
      })
    }
    // An organisation that is not there answers the same.
    expect((await ask({ authorization: `Bearer ${acme}` }, 'nowhere')).statusCode).toBe(401)
    expect(await world.stored()).toBe(before)
  })

  it('lets the token of this organisation through', async () => {
    const reply = await ask({ authorization: `Bearer ${acme}` })
    expect([401, 403, 500]).not.toContain(reply.statusCode)
  })
})

describe('a token', () => {
  it('is kept as a hash, and remembers when it was used', async () => {
    const provider = await makeProvider(world)
    const rows = async () => (await world.pool.query('select t::text as text from scim_token t')).rows.map(row => row.text as string).join()
    expect(await rows()).not.toContain(provider.token)
    await provider.get('/Users')
    const used = await world.db.selectFrom('scim_token').select('last_used_at').where('ending', '=', provider.token.slice(-4)).executeTakeFirstOrThrow()
    expect(used.last_used_at).toBeInstanceOf(Date)
  })

  it('is refused by the console’s calls', async () => {
    const reply = await world.running.app.inject({ url: '/api/company/acme/department', headers: { authorization: `Bearer ${acme}` } })
    expect(reply.statusCode).toBe(401)
  })

  it('answers what it cannot read in the words of the RFC', async () => {
    const send = (type: string, payload: string) =>
      world.running.app.inject({ method: 'POST', url: '/scim/v2/acme/Users', headers: { authorization: `Bearer ${acme}`, 'content-type': type }, payload })
    expect((await send('application/xml', '<a/>')).json()).toMatchObject({ schemas: [ERROR], status: '415' })
    expect((await send('application/scim+json', '{"a":')).json()).toMatchObject({ schemas: [ERROR], status: '400', scimType: 'invalidSyntax' })
    expect((await send('application/scim+json', '{"__proto__":{"a":1}}')).json()).toMatchObject({ status: '400', scimType: 'invalidSyntax' })
  })
})
