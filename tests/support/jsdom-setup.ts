import { cleanup, configure } from '@testing-library/react'
import { afterAll } from 'vitest'

// Times in snapshots are the same on every machine.
process.env.TZ = 'UTC'
// The first screen of a file also loads what it is drawn with, on a machine that does other things as well.
configure({ asyncUtilTimeout: 10_000 })
// The next file of this process finds an empty page, and nobody who is typing in it.
afterAll(async () => {
  cleanup()
  // A dialog that closed looks at the page once more 200 ms later, and the page may be gone by then.
  if (document.body.classList.contains('is-modalOpened')) await new Promise(done => setTimeout(done, 250))
  document.body.classList.remove('is-modalOpened')
  // Where a list of choices tells those who hear the screen what it holds.
  document.getElementById('a11y-status-message')?.remove()
  // And reads English, as it began.
  if (document.documentElement.lang === 'zh-CN') {
    document.cookie = 'tessera_locale=; path=/; max-age=0'
    const { showLocale } = await import('../../src/preferences.ts')
    showLocale('en-US', { isKept: false })
  }
})
class RO {
  observe() {}
  unobserve() {}
  disconnect() {}
}
;(globalThis as any).ResizeObserver = RO
;(globalThis as any).IntersectionObserver = class extends RO {
  takeRecords() {
    return []
  }
}
window.matchMedia ??= ((q: string) => ({
  matches: false,
  media: q,
  addListener() {},
  removeListener() {},
  addEventListener() {},
  removeEventListener() {},
  dispatchEvent: () => false,
  onchange: null,
})) as any
const ctx: any = new Proxy(
  {
    measureText: (s: string) => ({ width: s.length * 8 }),
    createLinearGradient: () => ({ addColorStop() {} }),
    getImageData: () => ({ data: new Uint8ClampedArray(4) }),
  },
  { get: (t: any, k) => (k in t ? t[k] : () => undefined), set: () => true },
)
;(HTMLCanvasElement.prototype as any).getContext = () => ctx
const err = console.error
console.error = (...a: any[]) => (/findDOMNode is deprecated|changed size between renders|Support for defaultProps/.test(String(a[0])) ? undefined : err(...a))
;(globalThis as any).Path2D ??= class {
  addPath() {}
  rect() {}
}
HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
  this.open = true
}
HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement) {
  this.open = false
}
