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

export function readAgain(scope: unknown): void {
  const { getComponents, children } = (scope ?? {}) as Partial<Scope>
  for (const part of (getComponents?.() ?? []) as unknown as Part[]) {
    if (part.readAgain) part.readAgain()
    else if (READS.has(part.props.type ?? '')) part.reload?.()
  }
  for (const child of children ?? []) readAgain(child)
}
