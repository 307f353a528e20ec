// Signing in with the account of a directory: find the entry of who was typed, then let the directory judge the password. What was typed never
// becomes part of a filter's syntax, and an unknown name costs the directory as many questions as a known one.
import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import { rootCertificates, type ConnectionOptions } from 'node:tls'
import { Client, ResultCodeError, type Entry } from 'ldapts'
import { isEmail, phoneOf, textAt, type Proof } from './proof.ts'
import type { LdapSettings } from './settings.ts'

const TIMEOUT_MS = 8000
/** Ids that are bytes, in directories of Microsoft. */
const BINARY = ['objectGUID', 'objectSid']
/** Answers to a bind that are about the person: wrong, unknown, locked, may not. Any other is about the directory. */
const ABOUT_PERSON = new Set([19, 32, 34, 48, 49, 50, 53])

export interface Found {
  proof: Proof
  /** False where a group is asked for and this is not one of its people. */
  isMember: boolean
}

/** RFC 4515: what stands for itself inside of a filter. */
export const escapeFilter = (text: string) =>
  [...text].map(sign => (/[\\*()\u0000]/.test(sign) ? `\\${sign.charCodeAt(0).toString(16).padStart(2, '0')}` : sign)).join('')

/** Puts values in their places; what they hold is never looked at again. */
export const fillFilter = (template: string, values: Record<string, string>) =>
  template.trim().replace(/\{(\w+)\}/g, (whole, name: string) => (Object.hasOwn(values, name) ? escapeFilter(values[name] as string) : whole))

/** A name as directories compare it, so that attempts with its other spellings count as attempts with it. */
export const plainName = (name: string) =>
  name
    .normalize('NFKC')
    .replace(/[\p{C}\p{M}]/gu, '')
    .replace(/\s+/g, ' ')

export const addressOf = ({ url }: Pick<LdapSettings, 'url'>) => {
  const { protocol, hostname, port } = new URL(url)
  const isTls = protocol === 'ldaps:'
  const host = hostname.replace(/^\[|\]$/g, '')
  return { host, port: Number(port) || (isTls ? 636 : 389), isTls }
}

export function tlsOptions(settings: Pick<LdapSettings, 'url' | 'ca'>): ConnectionOptions {
  const { host } = addressOf(settings)
  return {
    host,
    ...(!isIP(host) && { servername: host }),
    minVersion: 'TLSv1.2',
    ...(settings.ca.trim() && { ca: [...rootCertificates, settings.ca] }),
  }
}

/** A connection, encrypted as the settings say, that nobody has signed in to yet. */
export async function openDirectory(settings: LdapSettings): Promise<Client> {
  const { isTls } = addressOf(settings)
  const client = new Client({ url: settings.url.trim(), timeout: TIMEOUT_MS, connectTimeout: TIMEOUT_MS, ...(isTls && { tlsOptions: tlsOptions(settings) }) })
  if (settings.startTls && !isTls) {
    try {
      await client.startTLS(tlsOptions(settings))
    } catch (error) {
      await close(client)
      throw error
    }
  }
  return client
}
export const close = (client: Client) => client.unbind().catch(() => {})

/** Signs in the account that searches; without one the directory lets everybody search. */
export async function bindSearcher(client: Client, { bindDn, bindPassword }: LdapSettings) {
  if (bindDn) await client.bind(bindDn, bindPassword)
}

/** Entries that a name finds; more than one is nobody. */
export async function findEntries(client: Client, settings: LdapSettings, username: string): Promise<Entry[]> {
  const { subjectClaim, nameClaim, emailClaim, phoneClaim } = settings
  const wanted = [subjectClaim, nameClaim, emailClaim, phoneClaim].map(name => name.trim().toLowerCase()).filter(name => name && name !== 'dn')
  const { searchEntries } = await client.search(settings.baseDn, {
    scope: 'sub',
    filter: fillFilter(settings.filter, { username }),
    attributes: wanted.length ? wanted : ['1.1'],
    explicitBufferAttributes: BINARY,
    sizeLimit: 2,
    timeLimit: TIMEOUT_MS / 1000,
  })
  return searchEntries
}

/** Whether the group filter finds anything for this entry. */
export async function isInGroup(client: Client, settings: LdapSettings, values: { dn: string; username: string }): Promise<boolean> {
  if (!settings.groupFilter.trim()) return true
  const { searchEntries } = await client.search(settings.groupBaseDn.trim() || settings.baseDn, {
    scope: 'sub',
    filter: fillFilter(settings.groupFilter, values),
    attributes: ['1.1'],
    sizeLimit: 1,
    timeLimit: TIMEOUT_MS / 1000,
  })
  return searchEntries.length > 0
}

/** False where the directory says that the password does not open this entry. */
export async function opens(client: Client, dn: string, password: string): Promise<boolean> {
  // A directory takes an empty password for a visitor without a name, and says yes.
  if (!password) return false
  try {
    await client.bind(dn, password)
    return true
  } catch (error) {
    if (error instanceof ResultCodeError && ABOUT_PERSON.has(error.code)) return false
    throw error
  }
}

/** First values by attribute in lower case, since directories do not care; ids of bytes as hexadecimal digits. */
export function claimsOf(entry: Entry): Record<string, string> {
  const claims: Record<string, string> = { dn: entry.dn }
  for (const [name, value] of Object.entries(entry)) {
    const first: unknown = Array.isArray(value) ? value[0] : value
    if (name !== 'dn' && (typeof first === 'string' || Buffer.isBuffer(first)))
      claims[name.toLowerCase()] = Buffer.isBuffer(first) ? first.toString('hex') : first
  }
  return claims
}

export function proofOf(entry: Entry, settings: LdapSettings): Proof {
  const claims = claimsOf(entry)
  const text = (name: string, max?: number) => textAt(claims, name.trim().toLowerCase(), max)
  const email = text(settings.emailClaim)
  return {
    kind: 'ldap',
    subject: text(settings.subjectClaim, 300),
    name: text(settings.nameClaim, 100),
    email: isEmail(email) ? email : '',
    emailVerified: settings.emailTrusted === 'always' && isEmail(email),
    phone: phoneOf(text(settings.phoneClaim)),
    claims,
  }
}

/** Who it is; undefined where name and password do not belong together. Throws where the directory cannot be asked. */
export async function proveByDirectory(settings: LdapSettings, username: string, password: string): Promise<Found | undefined> {
  const client = await openDirectory(settings)
  try {
    await bindSearcher(client, settings)
    const entries = await findEntries(client, settings, username)
    const entry = entries.length === 1 ? entries[0] : undefined
    // Nobody is asked about like anybody.
    const dn = entry?.dn ?? `cn=${randomBytes(8).toString('hex')},${settings.baseDn}`
    const isMember = await isInGroup(client, settings, { dn, username })
    const isRight = await opens(client, dn, password)
    return entry && isRight ? { proof: proofOf(entry, settings), isMember } : undefined
  } finally {
    await close(client)
  }
}
