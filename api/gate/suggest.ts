// "Did you mean …": the nearest of the names that exist.

/** Letters of a name; longer ones are no slips of a word that somebody meant. */
const LONGEST = 60
const MOST_NAMES = 3000
/** Letters compared for one screen, some 10 ms: a screen full of strange names gets fewer proposals, not a later answer. */
const MOST_COMPARED = 2_000_000
let compared = 0

/** Before each screen: its proposals start with nothing compared. */
export const startProposals = () => (compared = 0)

/** Edits that turn one text into the other: add, drop, replace a letter, swap two; `limit` where there are as many or more. */
export function distance(a: string, b: string, limit = Infinity): number {
  if (Math.abs(a.length - b.length) >= limit || Math.max(a.length, b.length) > LONGEST) return limit
  compared += a.length * b.length
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    let nearest = i
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      let least = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (same ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) least = Math.min(least, (before[j - 2] ?? 0) + 1)
      next.push(least)
      if (least < nearest) nearest = least
    }
    // A swap reaches back two rows, so it may still win one.
    if (nearest > limit) return limit
    before = row
    row = next
  }
  return Math.min(row[b.length] ?? 0, limit)
}

/** The nearest name, while it is near enough to be what was meant. */
export function nearest(name: string, names: Iterable<string>): string | undefined {
  if (name.length > LONGEST) return undefined
  let best: string | undefined
  let least = Math.max(2, Math.ceil(name.length / 3)) + 1
  let looked = 0
  const wanted = name.toLowerCase()
  for (const candidate of names) {
    if (looked++ > MOST_NAMES || compared > MOST_COMPARED) break
    const far = distance(wanted, candidate.toLowerCase(), least)
    if (far < least) [best, least] = [candidate, far]
  }
  return best
}

/** True for a word and the same with something put behind it, such as `disabled` and `disabledOn`: two names, and no slip. */
export const isLonger = (word: string, longer: string) => longer.startsWith(word) && longer.length >= word.length + 2
