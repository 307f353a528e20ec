// Feishu and Lark: https://open.feishu.cn/document/server-docs/contact-v3/resources
import { emailOf, phoneOf, reader, type Credentials, type Directory, type Step, type VendorDepartment, type VendorPerson } from './directory.ts'
import { createVendorClient, pageGuard, type Answer, type Limiter, type Pace, type Verdict } from './vendor-http.ts'

const ROOT = '0'
const PAGE = '50'

const codeOf = ({ json }: Answer) => Number(json.code ?? 0)
const TOKEN = new Set([99991661, 99991663, 99991664, 99991665, 99991668, 99991671])
const LIMITS = new Set([99991400, 11232])
const CREDENTIALS = new Set([10003, 10014, 10015, 10005])
const PERMISSION = new Set([99991672, 99991679, 40004, 41050, 40013, 40014, 99991401])

function judge(answer: Answer): Verdict {
  const code = codeOf(answer)
  if (answer.status === 429 || LIMITS.has(code)) {
    const seconds = Number(answer.headers.get('x-ogw-ratelimit-reset') ?? answer.headers.get('retry-after') ?? '')
    return { is: 'wait', ...(seconds > 0 && { ms: seconds * 1000 }) }
  }
  if (TOKEN.has(code)) return { is: 'token' }
  if (answer.status >= 500) return { is: 'again' }
  if (code === 0 && answer.status < 400) return { is: 'fine' }
  return { is: 'refused', reason: CREDENTIALS.has(code) ? 'credentials' : PERMISSION.has(code) || answer.status === 403 ? 'permission' : 'unexpected' }
}

export function createFeishu({ address, appKey, secret }: Credentials, limiter: Limiter, pace: Pace): Directory {
  const client = createVendorClient({
    address,
    limiter,
    pace,
    judge,
    say: answer => `${codeOf(answer) || answer.status} ${String(answer.json.msg ?? '')}`.trim().slice(0, 200),
    authorise: (ask, token) => ({ ...ask, headers: { authorization: `Bearer ${token}` } }),
    async signIn(send) {
      const path = '/open-apis/auth/v3/tenant_access_token/internal'
      const { json } = await send({ method: 'POST', path, body: { app_id: appKey, app_secret: secret } })
      return { token: reader('signIn').id(json.tenant_access_token, 'tenant_access_token'), seconds: Number(json.expire) || 7200 }
    },
  })

  /** Items of a list page by page. */
  async function* pages(path: string, query: Record<string, string>, step: Step) {
    const { list, object, mark } = reader(step)
    const guard = pageGuard(step)
    const ids = { user_id_type: 'open_id', department_id_type: 'open_department_id', page_size: PAGE }
    for (let cursor = ''; ;) {
      guard(cursor)
      const { json } = await client.call({ method: 'GET', path, query: { ...query, ...ids, ...(cursor && { page_token: cursor }) } }, step)
      const data = object(json.data, 'data')
      yield list(data.items ?? [], 'items').map(item => object(item, 'item'))
      if (data.has_more !== true) return
      cursor = mark(data.page_token, 'page_token')
    }
  }

  return {
    rootId: ROOT,
    signIn: client.signIn,
    async *departments() {
      const { id, name, text, object } = reader('departments')
      for await (const rows of pages(`/open-apis/contact/v3/departments/${ROOT}/children`, { fetch_child: 'true' }, 'departments'))
        yield rows
          .filter(row => object(row.status ?? {}, 'status').is_deleted !== true)
          .map((row): VendorDepartment => {
            const leader = text(row.leader_user_id)
            return {
              id: id(row.open_department_id, 'open_department_id'),
              parentId: id(row.parent_department_id, 'parent_department_id'),
              name: name(row.name, 'name'),
              leaders: leader ? [leader] : [],
            }
          })
    },
    async *people(departmentId) {
      const { list, object, id, name, text } = reader('people')
      for await (const rows of pages('/open-apis/contact/v3/users/find_by_department', { department_id: departmentId }, 'people'))
        yield rows.map((row): VendorPerson => {
          const status = object(row.status ?? {}, 'status')
          return {
            id: id(row.open_id, 'open_id'),
            name: name(row.name, 'name'),
            email: emailOf(text(row.enterprise_email), text(row.email)),
            phone: phoneOf(text(row.mobile)),
            departmentIds: list(row.department_ids ?? [], 'department_ids').map(one => id(one, 'department_ids')),
            leads: [],
            // Not activated is no more than never signed in.
            isActive: status.is_frozen !== true && status.is_resigned !== true && status.is_exited !== true,
          }
        })
    },
  }
}
