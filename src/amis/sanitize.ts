// Every HTML text that amis shows goes through here. DOMPurify comes with the rest of amis; before that HTML is shown as its source.
import type { DOMPurify } from 'dompurify'

let purify: DOMPurify | undefined

export async function loadSanitizer() {
  if (purify) return
  const { default: loaded } = await import('dompurify')
  // A link to another page must not be able to steer this one.
  loaded.addHook('afterSanitizeAttributes', node => {
    if (node.getAttribute('target')) node.setAttribute('rel', 'noopener noreferrer')
  })
  purify = loaded
}

/** HTML without anything that could run. */
export function sanitize(html: unknown): string {
  const text = String(html ?? '')
  if (!text.includes('<')) return text
  return purify ? purify.sanitize(text, { ADD_ATTR: ['target'] }) : text.replaceAll('<', '&lt;')
}

// Browsers skip blanks and line ends inside a scheme. A picture in the address itself runs nothing.
const BLANKS = /[\u0000-\u0020]/g
const SCRIPT = /^(javascript:|vbscript:|data:(?!image\/))/i

/** True for an address that would run code instead of leading somewhere. */
export const isScriptUrl = (url: string) => SCRIPT.test(url.replace(BLANKS, ''))
