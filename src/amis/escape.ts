// What the Escape key closes: the innermost thing that is open and nothing around it, and no dialog with typed work before its writer has agreed.
// amis' lists of choices either leave the key to the dialog around them, which goes with everything in it, or keep it from everybody.
import Dialog from 'amis/lib/renderers/Dialog'
import Drawer from 'amis/lib/renderers/Drawer'
import { currentModal } from 'amis-ui/lib/components/ModalManager'
import { isTypedIn } from '../live/busy.ts'

// Whatever a page says nothing about closes: amis leaves the key out unless each dialog asks for it, as those of its wizards do not.
for (const { defaultProps } of [Dialog, Drawer] as unknown as { defaultProps: { closeOnEsc: boolean } }[]) defaultProps.closeOnEsc = true

const DIALOG = '[role=dialog]'
const lastOf = (root: ParentNode, which: string) => [...root.querySelectorAll<HTMLElement>(which)].at(-1)
const ignored = (event: Event) => {
  event.preventDefault()
  event.stopImmediatePropagation()
}

/** Closes a list of choices as a click beside it does, and gives the focus back to its field. */
function closeChoices(choices: HTMLElement) {
  const field = lastOf(document, '[class*="is-opened"], [class*="ResultBox"][class*="is-focused"]') ?? document.activeElement
  const beside = choices.querySelector<HTMLElement>(':scope > [class*="PopOver-overlay"]')
  if (beside) beside.click()
  else for (const type of ['mousedown', 'mouseup', 'click']) document.body.dispatchEvent(new MouseEvent(type, { bubbles: true }))
  const target =
    field instanceof HTMLElement && field.isConnected
      ? field.matches('[tabindex]')
        ? field
        : field.querySelector<HTMLElement>('[tabindex], input')
      : undefined
  target?.focus()
}

interface Modal {
  props: { closeOnEsc?: boolean; disabled?: boolean; onHide(event: Event): void }
}
export interface Asking {
  confirm(text: string, title?: string): Promise<unknown>
  t(text: string): string
}

const LOOK_MS = 50
const MOST_LOOKS = 200

/** amis leaves a dialog open while something that was begun in it is under way, and forgets the key. It is meant all the same: the dialog closes once that is done. */
function closeLater(modal: Modal, close: (modal: Modal) => void, looks = MOST_LOOKS) {
  setTimeout(() => {
    if (currentModal() !== (modal as unknown) || !looks) return
    if (modal.props.disabled) closeLater(modal, close, looks - 1)
    else close(modal)
  }, LOOK_MS)
}

/** Hears the key before anybody else does; returns the function that ends it. */
export function connectEscape({ confirm, t }: Asking): () => void {
  const close = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.isComposing) return
    const choices = lastOf(document, '[role=popover]')
    if (choices) {
      ignored(event)
      closeChoices(choices)
      return
    }
    const dialog = lastOf(document, DIALOG)
    const modal = currentModal() as Modal | undefined
    // A window of ours above a dialog, such as an editor, has the key for itself.
    if (!dialog || dialog.hasAttribute('data-own-escape') || !modal?.props.closeOnEsc) return
    if (!modal.props.disabled && !isTypedIn(dialog)) return
    ignored(event)
    const closing = async ({ props }: Modal) => {
      if (!isTypedIn(dialog) || (await confirm(t('What you have entered here is lost.'), t('Close without saving?')))) props.onHide(event)
    }
    if (modal.props.disabled) closeLater(modal, closing)
    else void closing(modal)
  }
  addEventListener('keydown', close, true)
  return () => removeEventListener('keydown', close, true)
}
