// A side for every conflict: what is here, or what the newer screen below has; with what was there before both.
import { useId } from 'react'
import { resolveVariableAndFilter, type FormControlProps } from 'amis-core'
import { field } from '../register.tsx'
import { sayer, type Say } from '../words.ts'
import './conflict-choices.css'

export type Side = 'ours' | 'theirs'
export interface Conflict {
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

export interface Names {
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

interface QuestionProps {
  say: Say
  conflict: Conflict
  /** Of its two choices, which is theirs alone. */
  name: string
  names: Names | undefined
  side: Side | undefined
  disabled: boolean | undefined
  onChoose(side: Side): void
  /** Somebody looks at it. */
  onLook?(): void
}

/** One question, with the values where they can be written down. */
export function Question({ say, conflict, name, names, side: chosen, disabled, onChoose, onLook }: QuestionProps) {
  const sides = sidesOf(say, conflict.kind, names)
  const hasValues = (conflict.kind === 'value' || conflict.kind === 'there') && [conflict.base, conflict.ours, conflict.theirs].some(one => one !== undefined)
  return (
    <fieldset className={chosen ? 'is-decided' : undefined} onFocus={onLook} onMouseEnter={onLook}>
      <legend>{conflict.text}</legend>
      {hasValues && (
        <p>
          {say('Before both:')} <Value value={conflict.base} none={say('nothing')} />
        </p>
      )}
      <div>
        {(['ours', 'theirs'] as const).map(side => (
          <label key={side} className={chosen === side ? 'is-chosen' : undefined}>
            <input type="radio" name={name} checked={chosen === side} disabled={disabled} onChange={() => onChoose(side)} />
            <span>
              <strong>{sides[side]}</strong>
              {hasValues && <Value value={conflict[side]} none={say('nothing')} />}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
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
      {list.map((one, index) => (
        <Question
          key={one.key}
          say={say}
          conflict={one}
          name={`${group}-${index}`}
          names={names}
          side={value[one.key]}
          disabled={disabled}
          onChoose={side => choose(one.key, side)}
        />
      ))}
    </div>
  )
}

export default field('tessera-conflict-choices', ConflictChoices)
