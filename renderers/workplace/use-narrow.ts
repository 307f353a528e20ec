// Whether the window is too narrow for the visual editor, followed while it changes.
import { useEffect, useState } from 'react'

const NARROW = '(max-width: 899px)'

export function useNarrow(): boolean {
  const [narrow, setNarrow] = useState(() => matchMedia(NARROW).matches)
  useEffect(() => {
    const query = matchMedia(NARROW)
    const look = () => setNarrow(query.matches)
    query.addEventListener('change', look)
    return () => query.removeEventListener('change', look)
  }, [])
  return narrow
}
