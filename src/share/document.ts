// Markdown and rich text: made into HTML, and nothing of it left that could run. The frame around it is the second lock.
import createPurifier from 'dompurify'
import { marked } from 'marked'
import type { Share } from '../../renderers/tessera-share/protocol.ts'
import './document.css'

/** What a document needs of HTML; forms, frames and style sheets are not among it. */
const RULES = {
  USE_PROFILES: { html: true },
  FORBID_TAGS: ['form', 'input', 'button', 'select', 'option', 'textarea', 'style', 'dialog', 'audio', 'video', 'source', 'track', 'map', 'area'],
  FORBID_ATTR: ['id', 'name', 'class', 'ping', 'srcset', 'background', 'usemap', 'popover', 'popovertarget'],
}

const markdown = (text: string) => marked.parse(text, { async: false, gfm: true })

export async function drawDocument(root: HTMLElement, { type, body }: Pick<Share, 'type' | 'body'>) {
  const article = document.createElement('article')
  article.className = 'share-document'
  article.innerHTML = createPurifier.sanitize(type === 2 ? markdown(body) : body, RULES)
  for (const link of article.querySelectorAll('a[href]')) link.setAttribute('rel', 'noopener noreferrer')
  // A wide table scrolls by itself.
  for (const table of article.querySelectorAll('table')) {
    const box = document.createElement('div')
    box.className = 'share-document__table'
    box.tabIndex = 0
    table.replaceWith(box)
    box.append(table)
  }
  root.replaceChildren(article)
}
