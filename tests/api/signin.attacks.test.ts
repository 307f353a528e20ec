// What attackers try at the sign-in page with passwords: guessing, asking who exists, planted sessions, forged forms, redirects to elsewhere.
import { afterEach, afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { FREE_ATTEMPTS, FREE_ATTEMPTS_FROM, LONGEST_PAUSE_MINUTES } from '../../api/server/services/foundation/guard.ts'
import { makeWorld, PASSWORD, type World } from '../support/world.ts'

let world: World
let now: World
beforeAll(async () => {
  world = await makeWorld()
})
// The limit of the call by address counts per process.
beforeEach(async () => {
  now = await world.another()
})
afterEach(async () => {
  // Each holds connections to the database.
  await now.close()
  await world.db.deleteFrom('signin_guard').execute()
  await world.db.deleteFrom('rate').execute()
})
afterAll(async () => {
  await world?.close()
})
const login = (username: string, password: string, headers: Record<string, string> = {}) => now.call('signin.login', { body: { username, password }, headers })
const endPause = () =>
  world.db
    .updateTable('signin_guard')
    .set({ locked_until: new Date(Date.now() - 1000) })
    .execute()
const pauseMinutes = async () => {
  const rows = await world.db.selectFrom('signin_guard').select('locked_until').where('locked_until', '>', new Date()).execute()
  return Math.max(0, ...rows.map(row => ((row.locked_until?.getTime() ?? 0) - Date.now()) / 60_000))
}

describe('guessing passwords', () => {
  it('signin.password: each pause is twice as long as the one before, up to the longest', async () => {
    for (let n = 0; n < FREE_ATTEMPTS; n++) expect((await login('ben', `guess-${n}`)).code).toBe('signin.wrong')
    const pauses = [await pauseMinutes()]
    for (let n = 0; n < 6; n++) {
      expect((await login('ben', PASSWORD)).code).toBe('signin.locked')
      await endPause()
      expect((await login('ben', `guess-${n}`)).code).toBe('signin.wrong')
      pauses.push(await pauseMinutes())
    }
    expect(pauses.map(Math.round)).toEqual([1, 2, 4, 8, LONGEST_PAUSE_MINUTES, LONGEST_PAUSE_MINUTES, LONGEST_PAUSE_MINUTES])
    await endPause()
    expect((await login('ben', PASSWORD)).status).toBe(0)
  })

  it('many at once are no more than one after the other', async () => {
    const replies = await Promise.all(Array.from({ length: 20 }, (_, n) => login('abe', `guess-${n}`)))
    expect(replies.filter(({ code }) => code === 'signin.wrong').length).toBeLessThanOrEqual(FREE_ATTEMPTS)
  })

  it('one password against many names is stopped by the address', async () => {
    for (let n = 0; n < FREE_ATTEMPTS_FROM; n++) expect((await login(`name-${n}`, PASSWORD)).code).toBe('signin.wrong')
    expect((await login('dee', PASSWORD)).code).toBe('signin.locked')
  })
})

describe('asking who exists', () => {
  it('gets the same answers for a name that nobody has, up to the lock and in it', async () => {
    const answers = []
    for (const name of ['ann', 'nobody-at-all', 'ann@example.test', 'nobody@example.test']) {
      const list = []
      for (let n = 0; n <= FREE_ATTEMPTS; n++) list.push(await login(name, 'wrong'))
      answers.push(list.map(({ http, status, code, msg, data, errors, headers }) => ({ http, status, code, msg, data, errors, cookie: headers['set-cookie'] })))
      await world.db.deleteFrom('rate').execute()
    }
    for (const answer of answers) expect(answer).toEqual(answers[0])
  })

  it('costs a digest for a name that nobody has, too', async () => {
    const took = async (name: string) => {
      const times = []
      for (let n = 0; n < 4; n++) {
        const started = performance.now()
        await login(`${name}`, 'wrong')
        times.push(performance.now() - started)
      }
      return times.sort((a, b) => a - b)[0] as number
    }
    const known = await took('cyd')
    expect(await took('nobody-else')).toBeGreaterThan(known / 3)
  })

  it('a disabled account says so to whoever knows its password, and to nobody else', async () => {
    await world.db.updateTable('person').set({ disabled: true }).where('id', '=', world.ids.cyd).execute()
    expect((await login('cyd', 'wrong')).code).toBe('signin.wrong')
    expect(['signin.wrong', 'signin.disabled']).toContain((await login('cyd', PASSWORD)).code)
    await world.db.updateTable('person').set({ disabled: false }).where('id', '=', world.ids.cyd).execute()
  })
})

describe('sessions and forms', () => {
  it('a session planted before signing in is worth nothing after', async () => {
    const planted = 'B'.repeat(43)
    const reply = await login('ann', PASSWORD, { cookie: `tessera_session=${planted}` })
    expect(reply.status).toBe(0)
    expect(String(reply.headers['set-cookie'])).not.toContain(planted)
    expect((await now.call('general.session', { headers: { cookie: `tessera_session=${planted}` } })).data.user).toBeNull()
  })

  it('signing in again ends the session that was there', async () => {
    const mine = await world.headersOf('ann')
    const reply = await login('ann', PASSWORD, mine)
    expect(reply.status).toBe(0)
    expect((await now.call('general.session', { headers: { cookie: mine.cookie ?? '' } })).data.user).toBeNull()
  })

  it('a page elsewhere can neither sign in nor sign out', async () => {
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }, { origin: 'https://evil.test' }, { origin: 'null' }]) {
      expect((await login('ann', PASSWORD, headers as never)).code, JSON.stringify(headers)).toBe('request.forged')
      expect((await now.call('general.signOut', { as: 'abe', headers: headers as never })).code, JSON.stringify(headers)).toBe('request.forged')
    }
    expect((await now.call('general.signOut', { as: 'abe', headers: { 'x-csrf-token': 'other' } })).code).toBe('request.forged')
    expect((await now.call('general.session', { as: 'abe' })).data.user).toMatchObject({ name: 'Abe' })
  })
})

describe('redirects', () => {
  it.each([
    '//evil.test',
    '/\\evil.test',
    '\\\\evil.test',
    'https://evil.test/',
    'javascript:alert(1)',
    ' //evil.test',
    '/\t/evil.test',
    '/\n/evil.test',
    '/login?redirect=//evil.test',
    'evil.test',
    '/%0a/x\u0000',
  ])('lead nowhere else: %j', async redirect => {
    const reply = await now.call('signin.login', { body: { username: 'ann', password: PASSWORD, redirect } })
    if (reply.status === 422) return
    expect(reply.data.redirect).toBe('/home')
  })
})
