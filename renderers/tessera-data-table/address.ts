// What a list shows stands in the address, so that it can be linked and gone back to: what is searched for, the order and the conditions, as far as they
// differ from those of the view. Names begin with the list's, as a page may have several.
import type { Conditions } from './chosen.ts'
import type { Values } from './values.ts'
import { startOf, type View } from './views.ts'

/** A part that is not there is as the view has it; an empty one is none, whatever the view has. */
export interface Shown {
  words?: string
  /** Key of a field, with a minus before it for the greatest first. */
  order?: string
  /** A condition tree as JSON. */
  filter?: string
  /** Fields by which rows are put together, and what the groups tell. */
  group?: string
  sums?: string
}
const PARTS = ['words', 'order', 'filter', 'group', 'sums'] as const

export function shownIn(query: unknown, list: string): Shown {
  const values = (typeof query === 'object' && query ? query : {}) as Record<string, unknown>
  return Object.fromEntries(PARTS.flatMap(part => (typeof values[`${list}-${part}`] === 'string' ? [[part, values[`${list}-${part}`] as string]] : [])))
}

function partsOf({ keywords, orderBy, orderDir, _conditions, groupBy, figures }: Values): Required<Shown> {
  const conditions = _conditions as Conditions | undefined
  return {
    words: String(keywords ?? ''),
    order: orderBy ? `${orderDir === 'desc' ? '-' : ''}${String(orderBy)}` : '',
    filter: conditions?.children?.length ? JSON.stringify(conditions) : '',
    group: String(groupBy ?? ''),
    sums: groupBy ? String(figures ?? '') : '',
  }
}

/** What the list shows, of what it is asked with, besides the view. */
export function shownOf(asked: Values, view: View | undefined): Shown {
  const [now, start] = [partsOf(asked), partsOf(startOf(view))]
  return Object.fromEntries(PARTS.flatMap(part => (now[part] === start[part] ? [] : [[part, now[part]]])))
}

/** What the list starts with. */
export function startWith({ words, order, filter, group, sums }: Shown, view: View | undefined): Values {
  const { orderBy, orderDir, _conditions, groupBy, figures } = startOf(view)
  const isDown = order?.startsWith('-')
  const [grouped, told] = [group ?? groupBy, sums ?? figures]
  return {
    ...(words && { keywords: words }),
    ...(order === undefined
      ? orderBy !== undefined && { orderBy, orderDir }
      : order && { orderBy: order.slice(isDown ? 1 : 0), orderDir: isDown ? 'desc' : 'asc' }),
    ...(filter === undefined ? _conditions !== undefined && { _conditions } : filter && { _conditions: conditionsIn(filter) }),
    ...(grouped ? { groupBy: grouped } : {}),
    ...(told ? { figures: told } : {}),
  }
}
/** Of an address that somebody has cut, nothing is left to ask for. */
function conditionsIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The address of the page with what a list shows; what else stands in it stays. */
export function addressWith(query: unknown, list: string, shown: Shown): string {
  const others = Object.entries((typeof query === 'object' && query ? query : {}) as Record<string, unknown>).filter(
    ([name, value]) => !PARTS.some(part => name === `${list}-${part}`) && typeof value === 'string',
  ) as [string, string][]
  const own = PARTS.flatMap(part => (shown[part] === undefined ? [] : [[`${list}-${part}`, shown[part]]]))
  return `?${new URLSearchParams([...others, ...own])}`
}
