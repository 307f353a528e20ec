// What is read of cases: lists of tasks, of instances, of nodes, and one case with its history.
import { sql, type SelectQueryBuilder } from 'kysely'
import type { FlowDefinition } from '../../../flow/definition.ts'
import type { IncidentCode, Token } from '../../../flow/state.ts'
import { say, sayAgain, type Locale } from '../../../messages.ts'
import { notFound } from '../../errors.ts'
import type { Db } from '../../store/database.ts'
import { cappedTotal, TOTAL_CAP } from '../../store/paging.ts'
import type { TablesInApp } from '../../store/scoped-tables.ts'
import { inApp } from '../../store/scoped.ts'
import type { FlowScope } from './cases.ts'
import { seek, written } from './search.ts'
import type { Clock } from './timers.ts'
import { STANDS, undoSince, undoUntil } from './undo.ts'

export interface Paging {
  page: number
  perPage: number
}
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
export type Box = 'todo' | 'done' | 'started' | 'copied'

const INCIDENTS: Record<IncidentCode, string> = {
  noWay: 'No line leads on from “{node}”',
  joinNeverFills: '“{node}” waits for something that cannot come any more',
  noApprover: 'Nobody was found to decide at “{node}”',
  tooManySteps: 'The flow went on and on without asking anybody, and was stopped at “{node}”',
  jobFailed: '“{node}” failed',
}
/** Why a step stands still. */
export const incidentText = ({ nodes }: Pick<FlowDefinition, 'nodes'>, { node, incident }: Pick<Token, 'node' | 'incident'>, locale: Locale): string =>
  incident ? say(locale, INCIDENTS[incident], { node: nodes.find(({ id }) => id === node)?.name || node }) : ''

const ORDER = { createdAt: 'flow_case.created_at', title: 'flow_case.title', status: 'flow_case.status' } as const
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const newest = (at: string, id: string) => [
  { by: at, dir: 'desc' as const },
  { by: id, dir: 'desc' as const },
]

const caseUnknown = () => notFound('flow.caseUnknown', 'There is no such instance')

