// What is read of cases by who watches over them: lists of instances, of records, of nodes.
import { sql } from 'kysely'
import { say, type Locale } from '../../../messages.ts'
import type { Db } from '../../store/database.ts'
import { cappedTotal, TOTAL_CAP } from '../../store/paging.ts'
import { inApp } from '../../store/scoped.ts'
import type { FlowScope } from './cases.ts'
import { caseUnknown, incidentText } from './one-case.ts'
import { createPaged, type Paging } from './paged.ts'
import { written } from './search.ts'
import type { Clock } from './timers.ts'
import { STANDS, undoSince, undoUntil } from './undo.ts'

export interface InstanceFilter extends Paging {
  flowDataId?: string | undefined
  title?: string | undefined
  statuses?: readonly number[] | undefined
  userUid?: string | undefined
  flowId?: string | undefined
  /** Somebody is asked at this step. */
  nodeId?: string | undefined
  /** This person is asked. */
  handler?: string | undefined
  /** Start and end in milliseconds since 1970, with a comma between. */
  dateRange?: string | undefined
  /** Began at least so many days ago. */
  minDays?: number | undefined
  orderBy?: 'createdAt' | 'title' | 'status' | undefined
  orderDir?: 'asc' | 'desc' | undefined
}

const ORDER = { createdAt: 'flow_case.created_at', title: 'flow_case.title', status: 'flow_case.status' } as const
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export function createLists({ db }: { db: Db }, clock: Clock) {
  const { paged, searched } = createPaged({ db })
  const casesIn = (scope: FlowScope) => inApp(db, scope).selectFrom('flow_case').where('flow_case.tag', '=', scope.tag)

  function matched(scope: FlowScope, filter: Omit<InstanceFilter, 'page' | 'perPage'>) {
    const { flowDataId = '', title = '', statuses = [], userUid = '', dateRange = '' } = filter
    let rows = casesIn(scope)
    if (flowDataId.trim()) rows = UUID.test(flowDataId.trim()) ? rows.where('flow_case.id', '=', flowDataId.trim()) : rows.where(sql<boolean>`false`)
    if (title.trim()) rows = rows.where(written(scope, title))
    if (statuses.length) rows = rows.where('flow_case.status', 'in', [...statuses])
    if (userUid) rows = rows.where('flow_case.starter_id', '=', userUid)
    const { flowId, nodeId, handler } = filter
    if (flowId) rows = rows.where('flow_case.flow_id', '=', flowId)
    if (nodeId || handler) {
      let asked = inApp(db, scope)
        .selectFrom('flow_task')
        .select('case_id')
        .where('flow_task.tag', '=', scope.tag)
        .where('state', 'in', ['open', 'suspended', 'nobody'])
      if (nodeId) asked = asked.where('node', '=', nodeId)
      if (handler) asked = asked.where('assignee_id', '=', handler)
      rows = rows.where('flow_case.ended_at', 'is', null).where('flow_case.id', 'in', asked)
    }
    const [from, to] = dateRange.split(',').map(Number)
    if (filter.minDays) rows = rows.where('flow_case.created_at', '<=', new Date(clock.now().getTime() - filter.minDays * 86_400_000))
    if (from && to) rows = rows.where('flow_case.created_at', '>=', new Date(from)).where('flow_case.created_at', '<=', new Date(to))
    return rows
  }

  return {
    /** Instances that fit, oldest first. */
    matching: (scope: FlowScope, filter: Omit<InstanceFilter, 'page' | 'perPage'>, most: number) =>
      matched(scope, filter).select(['flow_case.id', 'flow_case.title']).orderBy('flow_case.created_at').orderBy('flow_case.id').limit(most).execute(),

    async instances(scope: FlowScope, filter: InstanceFilter) {
      const { orderBy = 'createdAt', orderDir = 'desc', title = '', page, perPage } = filter
      const rows = matched(scope, { ...filter, title: '' })
      const list = rows
        .leftJoin('person', 'person.id', 'flow_case.starter_id')
        .leftJoin('flow_undo as u', join => join.onRef('u.case_id', '=', 'flow_case.id').on('u.made_at', '>', undoSince(clock)))
        .select(['flow_case.id', 'title', 'flow_name', 'flow_case.status', 'person.name as starter', 'flow_case.created_at'])
        .select(['u.made_at', STANDS.as('stands')])
      const order = [
        { by: ORDER[orderBy], dir: orderDir },
        { by: 'flow_case.id', dir: 'desc' as const },
      ]
      const counted = () => cappedTotal(db, rows.select('flow_case.id').limit(TOTAL_CAP + 1))
      const { found, told } = await searched(scope, { page, perPage, words: title.trim() }, { rows, list, order, counted })
      const items = found.map(row => ({
        flowDataId: row.id,
        title: row.title,
        flowDefTitle: row.flow_name,
        status: row.status,
        createdBy: row.starter ?? '',
        createdAt: row.created_at.toISOString(),
        undoUntil: row.made_at && row.stands ? undoUntil(row.made_at).toISOString() : '',
      }))
      return { items, ...told }
    },

    /** Cases of one flow, as records of what became of them. */
    async records(scope: FlowScope, flowId: string, paging: Paging, locale: Locale) {
      const rows = casesIn(scope).where('flow_case.flow_id', '=', flowId)
      const { found, told } = await paged(
        paging,
        rows
          .innerJoin('flow_definition', join =>
            join.onRef('flow_definition.app_id', '=', 'flow_case.app_id').onRef('flow_definition.hash', '=', 'flow_case.definition_hash'),
          )
          .select(['title', 'status', 'result', 'state', 'definition', 'flow_case.created_at'])
          .orderBy('flow_case.created_at', 'desc')
          .orderBy('flow_case.id', 'desc'),
        rows.select('flow_case.id').limit(TOTAL_CAP + 1),
      )
      const msgOf = ({ state, definition, result }: (typeof found)[number]) => {
        const stuck = state.tokens.find(({ incident }) => incident)
        if (stuck) return incidentText(definition, stuck, locale)
        return result === 'approved' ? say(locale, 'Approved') : result === 'rejected' ? say(locale, 'Rejected') : ''
      }
      const items = found.map(row => ({
        flowTitle: row.title,
        // A case that an operator holds waits; flows know no state of their own for it.
        status: row.status === 3 ? 0 : row.status,
        msg: msgOf(row),
        createdAt: row.created_at.toISOString(),
      }))
      return { items, ...told }
    },

    /** Ids of cases of a flow in which everything stands still. */
    async stuck(scope: FlowScope, flowId: string, most: number): Promise<string[]> {
      const rows = await casesIn(scope)
        .select('flow_case.id')
        .where('flow_case.flow_id', '=', flowId)
        .where('status', '=', -2)
        .orderBy('flow_case.id')
        .limit(most)
        .execute()
      return rows.map(({ id }) => id)
    },

    /** Nodes of a case at which somebody was asked, or of all cases those where nobody was found. */
    async nodes(scope: FlowScope, { caseId, nobody, page, perPage }: Paging & { caseId?: string; nobody?: boolean }) {
      let rows = inApp(db, scope)
        .selectFrom('flow_task')
        .innerJoin('flow_case', 'flow_case.id', 'flow_task.case_id')
        .where('flow_task.tag', '=', scope.tag)
        .groupBy(['flow_task.case_id', 'flow_task.node', 'flow_task.token', 'flow_task.node_name', 'flow_case.flow_name', 'flow_case.title'])
      if (caseId !== undefined) {
        if (!(await casesIn(scope).select('id').where('flow_case.id', '=', caseId).executeTakeFirst())) throw caseUnknown()
        rows = rows.where('flow_task.case_id', '=', caseId)
      }
      if (nobody) rows = rows.where('flow_task.state', '=', 'nobody')
      const { found, told } = await paged(
        { page, perPage },
        rows
          .leftJoin('person', 'person.id', 'flow_task.assignee_id')
          .select([
            'flow_task.case_id',
            'flow_task.node',
            'flow_task.node_name',
            'flow_case.flow_name',
            'flow_case.title',
            sql<string[]>`array_agg(distinct flow_task.state)`.as('states'),
            sql<string[] | null>`array_agg(distinct person.name) filter (where person.name is not null and flow_task.state <> 'dropped')`.as('people'),
            sql<Date>`min(flow_task.created_at)`.as('created_at'),
          ])
          .orderBy(sql`min(flow_task.created_at)`, 'desc')
          .orderBy('flow_task.token', 'desc'),
        rows.select('flow_task.case_id').limit(TOTAL_CAP + 1),
      )
      const statusOf = (states: readonly string[]) =>
        states.includes('nobody') ? 'NOBODY' : states.includes('suspended') ? 'SUSPEND' : states.includes('open') ? 'NORMAL' : 'FINISHED'
      const items = found.map(row => ({
        flowDataId: row.case_id,
        nodeId: row.node,
        nodeName: row.node_name,
        title: row.title,
        flowDefTitle: row.flow_name,
        status: statusOf(row.states) as 'NORMAL' | 'SUSPEND' | 'NOBODY' | 'FINISHED',
        transactors: row.people ?? [],
        createdAt: row.created_at.toISOString(),
      }))
      return { items, ...told }
    },
  }
}
export type Lists = ReturnType<typeof createLists>
