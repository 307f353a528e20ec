import { cleanup, configure, fireEvent, render as mount, screen, waitFor } from '@testing-library/react'
import { clearStoresCache, render } from 'amis-core'
import 'amis'
import { afterEach, describe, expect, it, vi } from 'vitest'
import '../../renderers/tessera-conflict-choices/conflict-choices.tsx'

const conflicts = [
  { key: 'value n1 label', kind: 'value', text: 'label of column To', base: 'i18n:To', ours: 'Recipient', theirs: { a: 1 } },
  { key: 'removedByThem n2', kind: 'removedByThem', text: 'field Name is gone' },
]
const sent = vi.fn()
// The first screen of a file also loads amis.
configure({ asyncUtilTimeout: 5000 })
let run = 0
const show = (more: object = {}) =>
  mount(
    render(
      {
        type: 'page',
        data: { conflicts, copy: 'Checkout' },
        body: {
          type: 'form',
          api: { method: 'post', url: '/api/x', data: { choices: '${choices}' } },
          body: [{ type: 'tessera-conflict-choices', name: 'choices', label: false, conflicts: '${conflicts}', ...more }],
        },
      } as never,
      {},
      {
        session: `conflicts-${run++}`,
        theme: 'cxd',
        fetcher: async (api: { data: unknown }) => {
          sent(api.data)
          return { status: 200, headers: {}, data: { status: 0, msg: '', data: {} } }
        },
      } as never,
    ),
  )

afterEach(() => {
  cleanup()
  clearStoresCache()
  sent.mockClear()
})

describe('tessera-conflict-choices', () => {
  it('shows what was before and what is on both sides, and sends a side for each', async () => {
    show()
    expect(await screen.findByRole('group', { name: 'label of column To' })).toBeTruthy()
    expect(screen.getByText('To')).toBeTruthy()
    expect(screen.getByText('Recipient')).toBeTruthy()
    expect(screen.getByText('0 of 2 decided')).toBeTruthy()
    fireEvent.click(screen.getByRole('radio', { name: /Take what is newer/ }))
    fireEvent.click(screen.getByRole('radio', { name: /Keep it as changed here/ }))
    expect(await screen.findByText('2 of 2 decided')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: /Submit|提交/ }))
    await waitFor(() => expect(sent).toHaveBeenCalledWith({ choices: { 'value n1 label': 'theirs', 'removedByThem n2': 'ours' } }))
  })

  it('calls the sides by their names', async () => {
    show({ here: 'dev', there: '${copy}' })
    expect(await screen.findAllByText('As in dev')).toHaveLength(2)
    expect(screen.getAllByText('As in Checkout')).toHaveLength(2)
    fireEvent.click(screen.getByRole('button', { name: 'All as in Checkout' }))
    fireEvent.click(screen.getByRole('button', { name: /Submit|提交/ }))
    await waitFor(() => expect(sent).toHaveBeenCalledWith({ choices: { 'value n1 label': 'theirs', 'removedByThem n2': 'theirs' } }))
  })

  it('decides all at once', async () => {
    show()
    fireEvent.click(await screen.findByText('Keep all that is here'))
    expect(await screen.findByText('2 of 2 decided')).toBeTruthy()
    expect(screen.getAllByRole('radio').filter(one => (one as HTMLInputElement).checked)).toHaveLength(2)
  })
})
