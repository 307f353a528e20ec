import { expect } from 'vitest'
import { resetBrowser } from '../support/reset.ts'
import { scenarios } from '../support/scenarios.ts'

const PNG = '89504e470d0a1a0a'

scenarios('reset.getCaptcha', [
  {
    name: 'reset.get-captcha, reset.access: draws a picture for a stranger, bound to a session of its own that scripts cannot read',
    query: { t: '1' },
    expect: { status: -1 },
    then: async (reply, world) => {
      expect(reply.http).toBe(200)
      expect(reply.headers['content-type']).toBe('image/png')
      expect(reply.headers['cache-control']).toBe('no-store')
      expect(reply.raw.subarray(0, 8).toString('hex')).toBe(PNG)
      expect(String(reply.headers['set-cookie'])).toMatch(/^tessera_reset=[\w-]{43};.*HttpOnly.*SameSite=Lax/i)
      const [row] = await world.db.selectFrom('reset_session').selectAll().execute()
      expect(row?.graph_hash).toHaveLength(32)
      expect(String(reply.headers['set-cookie'])).not.toContain(row?.token_hash.toString('base64url'))
    },
  },
  {
    name: 'draws no picture twice, and a new one takes the place of the one before',
    expect: { status: -1 },
    then: async (first, world) => {
      const browser = resetBrowser(world)
      const answer = await browser.graphCode()
      const picture = await browser.call('reset.getCaptcha')
      expect(picture.raw.equals(first.raw)).toBe(false)
      const reply = await browser.call('reset.sendPhoneCode', { body: { phone: '13900000001', graphCode: answer } })
      expect(reply.code).toBe('reset.wrongGraph')
    },
  },
  { name: 'refuses what is no cache breaker', query: { t: 'x'.repeat(41) }, expect: { status: 422, errors: ['t'], stored: 'same' } },
])

scenarios('reset.getCaptcha', [{ name: 'draws nothing where nobody signs in with a password', expect: { status: 403, code: 'reset.off', stored: 'same' } }], {
  authTypes: ['ldap'],
})
