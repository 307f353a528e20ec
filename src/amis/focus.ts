// The first field of a form gets the focus a moment after the form is there (amis waits for drawers to slide in).
// Whoever is typing by then stays where he is: the end of a password must not land in the field before it.
import { FormRenderer } from 'amis-core'

interface Focusable {
  focus?(): void
}
const WAIT_MS = 200
const FIELDS = 'input, textarea, select, [contenteditable=true], [role=combobox], [role=textbox]'

// The class that amis exports wraps the form's own.
const { ComposedComponent } = FormRenderer as unknown as {
  ComposedComponent: { prototype: { focus(this: { context: { getComponents(): Focusable[] } }): void } }
}
ComposedComponent.prototype.focus = function () {
  const first = this.context.getComponents().find(one => one.focus)
  if (first)
    setTimeout(() => {
      if (!document.activeElement?.matches(FIELDS)) first.focus?.()
    }, WAIT_MS)
}
