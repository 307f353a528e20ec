// What each list of a page is called, in the address and among the parts of the page: `rows`, the second one `rows-2`.
import { useEffect, useState } from 'react'

/** Numbers of the lists that are mounted, by what they are called. */
const mounted = new Map<string, Set<number>>()

export function useListName(called: string): string {
  const [number, setNumber] = useState(0)
  useEffect(() => {
    const others = mounted.get(called) ?? new Set<number>()
    mounted.set(called, others)
    let mine = 1
    while (others.has(mine)) mine++
    others.add(mine)
    setNumber(mine)
    return () => void others.delete(mine)
  }, [called])
  return number > 1 ? `${called}-${number}` : called
}
