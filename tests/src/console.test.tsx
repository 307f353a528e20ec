// The console as a whole: the router around all of it.
import '../support/boot.ts'
import { render } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Console } from '../../src/console.tsx'
import { go } from '../../src/navigation.ts'

/** What happened, in its order: parts of the page at the second address that were drawn, and other work. */
const happened: string[] = []
/** Searches of the addresses at which the console was drawn. */
const seen: string[] = []
const PARTS = 5
/** Longer than what React draws before it lets other work in, where it does so. */
const PART_MS = 12

vi.mock('../../src/live/stream.ts', () => ({ listenForScreens: () => {} }))
vi.mock('../../src/router.tsx', async () => {
  const { useLocation, useNavigate } = await import('react-router-dom')
  const { setNavigator } = await import('../../src/navigation.ts')
  function Part() {
    const end = performance.now() + PART_MS
    while (performance.now() < end);
    happened.push('part')
    return null
  }
  return {
    Router() {
      const navigate = useNavigate()
      seen.push(useLocation().search)
      setNavigator({ go: to => void navigate(to) })
      return useLocation().pathname === '/elsewhere' && Array.from({ length: PARTS }, (_one, at) => <Part key={at} />)
    },
  }
})

const scope = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }
let other: NodeJS.Immediate
beforeEach(() => {
  const work = () => {
    happened.push('other work')
    other = setImmediate(work)
  }
  other = setImmediate(work)
})
afterEach(() => {
  clearImmediate(other)
  scope.IS_REACT_ACT_ENVIRONMENT = true
})

it('begins at the address that is there when it is drawn, not when it was loaded: the second step of signing in', () => {
  history.pushState(null, '', '/login?next=second-factor')
  const { unmount } = render(<Console />)
  expect(seen[0]).toBe('?next=second-factor')
  unmount()
})

it('another address is drawn in one go: what amis writes while it is drawn does not outlive an interruption', async () => {
  const { unmount } = render(<Console />)
  scope.IS_REACT_ACT_ENVIRONMENT = false
  go('/elsewhere')
  await vi.waitFor(() => expect(happened.filter(one => one === 'part')).toHaveLength(PARTS))
  const drawn = happened.slice(happened.indexOf('part'), happened.lastIndexOf('part') + 1)
  expect(drawn).not.toContain('other work')
  scope.IS_REACT_ACT_ENVIRONMENT = true
  unmount()
})
