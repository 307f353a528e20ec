// On a phone the rows of a table are blocks without a head (styles/manager.css): each cell is given the word that its head would say.
const PHONE = '(max-width: 768px)'
const TABLES = '.t-stack .cxd-Table-table'

/** Puts the words of a table's heads to its cells; the first that has one is the row's title and needs none. */
export function labelCells(table: Element) {
  const heads = [...table.querySelectorAll(':scope > thead > tr:last-child > th')].map(head => head.textContent?.trim() ?? '')
  const title = heads.findIndex(Boolean)
  for (const row of table.querySelectorAll(':scope > tbody > tr:not(.cxd-Table-placeholder)')) {
    const cells = [...row.children]
    if (cells.length !== heads.length) continue
    for (const [at, cell] of cells.entries()) {
      const word = at === title || cell.querySelector('.t-row-label') || !cell.textContent?.trim() ? '' : (heads[at] as string)
      if ((cell.getAttribute('data-label') ?? '') === word) continue
      if (word) cell.setAttribute('data-label', word)
      else cell.removeAttribute('data-label')
    }
  }
}

/** Keeps cells labelled while the window is as narrow as a phone. */
export function connectRowLabels(root: Element) {
  let isDue = false
  const label = () => {
    isDue = false
    for (const table of root.querySelectorAll(TABLES)) labelCells(table)
  }
  const observer = new MutationObserver(() => {
    if (isDue) return
    isDue = true
    requestAnimationFrame(label)
  })
  const phone = matchMedia(PHONE)
  const follow = () => {
    observer.disconnect()
    if (!phone.matches) return
    label()
    observer.observe(root, { childList: true, subtree: true, characterData: true })
  }
  phone.addEventListener('change', follow)
  follow()
}
