// What pages of a package run, call or show, gathered while each is read once.
import { shownIn, type Shown } from '../../../gate/media.ts'
import type { Locale } from '../../../messages.ts'
import { locate, type Found, type FoundKind } from './findings.ts'
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
/** As it comes out of a thread. */
export interface Gathered {
  findings: (Found & { page: string; name: string })[]
  total: number
  /** Findings by page, without links: a link tells little, and there are many of them. */
  counts: Map<string, number>
  /** How many pages have something of a kind. */
  pagesWith: Map<FoundKind, number>
  /** Variables that stand for hosts, with the pages that need them. */
  variables: { name: string; pages: string[] }[]
  /** Hosts of pictures, media and frames, with the pages that show them. */
  shown: (Shown & { pages: string[] })[]
}

export function gatherFindings(names: ReadonlyMap<string, string>) {
  const findings: Gathered['findings'] = []
  const counts = new Map<string, number>()
  const pages = new Map<FoundKind, Set<string>>()
  const variables = new Map<string, Set<string>>()
  /** Hosts of pictures, media and frames, with the pages that show them. */
  const media = new Map<string, Shown & { pages: Set<string> }>()
  let total = 0
  return {
    look(id: string, schema: Record<string, unknown>) {
      const name = names.get(id) ?? ''
      for (const one of shownIn(schema)) {
        const key = `${one.host} ${one.kind}`
        const known = media.get(key) ?? { ...one, pages: new Set<string>() }
        media.set(key, known)
        known.pages.add(name)
      }
      for (const found of locate(schema)) {
        const { kind, what } = found
        total++
        if (kind !== 'link') counts.set(id, (counts.get(id) ?? 0) + 1)
        pages.set(kind, (pages.get(kind) ?? new Set()).add(id))
        const variable = kind === 'host' ? /^\$\{(.+)\}$/.exec(what)?.[1] : undefined
        if (variable) variables.set(variable, (variables.get(variable) ?? new Set()).add(name))
        if (findings.length < MOST_FINDINGS) findings.push({ ...found, page: id, name })
      }
    },
    result: (): Gathered => ({
      findings,
      total,
      counts,
      pagesWith: new Map([...pages].map(([kind, ids]) => [kind, ids.size])),
      variables: [...variables].map(([name, used]) => ({ name, pages: [...used].slice(0, 20) })).sort((a, b) => a.name.localeCompare(b.name)),
      shown: [...media.values()].map(one => ({ ...one, pages: [...one.pages].slice(0, 20) })).sort((a, b) => a.host.localeCompare(b.host)),
    }),
  }
}

const RANK: Record<Level, number> = { danger: 0, warning: 1, info: 2, good: 3 }
/** The findings in words, the worst first. */
export const toldFindings = ({ findings }: Gathered, mayScript: boolean, locale: Locale): PageFinding[] =>
  findings.map(({ what, ...found }) => ({ ...found, ...findingText(found.kind, what, mayScript, locale) })).sort((a, b) => RANK[a.level] - RANK[b.level])
