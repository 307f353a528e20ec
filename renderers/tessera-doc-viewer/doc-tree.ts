// The tree of documents as the viewer walks through it.

export interface DocEntry {
  id: string
  key: string
  title: string
  group: string
  parentPathname: string
  hasBody: boolean
  children?: DocEntry[]
}
export interface TocEntry {
  anchor: string
  title: string
  depth: number
}

/** Entries under the headings of their groups, in the order in which groups first appear. */
export function groupsOf(items: readonly DocEntry[]): [string, DocEntry[]][] {
  const groups = new Map<string, DocEntry[]>()
  for (const item of items) groups.set(item.group, [...(groups.get(item.group) ?? []), item])
  return [...groups]
}

/** Every entry, in the order of the navigation. */
export const flat = (items: readonly DocEntry[]): DocEntry[] => items.flatMap(item => [item, ...flat(item.children ?? [])])

/** Entries with a text of their own, in the order of the navigation: what previous and next lead through. */
export const readable = (items: readonly DocEntry[]): DocEntry[] => groupsOf(items).flatMap(([, entries]) => flat(entries).filter(entry => entry.hasBody))

/** Headings of the second and third level that have an address, for an answer that came without its own table. */
export function tocOf(html: string): TocEntry[] {
  const parsed = new DOMParser().parseFromString(html, 'text/html')
  return [...parsed.querySelectorAll('h2[id], h3[id]')].map(heading => ({
    anchor: heading.id,
    title: heading.textContent?.trim() ?? '',
    depth: Number(heading.tagName[1]),
  }))
}
