import { cleanup, configure, fireEvent, render as mount, screen, waitFor } from '@testing-library/react'
import { clearStoresCache, render } from 'amis-core'
import 'amis'
import { afterEach, expect, it, vi } from 'vitest'
import '../../renderers/tessera-page-kinds/page-kinds.tsx'

const options = [
  { kind: 'list', label: 'List', description: 'Rows', reason: '', labels: ['Title', 'Amount'] },
  { kind: 'detail', label: 'Details', description: 'One row', reason: '', labels: ['Title'] },
  { kind: 'board', label: 'Board', description: 'Cards', reason: 'Needs a field with choices', labels: [] },
]
const sent = vi.fn()
// The first screen of a file also loads amis.
configure({ asyncUtilTimeout: 5000 })

afterEach(() => {
  cleanup()
  clearStoresCache()
})

it('tessera-page-kinds shows what each page would show, offers none that cannot be, and sends what was chosen in its order', async () => {
  mount(
    render(
      {
        type: 'page',
        data: { options, kinds: ['detail'] },
        body: {
          type: 'form',
          api: { method: 'post', url: '/api/x', data: { kinds: '${kinds}' } },
          body: [{ type: 'tessera-page-kinds', name: 'kinds', label: false, kinds: '${options}' }],
        },
      } as never,
      {},
      {
        session: 'page-kinds',
        theme: 'cxd',
        fetcher: async (api: { data: unknown }) => {
          sent(api.data)
          return { status: 200, headers: {}, data: { status: 0, msg: '', data: {} } }
        },
      } as never,
    ),
  )
  const list = await screen.findByRole('checkbox', { name: /List/ })
  expect(screen.getByText('Amount')).toBeTruthy()
  expect((screen.getByRole('checkbox', { name: /Needs a field with choices/ }) as HTMLInputElement).disabled).toBe(true)
  fireEvent.click(list)
  fireEvent.click(screen.getByRole('button', { name: /Submit|提交/ }))
  await waitFor(() => expect(sent).toHaveBeenCalledWith({ kinds: ['list', 'detail'] }))
})
