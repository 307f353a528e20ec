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
    { name: 'takes no query', query: { all: '1' }, expect: { status: 422, errors: ['all'], stored: 'same' } },
  ],
  config,
)
