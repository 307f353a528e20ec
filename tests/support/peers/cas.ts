// A CAS server on loopback (protocol 2.0): tickets for one service, good once.
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Deliver } from './openid.ts'

export interface CasPerson {
  user: string
  attributes?: Record<string, string>
}

const escape = (text: string) => text.replace(/[&<>"]/g, letter => `&#${letter.charCodeAt(0)};`)
const answer = (inside: string) => `<?xml version="1.0"?>\n<cas:serviceResponse xmlns:cas="http://www.yale.edu/tp/cas">${inside}</cas:serviceResponse>`

/** What a CAS server posts to each service when somebody signs out there. */
export const logoutRequest = (ticket: string) =>
  `<samlp:LogoutRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="LR-${randomBytes(8).toString('hex')}" Version="2.0" IssueInstant="${new Date().toISOString()}"><saml:NameID xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">@NOT_USED@</saml:NameID><samlp:SessionIndex>${escape(ticket)}</samlp:SessionIndex></samlp:LogoutRequest>`

export async function casPeer(person: CasPerson, { port = 0 } = {}) {
  const tickets = new Map<string, { service: string; user: CasPerson }>()
  /** Tickets of each browser, by the cookie that it has here. */
  const sessions = new Map<string, { ticket: string; service: string }[]>()
  const peer = {
    address: '',
    person,
    /** Shows a page with a button instead of signing in at once. */
    asks: false,
    /** Answers validations with this instead. */
    says: '',
    status: 200,
    validated: 0,
    deliver: ((address, sent) => fetch(address, sent)) as Deliver,
    /** What services answered when they were told that a session is over. */
    answers: [] as number[],
    close: async () => {},
  }
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', peer.address)
    const service = url.searchParams.get('service') ?? ''
    const mine = /(?:^|; )CASTGC=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1] ?? `TGT-${randomBytes(16).toString('hex')}`
    const html = (text: string) => response.setHeader('content-type', 'text/html').end(text)
    if (url.pathname === '/cas/login') {
      if (!service) return html('<title>Example CAS</title><h1>Signed in at Example CAS</h1>')
      if (peer.asks && url.searchParams.get('yes') !== '1')
        return html(
          `<title>Example CAS</title><h1>Example CAS</h1><a href="?yes=1&service=${escape(encodeURIComponent(service))}">Sign in as ${escape(peer.person.user)}</a>`,
        )
      const ticket = `ST-${randomBytes(16).toString('hex')}`
      tickets.set(ticket, { service, user: peer.person })
      sessions.set(mine, [...(sessions.get(mine) ?? []), { ticket, service }])
      response.setHeader('set-cookie', `CASTGC=${mine}; Path=/cas; HttpOnly`)
      return response.writeHead(302, { location: `${service}${service.includes('?') ? '&' : '?'}ticket=${ticket}` }).end()
    }
    if (url.pathname === '/cas/logout') {
      for (const one of sessions.get(mine) ?? []) {
        const body = new URLSearchParams({ logoutRequest: logoutRequest(one.ticket) }).toString()
        const answer = await peer.deliver(one.service, { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body })
        peer.answers.push(answer.status)
      }
      sessions.delete(mine)
      return html(`<title>Example CAS</title><h1>Signed out at Example CAS</h1><a href="${escape(service)}">Go on</a>`)
    }
    if (!/^\/cas\/(p3\/)?serviceValidate$/.test(url.pathname)) return response.writeHead(404).end()
    peer.validated++
    response.writeHead(peer.status, { 'content-type': 'application/xml' })
    if (peer.says) return response.end(peer.says)
    const ticket = url.searchParams.get('ticket') ?? ''
    const found = tickets.get(ticket)
    tickets.delete(ticket)
    if (!found)
      return response.end(answer(`<cas:authenticationFailure code="INVALID_TICKET">Ticket ${escape(ticket)} is not known</cas:authenticationFailure>`))
    if (found.service !== service) return response.end(answer('<cas:authenticationFailure code="INVALID_SERVICE">another service</cas:authenticationFailure>'))
    const attributes = Object.entries(found.user.attributes ?? {}).map(([name, value]) => `<cas:${name}>${escape(value)}</cas:${name}>`)
    response.end(
      answer(
        `<cas:authenticationSuccess><cas:user>${escape(found.user.user)}</cas:user><cas:attributes>${attributes.join('')}</cas:attributes></cas:authenticationSuccess>`,
      ),
    )
  })
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  peer.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/cas`
  peer.close = async () => {
    server.closeAllConnections()
    await new Promise(resolve => server.close(resolve))
  }
  return peer
}
export type CasPeer = Awaited<ReturnType<typeof casPeer>>
