import { describe, expect, it } from 'vitest'
import { safeEval } from '../../src/amis/safe-eval.ts'

describe('expressions that look like JavaScript', () => {
  it.each([
    ['this.a && b.includes("x")', { a: 1, b: 'axb' }, true],
    ['data.a + 1', { a: 2 }, 3],
    ['a == "1"', { a: 1 }, true],
    ['a?.b ?? "none"', {}, 'none'],
    ['!list || list.length > 1 ? "many" : "few"', { list: [1] }, 'few'],
    ['typeof a === "undefined"', {}, true],
    ['Math.max(a, 3)', { a: 7 }, 7],
    ['return name.toUpperCase();', { name: 'ann' }, 'ANN'],
    ['${a + 1}', { a: 1 }, 2],
    ['[a, 2].includes(2)', { a: 1 }, true],
  ])('%s', (source, data, value) => {
    expect(safeEval(source, data)).toBe(value)
  })

  it.each([
    'constructor.constructor("return 1")()',
    'this.constructor',
    'a["__proto__"]',
    'a["con" + "structor"]',
    '"".constructor.constructor("alert(1)")()',
    'window.location',
    'document.cookie',
    'fetch("/api/session")',
    'eval("1")',
    'Function("return 1")()',
    'setTimeout(1)',
    'a.push(1)',
    'Math.constructor("return 1")()',
    'Object.assign(a, 1)',
    'Array.isArray.call(1)',
    'a.toString.constructor("return 1")()',
    'new Date()',
    'a = 1',
    'x => x',
    'Object.keys.constructor("return 1")()',
  ])('refuses %s', source => {
    expect(() => {
      const value = safeEval(source, { a: [] })
      // A name that nothing provides is nothing, and nothing can be done with it.
      if (value === undefined) throw new Error('nothing')
    }).toThrow()
  })
})
