// What people do to cases: those who are asked decide, operators intervene.
import {
  abortCase,
  addApprover,
  addInPlace,
  decideTask,
  moveToken,
  removeApprover,
  restartCase,
  retryIncidents,
  sendBack,
  skipIncident,
  transferTask,
} from '../../../flow/run.ts'
import { backTargets, planMove } from '../../../flow/moves.ts'
import type { Outcome } from '../../../flow/running.ts'
import type { Values } from '../../../flow/conditions.ts'
import type { Decision } from '../../../flow/state.ts'
import { ApiError, fieldError } from '../../errors.ts'
import type { Trx } from '../../store/database.ts'
import { inApp } from '../../store/scoped.ts'
import type { Cases, Deed, FlowScope, Held, Planned } from './cases.ts'
import type { Notices } from './notices.ts'
import { activeOf } from './people.ts'
import type { Clock } from './timers.ts'
import { forgetBefore, keepBefore } from './undo.ts'

export type InstanceAction = 'RESET' | 'SUSPEND' | 'RESUME' | 'ABORT'
export type NodeAction = 'ADD_USER' | 'REMOVE_USR' | 'TRANSFER' | 'SKIP_TO' | 'SUSPEND' | 'RESUME'
export interface NodeOperation {
  caseId: string
  node: string
  action: NodeAction
  user?: string | undefined
  target?: string | undefined
}

export interface AskedToo {
  caseId: string
  task: number
  user: string
  people: readonly string[]
  when: 'before' | 'after'
  comment: string
}

/** What is done to each of many instances. */
export interface BatchOperation {
  caseId: string
  action: InstanceAction | 'TRANSFER'
  /** Whose tasks are passed on, and to whom. */
  from: string
  to: string
}

export interface InstanceOperation {
  caseId: string
  action: InstanceAction
  clearComments: boolean
}
/** Who operates, and why. */
export interface Operator {
  by: string
  reason: string
}

export interface Decided {
  caseId: string
  task: number
  user: string
  decision: Decision
  comment: string
  values?: Values
  /** Refuses a decision that is not possible with the row as it is; told of whoever is asked alone. */
  check?: (held: Held, node: string) => void
  /** Somebody else decides than is asked: refuses whoever has no part in the case as if there were none. */
  unasked?: () => Promise<unknown>
}

/** People are reminded of a case no more often. */
const URGE_MS = 3_600_000

const suspended = () => new ApiError('flow.suspended', 'This flow is suspended', 409)
const notInState = () => new ApiError('flow.notInState', 'This is not possible in the state that it is in now', 409)
export const personUnknown = (field: string) => fieldError('flow.personUnknown', field, 'This person is not in the organisation')

/** Tasks that would end, pass to somebody else, and come up; nodes by their names. */
export function outlookOf({ held, onto, events }: Planned) {
  const names = new Map(held?.definition.nodes.map(({ id, name }) => [id, name]))
  const later = onto ? new Map(onto.definition.nodes.map(({ id, name }) => [id, name])) : names
  const before = new Map(held?.state.tasks.map(task => [task.id, task]))
  const dropped = events.flatMap(({ type, task = 0 }) => (type === 'taskDropped' ? (before.get(task) ?? []) : []))
  const passed = events.flatMap(({ type, task = 0 }) => (type === 'taskTransferred' ? (before.get(task) ?? []) : []))
  const gone = new Set(events.flatMap(({ type, task }) => (type === 'taskDropped' ? [task] : [])))
  const deputed = new Set(events.flatMap(({ isDeputy, task }) => (isDeputy ? [task] : [])))
  const opened = events.flatMap(({ type, node = '', task, user, to }) =>
    (type === 'taskOpened' && !gone.has(task) && !deputed.has(task)) || type === 'taskTransferred' ? [{ node, assignee: to ?? user ?? null }] : [],
  )
  const named = (tasks: readonly { node: string; assignee: string | null }[], its: ReadonlyMap<string, string>) =>
    tasks.map(({ node, assignee }) => ({ node: its.get(node) || node, assignee }))
  return { dropped: named(dropped, names), passed: named(passed, names), opened: named(opened, later), isOver: events.some(({ type }) => type === 'ended') }
}

