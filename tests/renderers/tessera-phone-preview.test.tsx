// preview.mobile, preview.foreign, preview.origin, preview.QR
import { cleanup, fireEvent, render as mount, screen } from '@testing-library/react'
import { clearStoresCache, render } from 'amis-core'
import 'amis'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import '../../renderers/tessera-phone-preview/phone-preview.tsx'
import { ownAddress } from '../../renderers/tessera-phone-preview/phone-preview.tsx'

let run = 0
const show = (link?: string) =>
  mount(
    render(
      { type: 'tessera-phone-preview', link: '${query.preview_link}' } as never,
      { context: { query: { preview_link: link } } } as never,
      { session: `phone-${run++}`, theme: 'cxd' } as never,
    ),
  )
const back = vi.spyOn(history, 'back').mockImplementation(() => {})

beforeEach(() => void back.mockClear())
afterEach(() => {
  cleanup()
  clearStoresCache()
})

describe('preview.origin: only addresses of this very origin are framed', () => {
  const origin = 'https://host.example'
  it.each(['https://host.example/a?b=c', 'https://host.example', '/company/acme/app/shop'])('takes %s', link => {
    expect(ownAddress(link, origin)).toMatch(/^https:\/\/host\.example\//)
  })
  it.each([
    'https://host.example.evil/',
    'https://host.evil',
    'https://host.example@evil.test/',
    'https://host.example:8443/',
    'http://host.example/',
    '//evil.test/',
    '/\\evil.test',
    'javascript:alert(1)',
    'data:text/html,x',
    'blob:https://host.example/1',
    'https://',
    '',
    '   ',
    undefined,
    42,
  ])('refuses %s', link => {
    expect(ownAddress(link, origin)).toBeUndefined()
  })
})

describe('preview.mobile', () => {
  it('frames the page and shows its address as a code (preview.QR: size 128, level Q)', async () => {
    const { container } = show(`${location.origin}/company/acme/app/shop-dev`)
    const frame = await screen.findByTitle('Page on a phone')
    expect(frame.getAttribute('src')).toBe(`${location.origin}/company/acme/app/shop-dev`)
    await vi.waitFor(() => expect(container.querySelector('.tes-phone__code svg, .tes-phone__code canvas')?.getAttribute('width')).toBe('128'))
    expect(back).not.toHaveBeenCalled()
  })

  it('has several sizes, portrait and landscape', async () => {
    show(location.origin)
    const frame = await screen.findByTitle('Page on a phone')
    fireEvent.change(screen.getByLabelText('Device'), { target: { value: 'iPhone SE' } })
    expect([frame.getAttribute('width'), frame.getAttribute('height')]).toEqual(['375', '667'])
    fireEvent.click(screen.getByRole('button', { name: 'Rotate' }))
    expect([frame.getAttribute('width'), frame.getAttribute('height')]).toEqual(['667', '375'])
  })

  it('lets the code be moved with the arrow keys', async () => {
    show(location.origin)
    const card = await screen.findByRole('group', { name: /QR code/ })
    const room = { left: 0, top: 0, right: 1000, bottom: 800, width: 1000, height: 800 }
    card.getBoundingClientRect = () => ({ ...room, left: 800, right: 960, top: 600, bottom: 780 }) as DOMRect
    ;(card.parentElement as HTMLElement).getBoundingClientRect = () => room as DOMRect
    fireEvent.keyDown(card, { key: 'ArrowLeft' })
    expect(card.style.transform).toBe('translate(-8px, 0px)')
    fireEvent.keyDown(card, { key: 'ArrowRight', shiftKey: true })
    expect(card.style.transform).toBe('translate(32px, 0px)')
  })

  it('takes the code along when the window narrows', async () => {
    show(location.origin)
    const card = await screen.findByRole('group', { name: /QR code/ })
    card.getBoundingClientRect = () => ({ left: 800, right: 960, top: 600, bottom: 780 }) as DOMRect
    ;(card.parentElement as HTMLElement).getBoundingClientRect = () => ({ left: 0, top: 0, right: 390, bottom: 780 }) as DOMRect
    fireEvent(window, new Event('resize'))
    await vi.waitFor(() => expect(card.style.transform).toBe('translate(-570px, 0px)'))
  })

  it.each([undefined, 'https://localhost.evil/', 'javascript:alert(1)'])('preview.foreign: goes back silently for %s', async link => {
    const { container } = show(link)
    await vi.waitFor(() => expect(back).toHaveBeenCalledTimes(1))
    expect(container.querySelector('iframe')).toBeNull()
  })
})
