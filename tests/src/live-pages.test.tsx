// Pages of a running app that follow changes of others: one stream, quiet reading, and rows that two people change.
import '../support/boot.ts'
import { Component } from 'react'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createConflicts } from '../../src/runtime/live/conflicts.ts'
import { EditedMeanwhile } from '../../src/runtime/live/editing.tsx'
import { createRead, followRows, type Change } from '../../src/runtime/live/follow.ts'
import { differences, isSame } from '../../src/runtime/live/merge.ts'
import { createReader, modelOf } from '../../src/runtime/live/parts.ts'
import { oneStream } from '../../src/live/one-stream.ts'

const look = (state: 'visible' | 'hidden') => {
  Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
  document.dispatchEvent(new Event('visibilitychange'))
}

/** What the browser would listen to. */
class Stream extends EventTarget {
  static all: Stream[] = []
  static readonly OPEN = 1
  readyState = 0
  constructor(readonly url: string) {
    super()
    Stream.all.push(this)
  }
  opens() {
    this.readyState = 1
    this.dispatchEvent(new Event('open'))
  }
  tells(name: string, data: object) {
    this.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data) }))
  }
  breaks() {
    this.dispatchEvent(new Event('error'))
  }
  close() {
    this.readyState = 2
  }
}
const open = () => Stream.all.filter(({ readyState }) => readyState !== 2)

