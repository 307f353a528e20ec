// The connection test of sign-in: the first step that fails is named, with what to do about it
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeCertificate } from '../support/certificate.ts'
import { BASE, ldapPeer, ldapSettings, SEARCHER, type LdapPeer } from '../support/peers/ldap.ts'
import { scenarios } from '../support/scenarios.ts'
import { makeWorld, type World } from '../support/world.ts'

scenarios('signin.tryMethod', [
  {
    name: 'tries what is kept, and keeps how that ended',
    as: 'sue',
    params: { signinKind: 'password' },
    body: {},
    expect: { status: 0, data: { ok: true, steps: [{ name: 'people', ok: true, text: 'Platform administrators with a password: 1' }] } },
    then: async (_reply, world) => {
      const { data } = await world.call('signin.listMethods', { as: 'sue' })
      expect(data.items[0]).toMatchObject({ tested: { ok: true }, testedAt: expect.any(String) })
    },
  },
  {
    name: 'keeps nothing of settings that are only tried',
    as: 'sue',
    params: { signinKind: 'ldap' },
    body: { settings: { url: 'http://nowhere', bindPassword: 'tried-secret-1' } },
    expect: { status: 0, data: { ok: false, steps: [{ name: 'address', label: 'Address', ok: false }] }, stored: 'same' },
  },
  { name: 'there is no such way', as: 'sue', params: { signinKind: 'telepathy' }, body: {}, expect: { status: 404, stored: 'same' } },
  {
    name: 'takes no other settings',
    as: 'sue',
    params: { signinKind: 'ldap' },
    body: { settings: { timeout: 1 } },
    expect: { status: 422, errors: ['settings.timeout'], stored: 'same' },
  },
  { name: 'is not for owners of organisations', as: 'ann', params: { signinKind: 'ldap' }, body: {}, expect: { status: 403, stored: 'same' } },
])

