// Directories on loopback that speak the vendors' protocols, as far as reading departments and people goes.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Platform } from '../../../api/server/services/org/directory-sync/directory.ts'

export interface PeerDepartment {
  id: string
  /** The root is 1 with DingTalk and WeCom, 0 with Feishu; '' names it for all. */
  parent: string
  name: string
}
export interface PeerPerson {
  id: string
  name: string
  email?: string
  mobile?: string
  /** Departments; none puts the person on the root's list with an empty list of departments. */
  departments: string[]
  leads?: string[]
  /** Blocked by the vendor, gone, or never signed in. */
  status?: 'blocked' | 'left' | 'new'
}
export interface PeerState {
  departments: PeerDepartment[]
  people: PeerPerson[]
}

export interface PeerOptions {
  port?: number
  /** Requests a second before the vendor's refusal. */
  perSecond?: number
  /** Requests that a token is good for. */
  tokenUses?: number
  pageSize?: number
}

export const KEY = 'ding-app-key'
export const SECRET = 'a-secret-nobody-sees'

interface Reply {
  status?: number
  headers?: Record<string, string>
  body: unknown
}
type Asked = { path: string; query: URLSearchParams; body: Record<string, any>; token: string; key: string; secret: string }

async function bodyOf(request: IncomingMessage): Promise<Record<string, any>> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text ? JSON.parse(text) : {}
}

