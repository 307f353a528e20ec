// Tabs of amis as a keyboard and a screen reader meet them.
import { cleanup, configure, fireEvent, render as mount, screen, waitFor } from '@testing-library/react'
import { clearStoresCache, render } from 'amis-core'
import 'amis'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { connectTabs } from '../../src/amis/tabs.ts'

// The first screen of a file also loads amis.
configure({ asyncUtilTimeout: 5000 })
let end = () => {}
beforeEach(() => {
  end = connectTabs(document.body)
})
afterEach(() => {
  end()
  cleanup()
  clearStoresCache()
})

it('are tabs, one of them selected, and the arrows go from one to the next', async () => {
  mount(
    render({
      type: 'page',
      body: {
        type: 'tabs',
        tabs: [
          { title: 'One', body: 'first' },
          { title: 'Two', body: 'second' },
        ],
      },
    } as never),
  )
  const one = await screen.findByRole('tab', { name: 'One' })
  const two = screen.getByRole('tab', { name: 'Two' })
  expect([one.getAttribute('aria-selected'), two.getAttribute('aria-selected')]).toEqual(['true', 'false'])
  expect([one.tabIndex, two.tabIndex]).toEqual([0, -1])
  one.focus()
  fireEvent.keyDown(one, { key: 'ArrowRight' })
  expect(document.activeElement).toBe(two)
  await waitFor(() => expect(two.getAttribute('aria-selected')).toBe('true'))
  fireEvent.keyDown(two, { key: 'Home' })
  await waitFor(() => expect(one.getAttribute('aria-selected')).toBe('true'))
})
