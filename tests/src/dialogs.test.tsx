// Dialogs and drawers have the name that their title shows, and no role that there is not.
import { fireEvent, render as mount, screen } from '@testing-library/react'
import { render } from 'amis-core'
import 'amis'
import { beforeAll, expect, it } from 'vitest'
import { nameDialogs } from '../../src/amis/dialogs.ts'

beforeAll(() => nameDialogs(document.body))

const opens = (kind: 'dialog' | 'drawer', title: string) => ({
  type: 'button',
  label: `Open ${kind}`,
  actionType: kind,
  [kind]: { title, body: { type: 'form', wrapWithPanel: false, body: [{ type: 'input-text', name: 'name', label: 'Name' }] } },
})

it('calls a dialog and a drawer by their titles, and tells that nothing else can be used meanwhile', async () => {
  mount(render({ type: 'page', body: [opens('dialog', 'Add member'), opens('drawer', 'New app')] } as never, {}, { theme: 'cxd' } as never))
  for (const [kind, title] of [
    ['dialog', 'Add member'],
    ['drawer', 'New app'],
  ] as const) {
    fireEvent.click(await screen.findByText(`Open ${kind}`))
    const box = await screen.findByRole('dialog', { name: title })
    expect(box.getAttribute('aria-modal')).toBe('true')
    expect(box.querySelector('[role=dialog-body]')).toBeNull()
  }
})
