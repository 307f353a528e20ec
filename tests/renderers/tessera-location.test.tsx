import { cleanup, fireEvent, render as mount, screen, waitFor } from '@testing-library/react'
import { clearStoresCache, render } from 'amis-core'
import 'amis'
import { afterEach, describe, expect, it, vi } from 'vitest'
import '../../renderers/tessera-location/location.tsx'

let run = 0
const held: unknown[] = []
function show(json: object = {}, data: object = {}) {
  const body = [
    { type: 'tessera-location', name: 'place', label: 'Place', ...json },
    { type: 'reset', label: 'Reset' },
  ]
  const form = { type: 'form', wrapWithPanel: false, data, body, onChange: ({ place }: { place?: unknown }) => void held.push(place) }
  return mount(render(form as never, {}, { session: `location-${run++}`, theme: 'cxd' } as never))
}
const input = () => screen.findByPlaceholderText<HTMLInputElement>('52.52, 13.405 or a map link')
const words = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'What is there' })
const type = async (text: string) => fireEvent.change(await input(), { target: { value: text } })

/** The browser knows its place, or why not. */
function located(answer: { latitude: number; longitude: number } | { code: number }) {
  vi.stubGlobal('isSecureContext', true)
  const getCurrentPosition = (found: (at: object) => void, failed: (error: object) => void) =>
    'code' in answer ? failed(answer) : found({ coords: { ...answer, accuracy: 5 } })
  Object.defineProperty(navigator, 'geolocation', { configurable: true, value: { getCurrentPosition } })
}

afterEach(() => {
  cleanup()
  clearStoresCache()
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'geolocation')
  held.length = 0
})

describe('tessera-location', () => {
  it('says what it understood of a text, keeps the words about the place, and writes it plainly when it is left', async () => {
    show()
    await type(`52°31'12"N 13°24'18"E`)
    await screen.findByText('52.52000° N, 13.40500° E')
    expect(screen.getByRole('link', { name: 'Open in a map: 52.52000° N, 13.40500° E' }).getAttribute('target')).toBe('_blank')
    expect((await input()).getAttribute('aria-describedby')).toBe(screen.getByRole('status').id)
    fireEvent.change(words(), { target: { value: 'TV tower ' } })
    await waitFor(() => expect(held.at(-1)).toEqual({ lat: 52.52, lng: 13.405, label: 'TV tower' }))
    expect(words().value).toBe('TV tower ')
    fireEvent.blur(await input())
    expect((await input()).value).toBe('52.52, 13.405')
    // Another place has the same words, until it brings its own.
    await type('-33.8568, 151.2153')
    await waitFor(() => expect(held.at(-1)).toEqual({ lat: -33.8568, lng: 151.2153, label: 'TV tower' }))
    await type('-33.8568, 151.2153 (Opera House)')
    await waitFor(() => expect(held.at(-1)).toMatchObject({ label: 'Opera House' }))
    await type('')
    await waitFor(() => expect(held.at(-1)).toBe(''))
  })

  it('says what is wrong when it is left and not while somebody types, and the server is told what was typed', async () => {
    show()
    await type('95, 10')
    expect(screen.queryByText('The latitude should be from -90 to 90')).toBe(null)
    fireEvent.blur(await input())
    await screen.findByText('The latitude should be from -90 to 90')
    expect((await input()).getAttribute('aria-invalid')).toBe('true')
    await waitFor(() => expect(held.at(-1)).toBe('95, 10'))
    await type('Berlin')
    fireEvent.blur(await input())
    await screen.findByText('Should be a place such as 52.52, 13.405')
  })

  it('shows the place of a row, and that again when the form is reset', async () => {
    show({}, { place: { lat: 52.52, lng: 13.405, label: 'Alex' } })
    expect((await input()).value).toBe('52.52, 13.405')
    expect(words().value).toBe('Alex')
    await type('1, 2')
    await screen.findByText('1.00000° N, 2.00000° E')
    // amis tells a form what is typed a quarter of a second after the last key.
    await new Promise(done => setTimeout(done, 300))
    fireEvent.click(screen.getByRole('button', { name: 'Reset' }))
    await waitFor(async () => expect((await input()).value).toBe('52.52, 13.405'))
    expect(words().value).toBe('Alex')
  })

  it('takes the position of the browser, and says why there is none', async () => {
    located({ latitude: 48.137154321, longitude: 11.5761245678 })
    show()
    fireEvent.click(await screen.findByRole('button', { name: 'Use my position' }))
    await waitFor(() => expect(held.at(-1)).toEqual({ lat: 48.1371543, lng: 11.5761246 }))
    for (const [code, said] of [
      [1, /may not tell this page where you are/],
      [2, /cannot be found out now/],
      [3, /took too long/],
    ] as const) {
      located({ code })
      fireEvent.click(screen.getByRole('button', { name: 'Use my position' }))
      await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(said))
    }
    expect(held.at(-1)).toEqual({ lat: 48.1371543, lng: 11.5761246 })
  })

  it('offers no position where the page did not come safely, or nothing may be changed', async () => {
    located({ code: 1 })
    vi.stubGlobal('isSecureContext', false)
    show()
    await input()
    expect(screen.queryByRole('button', { name: 'Use my position' })).toBe(null)
    cleanup()
    vi.stubGlobal('isSecureContext', true)
    show({ disabled: true }, { place: { lat: 1, lng: 2 } })
    expect((await input()).disabled).toBe(true)
    expect(words().disabled).toBe(true)
    expect(screen.queryByRole('button', { name: 'Use my position' })).toBe(null)
  })

  it('is a text where the form is only looked at, and one line in a cell', async () => {
    show({ static: true }, { place: { lat: 52.52, lng: 13.405, label: 'Alex' } })
    await screen.findByText('Alex')
    expect(screen.queryByRole('textbox')).toBe(null)
    cleanup()
    show({ isShort: true }, { place: { lat: 52.52, lng: 13.405, label: 'Alex' } })
    expect((await input()).value).toBe('52.52, 13.405 (Alex)')
    expect(screen.queryByRole('textbox', { name: 'What is there' })).toBe(null)
    await type('52.52, 13.405')
    await waitFor(() => expect(held.at(-1)).toEqual({ lat: 52.52, lng: 13.405 }))
  })
})
