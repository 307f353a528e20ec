// The gate: one question about a screen, asked by tests, by saving, by publishing and by people at the command line.
import type { Call } from '../contract-schema.ts'
import { table } from '../generated/gate-table.ts'
import { checkScreen } from './check-screen.ts'
import type { Finding } from './findings.ts'
import { checkRules } from './rules.ts'
import { createStructure } from './structure.ts'
import type { ObjectShape, Shape } from './table.ts'

export type { Finding, Severity } from './findings.ts'

export interface GateOptions {
  /** `console`: a screen of Tessera itself, held against its calls. `app`: a page that somebody built, free to call what it likes. */
  profile: 'console' | 'app'
  calls?: readonly Call[]
  /** English texts that have a translation. */
  words?: ReadonlySet<string>
}

/** A gate that knows renderers of ours beside amis' own: type → properties (renderers/properties.json). */
export function createGate(renderers: Record<string, Record<string, Shape>> = {}) {
  const own = Object.fromEntries(Object.entries(renderers).map(([type, properties]) => [type, ['o', properties, 0] as ObjectShape]))
  const structure = createStructure(table, own)
  return function gate(screen: unknown, { profile, calls, words }: GateOptions): Finding[] {
    const found = structure(screen)
    if (profile === 'console' && calls)
      for (const { path, message } of checkScreen(screen, { calls })) found.push({ path, message, severity: 'error', code: 'meaning' })
    return found.concat(checkRules(screen, { profile, table, ...(words && { words }) }))
  }
}

export const hasErrors = (findings: readonly Finding[]) => findings.some(one => one.severity === 'error')
