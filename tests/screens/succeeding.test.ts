// What a form does when it is saved outlives the dialog that it stands in.
import { expect, it } from 'vitest'
import { nodesOf, screens, type Node } from '../support/shipped.ts'

/** Each button that submits the form leaves the dialog open. */
const staysOpen = (form: Node) => nodesOf(form.body).every(node => node.type !== 'submit' || node.close === false)

/** Forms inside of dialogs that open another dialog from there: it would close with the one it was opened from. `feedback` of the form waits. */
function openedTooLate(value: unknown, isInDialog = false, found: string[] = []): string[] {
  if (Array.isArray(value)) for (const item of value) openedTooLate(item, isInDialog, found)
  else if (value && typeof value === 'object') {
    const node = value as Node
    if (isInDialog && node.type === 'form' && !staysOpen(node))
      for (const action of (node.onEvent?.submitSucc?.actions ?? []) as Node[])
        if (/^(dialog|drawer)$/.test(String(action.actionType))) found.push(String(action.dialog?.title ?? action.drawer?.title))
    for (const [key, inside] of Object.entries(node)) openedTooLate(inside, isInDialog || key === 'dialog' || key === 'drawer', found)
  }
  return found
}

/** Forms inside of dialogs that show what their answer brought, to be copied, and close over it. */
function closedOver(value: unknown, isInDialog = false, found: string[] = []): string[] {
  if (Array.isArray(value)) for (const item of value) closedOver(item, isInDialog, found)
  else if (value && typeof value === 'object') {
    const node = value as Node
    if (isInDialog && node.type === 'form' && !staysOpen(node)) for (const { copyable, name } of nodesOf(node.body)) if (copyable) found.push(String(name))
    for (const [key, inside] of Object.entries(node)) closedOver(inside, isInDialog || key === 'dialog' || key === 'drawer', found)
  }
  return found
}

it('no form of a dialog opens another one when it is saved', async () => {
  const all = await Promise.all((await screens.ids()).map(async id => openedTooLate((await screens.get(id))?.schema).map(title => `${id}: ${title}`)))
  expect(all.flat()).toEqual([])
})

it('no form of a dialog closes over what it was answered and is to be copied', async () => {
  const all = await Promise.all((await screens.ids()).map(async id => closedOver((await screens.get(id))?.schema).map(name => `${id}: ${name}`)))
  expect(all.flat()).toEqual([])
})
