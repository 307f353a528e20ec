// One case as it stands: with its history, what stands still in it, and its steps in their order.
import type { FlowDefinition } from '../../../flow/definition.ts'
import type { IncidentCode, Token } from '../../../flow/state.ts'
import { say, sayAgain, type Locale } from '../../../messages.ts'
import { notFound } from '../../errors.ts'
import type { Db } from '../../store/database.ts'
import { inApp } from '../../store/scoped.ts'
import type { FlowScope } from './cases.ts'

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

export const caseUnknown = () => notFound('flow.caseUnknown', 'There is no such instance')

export function createOneCase({ db }: { db: Db }) {
  const casesIn = (scope: FlowScope) => inApp(db, scope).selectFrom('flow_case').where('flow_case.tag', '=', scope.tag)

  return {
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
      // What stands in a sub-process comes before what is behind it.
      const behind = new Map(nodes.flatMap(({ id, kind }) => (kind === 'subprocess' ? [[id, next.get(id) ?? []] as const] : [])))
      for (const { id, kind, within = '' } of nodes) {
        if (kind === 'start' && within) next.set(within, [id])
        if (kind === 'end' && within) next.set(id, behind.get(within) ?? [])
      }
      // What leads to a step comes before it: each is put in front of those that come after it, once these all stand there.
      const order: string[] = []
      const known = new Set<string>()
      const open = nodes.filter(({ kind, within }) => kind === 'start' && within === undefined).map(({ id }) => ({ id, isBehind: false }))
      for (let one = open.pop(); one; one = open.pop()) {
        if (one.isBehind) order.unshift(one.id)
        else if (!known.has(one.id)) {
          known.add(one.id)
          open.push({ id: one.id, isBehind: true }, ...(next.get(one.id) ?? []).map(id => ({ id, isBehind: false })))
        }
      }
      // Where a sub-process begins and ends nobody waits.
      const isEdge = ({ kind, within }: { kind: string; within?: string }) => within !== undefined && (kind === 'start' || kind === 'end')
      const shown = order.flatMap(id => byId.get(id) ?? []).filter(node => !isEdge(node))
      const items = shown.map((node, index) => {
        const { id } = node
        const status = at.has(id) ? ('current' as const) : been.has(id) ? ('passed' as const) : ('ahead' as const)
        return { nodeId: id, nodeName: node.name, kind: node.kind, status, order: index + 1 }
      })
      const targets = items.filter(({ kind }) => kind === 'user' || kind === 'end' || kind === 'subprocess')
      return { items, options: targets.map(({ nodeId, nodeName }) => ({ value: nodeId, label: nodeName || nodeId })) }
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
export type OneCase = ReturnType<typeof createOneCase>
