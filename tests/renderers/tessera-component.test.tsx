// A component of the app on a page: what goes into its frame, what is heard of it, and what ends it.
import { act, cleanup, configure, screen, waitFor } from '@testing-library/react'
import { clearStoresCache } from 'amis-core'
import 'amis'
import { afterEach, describe, expect, it, vi } from 'vitest'
import '../../renderers/tessera-component/component.tsx'
import { atMost, givenTo, MESSAGES, readSaid, type Prop } from '../../renderers/tessera-component/host.ts'
import { showRows, type Sent } from '../support/show-rows.tsx'

configure({ asyncUtilTimeout: 5000 })
afterEach(() => {
  cleanup()
  clearStoresCache()
  vi.restoreAllMocks()
})

const PROPS: Prop[] = [
  { key: 'value', label: 'Stars', type: 'number', default: 3 },
  { key: 'who', label: 'Who', type: 'text', required: true },
]
const EVENTS = [{ key: 'rated', data: ['value'] }]
const DECLARED = { key: 'stars', name: 'Stars', height: 0, minHeight: 20, maxHeight: 400, props: PROPS, events: EVENTS, frame: '/component-frame/s1.a.b/' }

describe('what goes in', () => {
  it.each<[Prop['type'], unknown, unknown]>([
    ['text', 5, '5'],
    ['text', { a: 1 }, undefined],
    ['number', '7', 7],
    ['number', 'many', undefined],
    ['boolean', 'false', false],
    ['boolean', 'true', true],
    ['choice', 'a', 'a'],
    ['choice', 'b', undefined],
    ['date', '2026-01-05', '2026-01-05T00:00:00.000Z'],
    ['date', 'soon', undefined],
    ['list', '[1]', [1]],
    ['list', '{}', undefined],
    ['object', { a: 1 }, { a: 1 }],
    ['object', '[1]', undefined],
  ])('%s of %j is %j', (type, value, given) => {
    const prop: Prop = { key: 'a', type, options: [{ value: 'a' }] }
    expect(givenTo([prop], { a: value, secret: 'x' }).props).toEqual(given === undefined ? {} : { a: given })
  })
  it('is what stands for it where there is nothing, and says what is missing', () => {
    expect(givenTo(PROPS, {})).toEqual({ props: { value: 3 }, missing: ['Who'] })
  })
})

describe('what comes out', () => {
  const cycle: Record<string, unknown> = {}
  cycle.self = cycle
  it.each<[string, unknown, unknown]>([
    ['an event with what it declares', { kind: 'event', key: 'rated', data: { value: 4, more: 1 } }, { kind: 'event', key: 'rated', data: { value: 4 } }],
    ['no other event', { kind: 'event', key: 'other', data: {} }, undefined],
    ['no large event', { kind: 'event', key: 'rated', data: { value: 'x'.repeat(20_001) } }, undefined],
    ['no circle', { kind: 'event', key: 'rated', data: cycle }, undefined],
    ['no event with a list', { kind: 'event', key: 'rated', data: [1] }, undefined],
    ['a height', { kind: 'height', height: 12 }, { kind: 'height', height: 12 }],
    ['no endless height', { kind: 'height', height: Infinity }, undefined],
    ['nothing else', { kind: 'get', url: '/api/i' }, undefined],
    ['no text', 'ready', undefined],
  ])('%s', (_name, message, said) => expect(readSaid(message, EVENTS)).toEqual(said))
  it('is counted by the second', () => {
    let now = 0
    const may = atMost(2, () => now)
    expect([may(), may(), may()]).toEqual([true, true, false])
    now = 1001
    expect(may()).toBe(true)
  })
})

