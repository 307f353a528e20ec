import { describe, expect, it } from 'vitest'
import { CONDITION_OPS, conditionFault, conditionHolds, valueAt, type ConditionGroup } from '../../api/flow/conditions.ts'

const leaf = (field: string, op: string, right?: unknown) => ({ left: { type: 'field' as const, field }, op, ...(right !== undefined && { right }) })
const all = (...children: ConditionGroup['children']): ConditionGroup => ({ conjunction: 'and', children })
const any = (...children: ConditionGroup['children']): ConditionGroup => ({ conjunction: 'or', children })
const VALUES = {
  days: 3,
  amount: '1000000000000000.01',
  kind: 'sick',
  text: 'Annual Leave',
  tags: ['a', 'b'],
  from: '2026-03-01',
  at: '2026-03-01T10:00:00Z',
  none: null,
  blank: '',
  customer: { name: 'Acme' },
  'p.flat': 7,
}

describe('conditions of lines', () => {
  it.each([
    ['days', 'greater', 2, true],
    ['days', 'greater', '3', false],
    ['days', 'greater_or_equal', '3.0', true],
    ['days', 'less', 10, true],
    ['days', 'less_or_equal', 2, false],
    ['amount', 'greater', '1000000000000000.00', true],
    ['amount', 'equal', '1000000000000000.010', true],
    ['days', 'between', [1, 3], true],
    ['days', 'between', [4, 9], false],
    ['days', 'not_between', [4, 9], true],
    ['kind', 'equal', 'sick', true],
    ['kind', 'not_equal', 'sick', false],
    ['text', 'like', 'leave', true],
    ['text', 'not_like', 'leave', false],
    ['text', 'starts_with', 'annual', true],
    ['text', 'ends_with', 'annual', false],
    ['tags', 'select_any_in', ['b', 'z'], true],
    ['tags', 'select_not_any_in', ['b', 'z'], false],
    ['tags', 'select_equals', ['b', 'a'], true],
    ['tags', 'select_not_equals', ['a'], true],
    ['from', 'less', '2026-10-01', true],
    ['at', 'equal', '2026-03-01T11:00:00+01:00', true],
    ['customer.name', 'equal', 'Acme', true],
    ['p.flat', 'equal', 7, true],
  ])('%s %s %j is %s', (field, op, right, holds) => {
    expect(conditionFault(leaf(field, op, right))).toBeUndefined()
    expect(conditionHolds(leaf(field, op, right), VALUES)).toBe(holds)
  })

  it('takes what is missing as neither more nor less nor equal', () => {
    for (const field of ['none', 'blank', 'nowhere']) {
      for (const op of ['equal', 'greater', 'less', 'greater_or_equal', 'less_or_equal', 'like', 'starts_with'])
        expect(conditionHolds(leaf(field, op, 1), VALUES), `${field} ${op}`).toBe(false)
      expect(conditionHolds(leaf(field, 'between', [0, 9]), VALUES)).toBe(false)
      expect(conditionHolds(leaf(field, 'not_between', [0, 9]), VALUES)).toBe(false)
      expect(conditionHolds(leaf(field, 'not_equal', 1), VALUES)).toBe(true)
      expect(conditionHolds(leaf(field, 'is_empty'), VALUES)).toBe(true)
      expect(conditionHolds(leaf(field, 'is_not_empty'), VALUES)).toBe(false)
    }
  })

  it('puts conditions together, the other way round too', () => {
    const yes = leaf('days', 'equal', 3)
    const no = leaf('days', 'equal', 4)
    expect(conditionHolds(all(yes, no), VALUES)).toBe(false)
    expect(conditionHolds(any(yes, no), VALUES)).toBe(true)
    expect(conditionHolds({ ...any(no, no), not: true }, VALUES)).toBe(true)
    expect(conditionHolds(all(yes, any(no, all(yes, yes))), VALUES)).toBe(true)
  })

  it('compares two fields', () => {
    expect(conditionHolds(leaf('from', 'less_or_equal', { type: 'field', field: 'from' }), VALUES)).toBe(true)
    expect(conditionHolds(leaf('days', 'equal', { type: 'field', field: 'nowhere' }), VALUES)).toBe(false)
  })

  it('reads own values alone', () => {
    for (const path of ['constructor', '__proto__', 'customer.constructor', 'customer.__proto__.polluted', 'tags.length', 'text.length', 'toString'])
      expect(valueAt(VALUES, path), path).toBeUndefined()
  })

  it.each([
    [undefined, 'conditionEmpty'],
    [null, 'conditionEmpty'],
    [all(), 'conditionEmpty'],
    [all(any()), 'conditionEmpty'],
    [all(leaf('days', 'greater')), 'conditionEmpty'],
    ['days > 3', 'conditionUnreadable'],
    [[], 'conditionUnreadable'],
    [{ conjunction: 'xor', children: [leaf('a', 'is_empty')] }, 'conditionUnreadable'],
    [all(leaf('', 'equal', 1)), 'conditionUnreadable'],
    [all(leaf('days', 'eval', 1)), 'conditionUnreadable'],
    [all(leaf('days', 'constructor', 1)), 'conditionUnreadable'],
    [all(leaf('days', 'between', [1])), 'conditionUnreadable'],
    [{ left: { type: 'func', func: 'x' }, op: 'equal', right: 1 }, 'conditionUnreadable'],
    [all(...Array.from({ length: 201 }, () => leaf('a', 'is_empty'))), 'conditionTooLarge'],
  ])('refuses what is none (%#)', (tree, fault) => expect(conditionFault(tree)).toBe(fault))

  it('refuses what is too deep without getting lost in it', () => {
    let tree: ConditionGroup = all(leaf('a', 'is_empty'))
    for (let depth = 0; depth < 50_000; depth++) tree = all(tree)
    expect(conditionFault(tree)).toBe('conditionTooLarge')
  })

  it('knows an answer for each operation that it offers', () => {
    for (const op of CONDITION_OPS) {
      const answers = [{ days: 2 }, { days: 3 }, { days: 5 }, { days: null }].map(values =>
        conditionHolds(leaf('days', op, op.includes('between') ? [2, 4] : op.startsWith('select') ? [3] : 3), values),
      )
      expect(new Set(answers).size, op).toBe(2)
    }
  })
})
