// A browser without a window: its own cookies for each origin, and redirects followed one by one between the product and its peers.
import { SESSION_COOKIE } from '../../api/server/who.ts'
import type { Deliver } from './peers/openid.ts'
import type { Person, World } from './world.ts'

export const ORIGIN = 'http://app.example.test'

export interface Page {
  status: number
  location: string
  body: string
  headers: Record<string, unknown>
}

/** Hands messages of a peer to the server under test, which has no port. */
export const deliverTo =
  (world: World): Deliver =>
  async (address, { method, headers, body }) => {
    const url = new URL(address)
    const reply = await world.running.app.inject({
      method: method as 'POST',
      url: url.pathname + url.search,
      headers: { host: url.host, ...headers },
      payload: body,
    })
    return new Response(reply.body || null, { status: reply.statusCode })
  }

export function makeVisitor(world: World) {
  const jars = new Map<string, Map<string, string>>()
  const jarOf = (origin: string) => jars.get(origin) ?? jars.set(origin, new Map()).get(origin)!
  function keep(origin: string, lines: string[]) {
    for (const line of lines) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (/max-age=0|expires=thu, 01 jan 1970/i.test(line) || !value) jarOf(origin).delete(name)
      else jarOf(origin).set(name, value)
    }
  }

  /** One request as a navigation sends it. */
  async function go(address: string, headers: Record<string, string> = {}): Promise<Page> {
    const url = new URL(address, ORIGIN)
    const cookie = [...jarOf(url.origin)].map(pair => pair.join('=')).join('; ')
    const sent = { accept: 'text/html', ...(cookie && { cookie }), ...headers }
    if (url.origin === ORIGIN) {
      const reply = await world.running.app.inject({ url: url.pathname + url.search, headers: { host: url.host, ...sent } })
      keep(ORIGIN, [reply.headers['set-cookie'] ?? []].flat())
      return { status: reply.statusCode, location: String(reply.headers.location ?? ''), body: reply.body, headers: reply.headers }
    }
    const reply = await fetch(url, { headers: sent, redirect: 'manual' })
    keep(url.origin, reply.headers.getSetCookie())
    return { status: reply.status, location: reply.headers.get('location') ?? '', body: await reply.text(), headers: Object.fromEntries(reply.headers) }
  }

  /** Sends a form of a page elsewhere. */
  async function post(address: string, form: Record<string, string>): Promise<Page> {
    const url = new URL(address)
    const cookie = [...jarOf(url.origin)].map(pair => pair.join('=')).join('; ')
    const reply = await fetch(url, { method: 'POST', headers: { cookie }, body: new URLSearchParams(form), redirect: 'manual' })
    keep(url.origin, reply.headers.getSetCookie())
    return { status: reply.status, location: reply.headers.get('location') ?? '', body: await reply.text(), headers: Object.fromEntries(reply.headers) }
  }

  /** Follows redirects from an address until a page of ours that is none of the way, or one that `until` names; answers that address. */
  async function follow(
    address: string,
    { until = () => false, change = url => url }: { until?(url: URL): boolean; change?(url: URL): URL } = {},
  ): Promise<string> {
    let url = new URL(address, ORIGIN)
    for (let hops = 0; hops < 20; hops++) {
      if (until(url) || (url.origin === ORIGIN && !url.pathname.startsWith('/auth/'))) return url.origin === ORIGIN ? url.pathname + url.search : url.href
      const page = await go(url.href)
      if (!page.location) return `${url.href} ${page.status} ${page.body.slice(0, 500)}`
      url = change(new URL(page.location, url))
    }
    throw new Error(`goes round in circles at ${url.href}`)
  }

  return {
    go,
    post,
    follow,
    cookie: (name: string) => jarOf(ORIGIN).get(name),
    setCookie: (name: string, value: string) => void jarOf(ORIGIN).set(name, value),
    cookieHeader: () => ({ cookie: [...jarOf(ORIGIN)].map(pair => pair.join('=')).join('; ') }),
    /** Comes with the session of somebody. */
    async become(person: Person) {
      const { cookie } = await world.headersOf(person)
      jarOf(ORIGIN).set(SESSION_COOKIE, String(cookie).split('=')[1] ?? '')
    },
    /** Who is signed in, as the server sees it. */
    async who(): Promise<{ id: string; csrf: string } | undefined> {
      const token = jarOf(ORIGIN).get(SESSION_COOKIE)
      const session = token ? (await world.running.services.access.find(token, {})).session : undefined
      return session && { id: session.user.id, csrf: session.csrf }
    },
  }
}
export type Visitor = ReturnType<typeof makeVisitor>
