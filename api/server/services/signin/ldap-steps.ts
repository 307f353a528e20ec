// Tries a directory step by step, and says at the first one that fails what to do about it.
import { ResultCodeError, type Client, type Entry } from 'ldapts'
import { addressOf, bindSearcher, claimsOf, close, findEntries, isInGroup, openDirectory, opens, proofOf } from './ldap.ts'
import { causeOf, failed, passed } from './provider-http.ts'
import { reachHost } from './reach.ts'
import type { Step } from '../../store/columns.ts'
import type { LdapSettings, Steps } from './settings.ts'

/** Somebody to try with; nothing of it is kept. */
export interface Trial {
  username?: string
  password?: string
}

const why = (error: unknown) => (error instanceof ResultCodeError ? `${error.code} ${error.message.trim()}`.slice(0, 200) : causeOf(error))

/** The way there: address, name, connection. */
async function* reach(settings: LdapSettings): Steps {
  const url = settings.url.trim()
  if (!/^ldaps?:\/\/[^/?#@]+\/?$/i.test(url) || !URL.canParse(url) || !addressOf(settings).host)
    return yield failed('address', '{address} cannot be used. Give an address such as ldaps://ldap.example.com:636', { address: url || '—' })
  const { host, port } = addressOf(settings)
  yield* reachHost(host, port)
}

/** Encryption, and the account that searches; leaves the connection in `on`. */
async function* signIn(settings: LdapSettings, on: { client?: Client }): Steps {
  const { host, isTls } = addressOf(settings)
  const isEncrypted = isTls || settings.startTls
  const notTrusted = (error: unknown): Step =>
    error instanceof ResultCodeError
      ? failed('tls', 'The directory does not encrypt this connection ({cause}). Use an ldaps:// address, or ask whoever runs it for StartTLS', {
          cause: why(error),
        })
      : failed('tls', 'The certificate of {host} is not trusted ({cause}). Put the certificate of its issuer into the field for certificates', {
          host,
          cause: why(error),
        })
  try {
    on.client = await openDirectory(settings)
    // A connection is made with the first question: anybody may ask for the root of the directory's own description.
    if (isTls) await on.client.search('', { scope: 'base', attributes: ['1.1'] }).catch(error => void (error instanceof ResultCodeError || raise(error)))
    yield isEncrypted
      ? passed('tls', 'The connection is encrypted')
      : passed('tls', 'The connection is not encrypted: passwords can be read on their way. Use ldaps:// or StartTLS')
  } catch (error) {
    return yield notTrusted(error)
  }
  try {
    await bindSearcher(on.client, settings)
    yield settings.bindDn ? passed('bind', '{dn} is signed in', { dn: settings.bindDn }) : passed('bind', 'No account is given: the search goes without one')
  } catch (error) {
    yield failed('bind', 'The directory does not let {dn} in ({cause}). Check the DN and its password', { dn: settings.bindDn, cause: why(error) })
  }
}
const raise = (error: unknown): never => {
  throw error
}

/** What the entry tells about a person. */
function claims(entry: Entry, settings: LdapSettings): Step {
  const { subject, name, email } = proofOf(entry, settings)
  const has = Object.keys(claimsOf(entry)).join(', ')
  if (!subject)
    return failed('claims', 'The entry has no {attribute} that this account may read (it has: {has}). Choose another attribute for the id', {
      attribute: settings.subjectClaim || '—',
      has,
    })
  if (settings.emailClaim && !email)
    return passed('claims', 'Id {subject}, name {name}; {attribute} holds no email, so that people are asked for one', {
      subject,
      name: name || '—',
      attribute: settings.emailClaim,
    })
  return passed('claims', 'Id {subject}, name {name}, email {email}', { subject, name: name || '—', email: email || '—' })
}

/** Looks for the person of the trial; without one, for anybody. */
async function* search(settings: LdapSettings, client: Client, { username = '', password = '' }: Trial): Steps {
  const name = username.trim()
  let entry: Entry | undefined
  try {
    const base = await client.search(settings.baseDn, { scope: 'base', attributes: ['1.1'] })
    if (!base.searchEntries.length)
      return yield failed('search', 'There is nothing at {dn}, or this account may not see it. Check the base DN', { dn: settings.baseDn })
    // The filter is read even if there is nobody to look for.
    const entries = await findEntries(client, settings, name || 'nobody-at-all')
    if (!name) return yield passed('search', '{dn} can be searched. Give a user name to try the filter', { dn: settings.baseDn })
    entry = entries[0]
    if (!entry) return yield failed('search', 'The filter finds nobody called {name}. Check filter and base DN, or try another name', { name })
    if (entries.length > 1)
      return yield failed('search', 'The filter finds several people called {name}, none of whom could sign in. Make it narrower', { name })
    yield passed('search', 'Found {dn}', { dn: entry.dn })
  } catch (error) {
    return yield failed('search', 'The search failed ({cause}). Check base DN and filter', { cause: why(error) })
  }
  if (settings.groupFilter.trim()) {
    try {
      if (!(await isInGroup(client, settings, { dn: entry.dn, username: name })))
        return yield failed('group', '{name} is in no group that the group filter finds. Check the filter, or try somebody who is', { name })
      yield passed('group', '{name} is in a group that may sign in', { name })
    } catch (error) {
      return yield failed('group', 'The search for groups failed ({cause}). Check the group filter and where groups are', { cause: why(error) })
    }
  }
  const about = claims(entry, settings)
  yield about
  if (!about.ok || !password) return
  try {
    yield (await opens(client, entry.dn, password))
      ? passed('password', 'The password opens {dn}', { dn: entry.dn })
      : failed('password', 'The directory refuses this password for {dn}. Type it again, or look there whether the account is locked', { dn: entry.dn })
  } catch (error) {
    yield failed('password', 'The directory could not check the password ({cause})', { cause: why(error) })
  }
}

export async function* ldapSteps(settings: LdapSettings, trial: Trial = {}): Steps {
  const on: { client?: Client } = {}
  let ok = true
  const watched = async function* (steps: Steps): Steps {
    for await (const step of steps) {
      ok = step.ok
      yield step
      if (!ok) return
    }
  }
  try {
    yield* watched(reach(settings))
    if (ok) yield* watched(signIn(settings, on))
    if (ok && on.client) yield* watched(search(settings, on.client, trial))
  } finally {
    if (on.client) await close(on.client)
  }
}
