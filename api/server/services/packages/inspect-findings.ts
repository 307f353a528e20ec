// What pages of a package run, call or show, gathered while each is read once.
import { setImmediate as breathe } from 'node:timers/promises'
import type { Locale } from '../../../messages.ts'
import { locate, type FoundKind } from './findings.ts'
import { findingText, type Level } from './inspect-words.ts'

/** More are counted, not listed. */
const MOST_FINDINGS = 500

export interface PageFinding {
  page: string
  name: string
  kind: FoundKind
  path: string
  excerpt: string
  level: Level
  text: string
}

export function gatherFindings(names: ReadonlyMap<string, string>, mayScript: boolean, locale: Locale) {
  const findings: PageFinding[] = []
  const counts = new Map<string, number>()
  /** Pages by what is found in them. */
  const pages = new Map<FoundKind, Set<string>>()
  /** Variables that stand for hosts, with the pages that need them. */
  const variables = new Map<string, Set<string>>()
  let total = 0
  return {
    async look(id: string, schema: Record<string, unknown>) {
      for (const { kind, what, path, excerpt } of locate(schema)) {
        total++
        // A link tells little, and there are many of them.
        if (kind !== 'link') counts.set(id, (counts.get(id) ?? 0) + 1)
        pages.set(kind, (pages.get(kind) ?? new Set()).add(id))
        const variable = kind === 'host' ? /^\$\{(.+)\}$/.exec(what)?.[1] : undefined
        if (variable) variables.set(variable, (variables.get(variable) ?? new Set()).add(names.get(id) ?? ''))
        if (findings.length < MOST_FINDINGS)
          findings.push({ page: id, name: names.get(id) ?? '', kind, path, excerpt, ...findingText(kind, what, mayScript, locale) })
      }
      // Others' calls are answered in between.
      await breathe()
    },
    countOf: (id: string) => counts.get(id) ?? 0,
    pagesWith: (kind: FoundKind) => pages.get(kind)?.size ?? 0,
    result() {
      const rank: Record<Level, number> = { danger: 0, warning: 1, info: 2, good: 3 }
      return {
        findings: findings.sort((a, b) => rank[a.level] - rank[b.level]),
        total,
        variables: [...variables].map(([name, used]) => ({ name, pages: [...used].slice(0, 20) })).sort((a, b) => a.name.localeCompare(b.name)),
      }
    },
  }
}
