// What scrolls and holds nothing to stop at is out of a keyboard's reach: it becomes a stop of its own, called like the heading above it.

/** Parts of ours that a style sheet lets scroll, as it names them (tests/src/scrolls.test.ts holds that none is missing). */
export const OURS = [
  '.t-copies-menu',
  '.t-design-main',
  '.t-key',
  '.t-log pre',
  '.t-palette ul',
  '.t-state pre',
  '.tes-board',
  '.tes-board ul',
  '.tes-board__menu',
  '.tes-chart__scroll',
  '.tes-conflicts pre',
  '.tes-dialog__body',
  '.tes-docs__body pre',
  '.tes-docs__nav',
  '.tes-docs__table',
  '.tes-docs__toc',
  '.tes-field-grid__scroll',
  '.tes-findings ul',
  '.tes-grid__choices',
  '.tes-grid__grouping',
  '.tes-grid__scroll',
  '.tes-history__list',
  '.tes-icons',
  '.tes-inspect pre',
  '.tes-inspect__tabs',
  '.tes-matrix__effect ul',
  '.tes-matrix__scroll',
  '.tes-matrix__side ul',
  '.tes-merge-editor__side',
  '.tes-merge__room',
  '.tes-palette__groups',
  '.tes-page-texts',
  '.tes-phone__stage',
  '.tes-pictures.is-large',
  '.tes-preview__room',
  '.tes-publish__block ul',
  '.tes-relations__scroll',
  '.tes-report ul',
  '.tes-report__try pre',
  '.tes-sheets__scroll',
  '.tes-text-changes',
  '.tes-theme-frames.is-phone',
  '.tes-theme-code ul',
  '.tes-theme-form',
  '.tes-theme-read',
  '.tes-theme-tokens',
  '.tes-versions.is-open ol',
  '.tes-flow__canvas',
]
/** Of amis what shows something; lists to choose from go with the arrows of their field. */
const AMIS = [
  '[class*=-Table-content]',
  '[class*=-Drawer-body]',
  '[class*=-Modal-body]',
  '[class*=-Page-aside]',
  '[class*=-AnchorNav-section-wrap]',
  '[class*=-Log-body]',
  '[class*=-Markdown] pre',
  '[class*=-Markdown] table',
  '[class*=-GroupedSelection]',
  '[class*=-Transfer-value]',
]
const SCROLLS = [...OURS, ...AMIS].join()
const STOPS =
  'a[href], area[href], button:not(:disabled), input:not(:disabled):not([type=hidden]), select:not(:disabled), textarea:not(:disabled), summary, iframe, audio[controls], video[controls], [contenteditable=true], [tabindex]:not([tabindex^="-"])'
const HEADINGS =
  'h1, h2, h3, h4, h5, h6, legend, caption, [class*=-Modal-title], [class*=-Drawer-title], [class*=-Page-title], [class*=-Panel-title], [class*=-Collapse-header]'
const MARK = 'data-scrolls'
/** Looked at again after what changes has changed; much of it comes in pieces. */
const AFTER_MS = 200

const isShown = (element: Element) => element.checkVisibility?.() ?? true
const goesOn = (style: string) => style === 'auto' || style === 'scroll'

function scrolls(element: HTMLElement): boolean {
  const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element
  if (scrollWidth <= clientWidth + 1 && scrollHeight <= clientHeight + 1) return false
  const { overflowX, overflowY } = getComputedStyle(element)
  return (scrollWidth > clientWidth + 1 && goesOn(overflowX)) || (scrollHeight > clientHeight + 1 && goesOn(overflowY))
}

/** The last heading before it that is shown; that of a dialog comes after all of the page. */
function nameOf(element: Element): string {
  const before = [...document.querySelectorAll(HEADINGS)].filter(
    one => element.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_PRECEDING && one.textContent?.trim() && isShown(one),
  )
  return before.at(-1)?.textContent?.trim() ?? document.title
}

/** Makes stops of what needs to be one below an element, and takes them back where they are needed no longer. */
export function stopAtScrolls(root: Element) {
  for (const element of root.querySelectorAll<HTMLElement>(SCROLLS)) {
    const isStop = element.hasAttribute(MARK)
    if (!isStop && element.hasAttribute('tabindex')) continue
    const isNeeded = scrolls(element) && ![...element.querySelectorAll(STOPS)].some(isShown)
    if (isNeeded === isStop) continue
    if (isNeeded) {
      element.setAttribute(MARK, element.hasAttribute('role') ? '' : 'region')
      element.tabIndex = 0
      if (element.hasAttribute('role')) continue
      element.setAttribute('role', 'region')
      element.setAttribute('aria-label', nameOf(element))
    } else {
      if (element.getAttribute(MARK)) for (const name of ['role', 'aria-label']) element.removeAttribute(name)
      for (const name of [MARK, 'tabindex']) element.removeAttribute(name)
    }
  }
}

/** The same for what is to come, and when the window changes; returns the function that ends it. */
export function connectScrolls(root: Element): () => void {
  let due: ReturnType<typeof setTimeout> | undefined
  const look = () => {
    due = undefined
    stopAtScrolls(root)
  }
  const later = () => {
    due ??= setTimeout(look, AFTER_MS)
  }
  const watch = new MutationObserver(later)
  watch.observe(root, { childList: true, subtree: true, characterData: true })
  addEventListener('resize', later)
  later()
  return () => {
    clearTimeout(due)
    watch.disconnect()
    removeEventListener('resize', later)
  }
}
