// The password of a share opens that share, in that browser, for some hours.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aShare, cookieOf, open } from '../support/shares.ts'
import { makeWorld, type World } from '../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

const unlock = (key: string, password: unknown, headers: Record<string, string> = {}) =>
  world.call('share.unlock', { params: { key }, body: { password }, headers })

describe('share.unlock', () => {
  it('sets a cookie for this share alone, out of reach of scripts, and keeps no password in the log', async () => {
    const { key } = await aShare(world, { password: 'open-sesame' })
    const reply = await unlock(key, 'open-sesame')
    expect(reply.status).toBe(0)
    const header = String([reply.headers['set-cookie']].flat()[0])
    expect(header).toMatch(new RegExp(`^tessera_share=[^;]+; Max-Age=43200; Path=/api/share/${key}; HttpOnly; SameSite=Lax$`))
    expect(JSON.stringify(await world.db.selectFrom('audit').selectAll().where('call', '=', 'share.unlock').execute())).not.toContain('sesame')
    const row = await world.db.selectFrom('share').select('password_hash').where('key', '=', key).executeTakeFirstOrThrow()
    expect(row.password_hash).toMatch(/^\$argon2id\$/)
  })
  it('says at the field that a password is wrong or missing', async () => {
    const { key } = await aShare(world, { password: 'open-sesame' })
    const wrong = await unlock(key, 'open-sesamum')
    expect([wrong.http, wrong.code, wrong.errors.password]).toEqual([422, 'share.passwordWrong', 'This is not the password'])
    expect(wrong.headers['set-cookie']).toBeUndefined()
    expect((await unlock(key, '')).errors.password).toBe('Please enter the password')
  })
  it('keeps the wrong person out: another share, an older password, a token made up or grown old', async () => {
    const one = await aShare(world, { password: 'open-sesame' })
    const other = await aShare(world, { password: 'open-sesame' })
    const cookie = cookieOf(await unlock(one.key, 'open-sesame'))
    expect((await open(world, one.key, { headers: { cookie } })).status).toBe(0)
    expect((await open(world, other.key, { headers: { cookie } })).code).toBe('share.locked')
    const [until, signature] = cookie.split('=')[1]?.split('.') ?? []
    for (const token of ['', 'x', `${until}.`, `zzzzzzzzz.${signature}`, `1.${signature}`, `${until}.${signature}A`])
      expect((await open(world, one.key, { headers: { cookie: `tessera_share=${token}` } })).code).toBe('share.locked')
    await world.call('share.update', { as: 'ann', params: { shareId: one.id }, body: { isProtected: true, password: 'new-sesame' } })
    expect((await open(world, one.key, { headers: { cookie } })).code).toBe('share.locked')
  })
  it('answers unknown for what is unknown, and stops counting passwords after ten tries', async () => {
    expect((await unlock('AAAAAAAAAAAAAAAAAAAAAA', 'whatever')).code).toBe('share.unknown')
    const { key } = await aShare(world, { password: 'open-sesame' })
    const codes: (string | undefined)[] = []
    for (let i = 0; i < 11; i++) codes.push((await unlock(key, `guess-${i}`)).code)
    expect(codes).toEqual([...Array.from({ length: 10 }, () => 'share.passwordWrong'), 'share.tooManyTries'])
    expect((await unlock(key, 'open-sesame')).http).toBe(429)
  })
})
