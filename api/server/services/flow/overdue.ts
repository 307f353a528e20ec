// What waited too long and is due: done as an ordinary command of nobody in particular, which the history tells as the system's.
import { conditionHolds } from '../../../flow/conditions.ts'
import { nextOverdue, type OverdueAction } from '../../../flow/overdue.ts'
import { abortCase, decideTask, fireBorder, transferTask } from '../../../flow/run.ts'
import type { Task } from '../../../flow/state.ts'
import { ApiError, fieldError } from '../../errors.ts'
import type { Trx } from '../../store/database.ts'
import { inApp } from '../../store/scoped.ts'
import type { Cases, Deed, FlowScope, Held } from './cases.ts'
import { reasonOf, type Outbox, type Reason } from './outbox.ts'
import { activeOf } from './people.ts'
import type { Tell } from './tell.ts'
import type { Clock } from './timers.ts'

export interface DueTimer {
  id: string
  caseId: string
  scope: FlowScope
  tries: number
}
/** Tries of an action that fails for no reason that a rule gives. */
const MOST_TRIES = 5
const BACKOFF_MS = 10_000

export function createOverdue({ cases, tell, outbox, clock }: { cases: Cases; tell: Tell; outbox: Outbox; clock: Clock }) {
  const channelsOf = ({ actionConfig: { noticeTypes = [] } = {} }: OverdueAction) => noticeTypes.filter(one => one !== 'card')

  async function deedOf(scope: FlowScope, held: Held, task: Task, action: OverdueAction, trx: Trx): Promise<Deed> {
    const { graph, state } = held
    const { transactor = '', message = '', apiKey = '', input = {} } = action.actionConfig ?? {}
    const nodeName = held.definition.nodes.find(({ id }) => id === task.node)?.name ?? ''
    const notes = [{ type: 'overdue', node: task.node, data: { action: action.action, ...(transactor && { to: transactor }) } }]
    const person = async () => {
      const [there] = await activeOf(scope, [transactor], trx)
      if (there === undefined) throw fieldError('flow.personUnknown', 'transactor', 'This person is not in the organisation')
      return there
    }
    const notify = (people: readonly string[]) =>
      tell(scope, people, { caseId: held.id, kind: 'overdue', task: task.id, nodeName, message, channels: channelsOf(action) }, trx)
    switch (action.action) {
      case 'noticeTransactor':
        if (task.assignee !== null) await notify([task.assignee])
        return { notes }
      case 'noticeUser':
        await notify([await person()])
        return { notes }
      case 'apiCenter':
        await outbox.add(scope, { caseId: held.id, kind: 'api', node: task.node, payload: { apiKey, input, action: action.id } }, trx)
        return { notes }
      case 'transfer': {
        const to = await person()
        return { notes, run: its => transferTask(graph, state, its, { task: task.id, to }) }
      }
      case 'autoApprove':
      case 'autoReject': {
        const decision = action.action === 'autoApprove' ? 'approve' : 'reject'
        const user = task.assignee
        return {
          notes,
          ...(user !== null && { decides: { node: task.node, token: task.token, user, isApproval: decision === 'approve' } }),
          run: its => decideTask(graph, state, its, { task: task.id, user, decision }),
        }
      }
      case 'terminate':
        return { notes, run: its => abortCase(graph, state, its) }
    }
  }

  /** One timer, if it is due still: whoever else did it meanwhile has moved it on. `refused` says why its action is not possible. */
  const attempt = ({ id, caseId, scope }: DueTimer, refused?: Reason) =>
    cases.command(scope, caseId, null, async (held, trx) => {
      const now = clock.now()
      const timers = inApp(trx, scope).selectFrom('flow_timer').select(['token', 'task', 'action', 'due_at', 'done', 'paused_at']).where('id', '=', id)
      const timer = await timers.executeTakeFirst()
      if (!timer || timer.paused_at || timer.due_at > now) return {}
      const gone = () => inApp(trx, scope).deleteFrom('flow_timer').where('id', '=', id).execute()
      if (timer.task === 0) {
        // On the border of a step, once.
        await gone()
        const { token, action: border } = timer
        const at = held.state.tokens.find(one => one.id === token)
        if (!at || held.state.status !== 'running') return {}
        if (refused) return { notes: [{ type: 'overdueFailed', node: at.node, data: { ...refused } }] }
        return { run: its => fireBorder(held.graph, held.state, its, { token, border }) }
      }
      const task = held.state.tasks.find(one => one.id === timer.task)
      const action = task && held.definition.nodes.find(one => one.id === task.node)?.overdue?.find(one => one.id === timer.action)
      if (!task || !action || held.state.status !== 'running') {
        await gone()
        return {}
      }
      // Kept to its own rhythm, but what was missed while nothing ran is not done all at once.
      const done = timer.done + 1
      const inRhythm = nextOverdue(action, timer.due_at.getTime(), done, timer.due_at.getTime(), held.definition.calendar)
      const next =
        inRhythm !== undefined && inRhythm <= now.getTime()
          ? nextOverdue(action, timer.due_at.getTime(), done, now.getTime(), held.definition.calendar)
          : inRhythm
      if (next === undefined) await gone()
      else
        await inApp(trx, scope)
          .updateTable('flow_timer')
          .set({ done, due_at: new Date(next), leased_until: null, tries: 0 })
          .where('id', '=', id)
          .execute()
      if (refused) return { notes: [{ type: 'overdueFailed', node: task.node, data: { action: action.action, ...refused } }] }
      if (action.condition && !conditionHolds(action.condition, held.facts.values)) return {}
      return deedOf(scope, held, task, action, trx)
    })

  return {
    /** Answers when it is to be tried again, if at all. */
    async fire(due: DueTimer): Promise<Date | undefined> {
      try {
        await attempt(due)
        return undefined
      } catch (error) {
        const isRule = error instanceof ApiError && error.status < 500
        if (!isRule && due.tries < MOST_TRIES) return new Date(clock.now().getTime() + BACKOFF_MS * 4 ** due.tries)
        await attempt(due, reasonOf(error))
        return undefined
      }
    },
  }
}
export type Overdue = ReturnType<typeof createOverdue>
