// The frame's side of what it may ask the page around it: public addresses, pictures of the content, and links to open.
import type { Said, Told } from '../../renderers/tessera-share/protocol.ts'

export interface Bridge {
  get(url: string): Promise<Told>
  open(href: string): void
  drawn(): void
}

const isFile = (url: string) => /^\/api\/file\/[0-9a-f-]{36}$/.test(url)

export function connectBridge(port: MessagePort): Bridge {
  const waiting = new Map<number, (told: Told) => void>()
  let last = 0
  const say = (said: Said) => port.postMessage(said)
  const ask = (kind: 'get' | 'file', url: string) =>
    new Promise<Told>(done => {
      waiting.set(++last, done)
      say({ kind, ask: last, url })
    })
  port.addEventListener('message', ({ data }: MessageEvent<Told>) => {
    waiting.get(data.ask)?.(data)
    waiting.delete(data.ask)
  })
  port.start()

  // Links leave through the page around: a frame like this cannot open windows.
  document.addEventListener(
    'click',
    event => {
      const link = (event.target as Element | null)?.closest?.('a[href]')
      const href = link?.getAttribute('href') ?? ''
      if (!(link instanceof HTMLAnchorElement) || href.startsWith('#')) return
      event.preventDefault()
      if (/^(https?|mailto|tel):$/.test(link.protocol)) say({ kind: 'open', href: link.href })
    },
    true,
  )

  // Pictures of the organisation are for its members; the share hands out those that its content names.
  const filled = new WeakSet<HTMLImageElement>()
  const fill = (image: HTMLImageElement) => {
    const src = image.getAttribute('src') ?? ''
    if (!isFile(src) || filled.has(image)) return
    filled.add(image)
    void ask('file', src).then(({ status, data }) => {
      if (status === 200 && data instanceof Blob) image.src = URL.createObjectURL(data)
    })
  }
  new MutationObserver(changes => {
    for (const { target, addedNodes } of changes) {
      if (target instanceof HTMLImageElement) fill(target)
      for (const node of addedNodes)
        if (node instanceof Element) for (const image of [node, ...node.querySelectorAll('img')]) if (image instanceof HTMLImageElement) fill(image)
    }
  }).observe(document.documentElement, { subtree: true, childList: true, attributes: true, attributeFilter: ['src'] })

  return { get: url => ask('get', url), open: href => say({ kind: 'open', href }), drawn: () => say({ kind: 'drawn' }) }
}
