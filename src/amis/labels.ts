// amis puts the label, the help and the error of a field beside its control without connecting them; here they are connected.
import { t } from '../i18n.ts'
import { locale } from '../preferences.ts'

const ITEM = '[data-role=form-item]'
const CONTROL = 'input:not([type=hidden]):not([type=file]), textarea, [role=combobox], [role=textbox], [role=radiogroup]'

let made = 0
function idOf(element: Element): string {
  element.id ||= `t-field-${++made}`
  return element.id
}

/** Parts of an item that are no part of an item inside it. */
const own = (item: Element, selector: string) => [...item.querySelectorAll<HTMLElement>(selector)].filter(part => part.closest(ITEM) === item)

function setList(element: Element, name: string, ids: string[]) {
  if (ids.length) element.setAttribute(name, ids.join(' '))
  else element.removeAttribute(name)
}

function connect(item: Element) {
  const [label] = own(item, 'label[class*=Form-label]')
  const controls = own(item, CONTROL)
  const control = controls[0]
  if (!control) return
  const isNative = control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement
  // A box or a radio button stands in a label of its own, and the item's label names the group of them.
  const inLabel = control.closest('label') !== null
  // A select names a label that amis never renders.
  const isNamed = control.hasAttribute('aria-label') || document.getElementById(control.getAttribute('aria-labelledby') ?? '')
  if (label && !inLabel && !isNamed) {
    for (const star of label.querySelectorAll('[class*=Form-star]')) star.setAttribute('aria-hidden', 'true')
    if (isNative) (label as HTMLLabelElement).htmlFor = idOf(control)
    else control.setAttribute('aria-labelledby', idOf(label))
  } else if (!label && !isNative && !isNamed) {
    // A filter without a label says what it is in its placeholder.
    const text = control.querySelector('[class*=placeholder]')?.textContent
    if (text) control.setAttribute('aria-label', text)
  } else if (label && inLabel && controls.length > 1) {
    const group = control.closest('label')?.parentElement
    if (group && group !== item && !group.hasAttribute('role')) {
      group.setAttribute('role', 'group')
      group.setAttribute('aria-labelledby', idOf(label))
    }
  }
  // A text with suggestions stands in a combobox, and names the same missing label.
  const typed = isNative ? null : control.querySelector('input[id^=downshift]')
  if (label && typed && !document.getElementById(typed.getAttribute('aria-labelledby') ?? '')) typed.setAttribute('aria-labelledby', idOf(label))
  // A switch stands in a label without words.
  const wrap = isNative && controls.length === 1 ? control.closest('label') : null
  if (wrap && !isNamed && !wrap.textContent?.trim()) {
    const text = item.textContent?.trim()
    if (label) control.setAttribute('aria-labelledby', idOf(label))
    else if (text) control.setAttribute('aria-label', text)
  }
  if (item.classList.contains('is-required')) control.setAttribute('aria-required', 'true')
  // The eye of a password is a picture whose title is Chinese in every language.
  for (const title of own(item, '[class*=revealPassword] svg title')) {
    const text = t('Show or hide the password')
    if (title.textContent !== text) title.textContent = text
  }
  const errors = own(item, 'ul[class*=Form-feedback]')
  setList(control, 'aria-describedby', [...errors, ...own(item, '[class*=Form-description]')].map(idOf))
  setList(control, 'aria-invalid', errors.length ? ['true'] : [])
}

/** amis uses `role` for names of its own, which a screen reader takes for mistakes. */
const NO_ROLES = '[role=page-body], [role=flex-row], [role=flex-col]'
const dropRoles = (root: Element) => {
  for (const element of root.querySelectorAll(NO_ROLES)) element.removeAttribute('role')
  if (root.matches(NO_ROLES)) root.removeAttribute('role')
}

/** How many rows a list shows is chosen in a select that names a label amis never renders; some buttons stand first in the order of the tab key. */
const PER_PAGE = '[class*=Pagination] [role=combobox], [class*=Crud-pageSwitch] [role=combobox], [class*=pageSwitch] [role=combobox]'
const FIRST = '[tabindex]:not([tabindex="0"]):not([tabindex^="-"])'
const BOX = '[class*=Table-checkCell] input'
/** The box of a row is called by the row's first words, that of the head chooses all. */
function nameBox(box: Element) {
  const row = box.closest('tr')
  if (box.closest('thead')) return box.setAttribute('aria-label', t('All rows'))
  const words = row && [...row.children].find(cell => !cell.contains(box) && cell.textContent?.trim())
  if (words) box.setAttribute('aria-labelledby', idOf(words))
}
function mend(root: Element) {
  for (const box of root.querySelectorAll(BOX)) nameBox(box)
  for (const select of root.querySelectorAll(PER_PAGE)) select.setAttribute('aria-label', t('Rows per page'))
  for (const element of root.querySelectorAll(FIRST)) element.setAttribute('tabindex', '0')
  if (root.matches(FIRST)) root.setAttribute('tabindex', '0')
}

/** Connects the fields below an element, those to come too; returns the function that ends it. */
export function connectLabels(root: Element): () => void {
  const watch = new MutationObserver(changes => {
    const items = new Set<Element>()
    const rows = new Set<Element>()
    for (const { addedNodes, removedNodes, target } of changes) {
      // An error that comes or goes changes its item only.
      if (addedNodes.length + removedNodes.length > 0) {
        const item = (target as Element).closest?.(ITEM)
        if (item) items.add(item)
        // The first words of a row may come after its box.
        const row = addedNodes.length > 0 && (target as Element).closest?.('tr')
        if (row) rows.add(row)
      }
      for (const node of addedNodes) {
        if (!(node instanceof Element)) continue
        dropRoles(node)
        mend(node)
        for (const one of node.querySelectorAll(ITEM)) items.add(one)
        if (node.matches(ITEM)) items.add(node)
      }
    }
    for (const row of rows) for (const box of row.querySelectorAll(BOX)) if (!box.hasAttribute('aria-labelledby')) nameBox(box)
    for (const item of items) connect(item)
  })
  const connectAll = () => {
    for (const item of root.querySelectorAll(ITEM)) connect(item)
  }
  watch.observe(root, { childList: true, subtree: true })
  dropRoles(root)
  mend(root)
  connectAll()
  const unfollow = locale.subscribe(connectAll)
  return () => {
    unfollow()
    watch.disconnect()
  }
}