beforeEach(() => {
  Stream.all = []
  vi.stubGlobal('EventSource', Stream)
  vi.useFakeTimers({ shouldAdvanceTime: true })
  look('visible')
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('one stream', () => {
  it('is asked for again after a break, more and more patiently, and says that something may have been missed', () => {
    const told: string[] = []
    const stream = oneStream({ name: 'a', address: () => '/x', events: ['rows'], take: event => void told.push(event), startMs: 0 })
    vi.advanceTimersByTime(1)
    Stream.all[0]?.opens()
    Stream.all[0]?.tells('rows', {})
    expect(told).toEqual(['missed', 'rows'])
    Stream.all[0]?.breaks()
    vi.advanceTimersByTime(900)
    expect(Stream.all).toHaveLength(1)
    vi.advanceTimersByTime(700)
    Stream.all[1]?.breaks()
    vi.advanceTimersByTime(1900)
    expect(Stream.all).toHaveLength(2)
    vi.advanceTimersByTime(1200)
    Stream.all[2]?.opens()
    expect(told).toEqual(['missed', 'rows', 'missed'])
    stream.stop()
    expect(open()).toHaveLength(0)
  })

  it('rests a moment after nobody looks at the page, and begins again when somebody does', () => {
    const stream = oneStream({ name: 'b', address: () => '/x', events: [], take: () => {}, startMs: 0, whileSeen: true })
    vi.advanceTimersByTime(1)
    look('hidden')
    vi.advanceTimersByTime(4000)
    expect(open()).toHaveLength(1)
    vi.advanceTimersByTime(2000)
    expect(open()).toHaveLength(0)
    look('visible')
    vi.advanceTimersByTime(1)
    expect(open()).toHaveLength(1)
    stream.stop()
  })
})

describe('following rows', () => {
  it('begins with the first model that is read, goes on with others, and misses nothing between the two', () => {
    const read = createRead()
    const changes: Change[] = []
    const stop = followRows('/company/acme/app/shop', read, change => void changes.push(change))
    vi.advanceTimersByTime(2000)
    expect(Stream.all).toHaveLength(0)
    read.add('main/order')
    vi.advanceTimersByTime(300)
    expect(Stream.all.map(({ url }) => url)).toEqual(['/api/resource/acme/shop/events?models=main%2Forder'])
    Stream.all[0]?.opens()
    read.add('main/customer')
    read.add('main/order')
    vi.advanceTimersByTime(300)
    expect(Stream.all[1]?.url).toContain('models=main%2Fcustomer,main%2Forder')
    // The one before goes on until the next one is there.
    Stream.all[0]?.tells('rows', { model: 'main/order', ids: ['1'] })
    Stream.all[1]?.opens()
    expect(open()).toEqual([Stream.all[1]])
    expect(changes).toEqual([{}, { model: 'main/order', ids: ['1'] }])
    stop()
    expect(open()).toHaveLength(0)
  })
})

it.each([
  ['get:model:main/order', 'main/order'],
  [{ method: 'get', url: 'model:main/order/total/sum?of=amount' }, 'main/order'],
  ['/api/resource/acme/shop/source/main/model/order/5?a=1', 'main/order'],
  // oxlint-disable-next-line no-template-curly-in-string -- as pages say it
  ['get:${dataApi}/main/model/order', 'main/order'],
  ['/api/company/acme', undefined],
  [undefined, undefined],
])('%j asks for rows of %s', (api, model) => expect(modelOf(api)).toBe(model))

describe('reading again', () => {
  const part = (props: object) => ({ props: { ...props }, reload: vi.fn() })
  const pageOf = (...parts: object[]) => ({ getComponents: () => parts, children: [] })

  it('is quiet, of what shows the model alone, and at most once a second', () => {
    const list = { props: { type: 'crud', api: { url: 'model:main/order' } }, silentSearch: vi.fn() }
    const tile = part({ type: 'service', api: 'get:model:main/order/total/count' })
    const other = part({ type: 'service', api: 'get:model:main/customer' })
    const form = part({ type: 'form', initApi: 'get:model:main/order/1' })
    const shown = part({ type: 'form', static: true, initApi: 'get:model:main/order/1' })
    const board = part({ type: 'tessera-board', model: 'order' })
    const reader = createReader(() => pageOf(list, tile, other, form, shown, board))
    for (let n = 0; n < 30; n++) {
      reader.changed({ model: 'main/order', ids: ['1'] })
      vi.advanceTimersByTime(50)
    }
    // The selection stays.
    expect(list.silentSearch.mock.calls).toEqual(Array.from({ length: list.silentSearch.mock.calls.length }, () => [undefined, false, true]))
    for (const one of [list.silentSearch, tile.reload, shown.reload, board.reload]) {
      expect(one.mock.calls.length).toBeGreaterThan(0)
      expect(one.mock.calls.length).toBeLessThan(4)
    }
    expect(other.reload).not.toHaveBeenCalled()
    expect(form.reload).not.toHaveBeenCalled()
    reader.changed({})
    vi.advanceTimersByTime(2000)
    expect(other.reload).toHaveBeenCalledTimes(1)
    reader.stop()
  })

  it('knows by the answer of a query whose rows a part that names it shows', () => {
    const read = createRead()
    const table = part({ type: 'service', api: { method: 'get', url: 'query:sales' } })
    const other = part({ type: 'service', api: 'get:query:visits?zone=UTC' })
    read.answered('query:sales?month=1', { status: 0, data: { models: ['main/order'] } })
    read.answered('get:query:visits', { status: 403, data: {} })
    read.answered('api:sales', { status: 0, data: { models: ['main/other'] } })
    expect(read.models()).toEqual(['main/order'])
    const reader = createReader(() => pageOf(table, other), read.modelsOf)
    reader.changed({ model: 'main/order' })
    vi.advanceTimersByTime(2000)
    expect(table.reload).toHaveBeenCalledTimes(1)
    expect(other.reload).not.toHaveBeenCalled()
    reader.stop()
  })

  it('waits while nobody looks, and while a cell is open', () => {
    const tile = part({ type: 'service', api: 'get:model:main/order' })
    const reader = createReader(() => pageOf(tile))
    look('hidden')
    for (let n = 0; n < 5; n++) reader.changed({ model: 'main/order' })
    vi.advanceTimersByTime(5000)
    expect(tile.reload).not.toHaveBeenCalled()
    look('visible')
    vi.advanceTimersByTime(1500)
    expect(tile.reload).toHaveBeenCalledTimes(1)
    document.body.innerHTML = '<div class="tes-grid__editor"></div>'
    reader.changed({ model: 'main/order' })
    vi.advanceTimersByTime(5000)
    expect(tile.reload).toHaveBeenCalledTimes(1)
    document.body.innerHTML = ''
    vi.advanceTimersByTime(1500)
    expect(tile.reload).toHaveBeenCalledTimes(2)
    reader.stop()
  })
})

const field = (key: string, type = 'text') => ({ key, name: key.toUpperCase(), type, options: [] }) as never
const FIELDS = [field('title'), field('place'), field('amount', 'integer'), field('due', 'datetime')]

describe('a row that two people change', () => {
  it.each([
    ['integer', '5', 5, true],
    ['datetime', '2026-03-01T09:00:00+01:00', '2026-03-01T08:00:00.000Z', true],
    ['multiEnum', 'b,a', ['a', 'b'], true],
    ['text', '', null, true],
    ['text', 'a', 'A', false],
    ['json', { a: 1 }, { a: 2 }, false],
  ])('%s: %j and %j are the same: %s', (type, one, other, is) => expect(isSame({ type } as never, one, other)).toBe(is))

  it('is told apart field by field', () => {
    const base = { title: 'a', place: 'x', amount: 1 }
    const told = differences(FIELDS, base, { title: 'b', place: 'x', amount: 2 }, { title: 'c', place: 'y', amount: 1 })
    expect(told.map(({ field: { key }, isBoth }) => [key, isBoth])).toEqual([
      ['title', true],
      ['place', false],
    ])
  })

  const REFUSED = { data: { status: 409, code: 'data.rowChanged', msg: 'Somebody else' } }
  const theirs = { id: '1', title: 'a', place: 'Bergen', amount: 1, version: 2, _labels: { updated_by: 'Ann' } }
  function setUp(row: object | null = theirs) {
    const conflicts = createConflicts()
    conflicts.learn(
      { url: 'get:model:main/order?page=1', method: 'get' },
      { data: { data: { items: [{ id: '1', title: 'a', place: 'Oslo', amount: 1, version: 1 }] } } },
    )
    const sent: unknown[] = []
    const send = async (api: { url: string; method?: string; data?: unknown }): Promise<{ data: object }> => {
      if (api.method === 'get') return { data: row ? { status: 0, data: { row, fields: FIELDS } } : { status: 404, code: 'data.rowUnknown' } }
      sent.push(api.data)
      return { data: { status: 0, data: {} } }
    }
    const said: string[] = []
    const save = (data: object, url = 'model:main/order/1') =>
      conflicts.settle({ url, method: 'put', data }, REFUSED as { data: object }, send, text => void said.push(text))
    return { sent, said, save }
  }

  it('keeps what each of them changed, where it is not the same', async () => {
    const { sent, said, save } = setUp()
    expect(await save({ title: 'b', place: 'Oslo', amount: 1, version: 1 })).toMatchObject({ data: { status: 0 } })
    expect(sent).toEqual([{ title: 'b', amount: 1, version: 2 }])
    expect(said).toEqual(['Ann changed this row meanwhile. What both of you changed is saved'])
    const cell = setUp()
    await cell.save({ ids: ['1'], values: { title: 'c' }, version: 1 }, 'model:main/order')
    expect(cell.sent).toEqual([{ ids: ['1'], values: { title: 'c' }, version: 2 }])
  })

  it('is asked about where both changed the same, and saved as chosen, or not at all', async () => {
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
    // jsdom has no dialogs.
    HTMLDialogElement.prototype.showModal = function () {
      this.open = true
    }
    const { sent, save } = setUp()
    const saving = save({ title: 'b', place: 'Tromsø', version: 1 })
    const group = await waitFor(() => screen.getByRole('group', { name: 'PLACE' }))
    expect(group.textContent).toContain('Tromsø')
    expect(group.textContent).toContain('Bergen')
    await user.click(screen.getByRole('radio', { name: /Theirs/ }))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await saving).toMatchObject({ data: { status: 0 } })
    expect(sent).toEqual([{ title: 'b', version: 2 }])
    const again = save({ place: 'Rome', version: 1 })
    await waitFor(() => screen.getByRole('group', { name: 'PLACE' }))
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(await again).toBe(REFUSED)
    expect(sent).toHaveLength(1)
  })

  it('is said to be gone where it is', async () => {
    const { sent, save } = setUp(null)
    const conflicts = createConflicts()
    const { data } = await save({ title: 'b', version: 1 })
    expect((data as { msg: string }).msg).toMatch(/not there any more/)
    const unknown = { data: { status: 404, code: 'data.rowUnknown' } as object }
    const settled = await conflicts.settle(
      { url: 'model:main/order/1', method: 'put', data: {} },
      unknown,
      async () => unknown,
      () => {},
    )
    expect((settled.data as { msg: string }).msg).toMatch(/not there any more/)
    expect(sent).toEqual([])
  })
})

describe('a form whose row somebody else changes', () => {
  it('may be closed before it is told, and the page stays', async () => {
    class Form extends Component<Record<string, unknown>> {
      override render() {
        return null
      }
    }
    let part: Form | null = null
    const closed = render(<Form type="form" api="put:model:main/order/7" store={{ data: { version: 1 } }} ref={form => void (part = form ?? part)} />)
    closed.unmount()
    let tell: (change: { model: string; ids: string[] }) => void = () => {}
    const answer = { data: { data: { row: { id: '7', version: 2 } } } }
    const request = vi.fn(async () => answer)
    const { unmount } = render(
      <EditedMeanwhile
        env={{ request } as never}
        conflicts={{} as never}
        scope={() => ({ getComponents: () => [part] })}
        listen={told => {
          tell = told as never
          return () => {}
        }}
      />,
    )
    await act(async () => tell({ model: 'main/order', ids: ['7'] }))
    expect(request).toHaveBeenCalledOnce()
    unmount()
  })
})