export function createCommands(cases: Cases, { notices, clock }: { notices: Notices; clock: Clock }) {
  async function checkPerson(scope: FlowScope, user: string, field: string, trx: Trx) {
    if (!(await activeOf(scope, [user], trx)).length) throw personUnknown(field)
  }
  /** A task that may be worked on: of a case that runs, and not suspended itself. */
  function checkOpen({ isSuspended, state, paused }: Held, no: number) {
    if ((state.status === 'running' && isSuspended) || paused.has(no)) throw suspended()
  }
  const running = ({ state }: Held) => {
    if (state.status !== 'running') throw notInState()
  }

  async function setNode(scope: FlowScope, { id }: Held, node: string, from: 'open' | 'suspended', to: 'open' | 'suspended', trx: Trx) {
    const { numUpdatedRows } = await inApp(trx, scope)
      .updateTable('flow_task')
      .set({ state: to })
      .where('case_id', '=', id)
      .where('node', '=', node)
      .where('state', '=', from)
      .executeTakeFirstOrThrow()
    if (!Number(numUpdatedRows)) throw notInState()
  }

  const instanceDeed =
    (scope: FlowScope, { caseId, action, clearComments }: InstanceOperation) =>
    async (held: Held, trx: Trx): Promise<Deed> => {
      running(held)
      if (action === 'SUSPEND' || action === 'RESUME') {
        if (held.isSuspended === (action === 'SUSPEND')) throw notInState()
        return { notes: [{ type: action === 'SUSPEND' ? 'suspended' : 'resumed' }], isSuspended: action === 'SUSPEND' }
      }
      if (action === 'ABORT') return { isSuspended: false, run: its => abortCase(held.graph, held.state, its) }
      if (clearComments) {
        await inApp(trx, scope).deleteFrom('flow_event').where('case_id', '=', caseId).where('type', '=', 'comment').execute()
        await inApp(trx, scope).updateTable('flow_task').set({ comment: '' }).where('case_id', '=', caseId).execute()
      }
      return { isSuspended: false, isAnew: true, run: its => restartCase(held.graph, held.state, its) }
    }
  const nodeDeed =
    (scope: FlowScope, { node, action, user = '', target = '' }: NodeOperation) =>
    async (held: Held, trx: Trx): Promise<Deed> => {
      running(held)
      const { graph, state } = held
      const token = state.tokens.find(one => one.node === node)
      if (!token) throw notInState()
      const tasks = state.tasks.filter(one => one.token === token.id)
      if (action === 'SUSPEND' || action === 'RESUME') {
        const isSuspend = action === 'SUSPEND'
        await setNode(scope, held, node, isSuspend ? 'open' : 'suspended', isSuspend ? 'suspended' : 'open', trx)
        return { notes: [{ type: isSuspend ? 'nodeSuspended' : 'nodeResumed', node }] }
      }
      if (action === 'SKIP_TO') {
        if (!target) throw fieldError('flow.targetRequired', 'skipToNodeId', 'target node is required')
        return {
          notes: [{ type: 'moved', node, data: { to: target } }],
          run: its => moveToken(graph, state, its, planMove(graph, state, { token: token.id, target })),
        }
      }
      if (!user) throw fieldError('flow.userRequired', 'changeUser', 'user is required')
      if (action === 'REMOVE_USR') return { run: its => removeApprover(graph, state, its, { token: token.id, user }) }
      await checkPerson(scope, user, 'changeUser', trx)
      if (action === 'ADD_USER') return { run: its => addApprover(graph, state, its, { token: token.id, user }) }
      const [first, ...more] = tasks
      // Where several are asked, one of them is named by taking them out and adding another.
      if (!first || more.length) throw notInState()
      return { run: its => transferTask(graph, state, its, { task: first.id, to: user }) }
    }
  /** All that somebody is asked in an instance goes to somebody else. */
  const passOnDeed =
    (scope: FlowScope, { from, to }: Pick<BatchOperation, 'from' | 'to'>) =>
    async (held: Held, trx: Trx): Promise<Deed> => {
      if (!from) throw fieldError('flow.userRequired', 'from', 'user is required')
      if (!to) throw fieldError('flow.userRequired', 'to', 'user is required')
      await checkPerson(scope, to, 'to', trx)
      running(held)
      const theirs = held.state.tasks.filter(({ assignee }) => assignee === from)
      if (!theirs.length) throw notInState()
      const run: Deed['run'] = its =>
        theirs.reduce<Outcome>(
          (before, { id }) => {
            const after = transferTask(held.graph, before.state, its, { task: id, to })
            return { state: after.state, events: [...before.events, ...after.events] }
          },
          { state: held.state, events: [] },
        )
      return { run }
    }
  const batchDeed = (scope: FlowScope, { caseId, action, ...people }: BatchOperation) =>
    action === 'TRANSFER' ? passOnDeed(scope, people) : instanceDeed(scope, { caseId, action, clearComments: false })

  /** With the reason in the history, and a word to whoever started it. */
  const asOperator =
    (
      scope: FlowScope,
      { by, reason, act, isForGood = false }: { by: string; reason: string; act: string; isForGood?: boolean },
      make: (held: Held, trx: Trx) => Promise<Deed>,
    ) =>
    async (held: Held, trx: Trx): Promise<Deed> => {
      if (isForGood) await forgetBefore(scope, held.id, trx)
      else await keepBefore(scope, held.id, { by, act }, clock.now(), trx)
      const deed = await make(held, trx)
      if (held.starter !== null && held.starter !== by)
        await notices.add(scope, held.id, by, [{ kind: 'operated', user: held.starter, message: reason, data: { act } }], trx)
      return { ...deed, notes: [...(reason ? [{ type: 'operated', data: { act, comment: reason } }] : []), ...(deed.notes ?? [])] }
    }

  return {
    /** `values`: the row as the approver leaves it, in whose transaction this is. */
    decide: (scope: FlowScope, { caseId, task, user, decision, comment, values, check, unasked }: Decided, within?: Trx) =>
      cases.command(
        scope,
        caseId,
        user,
        async held => {
          const at = held.state.tasks.find(({ id }) => id === task)
          if (at?.assignee !== user) await unasked?.()
          else check?.(held, at.node)
          checkOpen(held, task)
          const decides = at && { node: at.node, token: at.token, user, isApproval: decision === 'approve' }
          return {
            comment,
            ...(values && { values }),
            ...(decides && { decides }),
            // What comes of it is theirs, whatever led to it.
            led: [],
            run: its => decideTask(held.graph, held.state, its, { task, user, decision }),
          }
        },
        within,
      ),

    /** An approver gives a task to somebody else. */
    transfer: (scope: FlowScope, { caseId, task, user, to, comment }: { caseId: string; task: number; user: string; to: string; comment: string }) =>
      cases.command(scope, caseId, user, async (held, trx) => {
        checkOpen(held, task)
        const mine = held.state.tasks.find(({ id }) => id === task)
        if (mine && mine.assignee !== user) throw new ApiError('flow.notYours', 'This task is somebody else’s', 403)
        await checkPerson(scope, to, 'to', trx)
        return { notes: comment ? [{ type: 'comment', data: { comment } }] : [], run: its => transferTask(held.graph, held.state, its, { task, to }) }
      }),

    /** Others decide in the place of an approver, before or after; each has to approve. */
    addInPlace: (scope: FlowScope, { caseId, task, user, people, when, comment }: AskedToo) =>
      cases.command(scope, caseId, user, async (held, trx) => {
        checkOpen(held, task)
        if ((await activeOf(scope, people, trx)).length < new Set(people).size) throw personUnknown('users')
        return {
          notes: comment ? [{ type: 'comment', data: { comment } }] : [],
          run: its => addInPlace(held.graph, held.state, its, { task, user, people, when }),
        }
      }),

    /** An approver wants a step before to be done again. */
    sendBack: (scope: FlowScope, { caseId, task, user, target, comment }: { caseId: string; task: number; user: string; target: string; comment: string }) =>
      cases.command(scope, caseId, user, async (held, trx) => {
        checkOpen(held, task)
        const at = held.state.tasks.find(({ id }) => id === task)
        if (at && !backTargets(held.graph, at.node, new Set(held.visits.keys())).includes(target))
          throw fieldError('flow.targetUnknown', 'node', 'There is no such step to go to')
        const [starter = null] = held.starter === null ? [] : await activeOf(scope, [held.starter], trx)
        return { comment, isAnew: true, led: [], run: its => sendBack(held.graph, held.state, its, { task, user, target, starter }) }
      }),

    /** Who is mentioned is told, and can read the case from then on. */
    comment: (scope: FlowScope, { caseId, user, comment, mentions = [] }: { caseId: string; user: string; comment: string; mentions?: readonly string[] }) =>
      cases.command(scope, caseId, user, async (_held, trx) => {
        const people = [...new Set(mentions)]
        if ((await activeOf(scope, people, trx)).length < people.length) throw personUnknown('mentions')
        if (people.length)
          await inApp(trx, scope)
            .insertInto('flow_copy')
            .values(people.map(user_id => ({ case_id: caseId, user_id, tag: scope.tag, node_name: '' })))
            .onConflict(conflict => conflict.columns(['case_id', 'user_id']).doNothing())
            .execute()
        const told = people.filter(id => id !== user).map(id => ({ kind: 'mentioned' as const, user: id, message: comment }))
        await notices.add(scope, caseId, user, told, trx)
        return { notes: [{ type: 'comment', data: { comment, ...(people.length > 0 && { mentions: people }) } }] }
      }),

    /** The starter asks those who have to decide to do it soon; once an hour. */
    urge: (scope: FlowScope, { caseId, user }: { caseId: string; user: string }) =>
      cases.command(scope, caseId, user, async (held, trx) => {
        if (held.starter !== user) throw new ApiError('flow.notYours', 'This task is somebody else’s', 403)
        running(held)
        if (held.isSuspended) throw suspended()
        const last = await inApp(trx, scope)
          .selectFrom('flow_event')
          .select('seq')
          .where('case_id', '=', caseId)
          .where('type', '=', 'urged')
          .where('created_at', '>', new Date(clock.now().getTime() - URGE_MS))
          .limit(1)
          .executeTakeFirst()
        if (last) throw new ApiError('flow.urgedAlready', 'They were reminded within the last hour', 429)
        const names = new Map(held.definition.nodes.map(({ id, name }) => [id, name]))
        const people = new Map(held.state.tasks.flatMap(({ assignee, node }) => (assignee !== null && assignee !== user ? [[assignee, node] as const] : [])))
        if (!people.size) throw new ApiError('flow.nobodyToUrge', 'Nobody else is asked at the moment', 409)
        const told = [...people].map(([id, node]) => ({ kind: 'urged' as const, user: id, node: names.get(node) ?? '' }))
        await notices.add(scope, caseId, user, told, trx)
        return { notes: [{ type: 'urged' }] }
      }),

    /** The starter takes it back while it runs. */
    withdraw: (scope: FlowScope, { caseId, user }: { caseId: string; user: string }) =>
      cases.command(scope, caseId, user, async held => {
        if (held.starter !== user) throw new ApiError('flow.notYours', 'This task is somebody else’s', 403)
        running(held)
        return { notes: [{ type: 'withdrawn' }], isSuspended: false, run: its => abortCase(held.graph, held.state, its) }
      }),

    operate: (scope: FlowScope, { by, reason, ...operation }: InstanceOperation & Operator) =>
      cases.command(
        scope,
        operation.caseId,
        by,
        asOperator(
          scope,
          { by, reason, act: operation.action, isForGood: operation.action === 'RESET' && operation.clearComments },
          instanceDeed(scope, operation),
        ),
      ),
    operateNode: (scope: FlowScope, { by, reason, ...operation }: NodeOperation & Operator) =>
      cases.command(scope, operation.caseId, by, asOperator(scope, { by, reason, act: operation.action }, nodeDeed(scope, operation))),
    /** One instance of many, in the transaction that says that it is done. */
    operateOne: (scope: FlowScope, { by, reason, ...operation }: BatchOperation & Operator, within: Trx) =>
      cases.command(scope, operation.caseId, by, asOperator(scope, { by, reason, act: operation.action }, batchDeed(scope, operation)), within),

    /** Another thing that an operator does to an instance, with the reason and what can be taken back. */
    actOn: (scope: FlowScope, caseId: string, { by, reason, act }: Operator & { act: string }, make: (held: Held, trx: Trx) => Promise<Deed>, within: Trx) =>
      cases.command(scope, caseId, by, asOperator(scope, { by, reason, act }, make), within),

    /** What an operation would do, before it is done; refused like the operation itself. */
    async outlook(scope: FlowScope, operation: InstanceOperation | NodeOperation | BatchOperation) {
      const deed =
        'node' in operation ? nodeDeed(scope, operation) : 'clearComments' in operation ? instanceDeed(scope, operation) : batchDeed(scope, operation)
      return outlookOf(await cases.plan(scope, operation.caseId, deed))
    },

    /** One thing that stands still is tried again, or left as if it were done; `values` is the row where it was changed for it. */
    solve: (
      scope: FlowScope,
      { caseId, token, by, action, values }: { caseId: string; token: number; by: string; action: 'retry' | 'skip'; values?: Values },
      within?: Trx,
    ) =>
      cases.command(
        scope,
        caseId,
        by,
        async held => {
          running(held)
          const act = action === 'skip' ? skipIncident : retryIncidents
          return { isAwaited: true, ...(values && { values }), run: its => act(held.graph, held.state, its, { token }) }
        },
        within,
      ),

    /** Tries again what stands still in a case. */
    retry: (scope: FlowScope, { caseId, by }: { caseId: string; by: string | null }, first?: (trx: Trx) => Promise<boolean>) =>
      cases.command(scope, caseId, by, async (held, trx) => {
        if (first && !(await first(trx))) return {}
        return held.state.status === 'running' ? { run: its => retryIncidents(held.graph, held.state, its) } : {}
      }),
  }
}
export type Commands = ReturnType<typeof createCommands>
