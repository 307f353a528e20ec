// SCIM: removing users and deleting groups (call 'scim.delete').
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEPARTMENT, makeProvider, type Provider } from '../support/scim.ts'
import { makeWorld, type World } from '../support/world.ts'

let world: World
let provider: Provider
beforeAll(async () => {
  world = await makeWorld()
  provider = await makeProvider(world)
})
afterAll(() => world?.close())

describe('scim.delete', () => {
  it('takes somebody out of the organisation, with nothing to read in the answer; the account stays', async () => {
    const { id } = await provider.user('leaver@example.com')
    await world.running.services.sessions.open(id, { ip: '', agent: '' })
    const reply = await provider.send('DELETE', `/Users/${id}`)
    expect(reply).toMatchObject({ http: 204, body: {} })
    expect((await provider.get(`/Users/${id}`)).http).toBe(404)
    expect((await provider.send('DELETE', `/Users/${id}`)).http).toBe(404)
    expect(await world.db.selectFrom('person').select('id').where('id', '=', id).execute()).toHaveLength(1)
    expect(await world.db.selectFrom('session').select('user_id').where('user_id', '=', id).execute()).toEqual([])
    // Who comes back is asked again.
    expect(await provider.user('leaver@example.com')).toMatchObject({ userName: 'leaver@example.com', active: true })
    expect((await world.running.services.organisation.invitations.own.list(id)).map(one => one.organisation)).toEqual(['Acme'])
  })

  it('deletes an empty department, also with the JSON header that some clients send', async () => {
    const { id } = await provider.group('Empty')
    expect((await provider.send('DELETE', `/Groups/${id}`, undefined, { 'content-type': 'application/json' })).http).toBe(204)
    expect((await provider.get(`/Groups/${id}`)).http).toBe(404)
  })

  it.each<[string, () => Promise<[string, Record<string, string>?]>, number, RegExp]>([
    ['the owner', async () => [`/Users/${world.ids.ann}`], 403, /owner/],
    ['a department with members', async () => [`/Groups/${(await provider.group('Full', { members: [{ value: world.ids.ben }] })).id}`], 409, /members \(1\)/],
    [
      'a department with others below',
      async () => {
        const top = await provider.group('Above')
        await provider.group('Below', { [DEPARTMENT]: { parent: { value: top.id } } })
        return [`/Groups/${top.id}`]
      },
      409,
      /below it \(1\)/,
    ],
    ['an old version', async () => [`/Users/${world.ids.ben}`, { 'if-match': 'W/"0"' }], 412, /meanwhile/],
    ['somebody of another organisation', async () => [`/Users/${world.ids.dee}`], 404, /no resource/],
  ])('refuses %s, says why, and changes nothing', async (_name, given, status, why) => {
    const [path, headers] = await given()
    const before = await world.stored()
    const { http, body } = await provider.send('DELETE', path, undefined, headers)
    expect({ http, detail: body.detail }).toEqual({ http: status, detail: expect.stringMatching(why) })
    expect(await world.stored()).toBe(before)
  })
})
