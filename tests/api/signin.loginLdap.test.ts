// signin.login-ldap; signin.ldap: against a real LDAP server on loopback, and what attackers try
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { FREE_ATTEMPTS } from '../../api/server/services/foundation/guard.ts'
import { escapeFilter, fillFilter, plainName } from '../../api/server/services/signin/ldap.ts'
import { makeCertificate } from '../support/certificate.ts'
import { BASE, ldapPeer, ldapSettings, PEOPLE_OU, SEARCHER, type LdapPeer } from '../support/peers/ldap.ts'
import { scenarios } from '../support/scenarios.ts'
import { makeWorld, type World } from '../support/world.ts'

const LENA = { username: 'lena', password: 'Lena-secret-1' }
const OTTO = { username: 'otto', password: 'Otto-secret-1' }

async function configure(world: World, peer: Pick<LdapPeer, 'url'>, more: Record<string, unknown> = {}) {
  await world.running.services.signin.methods.save('ldap', ldapSettings(peer, more), world.ids.sue)
  await world.running.services.signin.methods.setEnabled('ldap', true, world.ids.sue)
}
/** What attempts leave behind. */
const forgive = (world: World) => Promise.all([world.db.deleteFrom('signin_guard').execute(), world.db.deleteFrom('rate').execute()])
const lastEvent = (world: World) =>
  world.db.selectFrom('signin_event').select(['kind', 'ok', 'reason', 'name', 'user_id']).orderBy('id', 'desc').executeTakeFirst()

let peer: LdapPeer
beforeAll(async () => {
  peer = await ldapPeer()
})
afterAll(() => peer?.close())

scenarios('signin.loginLdap', [
  { name: 'signin.method-enabled: is refused while it is switched off', body: LENA, expect: { status: 403, code: 'signin.methodOff', stored: 'same' } },
  {
    name: 'signin.login-ldap: signs in whom the directory knows, makes the person at the first time, and goes on to redirect',
    given: world => configure(world, peer),
    body: { ...LENA, redirect: '/company/acme' },
    expect: { status: 0, data: { redirect: '/company/acme', session: { user: { name: 'Lena Example', email: 'lena@corp.test', hasPassword: false } } } },
    then: async (reply, world) => {
      expect(reply.data.session.user).not.toHaveProperty('needsPassword')
      expect(String(reply.headers['set-cookie'])).toMatch(/tessera_session=.*HttpOnly.*SameSite=Lax/i)
      expect(await lastEvent(world)).toMatchObject({ kind: 'ldap', ok: true, name: 'lena', user_id: reply.data.session.user.id })
      const identity = await world.db.selectFrom('identity').select(['kind', 'subject']).executeTakeFirstOrThrow()
      expect(identity).toEqual({ kind: 'ldap', subject: expect.stringContaining('0000-4000-8000') })
    },
  },
  { name: 'knows the same person again, whatever the case of the name', body: { ...LENA, username: ' LENA ' }, expect: { status: 0 } },
  { name: 'follows no redirect to another host', body: { ...LENA, redirect: '//evil.test/x' }, expect: { status: 0, data: { redirect: '/home' } } },
  { name: 'says which field is empty', body: {}, expect: { status: 422, errors: ['username', 'password'], stored: 'same' } },
  {
    name: 'never asks the directory with an empty password, which it would take for a visitor without a name',
    given: async () => void (peer.asked.length = 0),
    body: { username: 'lena', password: '  ' },
    expect: { status: 422, errors: ['password'], stored: 'same' },
    then: () => expect(peer.asked).toEqual([]),
  },
  { name: 'refuses a wrong password', body: { ...LENA, password: 'wrong' }, expect: { status: 422, code: 'signin.wrong', stored: 'same' } },
  { name: 'answers alike for an unknown name', body: { ...LENA, username: 'nobody' }, expect: { status: 422, code: 'signin.wrong', stored: 'same' } },
  {
    name: 'refuses a form posted by another site',
    headers: { 'sec-fetch-site': 'cross-site' },
    body: LENA,
    expect: { status: 403, code: 'request.forged', stored: 'same' },
  },
  { name: 'takes nothing else', body: { ...LENA, dn: BASE }, expect: { status: 422, errors: ['dn'], stored: 'same' } },
])

