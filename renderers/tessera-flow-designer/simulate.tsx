// A time line of what happens to a task that nobody works on, from a moment that is chosen.
import { useMemo, useState } from 'react'
import { momentOf, wallOf, type WorkCalendar } from '../../api/flow/calendar.ts'
import { simulateOverdue } from '../../api/flow/overdue-simulate.ts'
import { overdueFaults, type OverdueAction } from '../../api/flow/overdue.ts'
import type { Say } from '../words.ts'
import { Field } from '../workplace/ui.tsx'
import { actionText } from './overdue-words.ts'

const MINUTE = 60_000
const asInput = (moment: number, zone: string) => new Date(wallOf(moment, zone)).toISOString().slice(0, 16)
const HERE = Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'

export function Simulate({
  say,
  language,
  list,
  calendar,
}: {
  say: Say
  language: string
  list: readonly OverdueAction[]
  calendar: WorkCalendar | undefined
}) {
  const zone = calendar?.zone ?? HERE
  const [came, setCame] = useState(() => asInput(Math.ceil(Date.now() / (60 * MINUTE)) * 60 * MINUTE, zone))
  const [read, setRead] = useState('')
  const reads = list.some(({ startEvent }) => startEvent === 'read')
  const told = useMemo(() => {
    const at = (text: string) => momentOf(Date.parse(`${text}Z`), zone)
    const start = at(came)
    if (Number.isNaN(start) || overdueFaults(list).length) return []
    const looked = read ? at(read) : start
    return simulateOverdue(list, { came: start, read: Number.isNaN(looked) ? start : Math.max(start, looked) }, calendar)
  }, [list, came, read, zone, calendar])
  const when = new Intl.DateTimeFormat(language, {
    timeZone: zone,
    weekday: 'short',
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  return (
    <details className="tes-flow__simulate">
      <summary>{say('When what happens')}</summary>
      <Field label={say('The task comes')} help={say('Time zone: {zone}', { zone })}>
        {(id, described) => (
          <input
            id={id}
            aria-describedby={described}
            className="tes-input"
            type="datetime-local"
            value={came}
            onChange={event => setCame(event.target.value)}
          />
        )}
      </Field>
      {reads && (
        <Field label={say('It is first looked at')} help={say('Without a time, as soon as it comes.')}>
          {(id, described) => (
            <input
              id={id}
              aria-describedby={described}
              className="tes-input"
              type="datetime-local"
              value={read}
              min={came}
              onChange={event => setRead(event.target.value)}
            />
          )}
        </Field>
      )}
      <ol className="tes-flow__story" aria-label={say('When what happens')}>
        {told.map(({ at, action, nth, off }, index) => (
          <li key={index} className={off ? 'is-off' : ''}>
            <b>{when.format(at)}</b>
            <ul>
              <li className="is-taken">
                {action.times === 1 || (nth === 1 && !action.rateType)
                  ? actionText(say, action.action)
                  : say('{action}, for the {number}. time', { action: actionText(say, action.action), number: nth })}
                {action.condition && ` · ${say('if its condition holds')}`}
              </li>
              {off && <li>{off === 'day' ? say('Nobody works on this day') : say('Outside of working hours')}</li>}
            </ul>
          </li>
        ))}
        {told.length === 30 && <li>…</li>}
        {told.length === 0 && <li>{say('Nothing can be said yet.')}</li>}
      </ol>
    </details>
  )
}
