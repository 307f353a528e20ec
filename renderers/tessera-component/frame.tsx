// The frame itself: a port to it, how high it is, and an end to it where it floods the page, leads elsewhere or no longer answers.
import { useEffect, useRef, useState } from 'react'
import { atMost, EVENTS, lookOf, MESSAGES, readSaid, type Declared } from './host.ts'

export type Stopped = 'late' | 'silent' | 'flooded' | 'away'
interface Props {
  declared: Declared
  /** In pixels; 0 is as high as its content. */
  height: number
  given: Record<string, unknown>
  language: string
  loading: string
  onEvent(key: string, data: Record<string, unknown>): void
  onStop(why: Stopped): void
  onNote: ((text: string) => void) | undefined
}

const BEGIN_MS = 15_000
const ASK_MS = 2_000
const SILENT_MS = 8_000

export function Frame({ declared, height, given, language, loading, ...on }: Props) {
  const frame = useRef<HTMLIFrameElement>(null)
  const port = useRef<MessagePort | undefined>(undefined)
  const now = useRef({ given, language, on, declared })
  now.current = { given, language, on, declared }
  const [isReady, setReady] = useState(false)
  const [own, setOwn] = useState(0)

  useEffect(() => {
    let asked = 0
    let isOver = false
    const mayEvent = atMost(EVENTS)
    const maySay = atMost(MESSAGES)
    function stop(why: Stopped) {
      if (isOver) return
      isOver = true
      port.current?.close()
      port.current = undefined
      now.current.on.onStop(why)
    }
    function hear({ data }: MessageEvent<unknown>) {
      if (isOver) return
      if (!maySay()) return stop('flooded')
      const said = readSaid(data, now.current.declared.events)
      asked = 0
      if (said?.kind === 'ready') setReady(true)
      else if (said?.kind === 'height') setOwn(said.height)
      else if (said?.kind === 'event' && mayEvent()) now.current.on.onEvent(said.key, said.data)
      else if (said?.kind === 'error') now.current.on.onNote?.(said.text)
      else if (said?.kind === 'blocked') now.current.on.onNote?.(`✕ ${said.what}`)
    }
    // The frame's own window alone is heard, and only while it has no origin.
    function meet({ source, origin, data }: MessageEvent<{ tessera?: string } | null>) {
      if (source !== frame.current?.contentWindow || origin !== 'null' || data?.tessera !== 'component-waiting' || isOver) return
      if (port.current) return stop('away')
      const channel = new MessageChannel()
      port.current = channel.port1
      channel.port1.addEventListener('message', hear)
      channel.port1.start()
      // It has no origin that could be named.
      source?.postMessage({ tessera: 'component-port' }, { targetOrigin: '*', transfer: [channel.port2] })
      channel.port1.postMessage({ kind: 'look', look: lookOf(now.current.language) })
      channel.port1.postMessage({ kind: 'props', props: now.current.given })
    }
    window.addEventListener('message', meet)
    const late = setTimeout(() => !port.current && stop('late'), BEGIN_MS)
    const beat = setInterval(() => {
      // What is not seen may rest.
      if (!port.current || document.hidden) return void (asked = 0)
      if (asked && performance.now() - asked > SILENT_MS) return stop('silent')
      asked ||= performance.now()
      port.current.postMessage({ kind: 'ask' })
    }, ASK_MS)
    const watch = new MutationObserver(() => port.current?.postMessage({ kind: 'look', look: lookOf(now.current.language) }))
    watch.observe(document.documentElement, { attributes: true })
    watch.observe(document.body, { attributes: true })
    return () => {
      isOver = true
      window.removeEventListener('message', meet)
      clearTimeout(late)
      clearInterval(beat)
      watch.disconnect()
      port.current?.close()
      port.current = undefined
    }
  }, [])
  useEffect(() => port.current?.postMessage({ kind: 'props', props: given }), [given])
  useEffect(() => port.current?.postMessage({ kind: 'look', look: lookOf(language) }), [language])

  const loads = useRef(0)
  const shown = Math.min(Math.max(height || own || declared.minHeight, declared.minHeight), declared.maxHeight)
  return (
    <>
      {!isReady && (
        <p className="tes-component__note" aria-busy="true">
          {loading}
        </p>
      )}
      <iframe
        ref={frame}
        className="tes-component__frame"
        title={declared.name}
        src={declared.frame}
        sandbox="allow-scripts"
        referrerPolicy="no-referrer"
        style={{ height: shown }}
        onLoad={() => ++loads.current > 1 && on.onStop('away')}
      />
    </>
  )
}