describe('a directory', () => {
  let world: World
  // The address limit of the call counts per process, so each attack gets a server of its own.
  const servers: World[] = []
  let now: World
  beforeAll(async () => {
    now = world = await makeWorld()
  })
  beforeEach(async () => {
    now = await world.another()
    servers.push(now)
  })
  afterAll(async () => {
    for (const server of servers) await server.close()
    await world?.close()
  })
  afterEach(() => forgive(world))
  const login = (body: object) => now.call('signin.loginLdap', { body })

  it('takes a form as well as JSON', async () => {
    await configure(world, peer)
    const { running } = world
    const reply = await running.app.inject({
      method: 'POST',
      url: '/auth/ldap',
      headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(LENA).toString(),
    })
    expect(reply.json()).toMatchObject({ status: 0, data: { redirect: '/home' } })
  })

  it('is asked with what was typed as a value, never as a filter', async () => {
    await configure(world, peer)
    for (const username of [
      '*',
      'lena)(uid=*',
      '*)(uid=*))(|(uid=*',
      'lena\\2a',
      'l*',
      'lena)(|(password=*)',
      'x)(objectClass=*',
      '$&',
      '{username}',
      '(',
      '\\',
    ]) {
      await forgive(world)
      peer.asked.length = 0
      expect(await login({ username, password: LENA.password }), username).toMatchObject({ status: 422, code: 'signin.wrong' })
      const filters = peer.asked.filter(one => one.startsWith('search'))
      expect(filters, username).toHaveLength(1)
      // One term with one value, as the filter was written.
      expect(filters[0], username).toMatch(/^search \(&\(objectClass=inetOrgPerson\)\(uid=((?![()*]).)*\)\)$/i)
    }
    // Somebody whose name is made of such signs comes in.
    expect(await login({ username: 'odd*(name)', password: 'Odd-secret-1' })).toMatchObject({ status: 0 })
  })

  it('escapes every sign that means something in a filter, and fills no place twice', () => {
    expect(escapeFilter('a*b(c)d\\e\u0000f')).toBe('a\\2ab\\28c\\29d\\5ce\\00f')
    expect(fillFilter('(|(uid={username})(mail={username}))', { username: '{dn}*' })).toBe('(|(uid={dn}\\2a)(mail={dn}\\2a))')
    expect(fillFilter('(member={dn})', { dn: 'cn=$1 (x)' })).toBe('(member=cn=$1 \\28x\\29)')
  })

  it('costs as many questions for a name it does not know', async () => {
    await configure(world, peer, { groupFilter: '(&(objectClass=groupOfNames)(member={dn}))' })
    const askedFor = async (body: object) => {
      peer.asked.length = 0
      const { status, code, msg, errors } = await login(body)
      return { answer: { status, code, msg, errors }, questions: peer.asked.map(one => one.split(' ')[0]) }
    }
    const known = await askedFor({ ...LENA, password: 'wrong' })
    expect(known).toEqual(await askedFor({ username: 'nobody', password: 'wrong' }))
    expect(known.questions).toEqual(['bind', 'search', 'search', 'bind'])
  })

  it('signin.locked: a name is locked after wrong attempts, known or not, in every spelling; longer each time', async () => {
    await configure(world, peer)
    for (const username of ['lena', 'nobody']) {
      for (let n = 0; n < FREE_ATTEMPTS; n++) expect((await login({ username, password: 'wrong' })).code, username).toBe('signin.wrong')
      peer.asked.length = 0
      for (const spelling of [username, username.toUpperCase(), `${username}\u200b`, `\uff4c${username.slice(1)}`.replace('\uff4cobody', '\uff4eobody')])
        expect(await login({ username: spelling, password: LENA.password }), spelling).toMatchObject({ status: 429, code: 'signin.locked' })
      expect(peer.asked).toEqual([])
    }
    expect(plainName('ＬＥＮＡ\u00ad')).toBe('LENA')
    const untilNext = async () => {
      await world.db
        .updateTable('signin_guard')
        .set({ locked_until: new Date(Date.now() - 1000) })
        .execute()
      await login({ username: 'lena', password: 'wrong' })
      const rows = await world.db.selectFrom('signin_guard').select('locked_until').where('locked_until', '>', new Date()).execute()
      return Math.max(...rows.map(row => row.locked_until!.getTime() - Date.now()))
    }
    const first = await untilNext()
    expect(await untilNext()).toBeGreaterThan(first * 1.5)
    // The right one ends it, once the pause is over.
    await world.db
      .updateTable('signin_guard')
      .set({ locked_until: new Date(Date.now() - 1000) })
      .execute()
    expect((await login(LENA)).status).toBe(0)
    expect((await login({ ...LENA, password: 'wrong' })).code).toBe('signin.wrong')
  })

  it('a hundred guesses at once are no more than one after the other', async () => {
    await configure(world, peer)
    const replies = await Promise.all(Array.from({ length: 30 }, (_, n) => login({ username: 'otto', password: `guess-${n}` })))
    expect(replies.filter(({ code }) => code === 'signin.wrong').length).toBeLessThanOrEqual(FREE_ATTEMPTS)
    expect(replies.filter(({ code }) => code === 'signin.locked').length).toBeGreaterThanOrEqual(25)
  })

  it('lets in whom the group filter finds', async () => {
    await configure(world, peer, { groupFilter: '(&(objectClass=groupOfNames)(member={dn}))', groupBaseDn: `ou=groups,${BASE}` })
    // The place of groups is an entry, too.
    peer.entries.push({ dn: `ou=groups,${BASE}`, attributes: { objectclass: ['organizationalUnit'], ou: 'groups' } })
    expect((await login(LENA)).status).toBe(0)
    expect(await login(OTTO)).toMatchObject({ status: 403, code: 'signin.refused' })
    expect(await lastEvent(world)).toMatchObject({ ok: false, reason: 'group', name: 'otto' })
    // Who does not know the password learns nothing of it.
    expect((await login({ ...OTTO, password: 'wrong' })).code).toBe('signin.wrong')
  })

  it('signs in nobody where a filter finds several', async () => {
    await configure(world, peer, { filter: '(|(uid={username})(objectClass=inetOrgPerson))' })
    expect(await login(LENA)).toMatchObject({ status: 422, code: 'signin.wrong' })
  })

  it('says that it is away, and counts no attempt for it', async () => {
    for (const settings of [{ url: 'ldap://localhost:1' }, { bindPassword: 'wrong' }, { baseDn: 'dc=nowhere' }, { url: 'ldap://no-such-host.invalid' }]) {
      await configure(world, peer, settings)
      for (let n = 0; n < FREE_ATTEMPTS + 1; n++) expect((await login(LENA)).code, JSON.stringify(settings)).toBe('signin.providerAway')
    }
    await configure(world, peer)
    expect((await login(LENA)).status).toBe(0)
  })

  it('needs an id in the entry', async () => {
    await configure(world, peer, { subjectClaim: 'employeeNumber' })
    expect((await login(LENA)).code).toBe('signin.proofWrong')
    await configure(world, peer, { subjectClaim: 'DN' })
    expect((await login(OTTO)).status).toBe(0)
  })

  it('makes nobody where the rules say so, and asks where they say that', async () => {
    await world.db.deleteFrom('identity').execute()
    await world.db.deleteFrom('person').where('username', 'like', '%corp.test').execute()
    await configure(world, peer, { creation: 'off' })
    expect((await login(LENA)).code).toBe('signin.noAccount')
    await configure(world, peer, { creation: 'ask' })
    const reply = await login({ ...LENA, redirect: '/company/acme' })
    expect(reply.data.redirect).toMatch(/^\/bind-or-register\?userId=[\w-]+/)
    expect(reply.data).not.toHaveProperty('session')
  })

  it('signin.session-fixation: a session planted before is worth nothing after', async () => {
    await configure(world, peer)
    const planted = 'A'.repeat(43)
    const reply = await world.call('signin.loginLdap', { body: LENA, headers: { cookie: `tessera_session=${planted}` } })
    expect(reply.status).toBe(0)
    expect(String(reply.headers['set-cookie'])).not.toContain(planted)
    expect((await world.call('general.session', { headers: { cookie: `tessera_session=${planted}` } })).data.user).toBeNull()
  })

  it('keeps a disabled account out', async () => {
    await configure(world, peer)
    expect((await login(LENA)).status).toBe(0)
    await world.db.updateTable('person').set({ disabled: true }).where('email', '=', 'lena@corp.test').execute()
    expect((await login(LENA)).code).toBe('signin.disabled')
    await world.db.updateTable('person').set({ disabled: false }).execute()
  })

  it('keeps the password of the account that searches sealed', async () => {
    await configure(world, peer)
    expect(JSON.stringify(await world.db.selectFrom('signin_method').selectAll().execute())).not.toContain(SEARCHER.password)
    expect(JSON.stringify(await world.db.selectFrom('audit').selectAll().execute())).not.toContain(LENA.password)
  })
})

