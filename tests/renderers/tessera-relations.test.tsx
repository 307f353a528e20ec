// model.page: the picture of relations
import { cleanup, configure, render as mount, screen } from '@testing-library/react'
import { clearStoresCache, render } from 'amis-core'
import 'amis'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { BOX, pictureOf } from '../../renderers/tessera-relations/layout.ts'
import '../../renderers/tessera-relations/relations.tsx'

// The first screen of a file also loads amis.
configure({ asyncUtilTimeout: 8000 })
const models = ['order', 'customer', 'line', 'alone'].map(key => ({ id: key, key, name: key.toUpperCase() }))
const relations = [
  { from: 'order', to: 'customer', field: 'customer', name: 'Customer', many: false },
  { from: 'customer', to: 'order', field: 'orders', name: 'Orders', many: true },
  { from: 'line', to: 'order', field: 'order', name: 'Order', many: false },
  { from: 'order', to: 'order', field: 'parent', name: 'Parent', many: false },
]
let run = 0
const show = (data: object) =>
  mount(
    render({ type: 'page', data, body: { type: 'tessera-relations', models: '${list}', relations: '${relations}', address: '/model/${id}' } } as never, {}, {
      session: `relations-${run++}`,
      theme: 'cxd',
    } as never),
  )
afterEach(() => {
  cleanup()
  clearStoresCache()
})

describe('where boxes stand', () => {
  it('puts what is pointed at to the right, and draws both ways of a relation as one line', () => {
    const { boxes, lines } = pictureOf(models, relations)
    const x = (id: string) => boxes.find(box => box.id === id)?.x as number
    expect([x('line') < x('order'), x('order') < x('customer'), boxes.length]).toEqual([true, true, 3])
    expect(lines.map(line => [line.from, line.to, line.names.join()])).toEqual([
      ['order', 'customer', 'Customer,Orders'],
      ['line', 'order', 'Order'],
      ['order', 'order', 'Parent'],
    ])
  })

  it('ends with a circle, and lets no boxes lie upon each other', () => {
    const ring = ['a', 'b', 'c'].map(id => ({ id, key: id, name: id }))
    const around = [
      ['a', 'b'],
      ['b', 'c'],
      ['c', 'a'],
    ].map(([from, to]) => ({ from: from as string, to: to as string, field: 'f', name: 'F', many: false }))
    const { boxes } = pictureOf(ring, around)
    for (const one of boxes)
      for (const other of boxes) if (one !== other) expect(Math.abs(one.x - other.x) >= BOX.width || Math.abs(one.y - other.y) >= BOX.height).toBe(true)
  })

  it('leaves out what leads to a model that is not there', () => {
    expect(pictureOf(models, [{ from: 'order', to: 'gone', field: 'f', name: 'F', many: false }]).boxes).toEqual([])
  })
})

describe('tessera-relations', () => {
  it('leads from each box to its model, and tells its relations', async () => {
    show({ list: models, relations })
    const box = await screen.findByRole('link', { name: /^ORDER; Customer, Orders leads to CUSTOMER; Parent leads to ORDER$/ })
    expect(box.getAttribute('href')).toBe('/model/order')
    expect(screen.getAllByRole('link')).toHaveLength(3)
    expect(screen.getByText('One model has no relations.')).toBeTruthy()
  })

  it.each([
    ['no relations', { list: models, relations: [] }],
    ['no answer yet', {}],
  ])('shows nothing with %s', async (_name, data) => {
    const { container } = show(data)
    await vi.waitFor(() => expect(container.querySelector('.cxd-Page')).toBeTruthy())
    expect(container.querySelector('.tes-relations')).toBe(null)
  })
})
