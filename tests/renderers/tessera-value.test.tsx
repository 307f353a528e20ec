import { cleanup, fireEvent, render as mount, screen } from '@testing-library/react'
import { clearStoresCache, render } from 'amis-core'
import { afterEach, expect, it } from 'vitest'
import '../../renderers/tessera-value/value.tsx'

let run = 0
const show = (json: object, value: unknown, language = 'en-US', figures?: string) =>
  mount(
    render(
      { type: 'tessera-value', name: 'it', ...json } as never,
      { data: { it: value } } as never,
      {
        session: `value-${run++}`,
        theme: 'cxd',
        language: () => language,
        ...(figures && { figures: () => figures }),
      } as never,
    ),
  ).container.textContent
afterEach(() => {
  cleanup()
  clearStoresCache()
})
const href = () => screen.queryByRole('link')?.getAttribute('href') ?? null

it('tessera-value leads to an email, a phone number and a page', () => {
  show({ format: 'email' }, 'ann+a?b&c@example.com')
  expect(href()).toBe('mailto:ann%2Ba%3Fb%26c@example.com')
  cleanup()
  show({ format: 'phone' }, '+44 (20) 7946-0958 x12')
  expect(href()).toBe('tel:+442079460958')
  cleanup()
  expect(show({ format: 'url' }, 'https://example.com/')).toBe('example.com')
  expect(href()).toBe('https://example.com/')
  expect(screen.getByRole('link').getAttribute('rel')).toBe('noopener noreferrer')
})

it('leads nowhere where a value that is there does not fit', () => {
  for (const [format, value] of [
    ['url', 'javascript:alert(1)'],
    ['url', 'data:text/html,x'],
    ['email', 'ann'],
    ['phone', 'none'],
  ] as const) {
    expect(show({ format }, value)).toBe(value)
    expect(href()).toBe(null)
    cleanup()
  }
  expect(show({ format: 'color' }, 'url(x)')).toBe('url(x)')
})

it('writes amounts and percentages in the language of who reads, with every digit', () => {
  const euro = { format: 'currency', currency: 'EUR', scale: 2 }
  expect(show(euro, '1234567890123456.70')).toBe('€1,234,567,890,123,456.70')
  expect(show({ format: 'currency', currency: 'CNY', scale: 2 }, '12', 'zh-CN')).toBe('¥12.00')
  expect(show({ format: 'currency', currency: 'JPY', scale: 2 }, '1200.00')).toBe('¥1,200')
  expect(show({ format: 'percent', scale: 1 }, '12.5')).toBe('12.5%')
  expect(show(euro, null)).toBe('—')
})

it('writes numbers in groups of digits, as many behind the point as they have, and a whole number of four digits in one', () => {
  for (const [format, value, text] of [
    ['decimal', '1300.00', '1,300.00'],
    ['decimal', 1300.5, '1,300.5'],
    ['decimal', '-12345678901234567890.1230', '-12,345,678,901,234,567,890.1230'],
    ['integer', 2026, '2026'],
    ['decimal', '2026', '2026'],
    ['decimal', '12026', '12,026'],
    ['integer', 10_000, '10,000'],
    ['integer', 0, '0'],
    ['decimal', '1e3', '1e3'],
    ['decimal', null, '—'],
  ] as const) {
    expect(show({ format }, value), String(value)).toBe(text)
    cleanup()
  }
  // The product's languages write them alike; others do not.
  expect(show({ format: 'decimal' }, '1300.5', 'de-DE')).toBe('1.300,5')
})

it('shows a rating as stars that are read out, and a colour with its swatch', () => {
  show({ format: 'rating' }, 4)
  expect(screen.getByRole('img', { name: '4 of 5 stars' }).textContent).toBe('★★★★☆')
  expect(show({ format: 'color' }, '#2468ff')).toBe('#2468ff')
  expect(document.querySelector<HTMLElement>('.tes-value__color span')?.style.background).toBe('rgb(36, 104, 255)')
})

it('shows a place in the words of who reads, with what is there, and leads to a map; what is no place stays as it is', () => {
  expect(show({ format: 'location' }, { lat: 52.52, lng: 13.405 })).toBe('52.52000° N, 13.40500° EMap')
  expect(screen.getByRole('link', { name: 'Open in a map: 52.52000° N, 13.40500° E' }).getAttribute('href')).toBe(
    'https://www.openstreetmap.org/?mlat=52.52&mlon=13.405#map=15/52.52/13.405',
  )
  expect(screen.getByRole('link').getAttribute('rel')).toBe('noopener noreferrer')
  cleanup()
  expect(show({ format: 'location' }, { lat: -33.8568, lng: -151.2153, label: 'Opera House' })).toBe('Opera House33.85680° S, 151.21530° WMap')
  cleanup()
  expect(show({ format: 'location' }, { lat: 91, lng: 0 })).toBe('{"lat":91,"lng":0}')
  expect(screen.queryByRole('link')).toBe(null)
})

it('shows several choices as what they are called', () => {
  const options = [
    { value: 'a', label: 'Alpha' },
    { value: 'b', label: 'Beta' },
  ]
  show({ options }, ['a', 'gone'])
  expect([...document.querySelectorAll('.tes-value__chips span')].map(one => one.textContent)).toEqual(['Alpha', 'gone'])
  cleanup()
  expect(show({ options }, [])).toBe('—')
})

it('says why a formula is empty, once somebody asks', async () => {
  const asked: string[] = []
  const whyApi = 'get:model:main/line/${id|url_encode}/formula/each'
  mount(
    render(
      { type: 'tessera-value', name: 'each', whyApi } as never,
      { data: { id: 'a b', each: null } } as never,
      {
        session: `value-${run++}`,
        theme: 'cxd',
        fetcher: async ({ url }: { url: string }) => {
          asked.push(url)
          return { status: 200, headers: {}, data: { status: 0, msg: '', data: { isEmpty: true, reason: 'Quantity is 0' } } }
        },
      } as never,
    ),
  )
  expect(asked).toEqual([])
  fireEvent.click(screen.getByTitle('Why is it empty?'))
  await screen.findByTitle('Quantity is 0')
  expect(screen.getByRole('status').textContent).toBe('Quantity is 0')
  fireEvent.click(screen.getByTitle('Quantity is 0'))
  expect(asked).toEqual(['model:main/line/a%20b/formula/each'])
})

it('writes figures in the language of a running app, which may be one that the frame has no words in', () => {
  expect(show({ format: 'currency', currency: 'EUR', scale: 2 }, '1234.5', 'en-US', 'de')).toBe('1.234,50\u00a0€')
  expect(show({ format: 'decimal' }, '98765.25', 'en-US', 'fr')).toBe('98\u202f765,25')
})
