// The filter grammar of RFC 7644, section 3.4.2.2, as a tree. Attribute paths of PATCH are read by the same parser.
import { refused } from './refusals.ts'

export type Operator = 'eq' | 'ne' | 'co' | 'sw' | 'ew' | 'gt' | 'ge' | 'lt' | 'le' | 'pr'
export type Value = string | number | boolean | null
export interface AttributePath {
  /** Schema that the name is written with; empty where it has none. */
  urn: string
  name: string
  sub: string
}
export type Filter =
  | { kind: 'and'; left: Filter; right: Filter }
  | { kind: 'or'; left: Filter; right: Filter }
  | { kind: 'not'; filter: Filter }
  | { kind: 'compare'; path: AttributePath; operator: Operator; value: Value }
  | { kind: 'values'; path: AttributePath; filter: Filter }
/** Where a PATCH operation acts; without a name on the attributes of the schema itself. */
export type Target = AttributePath & { filter?: Filter }

const OPERATORS = new Set<string>(['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le', 'pr'])
/** No provider sends more; it bounds the work of one request. */
const LONGEST = 8000
const MOST = 200
const DEEPEST = 30

interface Token {
  kind: 'word' | 'text' | 'sign' | 'end'
  text: string
  at: number
}

const TOKEN = /\s*(?:("(?:[^"\\]|\\.)*")|([()[\]])|([^\s()[\]"]+))/uy

function tokens(text: string): Token[] {
  if (text.length > LONGEST) throw refused('invalidFilter', 'The filter is too long')
  const found: Token[] = []
  TOKEN.lastIndex = 0
  let at = 0
  while (text.slice(at).trim()) {
    TOKEN.lastIndex = at
    const match = TOKEN.exec(text)
    if (!match) throw refused('invalidFilter', 'The filter cannot be read at position {at}', { at: at + 1 })
    const start = TOKEN.lastIndex - (match[1] ?? match[2] ?? match[3] ?? '').length
    if (match[1] !== undefined) found.push({ kind: 'text', text: match[1], at: start })
    else if (match[2] !== undefined) found.push({ kind: 'sign', text: match[2], at: start })
    else found.push({ kind: 'word', text: match[3] ?? '', at: start })
    at = TOKEN.lastIndex
  }
  found.push({ kind: 'end', text: '', at: text.length })
  if (found.length > MOST * 4) throw refused('invalidFilter', 'The filter is too long')
  return found
}

/** `urn:…:User:name.givenName` in its parts. */
export function readPath(text: string): AttributePath | undefined {
  const [, urn = '', rest = ''] = /^(?:(urn:[\w.:-]+):)?([^:]*)$/i.exec(text) ?? []
  const [name = '', sub = '', more] = rest.split('.')
  if (more !== undefined || !/^[a-z][\w-]*$/i.test(name) || (rest.includes('.') && !/^[a-z$][\w-]*$/i.test(sub))) return undefined
  return { urn, name, sub }
}

class Parser {
  private readonly list: Token[]
  private at = 0
  private comparisons = 0
  private depth = 0
  constructor(text: string) {
    this.list = tokens(text)
  }
  private get next(): Token {
    return this.list[this.at] as Token
  }
  private fail(token = this.next): never {
    throw refused('invalidFilter', 'The filter cannot be read at position {at}', { at: token.at + 1 })
  }
  private isWord(word: string) {
    return this.next.kind === 'word' && this.next.text.toLowerCase() === word
  }
  private take(sign: string) {
    if (this.next.kind !== 'sign' || this.next.text !== sign) this.fail()
    this.at++
  }
  end() {
    if (this.next.kind !== 'end') this.fail()
  }

  or(): Filter {
    if (++this.depth > DEEPEST) this.fail()
    let left = this.and()
    while (this.isWord('or')) {
      this.at++
      left = { kind: 'or', left, right: this.and() }
    }
    this.depth--
    return left
  }

  private and(): Filter {
    let left = this.term()
    while (this.isWord('and')) {
      this.at++
      left = { kind: 'and', left, right: this.term() }
    }
    return left
  }

  private term(): Filter {
    if (this.isWord('not') && this.list[this.at + 1]?.text === '(') {
      this.at++
      return { kind: 'not', filter: this.group() }
    }
    if (this.next.text === '(' && this.next.kind === 'sign') return this.group()
    return this.comparison()
  }

  private group(): Filter {
    this.take('(')
    const inner = this.or()
    this.take(')')
    return inner
  }

  private path(): AttributePath {
    const token = this.next
    const path = token.kind === 'word' ? readPath(token.text) : undefined
    if (!path) this.fail(token)
    this.at++
    return path
  }

  private comparison(): Filter {
    if (++this.comparisons > MOST) this.fail()
    const path = this.path()
    if (this.next.text === '[' && this.next.kind === 'sign') {
      const filter = this.inBrackets()
      const after = this.next
      // `emails[type eq "work"].value eq "x"`: the rest belongs to the values that were chosen.
      if (after.kind !== 'word' || !after.text.startsWith('.')) return { kind: 'values', path, filter }
      this.at++
      const right = this.operation({ urn: '', name: after.text.slice(1), sub: '' })
      return { kind: 'values', path, filter: { kind: 'and', left: filter, right } }
    }
    return this.operation(path)
  }

  private operation(path: AttributePath): Filter {
    const operator = this.next.text.toLowerCase()
    if (this.next.kind !== 'word' || !OPERATORS.has(operator)) this.fail()
    this.at++
    if (operator === 'pr') return { kind: 'compare', path, operator: 'pr', value: null }
    const token = this.next
    this.at++
    return { kind: 'compare', path, operator: operator as Operator, value: this.value(token) }
  }

  private value(token: Token): Value {
    if (token.kind === 'text' || (token.kind === 'word' && /^(?:-?\d+(?:\.\d+)?(?:e[+-]?\d+)?|true|false|null)$/i.test(token.text)))
      try {
        return JSON.parse(token.kind === 'text' ? token.text : token.text.toLowerCase()) as Value
      } catch {
        // A text with an escape that JSON does not know.
      }
    return this.fail(token)
  }

  private inBrackets(): Filter {
    this.take('[')
    const filter = this.or()
    this.take(']')
    return filter
  }

  target(): Target {
    const path = this.path()
    if (this.next.kind === 'end') return path
    const filter = this.inBrackets()
    const rest = this.next
    if (rest.kind === 'end') return { ...path, filter }
    if (rest.kind !== 'word' || !/^\.[a-z$][\w-]*$/i.test(rest.text)) this.fail()
    this.at++
    return { ...path, filter, sub: rest.text.slice(1) }
  }
}

export function readFilter(text: string): Filter {
  const parser = new Parser(text)
  const filter = parser.or()
  parser.end()
  return filter
}

/** The path of a PATCH operation: an attribute, a part of it, chosen values of it, or a part of those. */
export function readTarget(text: string): Target {
  try {
    const parser = new Parser(text)
    const target = parser.target()
    parser.end()
    return target
  } catch {
    throw refused('invalidPath', 'The path {path} cannot be read', { path: text.slice(0, 100) })
  }
}
