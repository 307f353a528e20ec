// DingTalk: https://open.dingtalk.com/document/orgapp/department-management-overview
import { DirectoryError, emailOf, phoneOf, reader, type Credentials, type Directory, type Step, type VendorDepartment, type VendorPerson } from './directory.ts'
import { createVendorClient, pageGuard, type Answer, type Limiter, type Pace, type Verdict } from './vendor-http.ts'

const ROOT = '1'
const PAGE = 100
/** How many departments are asked for at once; the limiter holds the pace. */
const AT_ONCE = 6

/** `errcode` 88 is an envelope: what happened is in `sub_code`. */
const codeOf = ({ json }: Answer) => Number(json.errcode === 88 && json.sub_code ? json.sub_code : (json.errcode ?? 0))
const TOKEN = new Set([40014, 42001, 41001, 33001])
const LIMITS = new Set([90002, 90005, 90006, 90007, 90008, 90009, 90010, 90011, 90012, 90013, 90014, 90015, 90016, 90017, 90018, 90019, 88])
const CREDENTIALS = new Set([40001, 40013, 40089, 40096, 33002])
const PERMISSION = new Set([60011, 60020, 50002, 50004, 400001, 43003])

function judge(answer: Answer): Verdict {
  const code = codeOf(answer)
  // The address itself was blocked for some minutes: {"status":1111,"wait":5,"punish":"deny"}.
  if (answer.json.status === 1111) return { is: 'wait', ms: Math.max(1, Number(answer.json.wait) || 1) * 1000 }
  if (answer.status === 429) return { is: 'wait' }
  if (answer.status >= 500) return { is: 'again' }
  if (code === 0 && answer.status < 400) return { is: 'fine' }
  if (TOKEN.has(code)) return { is: 'token' }
  if (LIMITS.has(code)) return { is: 'wait' }
  if (code === -1) return { is: 'again' }
  return { is: 'refused', reason: CREDENTIALS.has(code) ? 'credentials' : PERMISSION.has(code) ? 'permission' : 'unexpected' }
}

export function createDingTalk({ address, appKey, secret }: Credentials, limiter: Limiter, pace: Pace): Directory {
  const client = createVendorClient({
    address,
    limiter,
    pace,
    judge,
    say: answer => `${codeOf(answer)} ${String(answer.json.sub_msg ?? answer.json.errmsg ?? '')}`.trim().slice(0, 200),
    authorise: (ask, token) => ({ ...ask, query: { ...ask.query, access_token: token } }),
    async signIn(send) {
      const { json } = await send({ method: 'GET', path: '/gettoken', query: { appkey: appKey, appsecret: secret } })
      return { token: reader('signIn').id(json.access_token, 'access_token'), seconds: Number(json.expires_in) || 7200 }
    },
  })
  const ask = async (path: string, body: object, step: Step) => (await client.call({ method: 'POST', path, body }, step)).json.result

  async function childrenOf(id: string): Promise<VendorDepartment[]> {
    const { list, object, id: idOf, name } = reader('departments')
    const found = list((await ask('/topapi/v2/department/listsub', { dept_id: Number(id), language: 'zh_CN' }, 'departments')) ?? [], 'result')
    return found.map(item => {
      const row = object(item, 'department')
      return { id: idOf(row.dept_id, 'dept_id'), parentId: id, name: name(row.name, 'name'), leaders: [] }
    })
  }

  return {
    rootId: ROOT,
    signIn: client.signIn,
    async *departments() {
      const seen = new Set([ROOT])
      let level = [ROOT]
      while (level.length) {
        const next: string[] = []
        for (let at = 0; at < level.length; at += AT_ONCE) {
          const rows = (await Promise.all(level.slice(at, at + AT_ONCE).map(childrenOf))).flat()
          for (const { id } of rows) {
            if (seen.has(id)) throw new DirectoryError('unexpected', `department ${id} is listed twice`, 'departments')
            seen.add(id)
            next.push(id)
          }
          if (rows.length) yield rows
        }
        level = next
      }
    },
    async *people(departmentId) {
      const { list, object, id, name, text } = reader('people')
      const guard = pageGuard('people')
      for (let cursor = '0'; ;) {
        guard(cursor)
        const body = { dept_id: Number(departmentId), cursor: Number(cursor), size: PAGE, contain_access_limit: true, language: 'zh_CN' }
        const result = object(await ask('/topapi/v2/user/list', body, 'people'), 'result')
        yield list(result.list ?? [], 'list').map((item): VendorPerson => {
          const row = object(item, 'person')
          return {
            id: id(row.userid, 'userid'),
            name: name(row.name, 'name'),
            email: emailOf(text(row.org_email), text(row.email)),
            phone: phoneOf(text(row.mobile), text(row.state_code)),
            departmentIds: list(row.dept_id_list ?? [], 'dept_id_list').map(one => id(one, 'dept_id_list')),
            leads: row.leader === true ? [departmentId] : [],
            // `active` only tells who has opened the app once; who has left is no longer listed.
            isActive: true,
          }
        })
        if (result.has_more !== true) return
        cursor = id(result.next_cursor, 'next_cursor')
      }
    },
  }
}
