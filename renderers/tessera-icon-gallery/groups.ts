// Icons by the likeness of their names: an icon is in the group whose title is no more than DISTANCE edits away from its name.

/** Edits of one sign that make two names alike. */
export const DISTANCE = 10
/** Smaller groups are put together by their first letter. */
const SMALLEST = 3

/** Number of the icon's set, and its name in it. */
export type IconEntry = [set: number, name: string]
export type IconGroup = [title: string, icons: IconEntry[]]

/** Signs to put in, take out or replace to make one text of the other (Levenshtein). */
export function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, n) => n)
  for (let i = 1; i <= from.length; i++) {
    const next = [i]
    for (let j = 1; j <= to.length; j++)
      next[j] = Math.min((next[j - 1] as number) + 1, (row[j] as number) + 1, (row[j - 1] as number) + (from[i - 1] === to[j - 1] ? 0 : 1))
    row = next
  }
  return row[to.length] as number
}

/** What a name begins with, shortest first: arrow, arrow-alt, arrow-alt-circle. */
const beginnings = (name: string) => name.split('-').map((_, at, words) => words.slice(0, at + 1).join('-'))
const titleFor = (name: string) => beginnings(name.toLowerCase()).find(title => editDistance(title, name.toLowerCase()) <= DISTANCE) ?? name.toLowerCase()

/** Groups in the order of their titles, the small ones behind. */
export function groupsOf(entries: IconEntry[]): IconGroup[] {
  const groups = new Map<string, IconEntry[]>()
  const add = (title: string, icon: IconEntry) => {
    const group = groups.get(title)
    if (group) group.push(icon)
    else groups.set(title, [icon])
  }
  for (const icon of entries) add(titleFor(icon[1]), icon)
  const left: [title: string, IconEntry[]][] = []
  for (const [title, icons] of groups)
    if (icons.length < SMALLEST) {
      groups.delete(title)
      left.push([title, icons])
    }
  // The nearest group that begins alike takes what is alone; what is like nothing is kept by its first letter.
  const titles = [...groups.keys()]
  const letters = new Map<string, IconEntry[]>()
  for (const [title, icons] of left.sort(([a], [b]) => (a < b ? -1 : 1))) {
    const like = titles.filter(
      one => one[0] === title[0] && one.length > 2 && title.includes(one) && icons.every(([, name]) => editDistance(one, name) <= DISTANCE),
    )
    const nearest = like.sort((a, b) => b.length - a.length)[0]
    if (nearest) groups.get(nearest)?.push(...icons)
    else {
      const letter = /[a-z]/.exec(title)?.[0]?.toUpperCase() ?? '#'
      letters.set(letter, [...(letters.get(letter) ?? []), ...icons])
    }
  }
  const byName = (icons: IconEntry[]) => icons.sort(([setA, a], [setB, b]) => (a === b ? setA - setB : a < b ? -1 : 1))
  const list = (from: Map<string, IconEntry[]>) => [...from].map(([title, icons]) => [title, byName(icons)] as IconGroup).sort(([a], [b]) => (a < b ? -1 : 1))
  return [...list(groups), ...list(letters)]
}
