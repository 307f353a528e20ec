// amis' list of choices (`list-select`) is made of boxes that only a mouse can use; here they are radio buttons for a keyboard and a screen reader.
const LIST = '[class*=ListControl-items]'
const ITEM = '[class*=ListControl-item]:not([class*=ListControl-items])'

const itemsOf = (list: Element) => [...list.children].filter((child): child is HTMLElement => child.matches(ITEM))

function connect(list: Element) {
  const items = itemsOf(list)
  const active = items.find(item => item.classList.contains('is-active'))
  const label = list.closest('[data-role=form-item]')?.querySelector('label[class*=Form-label]')
  list.setAttribute('role', 'radiogroup')
  if (label) list.setAttribute('aria-label', label.textContent?.replace(/\*/g, '').trim() ?? '')
  for (const item of items) {
    item.setAttribute('role', 'radio')
    item.setAttribute('aria-checked', String(item === active))
    // One stop for all of them; the arrows lead on from there.
    item.tabIndex = item === (active ?? items[0]) ? 0 : -1
    if (item.classList.contains('is-disabled')) item.setAttribute('aria-disabled', 'true')
    else item.removeAttribute('aria-disabled')
  }
}

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 1, ArrowUp: -1 }

function follow(event: KeyboardEvent) {
  const item = event.target as HTMLElement | null
  const list = item?.parentElement
  if (!item?.matches?.(ITEM) || !list?.matches(LIST)) return
  const items = itemsOf(list).filter(one => one.getAttribute('aria-disabled') !== 'true')
  const step = STEPS[event.key]
  const next = event.key === ' ' ? item : step ? items[(items.indexOf(item) + step + items.length) % items.length] : undefined
  if (!next) return
  event.preventDefault()
  next.focus()
  // A second click would take the choice back.
  if (next.getAttribute('aria-checked') !== 'true') next.click()
}

/** Connects the choices below an element, those to come too; returns the function that ends it. */
export function connectChoices(root: Element): () => void {
  const chosen = new MutationObserver(changes => {
    for (const list of new Set(changes.map(({ target }) => (target as Element).closest(LIST)))) if (list) connect(list)
  })
  const add = (list: Element) => {
    connect(list)
    chosen.observe(list, { childList: true, subtree: true, attributes: true, attributeFilter: ['class'] })
  }
  const watch = new MutationObserver(changes => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes) {
        if (!(node instanceof Element)) continue
        for (const list of node.querySelectorAll(LIST)) add(list)
        if (node.matches(LIST)) add(node)
      }
  })
  watch.observe(root, { childList: true, subtree: true })
  for (const list of root.querySelectorAll(LIST)) add(list)
  root.addEventListener('keydown', follow as EventListener)
  return () => {
    watch.disconnect()
    chosen.disconnect()
    root.removeEventListener('keydown', follow as EventListener)
  }
}
