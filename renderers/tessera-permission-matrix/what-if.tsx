// What a change would do, before it is saved: who gains and who loses what.
import { useEffect, useState } from 'react'
import { Confirm, Problem, useSay } from '../workplace/ui.tsx'

interface Effect {
  people: { gain: number; lose: number }
  items: {
    kindName: string
    resource: string
    resourceId: string
    option: string
    optionName: string
    gain: number
    lose: number
    gainers: string[]
    losers: string[]
  }[]
  /** Parts of the change without an effect, and why. */
  notes: string[]
  total: number
}
interface Props {
  ask(): Promise<{ ok: boolean; msg: string; data?: unknown }>
  count: number
  onSave(): Promise<void>
  onClose(): void
}

const some = (names: string[], count: number) => names.join(', ') + (count > names.length ? ' …' : '')

export function WhatIf({ ask, count, onSave, onClose }: Props) {
  const say = useSay()
  const [effect, setEffect] = useState<Effect>()
  const [problem, setProblem] = useState('')
  useEffect(() => {
    let here = true
    void ask().then(answer => {
      if (!here) return
      if (answer.ok) setEffect(answer.data as Effect)
      else setProblem(answer.msg || say('The interface call failed'))
    })
    return () => void (here = false)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- asked once, for the changes that are there when it opens
  }, [])
  return (
    <Confirm title={say('Save changes ({count})', { count })} action={say('Save')} onConfirm={onSave} onClose={onClose}>
      <div className="tes-matrix__effect" aria-live="polite">
        {problem && <Problem>{problem}</Problem>}
        {!effect && !problem && <p>{say('Looking who gains and who loses…')}</p>}
        {effect && !effect.total && <p>{say('Nobody gains or loses anything.')}</p>}
        {!!effect?.total && (
          <>
            <p>{say('{gain} people gain something, {lose} lose something.', effect.people)}</p>
            <ul>
              {effect.items.map(item => (
                <li key={`${item.resourceId} ${item.option}`}>
                  <strong>{item.resource || item.kindName}</strong> {item.optionName}
                  {item.gain > 0 && <span className="is-gain">{`+ ${item.gain}: ${some(item.gainers, item.gain)}`}</span>}
                  {item.lose > 0 && <span className="is-lose">{`− ${item.lose}: ${some(item.losers, item.lose)}`}</span>}
                </li>
              ))}
            </ul>
            {effect.total > effect.items.length && <p>{say('and {count} more', { count: effect.total - effect.items.length })}</p>}
          </>
        )}
        {effect?.notes.map(note => (
          <p key={note} className="tes-matrix__note">
            {note}
          </p>
        ))}
      </div>
    </Confirm>
  )
}
