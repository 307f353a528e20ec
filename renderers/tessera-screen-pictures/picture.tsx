// A frame that is handed what it shows when it asks for it: a screen, or a page of an app.
import { useEffect, useRef, useState } from 'react'
import './screen-pictures.css'

interface PictureProps {
  address: string
  schema: Record<string, unknown> | undefined
  width: number
  height: number
  scale: number
  title: string
  failed: string
  /** How tall it came to be, and where the parts are that were marked with a number. */
  onHeight(height: number, places: Readonly<Record<string, number>>): void
}

/** A frame that is handed its screen when it asks for one; looked at, never worked in. */
export function Picture({ address, schema, width, height, scale, title, failed, onHeight }: PictureProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const asks = useRef(false)
  const [state, setState] = useState<'loading' | 'ready' | 'error'>('loading')
  const latest = useRef({ schema, onHeight })
  latest.current = { schema, onHeight }
  const hand = () => {
    const { schema: mine } = latest.current
    if (asks.current && mine) frame.current?.contentWindow?.postMessage({ tessera: 'preview-schema', schema: mine }, location.origin)
  }
  useEffect(() => {
    const listen = (event: MessageEvent) => {
      if (event.origin !== location.origin || event.source !== frame.current?.contentWindow) return
      const { tessera, height: tall, places } = (event.data ?? {}) as { tessera?: string; height?: number; places?: Record<string, number> }
      if (tessera === 'preview-waiting') {
        asks.current = true
        hand()
      } else if (tessera === 'preview-ready') {
        setState('ready')
        if (tall) latest.current.onHeight(tall, places ?? {})
      } else if (tessera === 'preview-error') setState('error')
    }
    window.addEventListener('message', listen)
    return () => window.removeEventListener('message', listen)
  }, [])
  useEffect(() => {
    frame.current?.setAttribute('inert', '')
  }, [])
  useEffect(hand, [schema])
  return (
    <div className={`tes-picture is-${state}`} aria-busy={state === 'loading'}>
      <iframe ref={frame} title={title} src={address} tabIndex={-1} style={{ width, height, transform: `scale(${scale})` }} />
      {state === 'error' && <p role="alert">{failed}</p>}
    </div>
  )
}
