import { describe, expect, it } from 'vitest'
import { formulaFault, formulaValue } from '../../api/flow/formula.ts'

const values = {
  days: 5,
  amount: '1200.50',
  kind: 'sick',
  names: ['Ann', 'Bob'],
  note: '',
  from: '2026-01-05',
  to: '2026-01-09',
  person: { name: 'Ben' },
  'flat.city': 'Rome',
}

describe('formulas of lines and steps', () => {
  it.each([
    ['days > 3', true],
    ['days > 3 && kind == "sick"', true],
    ["days <= 3 || kind === 'sick'", true],
    ['!(days > 3)', false],
    ['amount >= 1200.5', true],
    ['amount * 2 + 1', 2402],
    ['IF(days > 3, "long", "short")', 'long'],
    ['days > 9 ? 1 : 2', 2],
    ['AND(days > 3, ISEMPTY(note))', true],
    ['OR(false, NOT(false))', true],
    ['SUM(1, 2, [3, 4])', 10],
    ['ROUND(10 / 3, 2)', 3.33],
    ['MAX(days, 2) - MIN(days, 2)', 3],
    ['DAYS(to, from)', 4],
    ['CONCATENATE(UPPER(kind), "-", LEN(names))', 'SICK-2'],
    ['ARRAYINCLUDES(names, "Bob")', true],
    ['person.name', 'Ben'],
    ['person["name"]', 'Ben'],
    ['flat.city', 'Rome'],
    ['${days + 1}', 6],
    ['nothing + 1', 1],
    ['nothing > 1', false],
    ['1 / 0', null],
    ['person.name.length', null],
    ['kind.length', null],
  ])('%s is %j', (text, value) => {
    expect(formulaFault(text)).toBeUndefined()
    expect(formulaValue(text, values)).toEqual(value)
  })

  it.each([
    ['constructor', 'formulaForbidden'],
    ['person.constructor', 'formulaForbidden'],
    ['person["constructor"]["constructor"]', 'formulaForbidden'],
    ['person.__proto__.polluted', 'formulaForbidden'],
    ['days.prototype', 'formulaForbidden'],
    ['person["const" + "ructor"]', 'formulaForbidden'],
    ['person[kind]', 'formulaForbidden'],
    ['window:location.href', 'formulaForbidden'],
    ['days > 1 && cookie:id == 1', 'formulaForbidden'],
    ['ls:token', 'formulaForbidden'],
    ['person.name.toString()', 'formulaForbidden'],
    ['(person.name)()', 'formulaForbidden'],
    ['constructor("return 1")', 'formulaForbidden'],
    ['eval("1")', 'formulaFunction'],
    ['toString()', 'formulaFunction'],
    ['hasOwnProperty("a")', 'formulaFunction'],
    ['this', 'formulaUnreadable'],
    ['days = 3', 'formulaUnreadable'],
    ['days > ', 'formulaUnreadable'],
    ['a; b', 'formulaUnreadable'],
    ['', 'formulaUnreadable'],
    ['`x`', 'formulaUnreadable'],
    [`${'('.repeat(3000)}1${')'.repeat(3000)}`, 'formulaTooLarge'],
    [`${'('.repeat(500)}1${')'.repeat(500)}`, 'formulaTooLarge'],
    [Array.from({ length: 900 }, () => '1').join('+'), 'formulaTooLarge'],
    [`1${'+1'.repeat(20_000)}`, 'formulaTooLarge'],
  ])('%s is refused: %s', (text, fault) => {
    expect(formulaFault(text)).toBe(fault)
    // What was never vetted is not answered either.
    expect(() => formulaValue(text, values)).toThrow()
  })

  it('names lead to own values alone', () => {
    expect(formulaValue('toString', values)).toBeNull()
    expect(formulaValue('person.valueOf', values)).toBeNull()
    expect(formulaValue('names.map', values)).toBeNull()
  })
})
