// What taking over another state would do to dev, difference by difference.
import type { Trx } from '../../store/database.ts'
import { compareContents, SHOWN_THEME, shownIn, type Part, type Section, type SectionName } from './compare.ts'
import type { Content } from './manifest.ts'

/** A state to take from. */
export interface Theirs {
  kind: 'version' | 'package' | 'git' | 'sync' | 'copy'
  /** In words, for those who look at what was taken over. */
  source: string
  content: Content
  /** What both come from, where that is known: what changed here alone since is not offered. */
  base?: Content
  /** The text of a body that this installation may not hold yet. */
  body?(hash: string): Promise<string | undefined>
  /** Stores what its parts need, in the transaction that takes them over. */
  store?(trx: Trx, next: Content): Promise<void>
}
/** A difference of dev from the other state: what taking it over would do. */
export interface Offered extends Part {
  section: SectionName
  /** It was changed here as well since both were the same. */
  isConflict: boolean
  /** Running apps show it as soon as it is taken over, without a publish. */
  isLive: boolean
}

/** Sections of which nothing is removed by taking over. */
const STAYS = new Set<SectionName>(['role', 'source', 'list'])
/** A copy has the lists of its app, so that one that is gone there was taken away. */
const STAYS_OF_COPY = new Set<SectionName>(['role', 'source'])

export const flat = (sections: readonly Section[]) => sections.flatMap(({ name, parts }) => parts.map(part => ({ ...part, section: name })))
export const keyOf = ({ section, id }: { section: SectionName; id: string }) => `${section} ${id}`

/** Versions from before the rest was kept hold pages alone: nothing is said of the rest. */
export const withDesign = <T extends Pick<Theirs, 'content'>>(theirs: T, { design }: Content): T =>
  theirs.content.design ? theirs : { ...theirs, content: { ...theirs.content, design } }

/** What taking over would do, part by part. Where a common state is known, only what changed over there since. */
export function offeredOf(mine: Content, given: Pick<Theirs, 'kind' | 'content' | 'base'>): Offered[] {
  const { kind, content, base } = withDesign(given, mine)
  // Nobody wants to be told of each role of an app that a package says nothing of.
  const all = flat(compareContents(mine, content)).filter(
    ({ section, change }) =>
      (kind === 'version' || change !== 'removed' || !(kind === 'copy' ? STAYS_OF_COPY : STAYS).has(section)) &&
      // What says nothing of themes wants none gone.
      (kind === 'version' || base || content.design?.themes || section !== 'theme'),
  )
  const shown = shownIn(mine).own
  const told = (part: (typeof all)[number], isConflict: boolean): Offered => ({
    ...part,
    isConflict,
    isLive: part.section === 'theme' && (part.id === SHOWN_THEME || part.id === shown),
  })
  if (!base) return all.map(part => told(part, false))
  const theirs = new Set(flat(compareContents(base, content)).map(keyOf))
  const ours = new Set(flat(compareContents(base, mine)).map(keyOf))
  return all.filter(part => theirs.has(keyOf(part))).map(part => told(part, ours.has(keyOf(part))))
}
