// Copies of dev to work in: made, opened, filled with rows, merged back and thrown away. A copy is an app of its own that belongs to the one it was made of.
import type { Core } from '../../core.ts'
import { createCopies, type CopiesParts } from './copies.ts'

export { MOST_COPIES } from './copies.ts'

export const createWorkingCopies = (core: Pick<Core, 'db'>, parts: CopiesParts) => createCopies(core, parts)
