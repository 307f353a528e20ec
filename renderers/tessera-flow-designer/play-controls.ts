// The fields of a played case, as a form asks for them, and the people in them.
import { valueAt } from '../../api/flow/conditions.ts'
import type { DefinedNode } from '../../api/flow/definition.ts'
import type { PlayFacts } from '../../api/flow/play.ts'
import type { Source } from './panel.tsx'

const CONTROLS: Readonly<Record<string, object>> = {
  number: { type: 'input-number' },
  boolean: { type: 'switch' },
  date: { type: 'input-date', valueFormat: 'YYYY-MM-DD' },
  datetime: { type: 'input-datetime', valueFormat: 'YYYY-MM-DDTHH:mm:ssZ' },
  time: { type: 'input-time', valueFormat: 'HH:mm' },
}
/** What a row holds, as a form asks for it. */
export function controlsOf(
  { fields, people }: Source,
  pick: (name: string, label: string, multiple?: boolean) => object,
  only?: ReadonlySet<string>,
): object[] {
  const shown = (key: string) => !only || only.has(key)
  return [
    ...fields
      .filter(({ name }) => shown(name))
      .map(({ name, label, type, options }) => ({
        ...(options ? { type: 'select', options, clearable: true } : (CONTROLS[type ?? ''] ?? { type: 'input-text' })),
        name,
        label,
        changeImmediately: true,
      })),
    ...people.filter(({ value }) => shown(value)).map(({ value, label }) => pick(value, label)),
  ]
}
/** Fields hand over what is typed when they are left, or a moment later. */
export async function handedOver() {
  ;(document.activeElement as HTMLElement | null)?.blur?.()
  await new Promise(done => setTimeout(done))
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** Ids of people, whatever else is there. */
export const idsIn = (value: unknown): string[] => (Array.isArray(value) ? value : [value]).filter(one => typeof one === 'string' && UUID.test(one))

/** Whom a rule takes from the case itself. */
export function namedBy({ id, approvers }: DefinedNode, { values, choices, decided }: PlayFacts): readonly string[] {
  if (approvers?.by === 'field') return idsIn(valueAt(values, approvers.field))
  if (approvers?.by === 'choice') return choices[id] ?? []
  return approvers?.by === 'earlier' ? (decided[approvers.node] ?? []) : []
}
