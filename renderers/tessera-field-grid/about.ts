// What the grid takes in which many fields are added to a model at once.
import type { Properties } from '../about.ts'

export const properties: Properties = { api: 'str', taken: 'str' }
