// amis' tabs are list items that only a mouse can use; here they are tabs for a keyboard and a screen reader, too.
const LIST = '[class*=Tabs-links][role=tablist]'
const TAB = 'li[class*=Tabs-link]'

const tabsOf = (list: Element) => [...list.children].filter((child): child is HTMLElement => child.matches(TAB))

function connect(list: Element) {
  const tabs = tabsOf(list)
  const active = tabs.find(tab => tab.classList.contains('is-active')) ?? tabs[0]
  for (const tab of tabs) {
    tab.setAttribute('role', 'tab')
    tab.setAttribute('aria-selected', String(tab === active))
    // One stop for the whole row; the arrows lead on from there.
    tab.tabIndex = tab === active ? 0 : -1
    if (tab.classList.contains('is-disabled')) tab.setAttribute('aria-disabled', 'true')
    else tab.removeAttribute('aria-disabled')
  }
}

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 1, ArrowUp: -1 }

function follow(event: KeyboardEvent) {
  const tab = event.target as HTMLElement | null
  const list = tab?.matches?.('[role=tab]') ? tab.parentElement : null
  if (!tab || !list?.matches(LIST)) return
  const tabs = tabsOf(list).filter(one => one.getAttribute('aria-disabled') !== 'true')
  const at = tabs.indexOf(tab)
  const step = STEPS[event.key]
  const next =
    event.key === 'Enter' || event.key === ' '
      ? tab
      : event.key === 'Home'
        ? tabs[0]
        : event.key === 'End'
          ? tabs.at(-1)
          : step && at >= 0
            ? tabs[(at + step + tabs.length) % tabs.length]
            : undefined
  if (!next) return
  event.preventDefault()
  next.focus()
  next.click()
}

/** Connects the tabs below an element, those to come too; returns the function that ends it. */
export function connectTabs(root: Element): () => void {
  const watch = new MutationObserver(changes => {
    const lists = new Set<Element>()
    for (const { type, target, addedNodes } of changes) {
      if (type === 'attributes') {
        const list = (target as Element).matches(TAB) ? (target as Element).parentElement : null
        if (list?.matches(LIST)) lists.add(list)
        continue
      }
      if ((target as Element).matches?.(LIST)) lists.add(target as Element)
      for (const node of addedNodes) {
        if (!(node instanceof Element)) continue
        for (const list of node.querySelectorAll(LIST)) lists.add(list)
        if (node.matches(LIST)) lists.add(node)
      }
    }
    for (const list of lists) connect(list)
  })
  watch.observe(root, { childList: true, subtree: true, attributes: true, attributeFilter: ['class'] })
  for (const list of root.querySelectorAll(LIST)) connect(list)
  root.addEventListener('keydown', follow as EventListener)
  return () => {
    watch.disconnect()
    root.removeEventListener('keydown', follow as EventListener)
  }
}