export function createLists({ db }: { db: Db }, clock: Clock) {
  const casesIn = (scope: FlowScope) => inApp(db, scope).selectFrom('flow_case').where('flow_case.tag', '=', scope.tag)

  async function paged<Row>(
    { page, perPage }: Paging,
    rows: { limit(n: number): { offset(n: number): { execute(): Promise<Row[]> } } },
    counted: Parameters<typeof cappedTotal>[1] | (() => ReturnType<typeof cappedTotal>),
  ) {
    const [found, total] = await Promise.all([
      rows
        .limit(perPage)
        .offset((page - 1) * perPage)
        .execute(),
      typeof counted === 'function' ? counted() : cappedTotal(db, counted),
    ])
    return { found, told: { ...total, page, perPage } }
  }

  /** One page of a list, newest first; of those with the words in their title where there are words. */
  async function searched<At extends keyof TablesInApp, DB, From extends keyof DB, Row>(
    scope: FlowScope,
    { page, perPage, words }: Paging & { words: string },
    {
      rows,
      list,
      order,
      no,
      counted,
    }: {
      rows: SelectQueryBuilder<TablesInApp, At, object>
      list: SelectQueryBuilder<DB, From, Row>
      order: readonly { by: string; dir: 'asc' | 'desc' }[]
      no?: string
      counted: () => ReturnType<typeof cappedTotal>
    },
  ) {
    const sorted = order.reduce((all, { by, dir }) => all.orderBy(sql.ref(by), dir), list)
    if (!words) return paged({ page, perPage }, sorted, counted)
    const { keys, ...total } = await seek(db, scope, { rows, order, words, page, perPage, ...(no && { no }) })
    const isOne = sql<boolean>`(flow_case.id, ${no ? sql.ref(no) : sql`0`}) in (
      select id, no from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as each (id uuid, no integer))`
    return { found: keys.length ? await sorted.where(isOne).execute() : [], told: { ...total, page, perPage } }
  }

  const copiesOf = (scope: FlowScope, user: string) =>
    inApp(db, scope).selectFrom('flow_copy').where('flow_copy.user_id', '=', user).where('flow_copy.tag', '=', scope.tag)

  /** How many tasks of a box there are, without looking at each of their cases: only those that an operator holds are looked up. */
  async function tasksOf(scope: FlowScope, user: string, box: 'todo' | 'done') {
    const tasks = inApp(db, scope)
      .selectFrom('flow_task')
      .where('flow_task.assignee_id', '=', user)
      .where('flow_task.tag', '=', scope.tag)
      .where('flow_task.state', '=', box === 'todo' ? 'open' : 'done')
    const all = cappedTotal(db, tasks.select('flow_task.no').limit(TOTAL_CAP + 1))
    if (box === 'done') return all
    const held = tasks
      .innerJoin('flow_case', 'flow_case.id', 'flow_task.case_id')
      .where('flow_case.app_id', '=', scope.appId)
      .where('flow_case.tag', '=', scope.tag)
      .where('flow_case.suspended_at', 'is not', null)
    const [there, { total: less }] = await Promise.all([all, cappedTotal(db, held.select('flow_task.no').limit(TOTAL_CAP + 1))])
    return there.totalIsCapped ? there : { total: there.total - less }
  }

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

    /** What stands still in a case, and why. */
    async incidents(scope: FlowScope, caseId: string, locale: Locale) {
      const row = await casesIn(scope)
        .innerJoin('flow_definition', join =>
          join.onRef('flow_definition.app_id', '=', 'flow_case.app_id').onRef('flow_definition.hash', '=', 'flow_case.definition_hash'),
        )
        .select(['state', 'definition'])
        .where('flow_case.id', '=', caseId)
        .executeTakeFirst()
      if (!row) throw caseUnknown()
      const work = await inApp(db, scope)
        .selectFrom('flow_outbox')
        .select(['token', 'tries', 'error'])
        .where('case_id', '=', caseId)
        .where('kind', '=', 'service')
        .execute()
      const { nodes, lines } = row.definition
      const items = row.state.tokens.flatMap(token => {
        if (!token.incident) return []
        const failed = work.find(one => one.token === token.id)
        return [
          {
            token: token.id,
            nodeId: token.node,
            nodeName: nodes.find(({ id }) => id === token.node)?.name || token.node,
            code: token.incident,
            reason: failed?.error ? sayAgain(locale, failed.error) : incidentText(row.definition, token, locale),
            tries: failed?.tries ?? 0,
            maySkip: lines.filter(({ from }) => from === token.node).length === 1,
          },
        ]
      })
      return { items }
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

    /** The nodes of a case's flow in the order in which they come, and where it stands. */
    async demonstration(scope: FlowScope, caseId: string) {
      const row = await casesIn(scope)
        .innerJoin('flow_definition', join =>
          join.onRef('flow_definition.app_id', '=', 'flow_case.app_id').onRef('flow_definition.hash', '=', 'flow_case.definition_hash'),
        )
        .select(['state', 'definition'])
        .where('flow_case.id', '=', caseId)
        .executeTakeFirst()
      if (!row) throw caseUnknown()
      const passed = await inApp(db, scope)
        .selectFrom('flow_event')
        .select('node')
        .distinct()
        .where('case_id', '=', caseId)
        .where('type', '=', 'entered')
        .execute()
      const { nodes, lines } = row.definition
      const [been, at] = [new Set(passed.map(({ node }) => node)), new Set(row.state.tokens.map(({ node }) => node))]
      const byId = new Map(nodes.map(node => [node.id, node]))
      const next = new Map<string, string[]>()
      const onBorders = nodes.flatMap(({ id, border }) => (border ? [{ from: border.on, to: id }] : []))
      for (const { from, to } of [...lines, ...onBorders]) next.set(from, [...(next.get(from) ?? []), to])
      // A set hands out what is added while it is gone through, each once.
      const order = new Set(nodes.filter(({ kind }) => kind === 'start').map(({ id }) => id))
      for (const id of order) for (const to of next.get(id) ?? []) order.add(to)
      const items = [...order].flatMap((id, index) => {
        const node = byId.get(id)
        if (!node) return []
        const status = at.has(id) ? ('current' as const) : been.has(id) ? ('passed' as const) : ('ahead' as const)
        return [{ nodeId: id, nodeName: node.name, kind: node.kind, status, order: index + 1 }]
      })
      const targets = items.filter(({ kind }) => kind === 'user' || kind === 'end')
      return { items, options: targets.map(({ nodeId, nodeName }) => ({ value: nodeId, label: nodeName || nodeId })) }
    },

    /** What somebody is asked, has decided, started or was told. */
    async tasks(
      scope: FlowScope,
      user: string,
      { box, keywords = '', flowId, page, perPage }: Paging & { box: Box; keywords?: string | undefined; flowId?: string | undefined },
    ) {
      const columns = ['flow_case.id', 'flow_case.title', 'flow_case.flow_name', 'flow_case.status', 'flow_case.result', 'person.name as starter'] as const
      type Row = {
        id: string
        title: string
        flow_name: string
        status: number
        result: string | null
        starter: string | null
        at: Date
        task?: number
        node?: string
        decision?: string | null
        batch?: boolean | null
        behalf?: string | null
      }
      const answer = ({ found, told }: { found: Row[]; told: object & Paging & { total: number; totalIsCapped?: true } }) => ({
        items: found.map(row => ({
          key: `${row.id}:${row.task ?? 0}`,
          caseId: row.id,
          title: row.title,
          flowName: row.flow_name,
          status: row.status,
          result: row.result ?? '',
          starter: row.starter ?? '',
          task: row.task ?? 0,
          node: row.node ?? '',
          decision: row.decision ?? '',
          mayBatch: row.batch === true,
          behalf: row.behalf ?? '',
          at: row.at.toISOString(),
        })),
        ...told,
      })
      const words = keywords.trim()
      if (box === 'started') {
        let rows = casesIn(scope).where('flow_case.starter_id', '=', user)
        if (flowId) rows = rows.where('flow_case.flow_id', '=', flowId)
        const list = rows.leftJoin('person', 'person.id', 'flow_case.starter_id').select([...columns, 'flow_case.created_at as at'])
        const counted = () => cappedTotal(db, rows.select('flow_case.id').limit(TOTAL_CAP + 1))
        return answer(await searched(scope, { page, perPage, words }, { rows, list, order: newest('flow_case.created_at', 'flow_case.id'), counted }))
      }
      if (box === 'copied') {
        let rows = copiesOf(scope, user).innerJoin('flow_case', 'flow_case.id', 'flow_copy.case_id')
        if (flowId) rows = rows.where('flow_case.flow_id', '=', flowId)
        const list = rows
          .leftJoin('person', 'person.id', 'flow_case.starter_id')
          .select([...columns, 'flow_copy.created_at as at', 'flow_copy.node_name as node'])
        // Each copy has its case: only flows have to be looked up there.
        const counted = () =>
          cappedTotal(
            db,
            flowId
              ? rows.select('flow_case.id').limit(TOTAL_CAP + 1)
              : copiesOf(scope, user)
                  .select('flow_copy.case_id')
                  .limit(TOTAL_CAP + 1),
          )
        return answer(await searched(scope, { page, perPage, words }, { rows, list, order: newest('flow_copy.created_at', 'flow_case.id'), counted }))
      }
      let rows = inApp(db, scope)
        .selectFrom('flow_task')
        .innerJoin('flow_case', 'flow_case.id', 'flow_task.case_id')
        .where('flow_task.assignee_id', '=', user)
        .where('flow_task.tag', '=', scope.tag)
        .where('flow_task.state', '=', box === 'todo' ? 'open' : 'done')
      // What an operator holds is nothing to do.
      if (box === 'todo') rows = rows.where('flow_case.suspended_at', 'is', null)
      if (flowId) rows = rows.where('flow_case.flow_id', '=', flowId)
      const list = rows
        .leftJoin('person', 'person.id', 'flow_case.starter_id')
        .leftJoin('person as away', 'away.id', 'flow_task.on_behalf_of')
        .select('away.name as behalf')
        .select([...columns, 'flow_task.no as task', 'flow_task.node_name as node', 'flow_task.decision', 'flow_task.created_at as at'])
        .select(on =>
          on
            .selectFrom('flow_definition')
            .select(sql<boolean | null>`(definition -> 'batch')::boolean`.as('batch'))
            .whereRef('flow_definition.app_id', '=', 'flow_case.app_id')
            .whereRef('flow_definition.hash', '=', 'flow_case.definition_hash')
            .as('batch'),
        )
      const counted = () => (flowId ? cappedTotal(db, rows.select('flow_case.id').limit(TOTAL_CAP + 1)) : tasksOf(scope, user, box))
      const order = newest('flow_task.created_at', 'flow_task.case_id')
      return answer(await searched(scope, { page, perPage, words }, { rows, list, order, no: 'flow_task.no', counted }))
    },

    /** A case for somebody who has part in it; `isOperator` sees each. Unknown to everybody else. */
    async get(scope: FlowScope, caseId: string, user: string, isOperator: boolean) {
      const row = await casesIn(scope)
        .innerJoin('flow_definition', join =>
          join.onRef('flow_definition.app_id', '=', 'flow_case.app_id').onRef('flow_definition.hash', '=', 'flow_case.definition_hash'),
        )
        .leftJoin('person', 'person.id', 'flow_case.starter_id')
        .select(['flow_case.id', 'title', 'flow_name', 'flow_case.status', 'result', 'model', 'record_id', 'snapshot', 'state', 'definition', 'starter_id'])
        .select(['person.name as starter', 'suspended_at', 'flow_case.created_at', 'ended_at'])
        .where('flow_case.id', '=', caseId)
        .executeTakeFirst()
      if (!row) throw caseUnknown()
      const [tasks, events, copied] = await Promise.all([
        inApp(db, scope)
          .selectFrom('flow_task')
          .leftJoin('person', 'person.id', 'flow_task.assignee_id')
          .leftJoin('person as away', 'away.id', 'flow_task.on_behalf_of')
          .select([
            'no',
            'away.name as behalf',
            'node',
            'node_name',
            'token',
            'read_at',
            'assignee_id',
            'person.name',
            'state',
            'decision',
            'comment',
            'flow_task.created_at',
            'done_at',
          ])
          .where('case_id', '=', caseId)
          .orderBy('no')
          .execute(),
        inApp(db, scope)
          .selectFrom('flow_event')
          .leftJoin('person', 'person.id', 'flow_event.by_id')
          .select(['seq', 'type', 'node', 'data', 'person.name', 'flow_event.created_at'])
          .where('case_id', '=', caseId)
          .orderBy('seq', 'desc')
          .limit(500)
          .execute(),
        inApp(db, scope).selectFrom('flow_copy').select('user_id').where('case_id', '=', caseId).where('user_id', '=', user).execute(),
      ])
      const mine = tasks.filter(task => task.assignee_id === user)
      const hasPart = row.starter_id === user || mine.length > 0 || copied.length > 0
      if (!hasPart && !isOperator) throw caseUnknown()
      return { row, tasks, events: events.toReversed(), mine, hasPart }
    },
  }
}
export type Lists = ReturnType<typeof createLists>
