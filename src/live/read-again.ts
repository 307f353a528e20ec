// What a screen has read, read again where it stands: names in answers are in the language that they were asked in.
import type { IScopedContext } from 'amis-core'

interface Part {
  props: { type?: string }
  reload?(): unknown
  /** Of renderers of ours that read by themselves. */
  readAgain?(): unknown
}
type Scope = IScopedContext & { children?: Scope[] }

/** Parts of amis that read by themselves. */
const READS = new Set(['page', 'service', 'crud', 'form'])

/** What forms stand in: they would begin anew with it. */
const AROUND_FORMS = new Set(['page', 'service', 'form'])

/** With `keepsForms` what somebody is working on stays as it is; lists, charts and the like are read all the same. */
export function readAgain(scope: unknown, { keepsForms = false } = {}): void {
  const { getComponents, children } = (scope ?? {}) as Partial<Scope>
  for (const part of (getComponents?.() ?? []) as unknown as Part[]) {
    const { type = '' } = part.props
    if (part.readAgain) part.readAgain()
    else if (READS.has(type) && !(keepsForms && AROUND_FORMS.has(type))) part.reload?.()
  }
  for (const child of children ?? []) readAgain(child, { keepsForms })
}
