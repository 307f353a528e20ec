// What two sides of a merge changed differently, as a person is asked about it.
import { conflictText, shownValue, toTree, type Json, type JsonObject } from '../../../ledger/index.ts'
import { say, type Locale } from '../../../messages.ts'
import type { Shown } from '../foundation/app-themes.ts'
import { COMPARED_SECTIONS, followersOf, isBrand, labelOf, placeInTheme, shownInTheme, type Content, type PartConflict } from '../release/index.ts'

/** `in`: a copy into dev of its app; `out`: dev of the app into the copy. */
export type Direction = 'in' | 'out'
export interface ToldConflict {
  key: string
  kind: 'there'
  part: string
  /** The page whose content is asked about, which can be looked at. */
  page?: string
  text: string
  base?: string
  ours?: string
  theirs?: string
}
interface Sides {
  base: Content
  mine: Content
  theirs: Content
}

const TEXT = 2_000
const textOf = (value: unknown) => {
  const text = typeof value === 'object' ? JSON.stringify(value, null, 2) : shownValue(value as Json)
  return text.length > TEXT ? `${text.slice(0, TEXT)} …` : text
}

/** What was changed differently on both sides, in words, with what each has; `pages` are the pages of what both had, by hash. */
export function toldConflicts(
  conflicts: readonly PartConflict[],
  { base, mine, theirs }: Sides,
  pages: ReadonlyMap<string, JsonObject>,
  direction: Direction,
  locale: Locale,
): ToldConflict[] {
  // Among Chinese a word of Latin letters has a blank on both sides.
  const [dev, copy] = [locale === 'zh-CN' ? ' dev ' : 'dev', say(locale, 'the copy')]
  const sides = direction === 'in' ? { here: dev, there: copy } : { here: copy, there: dev }
  const themes = new Map([base, theirs, mine].flatMap(({ design }) => (design?.themes ?? []).map(one => [one.id, one.document.config.name] as const)))
  // Which theme the app is shown in, by its name.
  const told = (value: unknown) =>
    value && typeof value === 'object' && 'above' in value ? themes.get((value as Shown).own) || (value as Shown).above || '–' : shownInTheme(value)
  /** Where both have other content, it is looked at; what a page is called or where it stands is seen in no picture. */
  const shownOf = ({ section, part, node, at }: PartConflict) => {
    const id = section === 'page' ? part.slice(part.indexOf(' ') + 1) : ''
    const [a, b, c] = [base, mine, theirs].map(({ pages: all }) => all[id])
    return id && (node || (!at.length && (a?.hash ?? b?.hash ?? c?.hash))) ? { page: id } : {}
  }
  return conflicts.map(conflict => {
    const { key, part, section, label, at, node, decided: _decided, ...values } = conflict
    // Of a page as a whole there is a picture, and nothing that could be written in a line.
    const isWhole = section === 'page' && !node && !at.length
    const shown = Object.entries(isWhole ? {} : { base: values.base, ours: values.mine, theirs: values.theirs }).flatMap(([name, value]) =>
      value === undefined || value === null ? [] : [[name, textOf(section === 'theme' ? told(value) : value)]],
    )
    const tell = (text: string): ToldConflict => ({
      key,
      kind: 'there',
      part,
      ...shownOf(conflict),
      text: `${say(locale, COMPARED_SECTIONS[section])} · ${labelOf(section, part.slice(part.indexOf(' ') + 1), label, locale)}: ${text}`,
      ...Object.fromEntries(shown),
    })
    if (node) {
      const old = pages.get(base.pages[part.slice(part.indexOf(' ') + 1)]?.hash ?? '') ?? { type: 'page' }
      return tell(conflictText(node, toTree(old), { locale, sides }).text)
    }
    const followers = section === 'theme' && isBrand(at) ? followersIn(part, mine, theirs) : []
    if (followers.length)
      return tell(
        say(locale, 'Both sides changed {what}, and with it {others}', {
          what: whereOf(section, part, at, [mine, theirs, base]),
          others: followers.join(', '),
        }),
      )
    if (at.length) return tell(say(locale, 'Both sides changed {what}', { what: whereOf(section, part, at, [mine, theirs, base]) }))
    if (values.mine === undefined) return tell(say(locale, 'Removed in {here} and changed in {there}', sides))
    return tell(say(locale, values.theirs === undefined ? 'Changed in {here} and removed in {there}' : 'Both sides have another one', sides))
  })
}

function followersIn(part: string, ...states: readonly Content[]): string[] {
  const [ours, others] = states.map(({ design }) => design?.themes?.find(one => `theme ${one.id}` === part)?.document)
  return ours && others ? followersOf(ours, others) : []
}

/** A place in a part in words: what has a name is called by it. */
function whereOf(section: string, part: string, at: readonly string[], states: readonly Content[]): string {
  const id = part.slice(part.indexOf(' ') + 1)
  if (section === 'theme')
    return placeInTheme(
      at,
      states.flatMap(({ design }) => design?.themes ?? []).flatMap(one => (one.id === id ? [one.document] : [])),
    )
  const found = states.flatMap(({ pages, design }): unknown[] => {
    if (section === 'page') return pages[id] ? [pages[id]] : []
    const lists: { id: string }[][] = design
      ? [design.data.models, design.data.sources, design.permissions.roles, design.permissions.rowRules, design.resources ?? []]
      : []
    return lists.flatMap(list => list.filter(one => one.id === id))
  })[0]
  const words: string[] = []
  let value = found
  for (const step of at) {
    const next: unknown = Array.isArray(value)
      ? value.find(one => one && typeof one === 'object' && ['id', 'key', 'value'].some(name => (one as Record<string, unknown>)[name] === step))
      : value && typeof value === 'object'
        ? (value as Record<string, unknown>)[step]
        : undefined
    const name = Array.isArray(value) && next && typeof next === 'object' ? (next as { name?: unknown }).name : undefined
    words.push(typeof name === 'string' && name ? name : step)
    value = next
  }
  return words.filter(word => word !== 'definition').join(' · ')
}
