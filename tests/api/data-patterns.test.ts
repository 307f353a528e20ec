// Patterns of fields: each is given up where it never ends on a text.
import { expect, it } from 'vitest'
import { fits } from '../../api/server/services/data/values.ts'

it.each([
  ['A-\\d{1,4}', 'A-17'],
  ['(?:new|paid)', 'paid'],
  ['[a-z]+@[a-z.]+', 'ann@acme.test'],
  ['(\\w+\\s?){1,9}', 'one two three'],
])('%s is fitted by %s', (pattern, text) => {
  expect(fits(pattern, text)).toBe(true)
  expect(fits(pattern, `${text}!`)).toBe(false)
})

it.each([
  ['optional pieces', `${'a{0,99}'.repeat(8)}b`],
  ['choices', `${'(?:a|a)'.repeat(28)}b`],
  ['pieces that may be left out', `${'a?'.repeat(30)}${'a'.repeat(30)}b`],
  ['repeats around repeats', '(a+)+b'],
])('%s end, and do not fit', (_, pattern) => {
  expect(fits(pattern, 'a'.repeat(200))).toBe(false)
})
