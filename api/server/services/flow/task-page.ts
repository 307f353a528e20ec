// What is asked most of tasks: the page of what somebody has to do or has done, and how much there is to do. One statement each, whose plan a connection keeps.
import { CompiledQuery } from 'kysely'
import type { Db } from '../../store/database.ts'
import { TOTAL_CAP } from '../../store/paging.ts'
import type { FlowScope } from './cases.ts'

export interface TaskRow {
  id: string
  title: string
  flow_name: string
  status: number
  result: string | null
  starter: string | null
  at: Date
  task: number
  node: string
  decision: string | null
  batch: boolean | null
  behalf: string | null
}
type Counted = { total: number; totalIsCapped?: true }
/** How much is there, and how much of it an operator holds. */
interface Count {
  found: number
  held: number
}

/** Sizes of pages that have a plan each; others are planned every time. */
const KEPT_SIZES = new Set([10, 20, 50, 100])

// $1 who asks, $2 to $4 whose tasks; each column of this is in the index flow_task_listed, so that counting does not look at the tasks themselves.
const mine = (state: 'open' | 'suspended' | 'done') => `t.assignee_id = $1 and t.company_id = $2 and t.app_id = $3 and t.tag = $4 and t.state = '${state}'`
const there = `(select count(*)::integer from (select from flow_task t where ${mine('done')} limit ${TOTAL_CAP + 1}) as listed)`
/** Added up from the lines of what came and went, among which are tasks that are suspended by themselves. */
const OPEN = `(select coalesce(sum(o.count), 0)::integer from flow_open o
  where o.assignee_id = $1 and o.company_id = $2 and o.app_id = $3 and o.tag = $4 and o.what = 'task') - (select count(*)::integer from flow_task t where ${mine('suspended')})`
/** What an operator holds is nothing to do, and is rare: counted from there, and not by looking at the case of each task. */
const HELD = `(select count(*)::integer from flow_case c join flow_task t on t.case_id = c.id
  where c.company_id = $2 and c.app_id = $3 and c.tag = $4 and c.suspended_at is not null and ${mine('open')})`
const counts = { todo: `${OPEN} as found, ${HELD} as held`, done: `${there} as found, 0 as held` }

/** The tasks are found by their index alone, in its order, before anything is looked up for those of the page. */
const page = (box: 'todo' | 'done', limit: number | string, offset: number | string) => `
  with page as (
    select t.case_id, t.no, t.node_name, t.decision, t.created_at, t.on_behalf_of from flow_task t where ${mine(box === 'todo' ? 'open' : 'done')}
      ${box === 'todo' ? 'and (select c.suspended_at from flow_case c where c.id = t.case_id) is null' : ''}
    order by t.created_at desc, t.case_id desc limit ${limit} offset ${offset})
  select n.*, c.id, c.title, c.flow_name, c.status, c.result, starter.name as starter, page.created_at as at, page.no as task, page.node_name as node, page.decision,
    away.name as behalf, (d.definition -> 'batch')::boolean as batch
  from (select ${counts[box]}) n
  left join (page join flow_case c on c.id = page.case_id and c.company_id = $2 and c.app_id = $3
    join flow_definition d on d.app_id = c.app_id and d.company_id = $2 and d.hash = c.definition_hash
    left join person starter on starter.id = c.starter_id left join person away on away.id = page.on_behalf_of) on true
  order by page.created_at desc, page.case_id desc`

const counted = ({ found, held }: Count): Counted => (found > TOTAL_CAP ? { total: TOTAL_CAP, totalIsCapped: true } : { total: found - held })
const place = ({ companyId, appId, tag }: FlowScope, user: string) => [user, companyId, appId, tag]

export async function taskPage(db: Db, scope: FlowScope, user: string, box: 'todo' | 'done', its: { page: number; perPage: number }) {
  const isKept = its.page === 1 && KEPT_SIZES.has(its.perPage)
  const asked = isKept
    ? CompiledQuery.raw(`/* flow.${box}.${its.perPage} */ ${page(box, its.perPage, 0)}`, place(scope, user))
    : CompiledQuery.raw(page(box, '$5', '$6'), [...place(scope, user), its.perPage, (its.page - 1) * its.perPage])
  const { rows } = await db.executeQuery<Count & { [key in keyof TaskRow]: TaskRow[key] | null }>(asked)
  const found = rows.flatMap(row => (row.id === null ? [] : [row as Count & TaskRow]))
  return { found, told: { ...counted(rows[0] ?? { found: 0, held: 0 }), ...its } }
}

// Notices besides new tasks are told beside what there is to do.
const SUMMARY = `/* flow.summary */ select ${counts.todo},
  (select count(*)::integer from (select from flow_notice t where t.user_id = $1 and t.company_id = $2 and t.app_id = $3 and t.tag = $4
    and t.read_at is null and t.kind <> 'task' limit ${TOTAL_CAP}) as listed) as unread,
  exists (select from flow_case c where c.company_id = $2 and c.app_id = $3 and c.tag = $4) as "isUsed"`
/** What waits for somebody, and whether a flow was ever started here. */
export async function summaryOf(db: Db, scope: FlowScope, user: string) {
  const { rows } = await db.executeQuery<Count & { unread: number; isUsed: boolean }>(CompiledQuery.raw(SUMMARY, place(scope, user)))
  const { unread = 0, isUsed = false, ...count } = rows[0] ?? { found: 0, held: 0 }
  return { todo: counted(count).total, unread, isUsed }
}
