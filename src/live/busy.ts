// Whether somebody is in the middle of something on this screen, so that it must not be exchanged under his hands.
import type { IScopedContext } from 'amis-core'

/** What lies over a screen while it is open. */
const OPEN = '[role=dialog], dialog[open], .cxd-Modal, .cxd-Drawer, .cxd-PopOver, .cxd-ImageGallery'
const DIALOG = '[role=dialog]'
/** A search is kept in the address; it is lost only while it is being typed. */
const SEARCH = '.cxd-Crud-filter, .cxd-Crud-toolbar, .cxd-Table-searchableForm, .cxd-SearchBox'

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLElement
const valueOf = (field: Field) =>
  field instanceof HTMLInputElement && /^(checkbox|radio)$/.test(field.type)
    ? String(field.checked)
    : 'value' in field
      ? field.value
      : (field.textContent ?? '')

const before = new WeakMap<EventTarget, string>()
const touched = new Set<Field>()
const pressed = new WeakSet<Element>()
let sending = 0

document.addEventListener('focusin', event => event.target instanceof HTMLElement && before.set(event.target, valueOf(event.target)), true)
document.addEventListener('input', event => event.target instanceof HTMLElement && touched.add(event.target), true)
// Choices that are drawn by amis change no field of the browser's; its forms know, but also change by themselves.
for (const event of ['pointerdown', 'keydown'])
  document.addEventListener(
    event,
    ({ target }) => {
      const form = (target as Element | null)?.closest?.('.cxd-Form')
      if (form) pressed.add(form)
    },
    true,
  )

const formsIn = (part: ParentNode) => [...part.querySelectorAll('.cxd-Form')]
/** Where a person works: the innermost dialog with something done in it, or the page. */
const workplace = () =>
  [...document.querySelectorAll(DIALOG)].reverse().find(dialog => isTypedIn(dialog) || formsIn(dialog).some(form => pressed.has(form))) ?? document

/** Something is on its way to the server; when it went well, nothing is lost of what was typed before at the same place. */
export async function whileSending<T>(send: () => Promise<T>, wentWell: (answer: T) => boolean): Promise<T> {
  const place = workplace()
  sending++
  try {
    const answer = await send()
    if (wentWell(answer)) {
      for (const field of touched) if (!field.isConnected || place.contains(field)) touched.delete(field)
      for (const form of formsIn(place)) pressed.delete(form)
    }
    return answer
  } finally {
    sending--
  }
}

function isTyped(field: Field): boolean {
  if (!field.isConnected || valueOf(field) === (before.get(field) ?? '')) return false
  return field === document.activeElement || !field.closest(SEARCH)
}

/** Whether a part of the page holds what somebody typed and did not save; what was only searched for is no work. */
export const isTypedIn = (part: Element): boolean =>
  [...touched].some(field => part.contains(field) && !field.closest(`${SEARCH}, .t-filter, [role=popover], [type=search]`) && isTyped(field))

/** Whether a dialog that is open holds typed work. */
export const isTypedInDialogs = (): boolean => [...document.querySelectorAll(DIALOG)].some(isTypedIn)

/** Whether a person did anything in forms since they were saved: amis' forms also change by themselves, such as when they are read again. */
export const isWorkedOn = (): boolean => [...touched].some(isTyped) || formsIn(document).some(form => pressed.has(form))

interface FormPart {
  props: { type?: string; store?: { storeType?: string; modified?: boolean } }
}
type Scope = IScopedContext & { children?: Scope[] }

/** Forms of amis that hold something else than they began with. */
function changedForms(scope: Scope | undefined): boolean {
  if (!scope) return false
  const parts = scope.getComponents() as unknown as FormPart[]
  if (parts.some(({ props }) => props.type === 'form' && props.store?.storeType === 'FormStore' && props.store.modified)) return true
  return (scope.children ?? []).some(changedForms)
}

export function isBusy(scope: unknown): boolean {
  if (sending > 0 || document.querySelector(OPEN)) return true
  if ([...touched].some(isTyped)) return true
  const worked = [...document.querySelectorAll('.t-screen .cxd-Form, .t-app-page .cxd-Form')].some(form => pressed.has(form) && !form.closest(SEARCH))
  return worked && changedForms(scope as Scope | undefined)
}
