// Buttons of a list, pressed while it loads.
import { cleanup, fireEvent, render as mount, screen, waitFor } from '@testing-library/react'
import { clearStoresCache, render } from 'amis-core'
import 'amis'
import { afterEach, expect, it } from 'vitest'
import '../../src/amis/list-presses.ts'

afterEach(() => {
  cleanup()
  clearStoresCache()
})

/** The first drawing of a list on a machine that does other work. */
const SLOW = { timeout: 20_000 }

/** A list of one row that has loaded once, and loads again since its button for that was pressed: until `answer` is called. */
async function loading(button: object) {
  const sent: string[] = []
  const led: string[] = []
  let answer = () => {}
  const list = {
    type: 'crud',
    api: '/rows',
    syncLocation: false,
    columns: [
      { name: 'id', label: 'Id' },
      { type: 'operation', label: '', buttons: [{ type: 'button', label: 'Press', ...button }] },
    ],
    headerToolbar: ['reload'],
  }
  const rows = { status: 200, headers: {}, data: { status: 0, msg: '', data: { items: [{ id: 'a' }], total: 1 } } }
  let loads = 0
  mount(
    render({ type: 'page', body: list } as never, {}, {
      session: 'list-presses',
      theme: 'cxd',
      locale: 'en-US',
      notify: () => {},
      jumpTo: (to: string) => led.push(to),
      fetcher: async ({ url }: { url: string }) => {
        sent.push(url.replace(/\?.*/, ''))
        if (url.startsWith('/rows') && ++loads > 1) await new Promise<void>(done => (answer = done))
        return rows
      },
    } as never),
  )
  const press = await screen.findByText('Press', {}, SLOW)
  await waitFor(() => expect(document.querySelector('.cxd-Spinner')).toBeNull(), SLOW)
  const again = document.querySelector('.cxd-Crud-toolbar button, [icon="reload"]') as Element
  fireEvent.click(again)
  await waitFor(() => expect(sent).toEqual(['/rows', '/rows']), SLOW)
  return { press, sent, led, answer: () => answer() }
}

it('leads where a row says while the list loads', async () => {
  const { press, led, sent } = await loading({ actionType: 'link', link: 'screens/${id}' })
  fireEvent.click(press)
  await waitFor(() => expect(led).toEqual(['screens/a']), SLOW)
  expect(sent).toHaveLength(2)
})

it('sends once the list has loaded, and a second press of the same button that makes it load nothing', async () => {
  const { press, sent, answer } = await loading({ actionType: 'ajax', api: 'post:/again/${id}' })
  fireEvent.click(press)
  await new Promise(done => setTimeout(done, 60))
  expect(sent).toEqual(['/rows', '/rows'])
  answer()
  await waitFor(() => expect(sent).toEqual(['/rows', '/rows', '/again/a', '/rows']), SLOW)
  fireEvent.click(press)
  answer()
  await waitFor(() => expect(document.querySelector('.cxd-Spinner')).toBeNull(), SLOW)
  await new Promise(done => setTimeout(done, 100))
  expect(sent.filter(url => url === '/again/a')).toHaveLength(1)
})

it('opens its dialog once the list has loaded', async () => {
  const { press, answer } = await loading({ actionType: 'dialog', dialog: { title: '', body: 'Row ${id}' } })
  fireEvent.click(press)
  expect(screen.queryByText('Row a')).toBeNull()
  answer()
  await screen.findByText('Row a', {}, SLOW)
})
