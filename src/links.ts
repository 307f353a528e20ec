// Links in texts of screens lead on inside the console, instead of loading it anew.
import { go } from './navigation.ts'

/** Addresses that the server answers itself. */
const OWN = /^\/(api|auth|assets)\//

export function followLinks() {
  document.addEventListener('click', event => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    const link = (event.target as Element | null)?.closest?.('a[href]')
    if (!(link instanceof HTMLAnchorElement) || link.target === '_blank' || link.hasAttribute('download')) return
    const written = link.getAttribute('href') ?? ''
    if (!written.startsWith('/') || written.startsWith('//') || OWN.test(written)) return
    event.preventDefault()
    go(written)
  })
}
