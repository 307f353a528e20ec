// What the preview is painted in: the document, or the step of a drag that is not yet one of its changes.
// oxlint-disable no-restricted-imports -- themes are pure functions, as what is known of models and flows, and may be used anywhere
import { useCallback, useEffect, useRef, type Dispatch, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import type { ThemeDocument } from '../../api/theme/document.ts'
import { applyTheme } from './frame.ts'
import type { Act } from './work.ts'

/** A drag that stands still for so long is done. */
const REST_MS = 150

export function usePainter(
  frame: RefObject<HTMLIFrameElement | null>,
  { document, isDark, act }: { document: ThemeDocument; isDark: boolean; act: Dispatch<Act> },
) {
  // The frame follows within the next frame that is drawn: a drag writes its variables there, and is a change of the document when it rests.
  const dragged = useRef<{ document: ThemeDocument; words: string; run: string }>(undefined)
  const rests = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef({ document, isDark })
  latest.current = { document, isDark }
  const asked = useRef(0)
  const paint = useCallback(() => {
    cancelAnimationFrame(asked.current)
    asked.current = requestAnimationFrame(() =>
      applyTheme(frame.current, dragged.current?.document ?? latest.current.document, latest.current.isDark, !!dragged.current),
    )
  }, [frame])
  const settle = useCallback(() => {
    clearTimeout(rests.current)
    const change = dragged.current
    if (!change) return
    dragged.current = undefined
    // At once: what is pressed next works on what was dragged.
    flushSync(() => act({ do: 'change', ...change }))
    paint()
  }, [act, paint])
  useEffect(() => () => clearTimeout(rests.current), [])
  const edit = useCallback(
    (next: ThemeDocument, words: string, run?: string) => {
      if (!run?.startsWith('drag ')) return act({ do: 'change', document: next, words, run })
      dragged.current = { document: next, words, run }
      clearTimeout(rests.current)
      rests.current = setTimeout(settle, REST_MS)
      paint()
    },
    [act, paint, settle],
  )
  return { paint, settle, edit }
}
