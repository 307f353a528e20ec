// A CAS server (protocol 2.0, and 3.0 with attributes): the browser brings a ticket, and the server says once whose it is.
import { xmlTree, type XmlElement } from '../foundation/xml.ts'
import { isEmail, phoneOf, textAt, type Proof } from './proof.ts'
import { causeOf, failed, passed, providerAway, providerFetch, providerUrl, proofWrong, reach, refusedThere } from './provider-http.ts'
import type { CasSettings, Steps } from './settings.ts'
import { messageWrong } from './backchannel-logout.ts'
import { markOf } from '../foundation/provider-session.ts'
import type { Strategy } from './strategy.ts'

const base = (settings: CasSettings) => {
  const url = providerUrl(settings.serverUrl)
  if (!url) throw Object.assign(providerAway(), { cause: new Error(`"${settings.serverUrl}" is no https address`) })
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`
}

/** Of a refusal without a code. */
const NO_CODE = 'INVALID_REQUEST'

const childrenOf = (element: XmlElement | undefined, name: string) => element?.children.filter(child => child.name === name) ?? []
const serviceOf = (callback: string, state: string) => `${callback}?state=${state}`

interface Said {
  user?: string
  attributes: Record<string, string>
  /** Code of a refusal such as INVALID_TICKET. */
  failure?: string
}

/** Attributes as elements below `attributes` or beside the user, or as pairs of name and value. */
function attributesOf(success: XmlElement): Record<string, string> {
  const found: Record<string, string> = {}
  const add = (name: string, value: string) => void (Object.hasOwn(found, name) || (found[name] = value))
  for (const child of [...(childrenOf(success, 'attributes')[0]?.children ?? []), ...success.children]) {
    if (['user', 'attributes', 'proxies', 'proxyGrantingTicket'].includes(child.name)) continue
    const { name, value } = child.attributes
    if (child.name === 'attribute' && name !== undefined) add(name, value ?? child.text.trim())
    else if (!child.children.length) add(child.name, child.text.trim())
  }
  return found
}

/** One verdict about one person: an answer that can be read in two ways is none. */
export function readCas(text: string): Said {
  const root = xmlTree(text)
  if (root.name !== 'serviceResponse') throw new Error('no answer of a CAS server')
  const [failure, ...failures] = childrenOf(root, 'authenticationFailure')
  const [success, ...successes] = childrenOf(root, 'authenticationSuccess')
  if (failures.length || successes.length || !failure === !success) throw new Error('neither a success nor a failure')
  if (failure) return { attributes: {}, failure: failure.attributes.code ?? NO_CODE }
  const [user, ...users] = childrenOf(success, 'user')
  const name = user?.text.trim()
  if (!success || !name || users.length || user?.children.length) throw new Error('a success of nobody, or of several')
  return { user: name, attributes: attributesOf(success) }
}

async function validate(settings: CasSettings, service: string, ticket: string): Promise<Said> {
  const url = new URL(`${base(settings)}/${settings.validatePath.replace(/^\/+/, '')}`)
  url.searchParams.set('service', service)
  url.searchParams.set('ticket', ticket)
  const reply = await providerFetch(settings.ca)(url.href, { headers: { accept: 'application/xml, text/xml' } })
  if (!reply.ok) throw new Error(`HTTP ${reply.status}`)
  return readCas(await reply.text())
}

export const createCas = (kind: 'cas2' | 'sso'): Strategy<CasSettings> => ({
  async start(settings, { callback, state }) {
    const to = new URL(`${base(settings)}/login`)
    to.searchParams.set('service', serviceOf(callback, state))
    return { to: to.href, kept: { callback } }
  },

  async end(settings, { query: { ticket }, state, kept: { callback = '' } }) {
    if (!ticket) throw refusedThere()
    if (!/^[\x21-\x7e]{1,256}$/.test(ticket)) throw proofWrong()
    let said: Said
    try {
      said = await validate(settings, serviceOf(callback, state), ticket)
    } catch (error) {
      throw Object.assign(providerAway(), { cause: error })
    }
    if (said.failure) throw Object.assign(said.failure === 'INTERNAL_ERROR' ? providerAway() : proofWrong(), { cause: new Error(said.failure) })
    const claims: Record<string, unknown> = { user: said.user, ...said.attributes }
    const subject = settings.subjectClaim ? textAt(claims, settings.subjectClaim, 255) : (said.user ?? '').slice(0, 255)
    if (!subject) throw Object.assign(proofWrong(), { cause: new Error(`there is no "${settings.subjectClaim}" in what the server says`) })
    const email = textAt(claims, settings.emailClaim)
    const proof: Proof = {
      kind,
      issuer: base(settings),
      subject,
      name: textAt(claims, settings.nameClaim, 100) || (said.user ?? '').slice(0, 100),
      email: isEmail(email) ? email : '',
      emailVerified: isEmail(email) && settings.emailTrusted === 'always',
      phone: phoneOf(textAt(claims, settings.phoneClaim)),
      claims,
    }
    return { proof, token: '-', marks: [markOf(kind, '', 'ticket', ticket)] }
  },

  async signOutAt(settings, _token, back) {
    const to = new URL(`${base(settings)}/logout`)
    to.searchParams.set('service', back)
    return to.href
  },

  // Nothing is signed: whoever knows the ticket was given it, and a ticket that nobody signed in with ends nothing.
  async ended(_settings, { logoutRequest = '' }) {
    try {
      const root = xmlTree(logoutRequest)
      const tickets = childrenOf(root, 'SessionIndex')
      const ticket = tickets[0]?.text.trim()
      if (root.name !== 'LogoutRequest' || tickets.length !== 1 || !ticket) throw new Error('it names no ticket')
      return { marks: [markOf(kind, '', 'ticket', ticket)] }
    } catch (error) {
      throw Object.assign(messageWrong(), { cause: error })
    }
  },

  steps,
})

/** Tries everything that can be tried without a person. */
export async function* steps(settings: CasSettings): Steps {
  for await (const step of reach(settings.serverUrl, settings.ca)) {
    yield step
    if (!step.ok) return
  }
  try {
    const reply = await providerFetch(settings.ca)(`${base(settings)}/login`)
    if (reply.status >= 400)
      return yield failed('login', 'There is no sign-in page at {address} (HTTP {status}). The address is the one above /login', {
        address: base(settings),
        status: reply.status,
      })
    yield passed('login', 'There is a sign-in page')
    const said = await validate(settings, 'https://invalid.example/', 'ST-tessera-trial')
    if (said.user) return yield failed('validate', 'The server takes a ticket that it never gave. It must not be used')
    yield passed('validate', 'The server validates tickets (it refused one that does not exist: {cause})', { cause: said.failure ?? '' })
  } catch (error) {
    yield failed('validate', 'Tickets cannot be validated at {path}: {cause}. Check the path; servers with attributes have /p3/serviceValidate', {
      path: settings.validatePath,
      cause: causeOf(error),
    })
  }
}
