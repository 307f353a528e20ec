// What is shared, in a frame without an origin, which asks the page around it for what is public.
import { useEffect, useRef, useState } from 'react'
import type { Say } from '../words.ts'
import { frameAddress, isCustom, scriptsOf, type Content, type Share, type Waiting } from './protocol.ts'
import { serve } from './reach.ts'

interface FrameProps {
  share: Share
  /** Of the document that it is drawn in. */
  address: string
  /** Where the pictures are that the content names, by their id. */
  fileAt(id: string): string
  title: string
  say: Say
}

export function Spinner({ label }: { label: string }) {
  return <div className="tes-share__wait" role="status" aria-label={label} />
}

/** The content, behind a spinner until it is drawn: custom components come first. */
export function Frame({ share, address, fileAt, title, say }: FrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [drawn, setDrawn] = useState(false)
  useEffect(() => {
    let port: MessagePort | undefined
    const listen = ({ source, origin, data }: MessageEvent<Waiting>) => {
      const { current } = frame
      // A frame without an origin says "null"; anything else is not the document that we put there.
      if (!current?.contentWindow || source !== current.contentWindow || origin !== 'null' || data?.tessera !== 'share-waiting') return
      port?.close()
      const channel = new MessageChannel()
      port = channel.port1
      serve(port, { fileAt, refusal: say('A shared page cannot call this address'), onDrawn: () => setDrawn(true) })
      const content: Content = { tessera: 'share-content', share, scripts: scriptsOf(share) }
      // It has no origin to name; only documents of ours can be in it, by the policy of this page.
      current.contentWindow.postMessage(content, '*', [channel.port2])
    }
    window.addEventListener('message', listen)
    return () => {
      window.removeEventListener('message', listen)
      port?.close()
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a frame is served once for what it shows
  }, [share])
  return (
    <div className="tes-share__content" aria-busy={!drawn}>
      <iframe
        ref={frame}
        title={title}
        src={frameAddress(address, share)}
        // Not allow-same-origin: the content must not be able to act as the visitor.
        sandbox="allow-scripts allow-forms"
        allow=""
        referrerPolicy="no-referrer"
      />
      {!drawn && <Spinner label={say(isCustom(share.type) ? 'Loading the custom components' : 'Loading')} />}
    </div>
  )
}
