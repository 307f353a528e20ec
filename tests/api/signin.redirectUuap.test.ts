// signin.redirect-uuap, signin.sso: single sign-on is a CAS server; how it goes on is in signin.redirectCas2.test.ts.
import { expect } from 'vitest'
import { scenarios } from '../support/scenarios.ts'

const on = (enabled: boolean, serverUrl: string) => async (world: Parameters<NonNullable<Parameters<typeof scenarios>[1][0]['given']>>[0]) => {
  const { methods } = world.running.services.signin
  await methods.save('sso', { serverUrl }, world.ids.sue)
  await methods.setEnabled('sso', enabled, world.ids.sue)
}

scenarios('signin.redirectUuap', [
  {
    name: 'sends the browser to the server with the address to come back to',
    given: on(true, 'https://uuap.example.test/'),
    query: { redirect: '/company/acme' },
    expect: { status: -1 },
    then: reply => {
      const to = new URL(String(reply.headers.location))
      expect(to.origin + to.pathname).toBe('https://uuap.example.test/login')
      expect(to.searchParams.get('service')).toMatch(/\/auth\/uuap\/callback\?state=[\w-]{43}$/)
      expect(String(reply.headers['set-cookie'])).toMatch(/tessera_browser=[\w-]{43};.*HttpOnly.*SameSite=Lax/i)
    },
  },
  {
    name: 'sends nobody to a place where proofs would travel in the clear',
    given: on(true, 'http://uuap.example.test/'),
    query: { type: '4' },
    expect: { status: -1, stored: 'same' },
    then: reply => expect(reply.headers.location).toBe('/login?type=4&problem=signin.providerAway'),
  },
  {
    name: 'says that nobody has set it up, where nobody has',
    given: on(true, ''),
    query: { type: '4' },
    expect: { status: -1, stored: 'same' },
    then: reply => expect(reply.headers.location).toBe('/login?type=4&problem=signin.notSetUp'),
  },
  {
    name: 'is refused while it is switched off (signin.method-enabled)',
    given: on(false, 'https://uuap.example.test/'),
    query: { type: '4', redirect: '/x' },
    expect: { status: -1, stored: 'same' },
    then: reply => expect(reply.headers.location).toBe('/login?type=4&redirect=%2Fx&problem=signin.methodOff'),
  },
])
