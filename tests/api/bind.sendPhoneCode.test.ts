// bind.send-phone-code, bind.phone-code-no-captcha: a code to a phone, for those who have something to bind.
import { expect } from 'vitest'
import { BROWSER_COOKIE } from '../../api/server/services/signin/pending.ts'
import { held, lastCode } from '../support/binding.ts'
import { scenarios } from '../support/scenarios.ts'
import { passPause } from '../support/signin.ts'

scenarios('bind.sendPhoneCode', [
  {
    name: 'sends six digits without a captcha, kept as a hash only',
    as: 'ben',
    body: { phone: '13800138000' },
    expect: { status: 0, data: { seconds: 60 } },
    then: async (_reply, world) => {
      const code = await lastCode(world, '13800138000')
      expect(code).toMatch(/^\d{6}$/)
      expect(JSON.stringify(await world.db.selectFrom('signin_code').selectAll().execute())).not.toContain(code)
      expect(await world.db.selectFrom('outbox').select('kind').execute()).toEqual([{ kind: 'sms' }])
    },
  },
  {
    name: 'sends one a minute to a phone, whoever asks',
    as: 'abe',
    body: { phone: '13800138000' },
    expect: { status: 429, code: 'code.tooSoon', stored: 'same' },
  },
  {
    name: 'is for a session that is held back as well',
    given: async world => {
      const browser = await held(world, 'cyd', ['phone'])
      return { headers: { cookie: `${BROWSER_COOKIE}=${browser.cookies.get(BROWSER_COOKIE)}` } }
    },
    body: { phone: '13800138009' },
    expect: { status: 0 },
  },
  {
    name: 'but not for a phone where only an email is missing',
    given: async world => {
      await passPause(world)
      const browser = await held(world, 'abe', ['email'])
      return { headers: { cookie: `${BROWSER_COOKIE}=${browser.cookies.get(BROWSER_COOKIE)}` } }
    },
    body: { phone: '13800138010' },
    expect: { status: 410, code: 'bind.expired', stored: 'same' },
  },
  { name: 'sends nothing for strangers', body: { phone: '13800138011' }, expect: { status: 410, code: 'bind.expired', stored: 'same' } },
  {
    name: 'says that it is no phone number (bind.phone-format)',
    as: 'ben',
    body: { phone: '1380013800' },
    expect: { status: 422, errors: ['phone'], stored: 'same' },
    then: reply => expect(reply.errors.phone).toBe('Please enter a valid phone number'),
  },
])
