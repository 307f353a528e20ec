// What happens when a step waits too long: the list of it below the step, and each in a sentence.
import type { WorkCalendar } from '../../api/flow/calendar.ts'
import type { DefinedNode } from '../../api/flow/definition.ts'
import { newOverdue } from '../../api/flow/overdue-form.ts'
import { overdueFaults, type OverdueAction } from '../../api/flow/overdue.ts'
import type { Say } from '../words.ts'
import { Simulate } from './simulate.tsx'
import { actionText } from './overdue-words.ts'
import { durationText } from './sentences.ts'
import type { Selected } from './work.ts'

export function spanText(say: Say, { timeDurationType, timeDurationValue, timeDuration }: OverdueAction): string {
  if (timeDurationType === 'custom') return timeDurationValue ? durationText(say, timeDurationValue) : '…'
  const { day = 0, hour = 0, minute = 0 } = timeDuration ?? {}
  const parts = (
    [
      ['day', day],
      ['hour', hour],
      ['minute', minute],
    ] as const
  ).filter(([, value]) => value > 0)
  return parts.length ? parts.map(([unit, value]) => durationText(say, { value, unit })).join(' ') : '…'
}

const WEEKDAYS = ['Mondays', 'Tuesdays', 'Wednesdays', 'Thursdays', 'Fridays', 'Saturdays', 'Sundays']
function againText(say: Say, { rateType, fixedRateValue, timeDateValue, times }: OverdueAction): string {
  const often = times === undefined ? '' : times === 1 ? '' : say('{count} times in all', { count: times })
  if (times === 1) return ''
  if (rateType === 'fixedRate' && fixedRateValue)
    return [say('again after {time}', { time: durationText(say, fixedRateValue) }), often].filter(Boolean).join(', ')
  if (rateType !== 'timeDate' || !timeDateValue) return ''
  const { periodic, periodicDay = 1, periodicTime } = timeDateValue
  const when = {
    minute: () => say('again each minute'),
    hour: () => say('again each hour'),
    day: () => say('again each day at {time}', { time: periodicTime }),
    week: () => say('again on {day} at {time}', { day: say(WEEKDAYS[periodicDay - 1] ?? ''), time: periodicTime }),
    month: () => say('again on day {day} of each month at {time}', { day: periodicDay, time: periodicTime }),
  }[periodic]()
  return [when, often].filter(Boolean).join(', ')
}

/** When it is done, and how it is done again. */
export function whenText(say: Say, action: OverdueAction): string {
  const span = spanText(say, action)
  const time = action.workingTime ? say('{time} of working time', { time: span }) : span
  const first = action.startEvent === 'read' ? say('{time} after it was first looked at', { time }) : say('{time} after the task came', { time })
  return [first, againText(say, action)].filter(Boolean).join(', ')
}

interface OverdueListProps {
  say: Say
  node: DefinedNode
  mayEdit: boolean
  select(selected: Selected): void
  calendar: WorkCalendar | undefined
  language: string
  change(make: (overdue: OverdueAction[]) => OverdueAction[]): void
}
export function OverdueList({ say, node, mayEdit, calendar, language, select, change }: OverdueListProps) {
  const list = node.overdue ?? []
  const add = () => {
    const id = `overdue${1 + Math.max(0, ...list.map(one => Number(/^overdue(\d+)$/.exec(one.id)?.[1] ?? 0)))}`
    change(all => [...all, newOverdue(id)])
    select({ of: 'overdue', id: node.id, action: id })
  }
  return (
    <section className="tes-flow__overdue" aria-label={say('Overdue actions')}>
      <h3>{say('Overdue actions')}</h3>
      {list.length === 0 && <p className="tes-flow__hint">{say('Nothing happens where a task of this step waits long.')}</p>}
      <ul className="tes-flow__tests">
        {list.map(one => (
          <li key={one.id} className={overdueFaults([one]).length ? 'is-bad' : ''}>
            <b>{actionText(say, one.action)}</b>
            <span>{whenText(say, one)}</span>
            <span className="tes-flow__row">
              <button
                type="button"
                className="tes-link"
                aria-label={say('Edit “{name}”', { name: actionText(say, one.action) })}
                onClick={() => select({ of: 'overdue', id: node.id, action: one.id })}
              >
                {mayEdit ? say('Edit') : say('Look at it')}
              </button>
              {mayEdit && (
                <button
                  type="button"
                  className="tes-link"
                  aria-label={say('Remove “{name}”', { name: actionText(say, one.action) })}
                  onClick={() => change(all => all.filter(({ id }) => id !== one.id))}
                >
                  {say('Remove')}
                </button>
              )}
            </span>
          </li>
        ))}
      </ul>
      {list.length > 0 && <Simulate {...{ say, language, list, calendar }} />}
      {mayEdit && list.length < 20 && (
        <button type="button" className="tes-button" onClick={add}>
          {say('Add overdue action')}
        </button>
      )}
    </section>
  )
}