describe('steps of a directory', () => {
  let world: World
  let peer: LdapPeer
  const cert = makeCertificate()
  beforeAll(async () => {
    world = await makeWorld()
    peer = await ldapPeer()
  })
  afterAll(async () => {
    await world?.close()
    await peer?.close()
  })
  async function attempt(settings: Record<string, unknown>, person: object = {}, url = peer.url) {
    const { data } = await world.call('signin.tryMethod', {
      as: 'sue',
      params: { signinKind: 'ldap' },
      body: { settings: ldapSettings({ url }, settings), ...person },
    })
    const steps = data.steps as { name: string; ok: boolean; text: string }[]
    return { ok: data.ok as boolean, names: steps.map(step => step.name), last: steps.at(-1)?.text, said: JSON.stringify(data) }
  }
  const LENA = { username: 'lena', password: 'Lena-secret-1' }

  it('goes all the way with a person', async () => {
    const result = await attempt({ groupFilter: '(member={dn})' }, LENA)
    expect(result).toMatchObject({ ok: true, names: ['dns', 'connect', 'tls', 'bind', 'search', 'group', 'claims', 'password'] })
    expect(result.said).toContain('Lena Example')
    expect(result.said).toContain('not encrypted')
    expect(result.said).not.toMatch(/Lena-secret-1|search-secret-1/)
    expect(await attempt({})).toMatchObject({ ok: true, last: `${BASE} can be searched. Give a user name to try the filter` })
  })

  it.each([
    ['dns', {}, 'ldap://no-such-host.invalid', /no-such-host\.invalid is not known here \(.+\)\. Check the spelling/],
    ['connect', {}, 'ldap://localhost:1', /Nothing answers at localhost:1 \(ECONNREFUSED\)\. Check the port/],
    ['tls', { startTls: true }, '', /does not encrypt this connection .* Use an ldaps:/],
    ['bind', { bindPassword: 'wrong' }, '', /does not let cn=search,dc=example,dc=test in \(49 .*Check the DN and its password/],
    ['search', { baseDn: 'dc=nowhere' }, '', /Check base DN and filter/],
    ['search', { filter: '(uid={username}' }, '', /The search failed .* Check base DN and filter/],
    ['search', { filter: '(cn={username})' }, '', /finds nobody called lena/],
    ['search', { filter: '(objectClass=inetOrgPerson)' }, '', /finds several people called lena/],
    ['group', { groupFilter: '(cn=nobody)' }, '', /lena is in no group/],
    ['claims', { subjectClaim: 'employeeNumber' }, '', /has no employeeNumber .* Choose another attribute/],
  ] as const)('names the step %s that fails: %j', async (name, settings, url, text) => {
    const result = await attempt(settings, LENA, url || peer.url)
    expect(result.ok).toBe(false)
    expect(result.names.at(-1), result.last).toBe(name)
    expect(result.last).toMatch(text)
  })

  it('names a wrong password of the person who is tried', async () => {
    const result = await attempt({}, { ...LENA, password: 'wrong' })
    expect(result).toMatchObject({ ok: false, last: expect.stringContaining('refuses this password') })
  })

  it('names a certificate that is not trusted', async () => {
    const secure = await ldapPeer({ tls: cert })
    expect((await attempt({ ca: cert.cert }, LENA, secure.url)).ok).toBe(true)
    const result = await attempt({ ca: '' }, LENA, secure.url)
    expect(result.names.at(-1)).toBe('tls')
    expect(result.last).toMatch(/not trusted \(.*CERT.*\)/)
    await secure.close()
    expect(SEARCHER.dn).toContain(BASE)
  })
})

describe('steps of mail', () => {
  const attempt = async (world: World) => {
    const { data } = await world.call('signin.tryMethod', { as: 'sue', params: { signinKind: 'email' }, body: {} })
    const steps = data.steps as { name: string; text: string }[]
    return { ok: data.ok as boolean, names: steps.map(step => step.name), last: steps.at(-1)?.text ?? '' }
  }

  it('goes all the way to a mail that is taken', async () => {
    const mails: string[] = []
    const smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      logger: false,
      onRcptTo: ({ address }, _session, done) => {
        mails.push(address)
        done()
      },
    })
    await new Promise<void>(done => smtp.listen(0, '127.0.0.1', done))
    const world = await makeWorld({ smtpUrl: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}` })
    expect(await attempt(world)).toEqual({
      ok: true,
      names: ['dns', 'connect', 'bind', 'mail'],
      last: 'A mail to sue@example.test was taken. Look whether it arrives',
    })
    expect(mails).toEqual(['sue@example.test'])
    await world.close()
    await new Promise<void>(done => smtp.close(done))
  })

  it('names what is missing: no server, no account, no mail server at all', async () => {
    const none = await makeWorld({ smtpUrl: '' })
    expect(await attempt(none)).toMatchObject({ ok: false, names: ['address'], last: expect.stringContaining('Set SMTP_URL and restart') })
    await none.close()
    const strict = new SMTPServer({ disabledCommands: ['STARTTLS'], logger: false, onAuth: (_auth, _session, done) => done(new Error('no')) })
    await new Promise<void>(done => strict.listen(0, '127.0.0.1', done))
    const refused = await makeWorld({ smtpUrl: `smtp://a:b@127.0.0.1:${(strict.server.address() as AddressInfo).port}` })
    expect(await attempt(refused)).toMatchObject({
      ok: false,
      names: ['dns', 'connect', 'bind'],
      last: expect.stringContaining('Check user name and password'),
    })
    await refused.close()
    await new Promise<void>(done => strict.close(done))
    const other = createServer(socket => {
      socket.on('error', () => {})
      socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')
    })
    await new Promise<void>(done => other.listen(0, '127.0.0.1', done))
    const wrong = await makeWorld({ smtpUrl: `smtp://127.0.0.1:${(other.address() as AddressInfo).port}` })
    expect(await attempt(wrong)).toMatchObject({ ok: false, names: ['dns', 'connect', 'greeting'] })
    await wrong.close()
    await new Promise(done => other.close(done))
  })
})
