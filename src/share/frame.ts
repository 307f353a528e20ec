// The document that a shared content is drawn in. It has no origin: no cookies, no storage, no way to the calls; the page around it answers what
// is public. Nothing but this is loaded until the content is there and says what it needs.
import type { Content, Waiting } from '../../renderers/tessera-share/protocol.ts'
import { connectBridge } from './bridge.ts'
import { lendStorage } from './storage.ts'
import './frame.css'

lendStorage(window)

async function draw({ share, scripts }: Content, port: MessagePort) {
  const root = document.getElementById('root')
  if (!root) throw new Error('the frame has no #root')
  const bridge = connectBridge(port)
  document.title = share.title || share.name
  const [{ tellBlocked }, { t }] = await Promise.all([import('../blocked.ts'), import('../i18n.ts')])
  tellBlocked(t, () => ({ text: t('An administrator of the organisation can allow it.') }))
  if (share.type === 2 || share.type === 3) {
    const { drawDocument } = await import('./document.ts')
    await drawDocument(root, share)
  } else {
    const { drawSchema } = await import('./schema.tsx')
    await drawSchema(root, share, scripts, bridge)
  }
  bridge.drawn()
}

let begun = false
window.addEventListener('message', ({ source, data, ports }: MessageEvent<Content>) => {
  // The page around hands in the content, once. Whoever else may write to this window is not heard.
  if (begun || source !== window.parent || source === window || data?.tessera !== 'share-content' || !ports[0]) return
  begun = true
  void draw(data, ports[0]).catch((error: unknown) => console.error('the shared content cannot be drawn', error))
})
// The address of this document is known although it has no origin.
if (window.parent !== window) window.parent.postMessage({ tessera: 'share-waiting' } satisfies Waiting, location.origin)
