// The connection test of sign-in: on only what works, off never the last way of the administrators
import { afterAll, beforeAll, expect } from 'vitest'
import { ldapPeer, ldapSettings, type LdapPeer } from '../support/peers/ldap.ts'
import { scenarios } from '../support/scenarios.ts'

let peer: LdapPeer
beforeAll(async () => {
  peer = await ldapPeer()
})
afterAll(() => peer?.close())
const params = { signinKind: 'ldap' }
const isOn = { body: { enabled: true } }

scenarios('signin.switchMethod', [
  {
    name: 'does not switch on what does not work, and says which step failed',
    as: 'sue',
    params,
    ...isOn,
    expect: { status: 409, code: 'signin.notWorking' },
    then: async (reply, world) => {
      expect(reply.msg).toContain('Give an address such as ldaps://')
      expect((await world.call('general.getConfig')).data.authTypes).toEqual(['password'])
    },
  },
  {
    name: 'switches it on where somebody insists',
    as: 'sue',
    params,
    body: { enabled: true, insists: true },
    expect: { status: 0 },
    then: async (_reply, world) => expect((await world.call('general.getConfig')).data.authTypes).toEqual(['password', 'ldap']),
  },
  {
    name: 'switches off what administrators do not need',
    as: 'sue',
    params,
    body: { enabled: false },
    expect: { status: 0 },
    then: async (_reply, world) => expect((await world.call('general.getConfig')).data.authTypes).toEqual(['password']),
  },
  {
    name: 'switches on what works, after trying it',
    as: 'sue',
    params,
    given: async world => void (await world.call('signin.saveMethod', { as: 'sue', params, body: { settings: ldapSettings(peer) } })),
    ...isOn,
    expect: { status: 0 },
    then: async (_reply, world) => {
      expect((await world.call('signin.listMethods', { as: 'sue' })).data.items[1]).toMatchObject({ enabled: true, tested: { ok: true } })
      expect((await world.call('signin.loginLdap', { body: { username: 'lena', password: 'Lena-secret-1' } })).status).toBe(0)
    },
  },
  {
    name: 'never locks the administrators out: no other way of theirs works',
    as: 'sue',
    params: { signinKind: 'password' },
    body: { enabled: false },
    expect: { status: 409, code: 'signin.lastMethod', stored: 'same' },
  },
  {
    name: 'lets go of the password once an administrator has signed in by the directory',
    as: 'sue',
    params: { signinKind: 'password' },
    given: async world => void (await world.running.services.signin.identities.add(world.ids.sue, { kind: 'ldap', subject: 'sue', name: 'Sue', email: '' })),
    body: { enabled: false },
    expect: { status: 0 },
    then: async (_reply, world) => {
      expect((await world.call('signin.login', { body: { username: 'sue', password: 'Correct-1-horse!' } })).code).toBe('signin.methodOff')
      expect((await world.call('signin.switchMethod', { as: 'sue', params, body: { enabled: false } })).code).toBe('signin.lastMethod')
    },
  },
  { name: 'there is no such way', as: 'sue', params: { signinKind: 'telepathy' }, ...isOn, expect: { status: 404, stored: 'same' } },
  { name: 'has to know which', as: 'sue', params, body: {}, expect: { status: 422, errors: ['enabled'], stored: 'same' } },
  { name: 'is not for owners of organisations', as: 'ann', params, ...isOn, expect: { status: 403, stored: 'same' } },
])
