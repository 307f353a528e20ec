import { expect } from 'vitest'
import { externalDatabases } from '../support/databases.ts'
import { DEV } from '../support/models.ts'
import { scenarios, type Scenario } from '../support/scenarios.ts'

const databases = await externalDatabases()
const GOOD = { dialect: 'postgres', host: '127.0.0.1', port: 1, database: 'x', username: 'x' }

scenarios('source.test', [
  ...databases.flatMap(({ name, fresh }): Scenario[] => {
    const attempt = (what: string, change: (input: Awaited<ReturnType<typeof fresh>>) => object, failed: string | null): Scenario => ({
      name: `${name}: ${what}`,
      as: 'ann',
      params: DEV,
      given: async () => ({ body: change(await fresh()) }),
      expect: { status: 0, data: { ok: failed === null, failed } },
      then: reply => {
        const failing = reply.data.steps.filter((step: { state: string }) => step.state === 'failed')
        expect(failing.map((step: { step: string }) => step.step)).toEqual(failed ? [failed] : [])
        for (const step of failing) expect(step.message).not.toBe('')
      },
    })
    return [
      attempt('all steps pass', input => input, null),
      attempt('names a host that is not there', input => ({ ...input, host: 'nowhere.invalid' }), 'address'),
      attempt('names a port where nothing listens', input => ({ ...input, port: 1 }), 'connection'),
      attempt('names encryption that the server does not do', input => ({ ...input, tls: 'verify' }), 'encryption'),
      attempt('names a wrong password', input => ({ ...input, password: 'wrong' }), 'signIn'),
      attempt('names a database that is not there', input => ({ ...input, database: 'outside_nowhere' }), 'database'),
    ]
  }),
  {
    name: 'postgres: names a schema that is not there',
    as: 'ann',
    params: DEV,
    given: async () => ({ body: { ...(await databases[0]?.fresh()), schema: 'nowhere' } }),
    expect: { status: 0, data: { ok: false, failed: 'rights' } },
  },
  {
    name: 'never goes to the metadata of a cloud',
    as: 'ann',
    params: DEV,
    body: { ...GOOD, host: '169.254.169.254' },
    expect: { status: 0, data: { failed: 'address' } },
  },
  {
    name: 'says which field is missing',
    as: 'ann',
    params: DEV,
    body: { dialect: 'postgres' },
    expect: { status: 422, errors: ['database', 'host', 'username'] },
  },
  { name: 'keeps a member without duties out', as: 'ben', params: DEV, body: GOOD, expect: { status: 403, stored: 'same' } },
])

scenarios(
  'source.test',
  [
    {
      name: 'where private networks are not allowed, this machine is refused',
      as: 'ann',
      params: DEV,
      body: GOOD,
      expect: { status: 0, data: { failed: 'address' } },
    },
    { name: 'also under the name it has', as: 'ann', params: DEV, body: { ...GOOD, host: 'localhost' }, expect: { status: 0, data: { failed: 'address' } } },
    {
      name: 'also as an IPv6 address that holds it',
      as: 'ann',
      params: DEV,
      body: { ...GOOD, host: '[::ffff:7f00:1]' },
      expect: { status: 0, data: { failed: 'address' } },
    },
  ],
  { privateDataSources: false },
)
