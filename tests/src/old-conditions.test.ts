// One module says what an old condition gives and what it would be refused for, so the gate never calls readable what the browser hides.
import { describe, expect, it } from 'vitest'
import { faultOfOldCondition, LONGEST_CONDITION, runOldCondition } from '../../api/old-conditions.ts'
import { seeded } from '../support/random.ts'

const data = { a: 'alpha', b: 'b', n: 6, list: ['b', 'c'], o: { a: 'alpha', document: 'x' }, document: 'passport', location: { city: 'Bern' } }

describe('old conditions', () => {
  it.each<[string, unknown]>([
    ['~list.indexOf(b)', -1],
    ['!!~[1, 6].indexOf(n)', true],
    ['~["alpha", "x"].indexOf(this.a) && n > 3', true],
    ['n & 2', 2],
    ['n & 1', 0],
    ['n | 1', 7],
    ['n ^ 2', 4],
    ['document == "passport"', true],
    ['location.city == "Bern"', true],
    ['b != "window"', true],
    ['o["document"]', 'x'],
  ])('%s is read, and the gate says so', (source, value) => {
    expect(faultOfOldCondition(source)).toBeUndefined()
    expect(runOldCondition(source, data)).toBe(value)
  })

  it.each([
    '_.includes(list, b)',
    'JSON.parse(a)',
    'Date.now() > 1',
    'moment(a)',
    'list.map(x)',
    'Math.nothing(1)',
    'Object.assign(o, n)',
    'window.location',
    'a.constructor',
    'a["con" + "structor"]',
    '[].concat["con" + "structor"]("x")',
    'n << 1',
    'n in o',
    'void 0',
    'fetch("/x")',
    'list[n](1)',
    'a b',
  ])('%s is refused, and the gate says so', source => {
    expect(faultOfOldCondition(source)).toEqual(expect.any(String))
    expect(() => runOldCondition(source, { ...data, _: { includes: () => true }, moment: () => true })).toThrow()
  })

  it('of a megabyte are refused unread, by the gate and by the browser', () => {
    for (const source of [`this.a${' && this.b'.repeat(100_000)}`, `${'('.repeat(500_000)}a${')'.repeat(500_000)}`, `a == "${'x'.repeat(1_000_000)}"`]) {
      expect(faultOfOldCondition(source)).toBe(`longer than ${LONGEST_CONDITION} letters`)
      expect(() => runOldCondition(source, data)).toThrow('longer than')
    }
  })

  it('that are long, and not too long, are read', () => {
    const source = `this.a${' && this.b'.repeat(LONGEST_CONDITION / 10 - 1)}`
    expect(faultOfOldCondition(source)).toBeUndefined()
    expect(runOldCondition(source, data)).toBe('b')
    // Brackets in brackets are more than an interpreter follows, and no more than a refusal.
    const deep = `${'('.repeat(LONGEST_CONDITION / 2 - 1)}a${')'.repeat(LONGEST_CONDITION / 2 - 1)}`
    expect(() => faultOfOldCondition(deep)).not.toThrow()
  })

  it('never run into a refusal that the gate did not tell, in 3,000 of them', () => {
    const next = seeded(7)
    const one = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T
    const write = (depth: number): string => {
      if (depth === 0) return one(['a', 'this.a', 'data.b', 'o.a', 'o["a"]', '"b"', '1', 'n', 'missing', 'true'])
      const inner = () => write(depth - 1)
      return one([
        () => `${inner()} ${one(['==', '!=', '===', '<', '>=', '+', '-', '*', '%', '&', '|', '^', '&&', '||', '??'])} ${inner()}`,
        () => `${one(['!', '-', '+', '~', 'typeof '])}(${inner()})`,
        () => `(${inner()} ? ${inner()} : ${inner()})`,
        () => `[${inner()}, ${inner()}].${one(['includes', 'indexOf', 'join', 'concat', 'map', 'find'])}(${inner()})`,
        () => `String(${inner()}).${one(['toLowerCase', 'trim', 'split', 'includes', 'match', 'substr', 'constructor'])}("b")`,
        () => `${one(['String', 'Number', 'Boolean', 'isNaN', 'parseInt', 'alert'])}(${inner()})`,
        () => `${one(['Math.max', 'Math.round', 'Array.isArray', 'Object.keys', 'Math.evil', '_.size', 'JSON.stringify'])}(a, ${inner()})`,
      ])()
    }
    const refusals: string[] = []
    let readable = 0
    for (let at = 0; at < 3000; at++) {
      const source = write(1 + (at % 3))
      if (faultOfOldCondition(source) !== undefined) continue
      readable++
      try {
        runOldCondition(source, data)
      } catch (error) {
        refusals.push(`${source}: ${(error as Error).message}`)
      }
    }
    expect(refusals).toEqual([])
    expect(readable).toBeGreaterThan(1000)
  })
})
