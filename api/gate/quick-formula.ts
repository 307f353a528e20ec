// The common part of amis' expressions, read some hundred times faster than by amis-formula: paths, texts, numbers, operators, calls and filters.
// What it does not know for sure it leaves to amis-formula, by answering undefined; tests/gate/expressions.test.ts holds the two against each other.
// No tree is made of them: what an expression reads is written down while it is gone through, sign by sign.
import type { Reading } from './expressions.ts'

/** Words that amis-formula gives a meaning of its own, or may. */
const RESERVED = new Set('AND OR NOT XOR in of new typeof instanceof void delete this function return let const var if else'.split(' '))
const LITERALS = new Set(['true', 'false', 'null', 'undefined'])
const FILTERS = /^(\s*\|\s*[A-Za-z_]\w*(\s*:[\w ./-]*)*)+\s*$/
const LONGEST = 2000

const LEVELS: Record<string, number> = {
  '||': 1,
  '&&': 2,
  '==': 3,
  '!=': 3,
  '===': 3,
  '!==': 3,
  '<': 4,
  '>': 4,
  '<=': 4,
  '>=': 4,
  '+': 5,
  '-': 5,
  '*': 6,
  '/': 6,
  '%': 6,
}
const EQUALITY = 3

/**
 * What is read is kept, by the ten thousand: a list takes no more than what is in it, where one that is filled bit by bit has room for sixteen more.
 */
const added = <T>(list: T[], one: T): T[] => {
  if (!list.length) return [one]
  list.push(one)
  return list
}
/** One for all that is read of nothing. */
const NONE: never[] = []
Object.freeze(NONE)
export const exact = <T>(list: T[]): T[] => (list.length > 1 ? list.slice() : list.length ? list : NONE)

class Unknown extends Error {}
const unknown = new Unknown()

