// Differences of two themes as sentences.
// oxlint-disable no-restricted-imports -- themes are pure functions, as what is known of models and flows, and may be used anywhere
import { readColor } from '../../api/theme/color.ts'
import type { Entry } from '../../api/theme/components.ts'
import type { Difference } from '../../api/theme/differences.ts'
import type { Say } from '../words.ts'
import { useSay } from '../workplace/ui.tsx'
import { fieldLabel, keyLabel, stateLabel } from './labels.ts'

/** What a value is called, from the component to its field. */
export function namesOf({ names, entry }: { names: readonly string[]; entry?: Entry }, say: Say): string {
  if (!entry) return names.map(name => say(name)).join(' · ')
  const { component, part, state, field, key } = entry
  return [
    say(component.label),
    ...(part.label === component.label ? [] : [part.custom ? part.label : say(part.label)]),
    ...(state && state !== 'default' ? [stateLabel(state, component.path, say)] : []),
    fieldLabel(field, say),
    ...(key ? [keyLabel(key, say)] : []),
  ].join(' · ')
}

export function sentenceOf(difference: Difference, say: Say): string {
  const what = namesOf(difference, say)
  const text = (value: string) => (value === 'On' || value === 'Off' ? say(value) : value.length > 120 ? `${value.slice(0, 120)}…` : value)
  const { from, to, entry, path } = difference
  if (from !== undefined && to !== undefined) return say('{what}: {from} becomes {to}', { what, from: text(from) || '–', to: text(to) || '–' })
  if (to !== undefined) return say('{what}: set to {to}', { what, to: text(to) })
  if (from === undefined) return say('{what}: changed', { what })
  return entry || path === 'customStyle.style' ? say('{what}: {from} goes, it is as shipped', { what, from: text(from) }) : say('{what}: removed', { what })
}

const swatch = (value: string | undefined) => (value && readColor(value) && !/^(none|white|black|transparent)$/.test(value) ? value : undefined)
const LISTED = 100

export function Differences({ differences, empty }: { differences: readonly Difference[]; empty: string }) {
  const say = useSay()
  if (!differences.length) return <p className="tes-theme-hint">{empty}</p>
  return (
    <>
      <p className="tes-theme-count">{differences.length === 1 ? say('1 difference') : say('{count} differences', { count: differences.length })}</p>
      <ul className="tes-theme-differences">
        {differences.slice(0, LISTED).map((one, i) => (
          <li key={`${one.path} ${i}`}>
            {[swatch(one.from), swatch(one.to)].map(
              (color, side) => color && <i key={side} className="tes-theme-swatch" style={{ background: color }} aria-hidden="true" />,
            )}
            <span>{sentenceOf(one, say)}</span>
          </li>
        ))}
        {differences.length > LISTED && <li>{say('{count} more', { count: differences.length - LISTED })}</li>}
      </ul>
    </>
  )
}