describe('on a page', () => {
  const heard: unknown[] = []
  const notify = vi.fn()
  function show(schema: object, reply: object = { status: 0, msg: '', data: DECLARED }) {
    const asked: Sent[] = []
    showRows(
      {
        data: { person: 'Ann', secret: 'x' },
        body: [
          { type: 'tessera-component', componentKey: 'stars', ...schema },
          { type: 'tpl', tpl: '<b>told ${told}</b>', id: 'told' },
        ],
      },
      { answer: sent => (asked.push(sent), reply), notify },
    )
    return asked
  }
  /** What the script of the frame does. */
  async function begin(origin = 'null') {
    const frame = await screen.findByTitle<HTMLIFrameElement>('Stars')
    const ports: MessagePort[] = []
    // It listens once it is drawn.
    await act(async () => {})
    vi.spyOn(frame.contentWindow as Window, 'postMessage').mockImplementation(((_message: unknown, { transfer }: { transfer: MessagePort[] }) => {
      for (const port of transfer) {
        port.addEventListener('message', ({ data }) => void heard.push(data))
        port.start()
        ports.push(port)
      }
    }) as never)
    act(() => void window.dispatchEvent(new MessageEvent('message', { data: { tessera: 'component-waiting' }, origin, source: frame.contentWindow })))
    return { frame, port: ports[0] }
  }

  it('is drawn in a frame without an origin, and told what it declares and nothing else', async () => {
    const asked = show({ props: { value: '5', who: '${person}', secret: '${secret}' } })
    const { frame } = await begin()
    expect(asked[0]?.url).toBe('component:stars')
    expect([frame.getAttribute('src'), frame.getAttribute('sandbox')]).toEqual(['/component-frame/s1.a.b/', 'allow-scripts'])
    await waitFor(() => expect(heard.find(one => (one as { kind: string }).kind === 'props')).toEqual({ kind: 'props', props: { value: 5, who: 'Ann' } }))
    expect(heard.some(one => (one as { kind: string }).kind === 'look')).toBe(true)
  })
  it('hears nobody but the frame itself', async () => {
    show({ props: { who: 'Ann' } })
    expect((await begin('http://elsewhere.test')).port).toBeUndefined()
  })
  it('is as high as it says, within bounds', async () => {
    show({ props: { who: 'Ann' } })
    const { frame, port } = await begin()
    port?.postMessage({ kind: 'height', height: 120 })
    await waitFor(() => expect(frame.style.height).toBe('120px'))
    port?.postMessage({ kind: 'height', height: 1e9 })
    await waitFor(() => expect(frame.style.height).toBe('400px'))
  })
  it('acts on its events', async () => {
    show({ props: { who: 'Ann' }, onEvent: { rated: { actions: [{ actionType: 'toast', args: { msg: 'Rated ${event.data.value}' } }] } } })
    const { port } = await begin()
    port?.postMessage({ kind: 'event', key: 'rated', data: { value: 4 } })
    await waitFor(() => expect(notify).toHaveBeenCalledWith('info', 'Rated 4', expect.anything()))
  })
  it('is ended where it floods the page', async () => {
    show({ props: { who: 'Ann' } })
    const { port } = await begin()
    for (let at = 0; at <= MESSAGES; at++) port?.postMessage({ kind: 'event', key: 'rated', data: { value: at } })
    expect(await screen.findByText('The component told too much at once and was stopped.')).toBeTruthy()
    expect(screen.queryByTitle('Stars')).toBeNull()
  })
  it('is ended where it leads elsewhere', async () => {
    show({ props: { who: 'Ann' } })
    const { frame } = await begin()
    act(() => void window.dispatchEvent(new MessageEvent('message', { data: { tessera: 'component-waiting' }, origin: 'null', source: frame.contentWindow })))
    expect(await screen.findByText('The component wanted to lead elsewhere and was stopped.')).toBeTruthy()
  })
  it('waits for what it needs, and says what went wrong', async () => {
    show({})
    expect(await screen.findByText('Waiting for a value: Who')).toBeTruthy()
    cleanup()
    show({ componentKey: 'other' }, { status: 404, msg: 'There is no such component in this environment', data: {} })
    expect(await screen.findByText('There is no such component in this environment')).toBeTruthy()
  })
})
