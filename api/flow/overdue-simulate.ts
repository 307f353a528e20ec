// When what happens for a task that waits: the overdue actions of a step on one time line. Pure.
import { isWorkday, nextWorking, wallOf, type WorkCalendar } from './calendar.ts'
import { ENDS_TASK, nextOverdue, type OverdueAction } from './overdue.ts'

export interface Firing {
  at: number
  action: OverdueAction
  /** The first time is 1. */
  nth: number
  /** Nobody works then: on that day, or at that time. */
  off?: 'day' | 'hours'
}

/** What would be done in its order, until an action ends the task. One with a condition may not be done, so what is behind it is told too. */
export function simulateOverdue(
  actions: readonly OverdueAction[],
  { came, read }: { came: number; read: number },
  calendar: WorkCalendar | undefined,
  most = 30,
): Firing[] {
  const startOf = ({ startEvent }: OverdueAction) => (startEvent === 'read' ? read : came)
  const open = actions.map(action => ({ action, nth: 1, at: nextOverdue(action, startOf(action), 0, undefined, calendar) }))
  const told: Firing[] = []
  while (told.length < most) {
    const next = open.filter(({ at }) => at !== undefined).toSorted((one, other) => (one.at ?? 0) - (other.at ?? 0))[0]
    if (next?.at === undefined) break
    const { action, nth, at } = next
    const off = calendar && (isWorkday(calendar, wallOf(at, calendar.zone)) ? (nextWorking(calendar, at) === at ? undefined : 'hours') : 'day')
    told.push({ at, action, nth, ...(off && { off }) })
    if (ENDS_TASK.has(action.action) && action.action !== 'transfer' && !action.condition) break
    next.at = nextOverdue(action, startOf(action), nth, at, calendar)
    next.nth++
  }
  return told
}
