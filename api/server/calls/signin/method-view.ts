// Sign-in methods as the screen of the connection test shows them, in the reader's language.
import { say, type Locale } from '../../../messages.ts'
import type { TestResult, Kind } from '../../services/signin/index.ts'

export const NAMES: Record<Kind, string> = {
  password: 'Password',
  ldap: 'Directory (LDAP)',
  email: 'Code by email',
  weixin: 'WeChat QR code',
  sso: 'Single sign-on (UUAP)',
  oauth: 'OAuth 2.0 or OpenID Connect',
  third: 'Third-party account',
  cas2: 'CAS 2.0',
}
const STEPS: Record<string, string> = {
  address: 'Address',
  addresses: 'Addresses',
  application: 'Application',
  bind: 'Account',
  claims: 'Data of the person',
  client: 'Client',
  connect: 'Connection',
  discovery: 'Discovery',
  dns: 'Name (DNS)',
  greeting: 'Greeting',
  group: 'Group',
  keys: 'Keys',
  login: 'Sign-in page',
  mail: 'Mail',
  password: 'Password',
  people: 'People',
  pkce: 'PKCE',
  search: 'Search',
  tls: 'Encryption (TLS)',
  validate: 'Validation of tickets',
}

export function shownTest({ ok, steps }: TestResult, locale: Locale) {
  const shown = steps.map(({ name, ok: isFine, text, values }) => ({
    name,
    label: say(locale, STEPS[name] ?? name),
    ok: isFine,
    text: say(locale, text, values),
  }))
  return { ok, failedAt: shown.find(step => !step.ok)?.label ?? '', steps: shown }
}
