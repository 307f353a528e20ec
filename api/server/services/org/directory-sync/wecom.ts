// WeCom: https://developer.work.weixin.qq.com/document/path/90208
import { emailOf, phoneOf, reader, type Credentials, type Directory, type Step, type VendorDepartment, type VendorPerson } from './directory.ts'
import { createVendorClient, type Answer, type Limiter, type Pace, type Verdict } from './vendor-http.ts'

const ROOT = '1'
const DISABLED = 2
const LEFT = 5

const codeOf = ({ json }: Answer) => Number(json.errcode ?? 0)
const TOKEN = new Set([40014, 42001, 41001])
const LIMITS = new Set([45009, 45033])
const CREDENTIALS = new Set([40001, 40013, 40056, 41002, 41004])
const PERMISSION = new Set([60011, 60020, 48002, 48009, 301002, 50001, 81013])

function judge(answer: Answer): Verdict {
  const code = codeOf(answer)
  if (answer.status === 429 || LIMITS.has(code)) return { is: 'wait' }
  if (answer.status >= 500 || code === -1) return { is: 'again' }
  if (code === 0 && answer.status < 400) return { is: 'fine' }
  if (TOKEN.has(code)) return { is: 'token' }
  return { is: 'refused', reason: CREDENTIALS.has(code) ? 'credentials' : PERMISSION.has(code) ? 'permission' : 'unexpected' }
}

export function createWeCom({ address, appKey, secret }: Credentials, limiter: Limiter, pace: Pace): Directory {
  const client = createVendorClient({
    address,
    limiter,
    pace,
    judge,
    say: answer => `${codeOf(answer)} ${String(answer.json.errmsg ?? '')}`.trim().slice(0, 200),
    authorise: (ask, token) => ({ ...ask, query: { ...ask.query, access_token: token } }),
    async signIn(send) {
      const { json } = await send({ method: 'GET', path: '/cgi-bin/gettoken', query: { corpid: appKey, corpsecret: secret } })
      return { token: reader('signIn').id(json.access_token, 'access_token'), seconds: Number(json.expires_in) || 7200 }
    },
  })
  const ask = async (path: string, query: Record<string, string>, step: Step) => (await client.call({ method: 'GET', path, query }, step)).json

  return {
    rootId: ROOT,
    signIn: client.signIn,
    async *departments() {
      const { list, object, id, name } = reader('departments')
      // All that the app may see, in one answer.
      const rows = list((await ask('/cgi-bin/department/list', {}, 'departments')).department, 'department')
      yield rows
        .map((item): VendorDepartment => {
          const row = object(item, 'department')
          return {
            id: id(row.id, 'id'),
            parentId: id(row.parentid, 'parentid'),
            name: name(row.name, 'name'),
            leaders: list(row.department_leader ?? [], 'department_leader').map(one => id(one, 'department_leader')),
          }
        })
        .filter(department => department.id !== ROOT)
    },
    async *people(departmentId) {
      const { list, object, id, name, text } = reader('people')
      const rows = list((await ask('/cgi-bin/user/list', { department_id: departmentId }, 'people')).userlist, 'userlist')
      yield rows.map((item): VendorPerson => {
        const row = object(item, 'person')
        const departmentIds = list(row.department ?? [], 'department').map(one => id(one, 'department'))
        const leads = list(row.is_leader_in_dept ?? [], 'is_leader_in_dept')
        return {
          // User ids do not differ by case.
          id: id(row.userid, 'userid'),
          name: name(row.name, 'name'),
          email: emailOf(text(row.email), text(row.biz_mail)),
          phone: phoneOf(text(row.mobile)),
          departmentIds,
          leads: departmentIds.filter((_id, at) => leads[at] === 1),
          isActive: row.status !== DISABLED && row.status !== LEFT && row.enable !== 0,
        }
      })
    },
  }
}
