// Whether the rows come while one scrolls, or page by page: chosen by the person for each table, and kept in the browser.
import { useCallback, useState } from 'react'

const nameOf = (key: string) => `tessera.rows.${key}`
function kept(key: string): boolean | undefined {
  try {
    const value = localStorage.getItem(nameOf(key))
    return value === null ? undefined : value === 'scroll'
  } catch {
    return undefined
  }
}

export function useEndless(key: string, byDefault: boolean): [boolean, (next: boolean) => void] {
  const [chosen, setChosen] = useState<{ key: string; isEndless: boolean }>()
  const choose = useCallback(
    (isEndless: boolean) => {
      setChosen({ key, isEndless })
      try {
        localStorage.setItem(nameOf(key), isEndless ? 'scroll' : 'pages')
      } catch {
        // A browser that keeps nothing forgets it with the page, and nothing else.
      }
    },
    [key],
  )
  return [chosen?.key === key ? chosen.isEndless : (kept(key) ?? byDefault), choose]
}
