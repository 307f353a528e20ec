// Timers as rows: overdue actions of open tasks wait in the table, at no cost to any process. Arranged in the transaction of each command.
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { FlowDefinition } from '../../../flow/definition.ts'
import { nextOverdue, type OverdueAction } from '../../../flow/overdue.ts'
import type { FlowEvent, State } from '../../../flow/state.ts'
import type { Trx } from '../../store/database.ts'
import { inApp } from '../../store/scoped.ts'
import type { FlowScope } from './cases.ts'

/** What time it is: tests move it. */
export interface Clock {
  now(): Date
}

const overdueAt = ({ nodes }: Pick<FlowDefinition, 'nodes'>, node: string, startEvent: OverdueAction['startEvent']) =>
  (nodes.find(({ id }) => id === node)?.overdue ?? []).filter(action => action.startEvent === startEvent)

type Waits = { token: number; task: number; action: OverdueAction }
async function arm(scope: FlowScope, caseId: string, list: readonly Waits[], isPaused: boolean, now: Date, trx: Trx, calendar: FlowDefinition['calendar']) {
  const rows = list.flatMap(({ token, task, action }) => {
    const due = nextOverdue(action, now.getTime(), 0, undefined, calendar)
    return due === undefined
      ? []
      : [{ id: uuidv7(), case_id: caseId, tag: scope.tag, token, task, action: action.id, due_at: new Date(due), paused_at: isPaused ? now : null }]
  })
  if (rows.length)
    await inApp(trx, scope)
      .insertInto('flow_timer')
      .values(rows)
      .onConflict(conflict => conflict.columns(['case_id', 'token', 'task', 'action']).doNothing())
      .execute()
}

/** Timers of tasks that are gone go, those of new tasks come, and what is suspended stands still: as much later as it stood is it due. */
export async function arrangeTimers(
  scope: FlowScope,
  { id, definition }: { id: string; definition: FlowDefinition },
  { state, events }: { state: State; events: readonly FlowEvent[] },
  { isSuspended, isHeldOtherwise }: { isSuspended: boolean; isHeldOtherwise: boolean },
  now: Date,
  trx: Trx,
) {
  if (!definition.nodes.some(({ overdue }) => overdue?.length)) return
  const timers = () => inApp(trx, scope).updateTable('flow_timer').where('case_id', '=', id)
  const open = state.tasks.map(task => task.id)
  if (events.some(({ type }) => type === 'taskDecided' || type === 'taskDropped'))
    await inApp(trx, scope)
      .deleteFrom('flow_timer')
      .where('case_id', '=', id)
      .where('task', 'not in', [0, ...open])
      .execute()
  const opened = events.flatMap(({ type, task }) => (type === 'taskOpened' ? (state.tasks.find(one => one.id === task) ?? []) : []))
  const waits = opened.flatMap(task => overdueAt(definition, task.node, 'created').map(action => ({ token: task.token, task: task.id, action })))
  await arm(scope, id, waits, isSuspended, now, trx, definition.calendar)
  if (!isHeldOtherwise) return
  const held = sql<boolean>`(${isSuspended} or task in ${inApp(trx, scope)
    .selectFrom('flow_task')
    .select('no')
    .where('flow_task.case_id', '=', id)
    .where('state', '=', 'suspended')})`
  await timers().set({ paused_at: now }).where('paused_at', 'is', null).where(held).execute()
  await timers()
    .set({ due_at: sql<Date>`due_at + (${now}::timestamptz - paused_at)`, paused_at: null })
    .where('paused_at', 'is not', null)
    .where(sql<boolean>`not ${held}`)
    .execute()
}

/** The first look of an assignee at open tasks, from which on some actions count. */
export async function noteRead(
  scope: FlowScope,
  { id, definition, isSuspended }: { id: string; definition: FlowDefinition; isSuspended: boolean },
  tasks: readonly { no: number; node: string; token: number }[],
  user: string,
  now: Date,
  trx: Trx,
) {
  const read = await inApp(trx, scope)
    .updateTable('flow_task')
    .set({ read_at: now })
    .where('case_id', '=', id)
    .where(
      'no',
      'in',
      tasks.map(({ no }) => no),
    )
    .where('assignee_id', '=', user)
    .where('state', 'in', ['open', 'suspended'])
    .where('read_at', 'is', null)
    .returning(['no', 'state'])
    .execute()
  for (const { no, state } of read) {
    const task = tasks.find(one => one.no === no)
    if (!task) continue
    const waits = overdueAt(definition, task.node, 'read').map(action => ({ token: task.token, task: no, action }))
    await arm(scope, id, waits, isSuspended || state === 'suspended', now, trx, definition.calendar)
  }
}
