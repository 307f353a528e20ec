// The sets of icons, and what a screen writes to use one.
import type { IconEntry, IconGroup } from './groups.ts'

interface IconSet {
  label: string
  /** What comes before the name where the icon is used. */
  prefix: string
}
/** Numbered as in icons.json. */
export const SETS: readonly IconSet[] = [
  { label: 'Font Awesome, solid', prefix: 'fa fa-' },
  { label: 'Font Awesome, regular', prefix: 'far fa-' },
  { label: 'Font Awesome, brands', prefix: 'fab fa-' },
  { label: 'Font Awesome 4', prefix: 'fa fa-' },
  { label: 'iconfont', prefix: 'iconfont icon-' },
  { label: 'amis', prefix: '' },
  { label: 'Pages', prefix: '' },
]
export const AMIS_SET = 5
export const PAGE_SET = 6

export const valueOf = ([set, name]: IconEntry) => `${SETS[set]?.prefix ?? ''}${name}`

/** The JSON that shows an icon; pages of an app have theirs as a property. Without a word about the vendor, amis puts `fa fa-` before the name. */
export function snippetOf(icon: IconEntry): string {
  const value = valueOf(icon)
  if (icon[0] === PAGE_SET) return `"icon": "${value}"`
  return icon[0] === AMIS_SET ? `{ "type": "icon", "icon": "${value}" }` : `{ "type": "icon", "vendor": "", "icon": "${value}" }`
}

/** An icon in a button, as it is most often used. */
export const sampleOf = (icon: IconEntry) =>
  icon[0] === PAGE_SET
    ? `{ "name": "Orders", "icon": "${valueOf(icon)}" }`
    : `{ "type": "button", "label": "Save", "icon": "${valueOf(icon)}", "level": "primary" }`

/** The groups with only what is in the set and has the text in its name or value, whatever the case. */
export function search(groups: readonly IconGroup[], text: string, set: number | undefined): IconGroup[] {
  const wanted = text.trim().toLowerCase()
  if (!wanted && set === undefined) return [...groups]
  return groups.flatMap(([title, icons]) => {
    const found = icons.filter(icon => (set === undefined || icon[0] === set) && (!wanted || valueOf(icon).toLowerCase().includes(wanted)))
    return found.length ? [[title, found] as IconGroup] : []
  })
}

export type Row = { top: number; height: number } & ({ title: string; count: number } | { icons: readonly IconEntry[]; first: number })
export const TITLE_HEIGHT = 40
export const TILE_HEIGHT = 88

/** Groups as rows under each other, `columns` icons wide; `first` is a row's place in the list of all icons. */
export function rowsOf(groups: readonly IconGroup[], columns: number): { rows: Row[]; height: number; icons: IconEntry[] } {
  const rows: Row[] = []
  const all: IconEntry[] = []
  let top = 0
  for (const [title, icons] of groups) {
    rows.push({ top, height: TITLE_HEIGHT, title, count: icons.length })
    top += TITLE_HEIGHT
    for (let at = 0; at < icons.length; at += columns) {
      rows.push({ top, height: TILE_HEIGHT, icons: icons.slice(at, at + columns), first: all.length + at })
      top += TILE_HEIGHT
    }
    all.push(...icons)
  }
  return { rows, height: top, icons: all }
}

/** The rows between two heights. */
export function rowsBetween(rows: readonly Row[], from: number, to: number): Row[] {
  let low = 0
  let high = rows.length
  while (low < high) {
    const middle = (low + high) >> 1
    const row = rows[middle] as Row
    if (row.top + row.height <= from) low = middle + 1
    else high = middle
  }
  const shown: Row[] = []
  for (let at = low; at < rows.length && (rows[at] as Row).top < to; at++) shown.push(rows[at] as Row)
  return shown
}