describe('encryption', () => {
  let world: World
  const cert = makeCertificate()
  beforeAll(async () => {
    world = await makeWorld()
  })
  afterAll(() => world?.close())
  const login = () => world.call('signin.loginLdap', { body: LENA })

  it('ldaps: trusts the certificate that was given, and no other', async () => {
    const secure = await ldapPeer({ tls: cert })
    await configure(world, secure, { ca: cert.cert })
    expect((await login()).msg).toBe('')
    for (const ca of ['', makeCertificate().cert]) {
      await configure(world, secure, { ca })
      expect((await login()).code).toBe('signin.providerAway')
    }
    await secure.close()
    for (const bad of [makeCertificate({ hosts: ['other.test'], ips: [] }), makeCertificate({ days: -1 })]) {
      const other = await ldapPeer({ tls: bad })
      await configure(world, other, { ca: bad.cert })
      expect((await login()).code).toBe('signin.providerAway')
      await other.close()
    }
  })

  it('StartTLS: sends nothing before the connection is encrypted and trusted', async () => {
    const secure = await ldapPeer({ startTls: cert })
    await configure(world, secure, { startTls: true, ca: cert.cert })
    expect((await login()).msg).toBe('')
    secure.asked.length = 0
    await configure(world, secure, { startTls: true, ca: '' })
    expect((await login()).code).toBe('signin.providerAway')
    expect(secure.asked).toEqual([])
    await secure.close()
    // A server, or somebody in between, that does not encrypt gets no password.
    const clear = await ldapPeer()
    await configure(world, clear, { startTls: true, ca: cert.cert })
    expect((await login()).code).toBe('signin.providerAway')
    expect(clear.asked).toEqual([])
    await clear.close()
  })
})

