// The value of a formula for a row of the app's data, under the editor of formulas.
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { enterPlace, type DesignModel } from '../../renderers/tessera-schema-editor/place.ts'
import { RowValue } from '../../renderers/tessera-schema-editor/row-value.tsx'
import { dataField as field } from '../support/data-fields.ts'

const model = (key: string, fields: object[]) => ({ key, name: key.toUpperCase(), managed: true, isApplied: true, fields }) as unknown as DesignModel
const order = model('order', [field('title', 'text', { isTitle: true }), field('amount', 'integer')])
const rows = [
  { id: 'a', title: 'Tea', amount: 3, _labels: {} },
  { id: 'b', title: 'Coffee', amount: 7, _labels: {} },
]
const asked: string[] = []
const enter = (around?: string, found = rows) =>
  enterPlace({
    dataApi: '/api/resource/acme/shop-dev/source',
    sources: [{ key: 'main', name: 'Main', models: [model('customer', [field('called', 'text')]), order] }],
    context: { API_HOST: 'https://api.test', user: { name: 'Ann' } },
    around: () => around,
    request: async ({ url }) => {
      asked.push(url)
      return { data: { status: 0, data: { items: found } } }
    },
  })

afterEach(() => {
  cleanup()
  enterPlace()
  asked.length = 0
})

it('is worked out for the first row of the model around, for any other that is chosen, and says of what kind it is', async () => {
  enter('main/order')
  const { rerender } = render(<RowValue formula="amount * 2" isBare />)
  await screen.findByText('6')
  expect(screen.getByText('number')).toBeTruthy()
  expect(asked).toEqual(['/api/resource/acme/shop-dev/source/main/model/order?perPage=50'])
  fireEvent.change(screen.getByLabelText('Row'), { target: { value: 'b' } })
  await screen.findByText('14')
  rerender(<RowValue formula="${title} of ${user.name} at ${UPPER(API_HOST)}" isBare={false} />)
  await screen.findByText('Coffee of Ann at HTTPS://API.TEST')
  expect(screen.getByText('text')).toBeTruthy()
})

it('says what is wrong with a formula, and that there is no row to see', async () => {
  enter('main/order', [])
  render(<RowValue formula="amount *" isBare />)
  await screen.findByText(/^Not a formula yet/)
  await screen.findByText('No rows that you may see')
})
