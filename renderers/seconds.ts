// Counting down.
import { useEffect, useRef, useState } from 'react'

/** Seconds left until a moment, counted down once a second. */
export function useSecondsTo(moment: number, onEnd: () => void): number {
  const left = () => Math.max(0, Math.ceil((moment - Date.now()) / 1000))
  const [seconds, setSeconds] = useState(left)
  const end = useRef(onEnd)
  end.current = onEnd
  useEffect(() => {
    setSeconds(left())
    if (!left()) return
    const timer = setInterval(() => {
      setSeconds(left())
      if (left()) return
      clearInterval(timer)
      end.current()
    }, 1000)
    return () => clearInterval(timer)
  }, [moment])
  return seconds
}
