// Counting down.
import { useEffect, useRef, useState } from 'react'

const secondsTo = (moment: number) => Math.max(0, Math.ceil((moment - Date.now()) / 1000))

/** Seconds left until a moment, counted down once a second. */
export function useSecondsTo(moment: number, onEnd: () => void): number {
  const [seconds, setSeconds] = useState(() => secondsTo(moment))
  const end = useRef(onEnd)
  end.current = onEnd
  useEffect(() => {
    setSeconds(secondsTo(moment))
    if (!secondsTo(moment)) return
    const timer = setInterval(() => {
      setSeconds(secondsTo(moment))
      if (secondsTo(moment)) return
      clearInterval(timer)
      end.current()
    }, 1000)
    return () => clearInterval(timer)
  }, [moment])
  return seconds
}
