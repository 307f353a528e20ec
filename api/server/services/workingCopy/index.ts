// Copies of dev to work in: made, opened, filled with rows, merged back and thrown away. A copy is an app of its own that belongs to the one it was made of.
import type { Core } from '../../core.ts'
import { createCopies, type CopiesParts } from './copies.ts'
import { createMerging } from './merging.ts'

export { MOST_COPIES } from './copies.ts'

export type { CopyPlan, Edited } from './merging.ts'
export type { Direction } from './told-conflicts.ts'

export function createWorkingCopies(core: Pick<Core, 'db'>, parts: CopiesParts) {
  const copies = createCopies(core, parts)
  return { ...copies, merging: createMerging(core, { ...parts, copies }) }
}
