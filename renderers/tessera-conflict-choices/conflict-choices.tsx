// A side for every conflict: what is here, or what the newer screen below has; with what was there before both.
import { useId } from 'react'
import { resolveVariableAndFilter, type FormControlProps } from 'amis-core'
import { field } from '../register.tsx'
import { sayer, type Say } from '../words.ts'
import './conflict-choices.css'

type Side = 'ours' | 'theirs'
interface Conflict {
  key: string
  kind: string
  /** The conflict in a sentence, in the reader's language. */
  text: string
  base?: unknown
  ours?: unknown
  theirs?: unknown
}
interface Props extends FormControlProps {
  conflicts?: string
  /** What the two sides are called, where they have names: what is changed, and what it is merged with. */
  here?: string
  there?: string
  value?: Record<string, Side>
}

interface Names {
  here: string
  there: string
}

/** What each side means, by kind of conflict. */
function sidesOf(say: Say, kind: string, names: Names | undefined): Record<Side, string> {
  if (names) return { ours: say('As in {place}', { place: names.here }), theirs: say('As in {place}', { place: names.there }) }
  switch (kind) {
    case 'removedByThem':
      return { ours: say('Keep it as changed here'), theirs: say('Let it go') }
    case 'removedByUs':
      return { ours: say('Leave it out'), theirs: say('Take it as it is now') }
    case 'moved':
    case 'loop':
      return { ours: say('Leave it where it is here'), theirs: say('Put it where the newer screen has it') }
    case 'there':
      return { ours: say('Keep what is here'), theirs: say('Take what is there') }
    default:
      return { ours: say('Keep what is here'), theirs: say('Take what is newer') }
  }
}

function Value({ value, none }: { value: unknown; none: string }) {
  if (value === undefined) return <em>{none}</em>
  if (value !== null && typeof value === 'object') return <pre>{JSON.stringify(value, null, 2)}</pre>
  return <code>{typeof value === 'string' ? value.replace(/^i18n:/, '') : String(value)}</code>
}

export function ConflictChoices({ conflicts, here, there, value = {}, onChange, data, env, disabled }: Props) {
  const say = sayer(env)
  const group = useId()
  const list = ((conflicts ? resolveVariableAndFilter(conflicts, data, '| raw') : undefined) ?? []) as Conflict[]
  const choose = (key: string, side: Side) => onChange?.({ ...value, [key]: side })
  const all = (side: Side) => onChange?.(Object.fromEntries(list.map(one => [one.key, side])))
  const named = (text: string | undefined) => String(resolveVariableAndFilter(text, data, '| raw') ?? '')
  const names = here && there ? { here: named(here), there: named(there) } : undefined
  const decided = list.filter(one => value[one.key]).length
  return (
    <div className="tes-conflicts">
      <header>
        <span aria-live="polite">{say('{decided} of {count} decided', { decided, count: list.length })}</span>
        {list.length > 1 && (
          <>
            <button type="button" disabled={disabled} onClick={() => all('ours')}>
              {names ? say('All as in {place}', { place: names.here }) : say('Keep all that is here')}
            </button>
            <button type="button" disabled={disabled} onClick={() => all('theirs')}>
              {names ? say('All as in {place}', { place: names.there }) : say('Take all that is newer')}
            </button>
          </>
        )}
      </header>
      {list.map((one, index) => {
        const sides = sidesOf(say, one.kind, names)
        const hasValues = one.kind === 'value' || one.kind === 'there'
        return (
          <fieldset key={one.key} className={value[one.key] ? 'is-decided' : undefined}>
            <legend>{one.text}</legend>
            {hasValues && (
              <p>
                {say('Before both:')} <Value value={one.base} none={say('nothing')} />
              </p>
            )}
            <div>
              {(['ours', 'theirs'] as const).map(side => (
                <label key={side} className={value[one.key] === side ? 'is-chosen' : undefined}>
                  <input type="radio" name={`${group}-${index}`} checked={value[one.key] === side} disabled={disabled} onChange={() => choose(one.key, side)} />
                  <span>
                    <strong>{sides[side]}</strong>
                    {hasValues && <Value value={one[side]} none={say('nothing')} />}
                  </span>
                </label>
              ))}
            </div>
          </fieldset>
        )
      })}
    </div>
  )
}

export default field('tessera-conflict-choices', ConflictChoices)
