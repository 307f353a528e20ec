import { expect } from 'vitest'
import { scenarios } from '../support/scenarios.ts'

const config = {
  siteName: 'Works',
  organisationName: 'Acme',
  authTypes: ['password' as const],
  createCompanyExtra: { type: 'tpl', tpl: 'Welcome' },
  disabledUserMenus: ['docs'],
}

scenarios(
  'general.getConfig',
  [
    {
      name: 'general.config: tells anyone what screens depend on, and no secret',
      expect: {
        status: 0,
        data: {
          siteName: 'Works',
          organisationName: 'Acme',
          authTypes: ['password'],
          signin: { password: { label: '' }, email: { label: '' } },
          createCompanyExtra: { type: 'tpl' },
          disabledUserMenus: ['docs'],
          setup: '',
        },
      },
      then: reply => {
        for (const secret of ['smtp', 'databaseUrl', 'dataDir', 'smsToken', 'trustProxy'])
          if (JSON.stringify(reply.data).includes(secret)) throw new Error(`tells ${secret}`)
      },
    },
    {
      name: 'signin.methods: tells which ways to sign in are switched on, with what they are called',
      given: async world => {
        const { methods } = world.running.services.signin
        await methods.save('ldap', { label: 'Company account' }, world.ids.sue)
        await methods.setEnabled('ldap', true, world.ids.sue)
        await methods.setEnabled('email', false, world.ids.sue)
      },
      expect: { status: 0, data: { authTypes: ['password', 'ldap'] } },
      then: reply => expect(reply.data.signin).toEqual({ password: { label: '' }, ldap: { label: 'Company account' } }),
    },
    { name: 'takes no query', query: { all: '1' }, expect: { status: 422, errors: ['all'], stored: 'same' } },
  ],
  config,
)
