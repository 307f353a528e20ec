// Dialogs and drawers are called by their title for those who hear the screen: amis gives them a role and no name, and their body a role that there is not.
const TITLE = '[class*="Modal-title"], [class*="Drawer-title"]'
const OVERLAY = '[class*="Modal-overlay"], [class*="Drawer-overlay"]'
let count = 0

function name(dialog: Element) {
  for (const body of dialog.querySelectorAll('[role=dialog-body]')) body.removeAttribute('role')
  if (dialog.querySelector(OVERLAY)) dialog.setAttribute('aria-modal', 'true')
  const title = dialog.querySelector(TITLE)
  if (!title || dialog.hasAttribute('aria-label')) return
  title.id ||= `dialog-title-${++count}`
  dialog.setAttribute('aria-labelledby', title.id)
}

const watched = new WeakSet<Element>()
/** What is in a dialog may come after it. */
function watch(dialog: Element) {
  if (watched.has(dialog)) return
  watched.add(dialog)
  name(dialog)
  new MutationObserver(() => name(dialog)).observe(dialog, { childList: true, subtree: true })
}

const dialogsIn = (node: Node) => (node instanceof Element ? [...(node.matches('[role=dialog]') ? [node] : []), ...node.querySelectorAll('[role=dialog]')] : [])

/** Names dialogs as they are put into `root`, where amis hangs them beside the screen. */
export const nameDialogs = (root: Element) =>
  new MutationObserver(records => records.forEach(record => record.addedNodes.forEach(node => dialogsIn(node).forEach(watch)))).observe(root, {
    childList: true,
  })
