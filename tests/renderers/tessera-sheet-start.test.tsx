import { cleanup, configure, fireEvent, render as mount, screen, waitFor } from '@testing-library/react'
import { clearStoresCache, render } from 'amis-core'
import 'amis'
import { afterEach, expect, it, vi } from 'vitest'
import '../../renderers/tessera-sheet-start/sheet-start.tsx'

const column = (at: number, name: string, more: object = {}) => ({
  at,
  name,
  sample: ['a'],
  type: 'text',
  required: true,
  unique: false,
  options: [],
  scale: 0,
  relation: null,
  misfits: 0,
  ...more,
})
const read = {
  id: 's1',
  state: 'read',
  progress: 0,
  fileName: 'shop.xlsx',
  sheets: [
    { sheet: 0, name: 'Customers', rowCount: 2, columns: [column(0, 'No', { unique: true })] },
    {
      sheet: 1,
      name: 'Orders',
      rowCount: 3,
      columns: [
        column(0, 'Title'),
        column(1, 'Customer', { type: 'relationOne', relation: { sheet: 0, column: 0 } }),
        column(2, 'Amount', { type: 'integer', misfits: 1 }),
        column(3, 'Due', { type: 'date', dateOrder: 'unclear', dateExample: '01/02/2026' }),
      ],
    },
    { sheet: 2, name: 'Notes', rowCount: 1, columns: [column(0, 'Note')] },
  ],
  result: null,
  reason: '',
}
const made = {
  ...read,
  state: 'done',
  progress: 100,
  result: { rows: [{ name: 'Orders', created: 2, errors: 1 }], url: '/design', appUrl: '/app', isPublished: true },
}
const asked: { method: string; url: string; data?: unknown }[] = []
const request = vi.fn(async (api: { method: string; url: string; data?: unknown }) => {
  asked.push(api)
  const data = api.url.endsWith('/make') ? { ...read, state: 'working', progress: 40 } : api.method === 'get' ? made : read
  return { data: { status: 0, msg: '', data } }
})
const jumpTo = vi.fn()
// The first screen of a file also loads amis.
configure({ asyncUtilTimeout: 8000 })
afterEach(() => {
  cleanup()
  clearStoresCache()
})

it('tessera-sheet-start shows what was understood, sends what was made of it, tells how far it is and leads to the app', async () => {
  mount(
    render({ type: 'tessera-sheet-start', companyKey: 'acme', appUrlKey: 'shop-dev', publishOn: '${true}', grantOn: '${true}' } as never, {}, {
      session: 'sheet-start',
      theme: 'cxd',
      request,
      fetcher: request,
      jumpTo,
    } as never),
  )
  fireEvent.change(await screen.findByLabelText('File'), { target: { files: [new File(['x'], 'shop.xlsx')] } })
  const kind = (await screen.findByLabelText('Kind of “Customer”')) as HTMLSelectElement
  expect(kind.selectedOptions[0]?.textContent).toBe('Row of Customers by No')
  expect(screen.getByText('1 values do not fit; their rows are left out and told')).toBeTruthy()
  fireEvent.click(screen.getByLabelText('Make a model of “Notes”'))
  fireEvent.change(screen.getByLabelText('Kind of “Amount”'), { target: { value: 'decimal' } })
  fireEvent.click(screen.getByLabelText('Take “Title” along'))
  fireEvent.click(screen.getByLabelText('All members may add and change rows'))
  // A day that can be read both ways is asked for once, before anything is sent.
  fireEvent.click(screen.getByRole('button', { name: 'Make the app' }))
  expect(screen.getByText('Say how the dates of “Due” are read')).toBeTruthy()
  const days = screen.getByLabelText<HTMLSelectElement>('How the dates of “Due” are read')
  expect([...days.options].map(one => one.text)).toEqual(['Choose', 'February 1, 2026', 'January 2, 2026'])
  fireEvent.change(days, { target: { value: 'dayFirst' } })
  fireEvent.click(screen.getByRole('button', { name: 'Make the app' }))
  expect(((await screen.findByLabelText('Progress')) as HTMLProgressElement).value).toBe(40)
  const sent = asked.find(one => one.url.endsWith('/s1/make'))?.data as { sheets: { sheet: number; columns: { name: string; type: string }[] }[] }
  expect(sent).toMatchObject({ publish: true, membersChange: true })
  expect(sent.sheets.map(({ sheet, columns }) => [sheet, columns.map(({ name, type }) => `${name} ${type}`)])).toEqual([
    [0, ['No text']],
    [1, ['Customer relationOne', 'Amount decimal', 'Due date']],
  ])
  expect(sent.sheets[1]?.columns[2]).toMatchObject({ dateOrder: 'dayFirst' })
  fireEvent.click(await screen.findByRole('button', { name: 'Open the app' }))
  await waitFor(() => expect(jumpTo).toHaveBeenCalledWith('/app'))
  expect(screen.getByRole('link', { name: 'Rows that were left out' }).getAttribute('href')).toBe('/api/company/acme/app/shop-dev/starter/sheets/s1/errors')
})
