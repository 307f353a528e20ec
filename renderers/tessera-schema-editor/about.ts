// The editor is driven by our own code, never placed on a screen.
import type { Properties } from '../about.ts'

export const properties: Properties = {}
