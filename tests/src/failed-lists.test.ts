// A list whose first load came to nothing.
import { expect, it } from 'vitest'
import { withoutRows } from '../../src/amis/failed-lists.ts'

const list = (items?: unknown[]) => ({ props: { store: { data: { items } } } })

it('throws no uncaught error where there are no rows to count, and any other error as before', async () => {
  const search = withoutRows(async function (broken) {
    if (broken) throw new Error('broken')
    return (this.props.store as { data: { items: unknown[] } }).data.items.length
  })
  expect(await search.call(list(), false)).toBeUndefined()
  expect(await search.call(list([1, 2]), false)).toBe(2)
  await expect(search.call(list([1]), true)).rejects.toThrow('broken')
})
