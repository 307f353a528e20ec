// A QR code that somebody else's page draws, in a frame of ours that appears once there is something to see in it.
import { useEffect, useState } from 'react'
import { resolveVariableAndFilter, type RendererProps } from 'amis-core'
import { renderer } from '../register.tsx'
import './qr-frame.css'

interface Props extends RendererProps {
  /** Address of the page, one of this console's own. */
  src?: string
  title?: string
}
/** Until then the frame would flash: redirects, then an empty page, then the code. */
const REVEAL_MS = 1000

export function QrFrame({ src = '', title = '', data }: Props) {
  const [shown, setShown] = useState(false)
  const address = String(resolveVariableAndFilter(src, data, '| raw') ?? '')
  useEffect(() => {
    setShown(false)
    const timer = setTimeout(() => setShown(true), REVEAL_MS)
    return () => clearTimeout(timer)
  }, [address])
  // Only what this console serves itself.
  if (!/^\/(?![/\\])/.test(address)) return null
  return (
    <div className={`tes-qr-frame${shown ? ' is-shown' : ''}`} aria-busy={!shown}>
      <iframe src={address} title={title} />
    </div>
  )
}

export default renderer('tessera-qr-frame', QrFrame)
