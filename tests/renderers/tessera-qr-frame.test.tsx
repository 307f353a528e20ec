// signin.weixin-frame: the frame of the QR code
import { act, cleanup, render as mount, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { QrFrame } from '../../renderers/tessera-qr-frame/qr-frame.tsx'

const show = (src: string) => mount(<QrFrame {...({ src, title: 'WeChat QR code', data: { search: '?type=3&redirect=%2Fhome' } } as any)} />)
beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

describe('tessera-qr-frame', () => {
  it('signin.weixin-frame: the frame is revealed after one second', () => {
    show('/auth/weixin${search|raw}&frame=1')
    const frame = screen.getByTitle('WeChat QR code')
    expect(frame.getAttribute('src')).toBe('/auth/weixin?type=3&redirect=%2Fhome&frame=1')
    const box = frame.parentElement as HTMLElement
    act(() => void vi.advanceTimersByTime(990))
    expect(box.className).not.toContain('is-shown')
    expect(box.getAttribute('aria-busy')).toBe('true')
    act(() => void vi.advanceTimersByTime(20))
    expect(box.className).toContain('is-shown')
    expect(box.getAttribute('aria-busy')).toBe('false')
  })

  it('frames nothing from elsewhere', () => {
    for (const src of ['https://evil.test/', '//evil.test/', '/\\evil.test', 'javascript:alert(1)', '']) {
      show(src)
      expect(document.querySelector('iframe'), src).toBeNull()
      cleanup()
    }
  })
})
