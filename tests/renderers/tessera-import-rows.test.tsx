// data.import: a button that leads from a file to rows, for those who may import them
import { cleanup, fireEvent, render as mount, screen, waitFor } from '@testing-library/react'
import { clearStoresCache, render } from 'amis-core'
import 'amis'
import { afterEach, expect, it } from 'vitest'
import '../../renderers/tessera-import-rows/import-rows.tsx'

afterEach(() => {
  cleanup()
  clearStoresCache()
})
let run = 0
const show = (may: object) => {
  const asked: string[] = []
  mount(
    render({ type: 'page', body: { type: 'tessera-import-rows', model: 'customer', list: 'u:list' } } as never, {}, {
      session: `import-${run++}`,
      theme: 'cxd',
      locale: 'en-US',
      fetcher: async ({ url }: { url: string }) => {
        asked.push(url)
        return { status: 200, headers: {}, data: { status: 0, msg: '', data: { items: [], may } } }
      },
    } as never),
  )
  return asked
}

it('opens the steps of an import', async () => {
  const asked = show({ import: true })
  fireEvent.click(await screen.findByRole('button', { name: 'Import' }))
  await screen.findByText('Choose a file')
  await waitFor(() => expect(asked).toContain('model:main/customer/import'))
})
it('is not there for whoever may not import', async () => {
  const asked = show({ import: false })
  await waitFor(() => expect(asked).toEqual(['model:main/customer?perPage=1']))
  await new Promise(done => setTimeout(done))
  expect(screen.queryByRole('button')).toBeNull()
})