export async function directoryPeer(platform: Platform, state: PeerState, options: PeerOptions = {}) {
  const root = platform === 'feishu' ? '0' : '1'
  const { perSecond = 20, tokenUses = Infinity, pageSize = 100 } = options
  const peer = {
    state,
    address: '',
    /** Times of the requests that were let in, in milliseconds. */
    times: [] as number[],
    paths: [] as string[],
    signIns: 0,
    tooFast: 0,
    expired: 0,
    /** Set by tests: what every further request gets instead, as long as it answers something. */
    trouble: undefined as undefined | ((path: string) => Reply | undefined),
    close: () => new Promise<void>(done => (server.closeAllConnections(), server.close(() => done()))),
  }
  let token = ''
  let uses = 0

  const parentOf = (department: PeerDepartment) => (department.parent === '' ? root : department.parent)
  const homes = (person: PeerPerson) => person.departments.map(id => (id === '' ? root : id))
  const sits = (person: PeerPerson, id: string) => (person.departments.length ? homes(person).includes(id) : id === root)
  const at = (rows: unknown[], from: number, size: number) => ({ rows: rows.slice(from, from + size), next: from + size, more: from + size < rows.length })

  /** Answers of each protocol; the names and codes are the vendors'. */
  const speak = {
    dingding: {
      signIn: '/gettoken',
      wrong: { body: { errcode: 40089, errmsg: 'invalid appkey or appsecret' } },
      expired: { body: { errcode: 88, sub_code: '42001', sub_msg: 'access_token已过期', errmsg: 'ding talk error[subcode=42001]' } },
      fast: {
        body: { errcode: 88, sub_code: '90018', sub_msg: '您的服务器调用钉钉开放平台所有接口的请求都被暂时禁用了', errmsg: 'ding talk error[subcode=90018]' },
      },
      token: () => ({ errcode: 0, errmsg: 'ok', access_token: token, expires_in: 7200 }),
      answer({ path, body }: Asked): unknown {
        if (path === '/topapi/v2/department/listsub')
          return state.departments
            .filter(department => parentOf(department) === String(body.dept_id))
            .map(one => ({ dept_id: Number(one.id), name: one.name, parent_id: Number(parentOf(one)), auto_add_user: true, shiny_new_field: { a: 1 } }))
        if (path !== '/topapi/v2/user/list') return undefined
        const size = Math.min(Number(body.size), pageSize)
        const id = String(body.dept_id)
        const page = at(
          state.people.filter(person => person.status !== 'left' && sits(person, id)),
          Number(body.cursor),
          size,
        )
        return {
          has_more: page.more,
          ...(page.more && { next_cursor: page.next }),
          list: (page.rows as PeerPerson[]).map(person => ({
            userid: person.id,
            unionid: `union-${person.id}`,
            name: person.name,
            org_email: person.email ?? '',
            mobile: person.mobile ?? '',
            state_code: '86',
            dept_id_list: homes(person).map(Number),
            leader: person.leads?.includes(id) ?? false,
            active: person.status !== 'new',
            shiny_new_field: [1, 2],
          })),
        }
      },
      wrap: (result: unknown) => ({ errcode: 0, errmsg: 'ok', request_id: 'r1', result }),
    },
    feishu: {
      signIn: '/open-apis/auth/v3/tenant_access_token/internal',
      wrong: { body: { code: 10014, msg: 'app secret invalid' } },
      expired: { status: 400, body: { code: 99991663, msg: 'Invalid access token for authorization. Please make a request with token attached.' } },
      fast: {
        status: 429,
        headers: { 'x-ogw-ratelimit-limit': '20', 'x-ogw-ratelimit-reset': '1' },
        body: { code: 99991400, msg: 'request trigger frequency limit' },
      },
      token: () => ({ code: 0, msg: 'ok', tenant_access_token: token, expire: 7200 }),
      answer({ path, query }: Asked): unknown {
        const from = Number(/^page-(\d+)$/.exec(query.get('page_token') ?? 'page-0')?.[1])
        const size = Math.min(Number(query.get('page_size')), pageSize)
        let rows: unknown[] | undefined
        if (path === `/open-apis/contact/v3/departments/${root}/children`)
          rows = state.departments.map(one => ({
            open_department_id: one.id,
            department_id: `custom-${one.id}`,
            parent_department_id: parentOf(one),
            name: one.name,
            leader_user_id: state.people.find(person => person.leads?.includes(one.id))?.id ?? '',
            status: { is_deleted: false },
            shiny_new_field: null,
          }))
        if (path === '/open-apis/contact/v3/users/find_by_department')
          rows = state.people
            .filter(person => sits(person, query.get('department_id') ?? ''))
            .map(person => ({
              open_id: person.id,
              union_id: `on_${person.id}`,
              name: person.name,
              email: person.email ?? '',
              mobile: person.mobile ? `+86${person.mobile}` : '',
              department_ids: homes(person),
              status: { is_frozen: person.status === 'blocked', is_resigned: person.status === 'left', is_activated: person.status !== 'new' },
              shiny_new_field: 1,
            }))
        if (!rows) return undefined
        const page = at(rows, from, size)
        return { has_more: page.more, page_token: page.more ? `page-${page.next}` : '', items: page.rows }
      },
      wrap: (data: unknown) => ({ code: 0, msg: 'success', data }),
    },
    workweixin: {
      signIn: '/cgi-bin/gettoken',
      wrong: { body: { errcode: 40001, errmsg: 'invalid credential' } },
      expired: { body: { errcode: 42001, errmsg: 'access_token expired' } },
      fast: { body: { errcode: 45009, errmsg: 'api freq out of limit' } },
      token: () => ({ errcode: 0, errmsg: 'ok', access_token: token, expires_in: 7200 }),
      answer({ path, query }: Asked): unknown {
        if (path === '/cgi-bin/department/list')
          return {
            department: [
              { id: 1, name: 'Root', parentid: 0, order: 1 },
              ...state.departments.map(one => ({
                id: Number(one.id),
                name: one.name,
                parentid: Number(parentOf(one)),
                order: 1,
                department_leader: state.people.filter(person => person.leads?.includes(one.id)).map(person => person.id),
                shiny_new_field: 'x',
              })),
            ],
          }
        if (path !== '/cgi-bin/user/list') return undefined
        return {
          userlist: state.people
            .filter(person => sits(person, query.get('department_id') ?? ''))
            .map(person => ({
              userid: person.id,
              name: person.name,
              email: person.email ?? '',
              mobile: person.mobile ?? '',
              department: homes(person).map(Number),
              is_leader_in_dept: homes(person).map(id => (person.leads?.includes(id) ? 1 : 0)),
              status: person.status ? { blocked: 2, left: 5, new: 4 }[person.status] : 1,
              shiny_new_field: true,
            })),
        }
      },
      wrap: (data: unknown) => ({ errcode: 0, errmsg: 'ok', ...(data as object) }),
    },
  }[platform]

  function reply(asked: Asked): Reply {
    const now = performance.now()
    if (peer.times.filter(time => now - time < 1000).length >= perSecond) {
      peer.tooFast++
      return speak.fast
    }
    peer.times.push(now)
    peer.paths.push(asked.path)
    const trouble = peer.trouble?.(asked.path)
    if (trouble) return trouble
    if (asked.path === speak.signIn) {
      if (asked.key !== KEY || asked.secret !== SECRET) return speak.wrong
      token = `token-${++peer.signIns}`
      uses = 0
      return { body: speak.token() }
    }
    if (asked.token !== token || !token || ++uses > tokenUses) {
      peer.expired++
      return speak.expired
    }
    const data = speak.answer(asked)
    return data === undefined ? { status: 404, body: { errcode: 404, code: 404, errmsg: 'no such path', msg: 'no such path' } } : { body: speak.wrap(data) }
  }

  async function handle(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? '/', 'http://peer')
    const body = await bodyOf(request)
    const { searchParams: query } = url
    const answer = reply({
      path: url.pathname,
      query,
      body,
      token: query.get('access_token') ?? request.headers.authorization?.replace('Bearer ', '') ?? '',
      key: query.get('appkey') ?? query.get('corpid') ?? body.app_id ?? '',
      secret: query.get('appsecret') ?? query.get('corpsecret') ?? body.app_secret ?? '',
    })
    response.writeHead(answer.status ?? 200, { 'content-type': 'application/json; charset=utf-8', ...answer.headers })
    response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body))
  }

  const server = createServer((request, response) => void handle(request, response))
  await new Promise<void>(done => server.listen(options.port ?? 0, '127.0.0.1', done))
  // Whoever forgets to close it does not keep the process.
  server.unref()
  peer.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return peer
}

export type DirectoryPeer = Awaited<ReturnType<typeof directoryPeer>>

/** A company with nested departments, a person in several, one in none, managers, somebody blocked. */
export const smallCompany = (): PeerState => ({
  departments: [
    { id: '10', parent: '', name: '销售部' },
    { id: '11', parent: '10', name: 'East' },
    { id: '12', parent: '11', name: 'Shanghai' },
    { id: '20', parent: '', name: 'Engineering' },
  ],
  people: [
    { id: 'u1', name: '张三', email: 'zhang@corp.test', mobile: '13800000001', departments: ['10'], leads: ['10'] },
    { id: 'u2', name: 'Li Si', email: 'li@corp.test', mobile: '13800000002', departments: ['11', '20'], leads: ['20'] },
    { id: 'u3', name: 'Wang Wu', departments: ['12'] },
    { id: 'u4', name: 'Zhao Liu', email: 'zhao@corp.test', departments: [] },
    { id: 'u5', name: 'Blocked', departments: ['20'], status: 'blocked' },
    { id: 'u6', name: 'Fresh', email: 'fresh@corp.test', departments: ['20', ''], status: 'new' },
  ],
})