const SLAPD = '/usr/sbin/slapd'
describe.skipIf(!existsSync(SLAPD))(`OpenLDAP${existsSync(SLAPD) ? '' : ' (skipped: slapd is not installed)'}`, () => {
  let world: World
  let folder: string
  let slapd: ChildProcess
  let url: string
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tessera-slapd-'))
    const { cert, key } = makeCertificate()
    mkdirSync(join(folder, 'db'))
    writeFileSync(join(folder, 'cert.pem'), cert)
    writeFileSync(join(folder, 'key.pem'), key)
    writeFileSync(
      join(folder, 'slapd.conf'),
      `include /etc/ldap/schema/core.schema
include /etc/ldap/schema/cosine.schema
include /etc/ldap/schema/inetorgperson.schema
modulepath /usr/lib/ldap
moduleload back_mdb
TLSCertificateFile ${folder}/cert.pem
TLSCertificateKeyFile ${folder}/key.pem
database mdb
maxsize 1048576
suffix "${BASE}"
rootdn "${SEARCHER.dn}"
rootpw ${SEARCHER.password}
directory ${folder}/db
`,
    )
    const person = (uid: string, password: string) =>
      `dn: uid=${uid},${PEOPLE_OU}\nobjectClass: inetOrgPerson\nuid: ${uid}\ncn: ${uid} Example\nsn: Example\nmail: ${uid}@corp.test\nuserPassword: ${password}\n`
    const ldif = `dn: ${BASE}\nobjectClass: dcObject\nobjectClass: organization\no: Example\ndc: example\n
dn: ${PEOPLE_OU}\nobjectClass: organizationalUnit\nou: people\n\n${person('lena', LENA.password)}\n${person('otto', OTTO.password)}
dn: cn=tessera,${BASE}\nobjectClass: groupOfNames\ncn: tessera\nmember: uid=lena,${PEOPLE_OU}\n`
    execFileSync('/usr/sbin/slapadd', ['-f', join(folder, 'slapd.conf')], { input: ldif })
    const probe = createServer()
    const port = await new Promise<number>(done => probe.listen(0, '127.0.0.1', () => done((probe.address() as AddressInfo).port)))
    await new Promise(done => probe.close(done))
    url = `ldap://localhost:${port}`
    slapd = spawn(SLAPD, ['-f', join(folder, 'slapd.conf'), '-h', `ldap://127.0.0.1:${port}`, '-d', '0'], { stdio: 'ignore' })
    world = await makeWorld()
    await configure(world, { url }, { startTls: true, ca: cert, groupFilter: '(&(objectClass=groupOfNames)(member={dn}))' })
    for (let n = 0; n < 50 && (await world.call('signin.loginLdap', { body: LENA })).code === 'signin.providerAway'; n++)
      await new Promise(done => setTimeout(done, 100))
  })
  afterAll(async () => {
    slapd?.kill()
    await world?.close()
    if (folder) rmSync(folder, { recursive: true, force: true })
  })

  it('signs in with StartTLS, by entryUUID, through the group; wrong names, passwords and filters do not', async () => {
    expect(await world.call('signin.loginLdap', { body: LENA })).toMatchObject({ status: 0, data: { session: { user: { name: 'lena Example' } } } })
    expect((await world.call('signin.loginLdap', { body: OTTO })).code).toBe('signin.refused')
    for (const username of ['nobody', '*', 'lena)(uid=*', 'l*', '\\6cena', 'lena\\', '*)(|(uid=*'])
      expect((await world.call('signin.loginLdap', { body: { ...LENA, username } })).code, username).toBe('signin.wrong')
    expect((await world.call('signin.loginLdap', { body: { ...LENA, password: 'wrong' } })).code).toBe('signin.wrong')
  })
})
