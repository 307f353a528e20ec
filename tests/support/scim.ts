// A provider for tests: requests with a bearer token, as Entra ID, Okta and the RFC's own examples send them.
import type { Person, World } from './world.ts'

export const USER = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group'
export const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
export const DEPARTMENT = 'urn:tessera:params:scim:schemas:extension:department:2.0:Group'
export const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'
export const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error'

export interface ScimReply {
  http: number
  body: Record<string, any>
  headers: Record<string, unknown>
}
export interface Provider {
  token: string
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<ScimReply>
  get(path: string, query?: Record<string, string | number>): Promise<ScimReply>
  /** Names of the resources that a filter finds, in order. */
  found(type: 'Users' | 'Groups', filter: string, more?: Record<string, string | number>): Promise<string[]>
  patch(path: string, ...operations: unknown[]): Promise<ScimReply>
  user(userName: string, more?: Record<string, unknown>): Promise<Record<string, any>>
  group(displayName: string, more?: Record<string, unknown>): Promise<Record<string, any>>
}

export async function newToken(
  { running, ids }: World,
  company: 'acme' | 'globex' = 'acme',
  by: Person = 'ann',
  more: { invites?: boolean; days?: number } = {},
) {
  const { tokens } = running.services.scim
  return tokens.create(ids[company], { name: 'Provider', invites: false, ...more }, { id: ids[by], locale: 'en-US' })
}

export async function makeProvider(world: World, company: 'acme' | 'globex' = 'acme', more: { invites?: boolean; days?: number } = {}): Promise<Provider> {
  const { token } = await newToken(world, company, company === 'acme' ? 'ann' : 'dee', more)
  const send: Provider['send'] = async (method, path, body, headers = {}) => {
    const reply = await world.running.app.inject({
      method: method as 'GET',
      url: `/scim/v2/${company}${path}`,
      headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/scim+json' }), ...headers },
      ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    return { http: reply.statusCode, body: reply.body ? reply.json() : {}, headers: reply.headers }
  }
  const must = async (path: string, body: Record<string, unknown>) => {
    const reply = await send('POST', path, body)
    if (reply.http !== 201) throw new Error(`${path} answered ${reply.http} ${JSON.stringify(reply.body)}`)
    return reply.body
  }
  const get: Provider['get'] = (path, query = {}) =>
    send('GET', `${path}${Object.keys(query).length ? `?${new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]))}` : ''}`)
  return {
    token,
    send,
    get,
    async found(type, filter, query = {}) {
      const reply = await get(`/${type}`, { filter, ...query })
      if (reply.http !== 200) throw new Error(`${filter}: ${reply.http} ${JSON.stringify(reply.body)}`)
      return reply.body.Resources.map((one: { userName?: string; displayName: string }) => one.userName ?? one.displayName)
    },
    patch: (path, ...operations) => send('PATCH', path, { schemas: [PATCH], Operations: operations }),
    user: (userName, more = {}) => must('/Users', { schemas: [USER], userName, ...more }),
    group: (displayName, more = {}) => must('/Groups', { schemas: [GROUP], displayName, ...more }),
  }
}
