// "Did you mean …": the nearest of the names that exist.

/** Edits that turn one text into the other: add, drop, replace a letter, swap two. */
export function distance(a: string, b: string): number {
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      let least = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (same ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) least = Math.min(least, (before[j - 2] ?? 0) + 1)
      next.push(least)
    }
    before = row
    row = next
  }
  return row[b.length] ?? 0
}

const MOST_NAMES = 3000

/** The nearest name, while it is near enough to be what was meant. */
export function nearest(name: string, names: Iterable<string>): string | undefined {
  let best: string | undefined
  let least = Math.max(2, Math.ceil(name.length / 3)) + 1
  let looked = 0
  for (const candidate of names) {
    if (looked++ > MOST_NAMES) break
    if (Math.abs(candidate.length - name.length) >= least) continue
    const far = distance(name.toLowerCase(), candidate.toLowerCase())
    if (far < least) [best, least] = [candidate, far]
  }
  return best
}

/** True for a word and the same with something put behind it, such as `disabled` and `disabledOn`: two names, and no slip. */
export const isLonger = (word: string, longer: string) => longer.startsWith(word) && longer.length >= word.length + 2
