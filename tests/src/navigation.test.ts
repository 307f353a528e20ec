// Leaving a page on which something is not saved.
import { afterEach, expect, it, vi } from 'vitest'
import { blockRouting, go, setAskToLeave, setNavigator } from '../../src/navigation.ts'

const went = vi.fn<(to: string) => void>()
const asked = vi.fn<() => Promise<boolean>>()
setNavigator({ go: to => went(to) })
setAskToLeave(asked)
let release = () => {}
afterEach(() => {
  release()
  went.mockReset()
  asked.mockReset()
})
const settled = () => new Promise(done => setTimeout(done, 0))

it('asks once before another page is gone to, and stays where the answer is no', async () => {
  release = blockRouting(() => 'There are unsaved changes')
  asked.mockResolvedValue(false)
  go('/elsewhere')
  go('/elsewhere')
  await settled()
  expect(asked).toHaveBeenCalledTimes(1)
  expect(went).not.toHaveBeenCalled()
})

it('goes where the answer is yes, and asks nothing without changes, on the same page, or once the work is over', async () => {
  let unsaved: string | undefined = 'There are unsaved changes'
  release = blockRouting(() => unsaved)
  asked.mockResolvedValue(true)
  go('/elsewhere')
  await settled()
  expect(went.mock.calls).toEqual([['/elsewhere']])
  go(`${location.pathname}?page=2`)
  unsaved = undefined
  go('/other')
  unsaved = 'again'
  release()
  go('/third')
  expect(went.mock.calls.map(([to]) => to)).toEqual(['/elsewhere', `${location.pathname}?page=2`, '/other', '/third'])
  expect(asked).toHaveBeenCalledTimes(1)
})
