// What the palette offers, in which groups, and what a search finds first.

export interface Offer {
  id: string
  name: string
  description?: string
  tags?: string | readonly string[]
  searchKeywords?: string
  scaffold?: { type?: string; [more: string]: unknown }
  rendererName?: string
  type?: string
  order?: number
  pluginIcon?: string
}
export interface Group<T> {
  name: string
  offers: T[]
}

/** Parts that are about data come first, in this order: what most pages are made of. */
const DATA = ['tessera-data-table', 'tessera-board', 'crud2', 'form', 'service', 'chart', 'each', 'cards', 'list', 'calendar', 'mapping']
/** What makes a table without knowing what its rows are; Table does the same for models and for calls. */
const SUPERSEDED = new Set(['crud'])

/** A piece of a page that somebody made, whatever it begins with. */
export const TEMPLATE = 'widget-template'

const typeOf = ({ scaffold, rendererName, type }: Offer) => scaffold?.type ?? rendererName ?? type ?? ''
const tagOf = ({ tags }: Offer) => (Array.isArray(tags) ? (tags as readonly string[])[0] : (tags as string | undefined)) ?? ''

/** A part of a model that is made of another component. */
export const OF_MODEL = 'model-part'

/** Pictures that plugins of the editor name and that it does not have, by those that it has. */
const ICONS: Readonly<Record<string, string>> = {
  inputDatetime: 'datetime-plugin',
  'inputMonth-plugin': 'month-plugin',
  'input-quarter-plugin': 'quarter-plugin',
  'officeViewer-plugin': 'input-excel-plugin',
  'pdfViewer-plugin': 'plain-plugin',
  'tag-plugin': 'input-tag-plugin',
  'page-plugin': 'container-plugin',
}
/** The picture of a part; one for all where its own is not there. */
export function iconOf({ pluginIcon = '' }: Pick<Offer, 'pluginIcon'>, isThere: (icon: string) => boolean): string {
  const found = [pluginIcon, ICONS[pluginIcon] ?? ''].find(icon => icon && isThere(icon))
  return found ?? 'custom-plugin'
}

/** How well words fit: exactly, at the beginning, at the beginning of a word in it, within it; 0 not at all. */
function fit(text: string | undefined, words: string): number {
  const here = (text ?? '').toLowerCase()
  if (!here) return 0
  if (here === words) return 4
  if (here.startsWith(words)) return 3
  // Chinese has no spaces between words.
  const at = here.indexOf(words)
  if (at < 0) return 0
  return /[^\p{L}\p{N}]/u.test(here[at - 1] ?? '') ? 2 : 1
}

/** How well an offer fits: by its name before its type and its other names, by its description last. */
export function rank(offer: Offer, words: string): number {
  const asked = words.trim().toLowerCase()
  if (!asked) return 1
  const names = fit(offer.name, asked) * 10
  const others = Math.max(fit(typeOf(offer), asked), fit(offer.searchKeywords, asked)) * 8
  return Math.max(names, others, fit(offer.description, asked) > 1 ? 1 : 0)
}

export interface Words {
  data: string
  other: string
  found: string
}

/** Groups for browsing; one group, the best first, for a search. */
export function arrange<T extends Offer>(offers: readonly T[], asked: string, words: Words): Group<T>[] {
  const there = offers.filter(offer => offer.type === OF_MODEL || !SUPERSEDED.has(typeOf(offer)))
  if (asked.trim()) {
    const ranked = there.map(offer => ({ offer, rank: rank(offer, asked) })).filter(one => one.rank > 0)
    return [{ name: words.found, offers: ranked.sort((a, b) => b.rank - a.rank).map(one => one.offer) }].filter(group => group.offers.length > 0)
  }
  const isData = (offer: T) => offer.type !== TEMPLATE && offer.type !== OF_MODEL && DATA.includes(typeOf(offer))
  const data = there.filter(isData).sort((a, b) => DATA.indexOf(typeOf(a)) - DATA.indexOf(typeOf(b)))
  // One of a kind: there are forms for purposes, too.
  const ofModel = there.filter(offer => offer.type === OF_MODEL)
  const first = new Set(DATA.flatMap(type => [...(type === 'service' ? ofModel : []), ...data.filter(offer => typeOf(offer) === type).slice(0, 1)]))
  const groups = new Map<string, T[]>()
  for (const offer of there) {
    if (first.has(offer)) continue
    const tag = tagOf(offer) || words.other
    groups.set(tag, [...(groups.get(tag) ?? []), offer])
  }
  return [...(first.size ? [{ name: words.data, offers: [...first] }] : []), ...[...groups].map(([name, list]) => ({ name, offers: list }))]
}
