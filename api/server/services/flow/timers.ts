// Timers as rows: overdue actions of open tasks wait in the table, at no cost to any process. Arranged in the transaction of each command.
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { FlowDefinition } from '../../../flow/definition.ts'
import { laterThan, nextOverdue, type OverdueAction } from '../../../flow/overdue.ts'
import type { FlowEvent, State } from '../../../flow/state.ts'
import type { Trx } from '../../store/database.ts'
import { inApp } from '../../store/scoped.ts'
import type { Changes, NewTimer } from './case-rows.ts'
import { messagesAfter, type Matching } from './messages.ts'
import type { FlowScope } from './cases.ts'

/** What time it is: tests move it. */
export interface Clock {
  now(): Date
}

const overdueAt = ({ nodes }: Pick<FlowDefinition, 'nodes'>, node: string, startEvent: OverdueAction['startEvent']) =>
  (nodes.find(({ id }) => id === node)?.overdue ?? []).filter(action => action.startEvent === startEvent)

type Waits = { token: number; task: number; action: OverdueAction }
const armed = (list: readonly Waits[], isPaused: boolean, now: Date, calendar: FlowDefinition['calendar']): NewTimer[] =>
  list.flatMap(({ token, task, action }) => {
    const due = nextOverdue(action, now.getTime(), 0, undefined, calendar)
    return due === undefined ? [] : [{ id: uuidv7(), token, task, action: action.id, due_at: new Date(due), isPaused }]
  })

/** Timers on the borders of steps: their steps come and go with their tokens. */
function borderTimers({ nodes, calendar }: FlowDefinition, before: State, { tokens }: State, isPaused: boolean, now: Date): NewTimer[] {
  const timed = nodes.flatMap(({ id, border }) => (border?.event === 'timer' && border.after ? [{ ...border, id, after: border.after }] : []))
  if (!timed.length) return []
  const there = new Set(before.tokens.map(({ id }) => id))
  const timers = tokens
    .filter(({ id }) => !there.has(id))
    .flatMap(({ id: token, node }) =>
      timed
        .filter(({ on }) => on === node)
        .map(({ id: action, after, workingTime }) => {
          const due_at = new Date(laterThan(now.getTime(), after, workingTime ? calendar : undefined))
          return { id: uuidv7(), token, task: 0, action, due_at, isPaused }
        }),
    )
  return timers
}

/** Timers and messages of what is gone go, those of new tasks and of steps that are come to come. */
export function timersAfter(
  definition: FlowDefinition,
  before: State,
  outcome: { state: State; events: readonly FlowEvent[] },
  isSuspended: boolean,
  now: Date,
  matching: Matching,
): Pick<Changes, 'timersOf' | 'bordersOf' | 'timers' | 'messages'> {
  const timers = borderTimers(definition, before, outcome.state, isSuspended, now)
  const here = new Set(outcome.state.tokens.map(({ id }) => id))
  const hasLeft = definition.nodes.some(({ border }) => border) && before.tokens.some(({ id }) => !here.has(id))
  const ofTasks = taskTimers(definition, outcome, isSuspended, now)
  return {
    timersOf: ofTasks.timersOf,
    bordersOf: hasLeft ? [...here] : undefined,
    timers: [...ofTasks.timers, ...timers],
    messages: messagesAfter(definition, before, outcome.state, matching),
  }
}

function taskTimers(
  definition: FlowDefinition,
  { state, events }: { state: State; events: readonly FlowEvent[] },
  isSuspended: boolean,
  now: Date,
): Pick<Changes, 'timersOf' | 'timers'> {
  if (!definition.nodes.some(({ overdue }) => overdue?.length)) return { timersOf: undefined, timers: [] }
  const opened = events.flatMap(({ type, task }) => (type === 'taskOpened' ? (state.tasks.find(one => one.id === task) ?? []) : []))
  const waits = opened.flatMap(task => overdueAt(definition, task.node, 'created').map(action => ({ token: task.token, task: task.id, action })))
  const areFewer = events.some(({ type }) => type === 'taskDecided' || type === 'taskDropped' || type === 'sentBack')
  return { timersOf: areFewer ? state.tasks.map(task => task.id) : undefined, timers: armed(waits, isSuspended, now, definition.calendar) }
}

/** What is suspended stands still: as much later as it stood is it due. */
export async function holdTimers(scope: FlowScope, id: string, isSuspended: boolean, now: Date, trx: Trx) {
  const timers = () => inApp(trx, scope).updateTable('flow_timer').where('case_id', '=', id)
  const suspended = (column: 'no' | 'token') =>
    inApp(trx, scope).selectFrom('flow_task').select(column).where('flow_task.case_id', '=', id).where('state', '=', 'suspended')
  // With a task, what may happen on the border of its step stands still too.
  const held = sql<boolean>`(${isSuspended} or task in ${suspended('no')} or (task = 0 and token in ${suspended('token')}))`
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
  const timers = read.flatMap(({ no, state }) => {
    const task = tasks.find(one => one.no === no)
    const waits = task ? overdueAt(definition, task.node, 'read').map(action => ({ token: task.token, task: no, action })) : []
    return armed(waits, isSuspended || state === 'suspended', now, definition.calendar)
  })
  if (timers.length)
    await inApp(trx, scope)
      .insertInto('flow_timer')
      .values(timers.map(({ isPaused, ...timer }) => ({ ...timer, case_id: id, tag: scope.tag, paused_at: isPaused ? now : null })))
      .onConflict(conflict => conflict.columns(['case_id', 'token', 'task', 'action']).doNothing())
      .execute()
}
