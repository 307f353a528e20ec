// The connection test of sign-in: keeping settings
import { afterAll, beforeAll, expect } from 'vitest'
import { ldapPeer, ldapSettings, SEARCHER, type LdapPeer } from '../support/peers/ldap.ts'
import { scenarios } from '../support/scenarios.ts'

let peer: LdapPeer
beforeAll(async () => {
  peer = await ldapPeer()
})
afterAll(() => peer?.close())
const params = { signinKind: 'ldap' }

scenarios('signin.saveMethod', [
  {
    name: 'keeps settings of a way that is off, working or not; secrets sealed',
    as: 'sue',
    params,
    given: async () => ({ body: { settings: { url: 'ldap://localhost:1', bindPassword: SEARCHER.password, label: 'Company account' } } }),
    expect: { status: 0 },
    then: async (_reply, world) => {
      expect((await world.running.services.signin.methods.get('ldap')).settings).toMatchObject({ label: 'Company account', bindPassword: SEARCHER.password })
      expect(JSON.stringify(await world.db.selectFrom('signin_method').selectAll().execute())).not.toContain(SEARCHER.password)
      expect(JSON.stringify(await world.db.selectFrom('audit').selectAll().execute())).not.toContain(SEARCHER.password)
    },
  },
  {
    name: 'a secret that is left empty stays as it was',
    as: 'sue',
    params,
    given: async () => ({ body: { settings: { ...ldapSettings(peer), bindPassword: '' } } }),
    expect: { status: 0 },
    then: async (_reply, world) => expect((await world.running.services.signin.methods.get('ldap')).settings.bindPassword).toBe(SEARCHER.password),
  },
  {
    name: 'of a way that is on, only such as work',
    as: 'sue',
    params,
    given: async world => {
      await world.call('signin.switchMethod', { as: 'sue', params, body: { enabled: true } })
      return { body: { settings: { baseDn: 'dc=nowhere' } } }
    },
    expect: { status: 409, code: 'signin.notWorking', stored: 'same' },
    then: reply => expect(reply.msg).toMatch(/^It does not work yet\. The search failed .* Check base DN and filter$/),
  },
  {
    name: 'words and rules need no try',
    as: 'sue',
    params,
    given: async world => void (await world.running.services.signin.methods.keepTest('ldap', { ok: true, steps: [] })),
    body: { settings: { label: 'Staff', creation: 'off', bindKey: ['phone'], linkByEmail: true } },
    expect: { status: 0 },
    then: async (_reply, world) => expect((await world.call('general.getConfig')).data.signin.ldap).toEqual({ label: 'Staff' }),
  },
  {
    name: 'what does not work where somebody insists',
    as: 'sue',
    params,
    body: { settings: { baseDn: 'dc=nowhere' }, insists: true },
    expect: { status: 0 },
    then: async (_reply, world) =>
      expect((await world.call('signin.listMethods', { as: 'sue' })).data.items[1]).toMatchObject({ enabled: true, tested: { ok: false } }),
  },
  {
    name: 'never what locks the administrators out, insisting or not',
    as: 'sue',
    params,
    given: async world => {
      const { methods, identities } = world.running.services.signin
      await world.call('signin.saveMethod', { as: 'sue', params, body: { settings: ldapSettings(peer), insists: true } })
      await identities.add(world.ids.sue, { kind: 'ldap', subject: 'sue', name: 'Sue', email: '' })
      await methods.setEnabled('password', false, world.ids.sue)
    },
    body: { settings: { baseDn: 'dc=nowhere' }, insists: true },
    expect: { status: 409, code: 'signin.notWorking', stored: 'same' },
  },
  { name: 'there is no such way', as: 'sue', params: { signinKind: 'telepathy' }, body: { settings: {} }, expect: { status: 404, stored: 'same' } },
  {
    name: 'says what cannot be',
    as: 'sue',
    params,
    body: { settings: { creation: 'maybe' } },
    expect: { status: 422, errors: ['settings.creation'], stored: 'same' },
  },
  { name: 'is not for owners of organisations', as: 'ann', params, body: { settings: {} }, expect: { status: 403, stored: 'same' } },
])
