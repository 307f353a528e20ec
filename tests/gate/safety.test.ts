// Script in a page is found wherever it is written: the vectors that the browser journey proves dead (tests/e2e/xss-vectors.ts).
import { describe, expect, it } from 'vitest'
import { createGate } from '../../api/gate/index.ts'
import { vectors } from '../e2e/xss-vectors.ts'

const gate = createGate()
/** Not in the page but in what a server answers, or nothing that a browser runs. */
const NOT_IN_THE_PAGE =
  /^(code|server error message|server message after submit|server field errors|server answers a schema|html style|markdown image|custom style|prototype in data)$/

describe('script in a page', () => {
  it.each(vectors.filter(vector => !NOT_IN_THE_PAGE.test(vector.name)))('$name is found', ({ body, data }) => {
    const found = gate({ type: 'page', body: { type: 'service', data, body } }, { profile: 'app' })
    expect(found.map(one => one.code)).toContainEqual(expect.stringMatching(/^(safety\.|expression\.(unread|parse)|filter\.unknown)/))
  })

  const check = (body: unknown, scripts = false) => gate({ type: 'page', body }, { profile: 'app', scripts }).map(one => [one.code, one.severity])

  it('passes where the installation allows it, but for links and HTML', () => {
    const script = [
      { type: 'service', api: { url: '/x', adaptor: 'return payload' } },
      { type: 'custom', name: 'a', onMount: 'x()' },
    ]
    expect(check(script).length).toBeGreaterThan(0)
    expect(check(script, true)).toEqual([])
    expect(check({ type: 'link', href: 'javascript:alert(1)', body: 'x' }, true)).toEqual([['safety.link', 'error']])
    expect(check({ type: 'tpl', tpl: '<b onclick="x()">x</b>' }, true)).toEqual([['safety.html', 'error']])
  })

  it('says of old conditions whether they are read here', () => {
    expect(check({ type: 'tpl', tpl: 'x', visibleOn: 'this.a && data.b.includes("c")' })).toEqual([['expression.old', 'hint']])
    expect(check({ type: 'tpl', tpl: 'x', visibleOn: 'data.a.constructor' })).toEqual([['expression.unread', 'warning']])
    expect(check({ type: 'tpl', tpl: 'x', visibleOn: 'fetch("/x")' })).toEqual([['expression.unread', 'warning']])
  })

  it('is not seen in what only looks like it', () => {
    expect(
      check([
        { type: 'tpl', tpl: '<b>Set one = 1</b> if a < b and c > d' },
        { type: 'code', language: 'html', value: '<script>alert(1)</script>' },
        { type: 'image', src: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>', alt: 'x' },
        { type: 'tpl', tpl: 'js: the language' },
      ]),
    ).toEqual([])
  })

  it('takes a page made to keep regular expressions busy in its stride', () => {
    const evil = [
      '<'.repeat(300_000),
      `href=${' '.repeat(300_000)}`,
      `(${' '.repeat(300_000)}`,
      '${'.repeat(100_000),
      ' on='.repeat(50_000) + '<',
      '<%'.repeat(100_000),
    ]
    const from = performance.now()
    check(evil.map(tpl => ({ type: 'tpl', tpl, title: tpl })))
    expect(performance.now() - from).toBeLessThan(3000)
  })
})