/** What kind of sign a letter is, by its code; what is not ASCII is nothing that is known outside of texts. */
const SPACE = 1
const NAME = 2
const DIGIT = 3
const SIGN = 4
const CLASSES = new Uint8Array(128)
for (const space of '\t\n\v\f\r ') CLASSES[space.charCodeAt(0)] = SPACE
for (const sign of '=!<>&|+-*/%?:.,()[]') CLASSES[sign.charCodeAt(0)] = SIGN
for (const letter of 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_') CLASSES[letter.charCodeAt(0)] = NAME
for (const digit of '0123456789') CLASSES[digit.charCodeAt(0)] = DIGIT
const EQUALS = '='.charCodeAt(0)
/** Signs that others begin with: with one or two equals signs behind them, twice themselves, and whether they may stand alone. */
const LONGER: Record<string, { equal?: string; exactly?: string; same?: string; isAlone: boolean }> = {
  '=': { equal: '==', exactly: '===', isAlone: false },
  '!': { equal: '!=', exactly: '!==', isAlone: true },
  '<': { equal: '<=', isAlone: true },
  '>': { equal: '>=', isAlone: true },
  '&': { same: '&&', isAlone: false },
  '|': { same: '||', isAlone: false },
}
/** The sign that stands at a place, as one of the texts that are compared with. */
function signAt(source: string, at: number): string {
  const first = source[at] as string
  const longer = LONGER[first]
  if (!longer) return first
  const next = source.charCodeAt(at + 1)
  if (longer.equal && next === EQUALS) return (source.charCodeAt(at + 2) === EQUALS && longer.exactly) || longer.equal
  if (longer.same && next === source.charCodeAt(at)) return longer.same
  if (!longer.isAlone) throw unknown
  return first
}

type Kind = 'end' | 'number' | 'text' | 'name' | 'sign'
type Path = readonly string[]

class Reader {
  private at = 0
  private kind: Kind = 'end'
  private token = ''
  /** What the last part is, where it is a path or a text to the letter. */
  private path: Path | undefined
  private text: string | undefined

  constructor(
    private readonly source: string,
    private readonly into: Reading,
  ) {}

  /** All of the source, as one expression. */
  read() {
    this.next()
    this.conditional()
    if (this.kind !== 'end') throw unknown
  }

  private classAt(at: number): number {
    const code = this.source.charCodeAt(at)
    return code < 128 ? (CLASSES[code] as number) : 0
  }

  private next() {
    const { source } = this
    let from = this.at
    while (from < source.length && this.classAt(from) === SPACE) from++
    let to = from + 1
    if (from >= source.length) this.kind = 'end'
    else
      switch (this.classAt(from)) {
        case NAME:
          while (this.classAt(to) === NAME || this.classAt(to) === DIGIT) to++
          this.kind = 'name'
          break
        case DIGIT: {
          if (source.charCodeAt(from) !== 48) while (this.classAt(to) === DIGIT) to++
          if (source[to] === '.' && this.classAt(to + 1) === DIGIT) for (to++; this.classAt(to) === DIGIT;) to++
          const after = this.classAt(to)
          if (after === NAME || after === DIGIT || source[to] === '.') throw unknown
          this.kind = 'number'
          break
        }
        case SIGN:
          this.kind = 'sign'
          this.token = signAt(source, from)
          this.at = from + this.token.length
          return
        default: {
          const quote = source[from]
          if (quote !== "'" && quote !== '"') throw unknown
          to = source.indexOf(quote, to)
          if (to < 0) throw unknown
          const text = source.slice(from + 1, to++)
          if (text.includes('\\') || text.includes('\n')) throw unknown
          this.kind = 'text'
          this.token = text
          this.at = to
          return
        }
      }
    this.token = this.kind === 'name' ? source.slice(from, to) : ''
    this.at = to
  }

  private isSign(text: string) {
    return this.kind === 'sign' && this.token === text
  }
  private expect(text: string) {
    if (!this.isSign(text)) throw unknown
    this.next()
  }
  private nothing() {
    this.path = undefined
    this.text = undefined
  }

  /** A name, a text, a number, what is in brackets or a call, with all that is taken from it. */
  private part() {
    const { kind, token } = this
    this.nothing()
    if (kind === 'end') throw unknown
    this.next()
    if (kind === 'number') return this.noMore()
    if (kind === 'text') {
      this.text = token
      return this.noMore()
    }
    if (kind === 'sign') {
      if (token === '!') {
        this.part()
        return this.nothing()
      }
      if (token !== '(') throw unknown
      this.conditional()
      this.expect(')')
      return this.noMore()
    }
    if (RESERVED.has(token)) throw unknown
    if (this.isSign('(')) return this.call(token)
    return LITERALS.has(token) ? this.noMore() : this.chain(token)
  }

  /** What is taken from anything else than a name, amis-formula has to say. */
  private noMore() {
    if (this.kind === 'sign' && (this.token === '.' || this.token === '[' || this.token === '(')) throw unknown
  }

  private call(name: string) {
    this.into.functions = added(this.into.functions, name)
    this.next()
    while (!this.isSign(')')) {
      this.conditional()
      if (this.isSign(',')) {
        this.next()
        if (this.isSign(')')) throw unknown
      } else if (!this.isSign(')')) throw unknown
    }
    this.next()
    this.noMore()
    this.nothing()
  }

  private chain(name: string) {
    const { into } = this
    const path = [name]
    const before = into.reads.length
    /** Parts that are counted out; in which order two of them are read, only a tree can say. */
    let counted = 0
    for (;;) {
      if (this.isSign('.')) {
        this.next()
        if ((this.kind as Kind) !== 'name') throw unknown
        path.push(this.token)
        this.next()
      } else if (this.isSign('[')) {
        this.next()
        const known = into.reads.length + into.functions.length
        this.conditional()
        if (into.reads.length + into.functions.length > known && ++counted > 1) throw unknown
        path.push(this.text ?? '[]')
        this.expect(']')
      } else if (this.isSign('(')) throw unknown
      else break
    }
    // What is read comes before what it is counted out with.
    const whole = exact(path)
    if (into.reads.length === before) into.reads = added(into.reads, whole)
    else into.reads.splice(before, 0, whole)
    this.nothing()
    this.path = whole
  }

  private binary(level: number) {
    this.part()
    let compares = false
    for (;;) {
      const found = this.kind === 'sign' ? LEVELS[this.token] : undefined
      if (found === undefined || found < level) return
      // amis reads a row of comparisons from its end.
      if (found === EQUALITY && compares) throw unknown
      compares ||= found === EQUALITY
      const { path, text } = this
      this.next()
      this.binary(found + 1)
      if (found === EQUALITY) {
        if (path && this.text !== undefined) this.into.compared = added(this.into.compared, { path, text: this.text })
        if (text !== undefined && this.path) this.into.compared = added(this.into.compared, { path: this.path, text })
      }
      this.nothing()
    }
  }

  private conditional() {
    this.binary(1)
    if (!this.isSign('?')) return
    this.next()
    this.conditional()
    this.expect(':')
    this.conditional()
    this.nothing()
  }
}

/** Adds what an expression reads; false, and perhaps half of it, for what only amis-formula can tell. */
export function quickRead(source: string, into: Reading): boolean {
  if (source.length > LONGEST) return false
  // A filter comes after one bar; `||` is an operator.
  const bar = source.includes('|') ? source.search(/(?<!\|)\|(?!\|)/) : -1
  const filters = bar < 0 ? '' : source.slice(bar)
  if (filters && (!FILTERS.test(filters) || /['"]/.test(source.slice(0, bar)))) return false
  try {
    new Reader(bar < 0 ? source : source.slice(0, bar), into).read()
  } catch (error) {
    if (error instanceof Unknown || error instanceof RangeError) return false
    throw error
  }
  if (filters)
    for (const [, name = ''] of filters.matchAll(/\|\s*(\w+)/g)) {
      if (LITERALS.has(name) || RESERVED.has(name)) return false
      into.filters = added(into.filters, name)
    }
  return true
}

const [OPEN, CLOSE, SINGLE, DOUBLE] = ['{', '}', "'", '"'].map(sign => sign.charCodeAt(0)) as [number, number, number, number]

/** Sources of the expressions in a text; undefined when their ends cannot be told without reading them. */
export function quickPieces(text: string): string[] | undefined {
  if (text.includes('\\') || text.includes('`') || /\$[\w$]/.test(text)) return undefined
  const found: string[] = []
  for (let at = text.indexOf('${'); at >= 0; at = text.indexOf('${', at)) {
    let quote = 0
    let end = at + 2
    for (; end < text.length; end++) {
      const sign = text.charCodeAt(end)
      if (quote) {
        if (sign === quote) quote = 0
      } else if (sign === SINGLE || sign === DOUBLE) quote = sign
      else if (sign === OPEN) return undefined
      else if (sign === CLOSE) break
    }
    if (end >= text.length) return undefined
    found.push(text.slice(at + 2, end))
    at = end + 1
  }
  return found
}
