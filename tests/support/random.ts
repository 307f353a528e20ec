// Numbers by chance that are the same every time: a failure names its seed.

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** The same, for what is chosen. */
export function dice(seed: number) {
  const next = seeded(seed)
  const below = (n: number) => Math.floor(next() * n)
  return {
    chance: (p: number) => next() < p,
    below,
    pick: <T>(list: readonly T[]): T => list[below(list.length)] as T,
    some: <T>(list: readonly T[], p: number): T[] => list.filter(() => next() < p),
  }
}
export type Dice = ReturnType<typeof dice>
