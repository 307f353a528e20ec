import { beforeAll, describe, expect, it } from 'vitest'
import { isScriptUrl, loadSanitizer, sanitize } from '../../src/amis/sanitize.ts'

describe('before the sanitiser is loaded', () => {
  it('shows HTML as its source', () => {
    expect(sanitize('<img src=x onerror=alert(1)>')).toBe('&lt;img src=x onerror=alert(1)>')
    expect(sanitize('Ann & Ben')).toBe('Ann & Ben')
  })
})

describe('HTML', () => {
  beforeAll(loadSanitizer)
  it('keeps what is harmless', () => {
    expect(sanitize('<b>bold</b> <a href="/x">link</a>')).toBe('<b>bold</b> <a href="/x">link</a>')
  })
  it.each([
    '<img src=x onerror="alert(1)">',
    '<script>alert(1)</script>',
    '<a href="javascript:alert(1)">x</a>',
    '<svg onload=alert(1)>',
    '<iframe srcdoc="<script>alert(1)</script>">',
  ])('takes the script out of %s', html => {
    expect(sanitize(html)).not.toMatch(/onerror|onload|script|srcdoc/i)
  })
  it('lets a new tab know nothing of this one', () => {
    expect(sanitize('<a href="https://x.test" target="_blank">x</a>')).toContain('noopener')
  })
})

describe('addresses', () => {
  it.each(['javascript:alert(1)', ' JavaScript:alert(1)', 'java\nscript:alert(1)', 'vbscript:x', 'data:text/html,x'])('%j runs code', address => {
    expect(isScriptUrl(address)).toBe(true)
  })
  it.each(['/home', 'https://x.test/javascript:', 'mailto:a@b.test', ''])('%j does not', address => {
    expect(isScriptUrl(address)).toBe(false)
  })
})
