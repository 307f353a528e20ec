// An OpenID provider on loopback: the npm package that many run in production, with accounts and a sign-in page of its own.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import type { Configuration } from 'oidc-provider'

export const CLIENT_ID = 'tessera'
export const CLIENT_SECRET = 'a-secret-of-the-client'

/** Where messages go that the provider itself sends; tests without a port of their own hand them over. */
export type Deliver = (address: string, sent: { method: string; headers: Record<string, string>; body: string }) => Promise<Response>

export interface Account {
  name?: string
  email?: string
  email_verified?: boolean
  phone_number?: string
  phone_number_verified?: boolean
}

/** Ends the session there with a click, as providers do. */
async function logoutSource(context: { body: unknown }, form: string) {
  context.body = `<title>Example Identity</title><h1>Sign out of Example Identity</h1>${form}<button form="op.logoutForm" name="logout" value="yes">Sign out</button>`
}

export async function openidPeer(origin: string, accounts: Record<string, Account>, { port = 0 } = {}) {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const peer = {
    issuer: '',
    accounts,
    /** Signs in without the page; empty shows the page. */
    automatic: '',
    /** Answers the next sign-in with a refusal. */
    refuses: false,
    deliver: ((address, sent) => fetch(address, sent)) as Deliver,
    /** What the other side answered to them. */
    answers: [] as number[],
    /** Signs what the provider never would have said. */
    sign: (claims: Record<string, unknown>, typ = 'logout+jwt') =>
      new SignJWT({ iss: peer.issuer, aud: CLIENT_ID, ...claims })
        .setProtectedHeader({ alg: 'RS256', kid: 'k', typ })
        .setIssuedAt(claims.iat as number)
        .sign(privateKey),
    close: async () => {},
  }
  let handle: (request: IncomingMessage, response: ServerResponse) => void = () => {}
  const server = createServer((request, response) => handle(request, response))
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  peer.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const configuration: Configuration = {
    clients: ['oauth', 'third'].map(place => ({
      client_id: place === 'oauth' ? CLIENT_ID : `${CLIENT_ID}-${place}`,
      client_secret: CLIENT_SECRET,
      redirect_uris: [`${origin}/auth/${place}/callback`],
      post_logout_redirect_uris: [`${origin}/logout`],
      grant_types: ['authorization_code'],
      response_types: ['code'],
      backchannel_logout_uri: `${origin}/auth/${place}/callback`,
      // One tells which session is over, the other only whose.
      backchannel_logout_session_required: place === 'oauth',
    })),
    jwks: { keys: [{ ...(await exportJWK(privateKey)), kid: 'k', alg: 'RS256', use: 'sig' }] },
    fetch: async (address, { method = 'GET', headers, body } = {}) => {
      const answer = await peer.deliver(String(address), { method, headers: Object.fromEntries(new Headers(headers)), body: String(body) })
      peer.answers.push(answer.status)
      return answer
    },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: true, logoutSource }, backchannelLogout: { enabled: true } },
    claims: { openid: ['sub'], profile: ['name'], email: ['email', 'email_verified'], phone: ['phone_number', 'phone_number_verified'] },
    scopes: ['openid', 'profile', 'email', 'phone'],
    findAccount: (_context, id) => (peer.accounts[id] ? { accountId: id, claims: async () => ({ sub: id, ...peer.accounts[id] }) } : undefined),
    cookies: { keys: ['a key for cookies'] },
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    pkce: { required: () => false },
    loadExistingGrant: async context => {
      const { client, session, provider } = context.oidc
      const grant = new provider.Grant({ clientId: client?.clientId, accountId: session?.accountId })
      grant.addOIDCScope('openid profile email phone')
      await grant.save()
      return grant
    },
  }
  // The package warns about keys and storage that are for trials only: this is one.
  const warn = console.warn
  console.warn = () => {}
  const { default: Provider } = await import('oidc-provider')
  const provider = new Provider(peer.issuer, configuration)
  console.warn = warn
  const callback = provider.callback()
  handle = (request, response) => {
    const url = new URL(request.url ?? '/', peer.issuer)
    if (!url.pathname.startsWith('/interaction/')) return void callback(request, response)
    const account = peer.automatic || url.searchParams.get('account') || ''
    if (!account && !peer.refuses) {
      const choices = Object.entries(peer.accounts).map(
        ([id, { name }]) => `<p><a href="${url.pathname}?account=${encodeURIComponent(id)}">${name ?? id}</a></p>`,
      )
      return void response.setHeader('content-type', 'text/html').end(`<title>Example Identity</title><h1>Example Identity</h1>${choices.join('')}`)
    }
    const result = peer.refuses ? { error: 'access_denied', error_description: 'refused on the page' } : { login: { accountId: account } }
    peer.refuses = false
    void provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
  }
  peer.close = async () => {
    server.closeAllConnections()
    await new Promise(resolve => server.close(resolve))
  }
  return peer
}
export type OpenidPeer = Awaited<ReturnType<typeof openidPeer>>
