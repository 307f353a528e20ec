// flow.case: below the diagram of a case stands in words who is asked since when. The canvas itself is driven in Chromium: tests/e2e/diagram.ts.
import { cleanup, fireEvent, render as mount, screen } from '@testing-library/react'
import { clearStoresCache, render } from 'amis-core'
import 'amis'
import { afterEach, expect, it, vi } from 'vitest'
import '../../renderers/tessera-flow-diagram/flow-diagram.tsx'

const drawn = vi.fn()
vi.mock('../../renderers/flow-canvas/canvas.tsx', () => ({
  default: (props: object) => {
    drawn(props)
    return null
  },
}))
const nodes = [
  { id: 's', kind: 'start', name: 'Start' },
  { id: 'a', kind: 'user', name: 'Approval' },
  { id: 'b', kind: 'service', name: 'Book' },
]
let answer: object
const show = () =>
  mount(
    render(
      { type: 'tessera-flow-diagram', api: 'get:/diagram' } as never,
      { data: { history: [1] } } as never,
      { session: `diagram-${Math.random()}`, theme: 'cxd', fetcher: async () => ({ status: 200, headers: {}, data: answer }) } as never,
    ),
  )
afterEach(() => {
  cleanup()
  clearStoresCache()
  drawn.mockClear()
})
const ok = (data: object) => ({
  status: 0,
  msg: '',
  data: { nodes, lines: [{ id: 'l', from: 's', to: 'a' }], passed: ['s', 'l'], waiting: [], working: [], stopped: [], ...data },
})

it('says who is asked since when, and what came to a stand', async () => {
  const since = '2026-01-02T08:00:00.000Z'
  answer = ok({ waiting: [{ node: 'a', people: ['Ann', 'Bob'], since }], stopped: ['b'], working: ['s'] })
  show()
  await screen.findByText(/“Approval” waits for Ann and Bob since/)
  screen.getByText(/“Book” came to a stand/)
  screen.getByText('“Start” is at work')
  await vi.waitFor(() => expect(drawn).toHaveBeenCalled())
  const { marks, editing } = (drawn.mock.lastCall ?? [])[0] as { marks: Map<string, string>; editing?: object }
  expect([...marks]).toEqual([
    ['s', 'waiting'],
    ['l', 'passed'],
    ['a', 'waiting'],
    ['b', 'bad'],
  ])
  expect(editing).toBeUndefined()
})

it('says when an operator has to name somebody, and when nobody is asked any more', async () => {
  answer = ok({ waiting: [{ node: 'a', people: [], since: '2026-01-02T08:00:00.000Z' }] })
  show()
  await screen.findByText(/waits for an operator to name somebody/)
  cleanup()
  answer = ok({})
  show()
  await screen.findByText('Nobody is asked any more.')
})

it('says why it cannot be shown, and tries again', async () => {
  answer = { status: 404, msg: 'There is no such instance', data: {} }
  show()
  await screen.findByText('There is no such instance')
  answer = ok({})
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('Nobody is asked any more.')
})
