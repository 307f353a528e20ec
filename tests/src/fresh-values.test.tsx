// A button of a form, pressed right after the last key: flow forms save their drafts with one.
import { cleanup, fireEvent, render as mount, screen, waitFor } from '@testing-library/react'
import { clearStoresCache, render } from 'amis-core'
import 'amis'
import { afterEach, expect, it } from 'vitest'
import '../../src/amis/fresh-values.ts'

afterEach(() => {
  cleanup()
  clearStoresCache()
})

it('sends what was typed a moment before a button is pressed', async () => {
  const sent: unknown[] = []
  const draft = {
    type: 'button',
    label: 'Save as draft',
    actionType: 'ajax',
    api: { method: 'post', url: '/draft', data: { content: { reason: '${reason}' } } },
  }
  const body = [{ type: 'input-text', name: 'reason', label: 'Reason', required: true }]
  mount(
    render({ type: 'page', body: { type: 'form', mode: 'normal', data: { reason: '' }, body, actions: [draft] } } as never, {}, {
      session: 'fresh-values',
      theme: 'cxd',
      locale: 'en-US',
      notify: () => {},
      fetcher: async (api: { data: unknown }) => {
        sent.push(api.data)
        return { status: 200, headers: {}, data: { status: 0, msg: '', data: {} } }
      },
    } as never),
  )
  const field = await waitFor(() => {
    const found = document.querySelector<HTMLInputElement>('input[name=reason]')
    if (!found) throw new Error('The form is not there yet')
    return found
  })
  fireEvent.change(field, { target: { value: 'A week' } })
  fireEvent.click(screen.getByText('Save as draft'))
  await waitFor(() => expect(sent).toEqual([{ content: { reason: 'A week' } }]))
})
