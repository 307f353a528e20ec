import { filter } from 'amis-core'
import { afterEach, expect, it, vi } from 'vitest'
import { withoutScripts } from '../../src/amis/scripted-texts.ts'

vi.mock('../../src/i18n.ts', () => ({ t: (text: string) => text }))
afterEach(() => vi.unstubAllGlobals())

it('a text with scripts says that they are off, in the place of the first, and keeps the rest', () => {
  const text = withoutScripts('Hello <% if (data.a) { %><b>you</b><% } %>!')
  expect(text).toContain('Hello <span')
  expect(text).toContain('scripts in pages are switched off.</span><b>you</b>!')
  expect(text).not.toContain('<%')
})

it('is shown where the policy refuses to compile, and without the words of the browser', () => {
  const refuse = () => {
    throw new EvalError("Evaluating a string as JavaScript violates the following Content Security Policy directive because 'unsafe-eval' is not allowed")
  }
  vi.stubGlobal('Function', new Proxy(Function, { apply: refuse, construct: refuse }))
  const shown = filter('<%= data.a %>', { a: 1 })
  expect(shown).toContain('scripts in pages are switched off')
  expect(shown).not.toContain('unsafe-eval')
})
