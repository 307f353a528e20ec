// Fields to search what can be chosen.
import { cleanup, render as mount, screen } from '@testing-library/react'
import { clearStoresCache, render } from 'amis-core'
import 'amis'
import { afterEach, expect, it } from 'vitest'
import '../../src/amis/tree-search.ts'

afterEach(() => {
  cleanup()
  clearStoresCache()
})

it.each([
  ['en-US', 'Search'],
  ['zh-CN', '搜索'],
])('say in %s that they search', async (locale, word) => {
  const tree = { type: 'input-tree', name: 'parts', searchable: true, options: [{ label: 'Pages', value: 'pages' }] }
  mount(render({ type: 'form', body: [tree] } as never, { locale }, { session: `tree-${locale}`, theme: 'cxd', locale, notify: () => {} } as never))
  expect(await screen.findByPlaceholderText(word)).toBeTruthy()
})
