// Keys on the canvas. The editor hears them only while nothing has the focus; a click on a part that can have it would make them do nothing.
import type { EditorManager } from 'amis-editor'

const WRITTEN_IN = 'input, textarea, select, [contenteditable=true], .monaco-editor, [role=dialog], [role=combobox], [role=listbox]'
const PLAIN = new Set(['Delete', 'Backspace'])
const WITH_CONTROL = new Set(['c', 'v', 'x', 'z', 'ArrowUp', 'ArrowDown'])
const STEPS: Record<string, 1 | -1> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }

/** Whether a key is meant for the parts on the canvas, by where the focus is. */
export function isForCanvas(target: Element | null, box: Element): boolean {
  if (!target || target === document.body) return true
  if (target.closest('.ae-Preview')) return true
  return box.contains(target) && !target.closest(WRITTEN_IN) && !target.closest('.ae-RightPanel, .editor-right-panel')
}

/** Ids of the parts on the canvas in the order in which they are read. */
const partsOf = (box: Element) => [...new Set([...box.querySelectorAll('.ae-Preview [data-editor-id]')].map(one => one.getAttribute('data-editor-id') ?? ''))]

/** The part before or after the chosen one; the first one where none is chosen. */
export function stepFrom(parts: readonly string[], active: string, step: 1 | -1): string | undefined {
  const at = parts.indexOf(active)
  return at < 0 ? parts[0] : parts[at + step]
}

export function listenToKeys(box: Element, manager: () => EditorManager | null, isPreviewing: () => boolean): () => void {
  const hear = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event
    const store = manager()?.store
    if (!store || isPreviewing() || altKey || event.defaultPrevented || document.querySelector('[role=dialog]')) return
    const control = ctrlKey || metaKey
    const step = !control && !shiftKey ? STEPS[key] : undefined
    const isKnown = control ? WITH_CONTROL.has(key.length === 1 ? key.toLowerCase() : key) : PLAIN.has(key)
    const target = event.target as Element | null
    if ((!step && !isKnown) || !isForCanvas(target, box)) return
    if (step) {
      const next = stepFrom(partsOf(box), store.activeId, step)
      if (!next) return
      event.preventDefault()
      event.stopPropagation()
      store.setActiveId(next)
      box.querySelector(`.ae-Preview [data-editor-id="${CSS.escape(next)}"]`)?.scrollIntoView({ block: 'nearest' })
      return
    }
    // Heard by the editor itself where nothing has the focus.
    if (!target || target === document.body) return
    event.preventDefault()
    event.stopPropagation()
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey, metaKey, shiftKey, bubbles: true, cancelable: true }))
  }
  document.addEventListener('keydown', hear, true)
  return () => document.removeEventListener('keydown', hear, true)
}
