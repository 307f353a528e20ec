// Forms of pages: a row that is missing among those to choose from is added there, by whoever may add it.
import { cleanup, configure, fireEvent, render as mount, screen, waitFor } from '@testing-library/react'
import { clearStoresCache, render } from 'amis-core'
import 'amis'
import { afterEach, expect, it } from 'vitest'
import { rowsToAdd } from '../../renderers/tessera-data-table/rows-to-add.ts'
import '../../src/amis/new-rows.ts'

configure({ asyncUtilTimeout: 5000 })
afterEach(() => {
  cleanup()
  clearStoresCache()
})

interface Sent {
  method: string
  url: string
  data?: { title?: string }
}
let run = 0
/** A form with one select; `told` is what comes with its choices. */
function show(select: object, told: object) {
  const sent: Sent[] = []
  const options = [{ value: 'c1', label: 'Acme' }]
  const toAdd = rowsToAdd()
  const fields = [{ key: 'title', name: 'Title', type: 'text', required: true, readOnly: false, default: null, options: [], rules: {}, isTitle: true }]
  const answer = ({ method, url, data }: Sent): object => {
    if (method === 'post') {
      options.push({ value: 'c2', label: data?.title ?? '' })
      return { id: 'c2' }
    }
    return /\/(choice|option)\//.test(url) ? { options: [...options], ...told } : { fields }
  }
  const body = [
    { type: 'select', name: 'customer', label: 'Customer', creatable: true, ...select },
    { type: 'tpl', tpl: 'chosen: ${customer}' },
  ]
  mount(
    render({ type: 'page', body: { type: 'form', mode: 'normal', actions: [], body } } as never, {}, {
      session: `new-rows-${run++}`,
      theme: 'cxd',
      locale: 'en-US',
      rowsToAdd: toAdd.of,
      fetcher: async (api: Sent) => {
        sent.push({ method: api.method, url: api.url, data: api.data })
        const reply = { status: 200, headers: {}, data: { status: 0, msg: '', data: answer(api) } }
        toAdd.learn(api, reply)
        return reply
      },
    } as never),
  )
  return sent
}
const CHOICES = { source: 'get:model:main/order/choice/customer?selected=${customer|url_encode}' }
const OPTIONS = { source: { method: 'get', url: 'model:main/customer/option/title' } }
const opened = async () => {
  await waitFor(() => expect(document.querySelector('.cxd-Select')).not.toBeNull())
  fireEvent.click(document.querySelector('.cxd-Select') as HTMLElement)
  await screen.findByText('Acme')
}

it.each([
  ['a relation', CHOICES, { adds: 'customer' }],
  ['rows of a model', OPTIONS, { mayCreate: true }],
])('a select of %s offers it, and the new row is chosen', async (_what, select, told) => {
  const sent = show(select, told)
  await opened()
  fireEvent.click(await screen.findByText('New Customer'))
  const input = await waitFor(() => {
    const found = document.querySelector<HTMLInputElement>('.cxd-Modal input[name="row.title"]')
    if (!found) throw new Error('no dialog')
    return found
  })
  fireEvent.change(input, { target: { value: 'Fresh' } })
  fireEvent.click(screen.getByText('Add').closest('button') as HTMLElement)
  await screen.findByText('chosen: c2')
  expect(sent.find(({ method }) => method === 'post')).toEqual({ method: 'post', url: 'model:main/customer', data: { title: 'Fresh' } })
})

it.each([
  ['may not add rows', CHOICES, {}],
  ['may not add rows of the model', OPTIONS, { mayCreate: false }],
  ['filter by it', { ...CHOICES, creatable: undefined }, { adds: 'customer' }],
])('it is not offered to those who %s', async (_who, select, told) => {
  show(select, told)
  await opened()
  expect(screen.queryByText('New Customer')).toBeNull()
  expect(document.querySelector('.cxd-Select-addBtn')).toBeNull()
})
