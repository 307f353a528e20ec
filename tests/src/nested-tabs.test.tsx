// permission.page: a tab inside a tab that the address names, on the way there and back.
import { cleanup, configure, render as mount, screen, waitFor } from '@testing-library/react'
import { clearStoresCache, render } from 'amis-core'
import 'amis'
import { afterEach, expect, it } from 'vitest'
import '../../src/amis/nested-tabs.ts'

configure({ asyncUtilTimeout: 5000 })
afterEach(() => {
  cleanup()
  clearStoresCache()
})

const page = {
  type: 'page',
  body: {
    type: 'tabs',
    tabs: [
      { title: 'Roles', hash: 'role', body: 'the roles' },
      {
        title: 'Permissions',
        hash: 'app',
        body: {
          type: 'container',
          body: {
            type: 'tabs',
            tabs: [
              { title: 'App', hash: 'app', body: 'of the app' },
              { title: 'Defaults', hash: 'default', body: 'the defaults' },
            ],
          },
        },
      },
    ],
  },
}
const at = (hash: string) => render(page as never, { location: { pathname: '/', search: '', hash } } as never)
const active = () => [...document.querySelectorAll('[class*=Tabs-link].is-active')].map(tab => tab.textContent)

it('the tab around the one that the address names is opened, however one comes to the address', async () => {
  const { rerender } = mount(at('#role'))
  await screen.findByText('the roles')
  rerender(at('#default'))
  await waitFor(() => expect(active()).toEqual(['Permissions', 'Defaults']))
  rerender(at('#role'))
  await waitFor(() => expect(active()[0]).toBe('Roles'))
  rerender(at('#elsewhere'))
  await waitFor(() => expect(active()[0]).toBe('Roles'))
  rerender(at('#default'))
  await waitFor(() => expect(active()).toEqual(['Permissions', 'Defaults']))
})
