// SQL that somebody wrote, word by word: one reading statement of known functions, with its parameters as places. What this does not understand it refuses.
//
// It is not what keeps a statement from doing harm: that is the account, the transaction and the wrapped form in which it is asked (readers.ts). It keeps out what these
// let through: functions that do more than compute, and what databases tell of themselves.
import type { Engine } from '../../columns.ts'
import { queryInvalid } from '../definition.ts'
import { quoted } from '../../types.ts'
import { FUNCTIONS, NEVER, OF_DATABASE, WORDS } from './functions.ts'

type Kind = 'word' | 'name' | 'text' | 'number' | 'place' | 'sign'
interface Token {
  kind: Kind
  /** As it is sent. */
  text: string
  /** What a word or a quoted name says; lower-case for a word. */
  says: string
  /** Something stood between it and the one before. */
  isApart: boolean
}
export interface ReadText {
  /** As it is asked: without comments, parameters as places. */
  sql: string
  /** Keys of the parameters, in the order of their places. */
  places: string[]
  /** Names in it, in lower case: of tables and columns, among others. */
  names: ReadonlySet<string>
}

const MOST = 20_000
const SPACE = /[ \t\n\r\f\v]/
const WORD = /[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*/y
const NUMBER = /(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?(?![\w\u0080-\uffff])/y
const PLACE = /\{\{\s*([a-z][A-Za-z0-9_]{0,49})\s*\}\}/y
const SIGNS: Record<Engine, RegExp> = { postgres: /::|[-+*/<>=~!@#%^&|?:,.()[\]]/y, mysql: /[-+*/<>=~!%^&|,.()]/y }
/** What a letter before a quotation mark makes of it differs by database and settings. */
const PREFIX = /^(e|u|b|x|n|_\w+)$/

function tokensOf(text: string, engine: Engine): Token[] {
  if (text.length > MOST) throw queryInvalid('the SQL is too long')
  const tokens: Token[] = []
  let at = 0
  let isApart = false
  const add = (kind: Kind, sent: string, says = sent) => {
    tokens.push({ kind, text: sent, says, isApart })
    isApart = false
  }
  const match = (pattern: RegExp) => {
    pattern.lastIndex = at
    return pattern.exec(text)
  }
  /** The end of what stands in quotation marks, which is twice inside. */
  function quotedAt(mark: string): string {
    let end = at + 1
    for (; end < text.length; end++) {
      if (engine === 'mysql' && text[end] === '\\' && mark !== '`') end++
      else if (text[end] === mark) {
        if (text[end + 1] !== mark) break
        end++
      }
    }
    if (end >= text.length) throw queryInvalid('a quotation mark is not closed')
    return text.slice(at, end + 1)
  }
  while (at < text.length) {
    const one = text[at] as string
    const two = text.slice(at, at + 2)
    if (one === '\0') throw queryInvalid('there is a sign that is no SQL')
    if (SPACE.test(one)) {
      at++
      isApart = true
    } else if ((two === '--' && (engine === 'postgres' || SPACE.test(text[at + 2] ?? ' '))) || (one === '#' && engine === 'mysql')) {
      const end = text.indexOf('\n', at)
      at = end < 0 ? text.length : end
      isApart = true
    } else if (two === '--') {
      throw queryInvalid('a comment has a space after --')
    } else if (two === '/*') {
      // MariaDB runs some comments, and PostgreSQL has comments within comments.
      const end = text.indexOf('*/', at + 2)
      const inside = text.slice(at + 2, end)
      if (end < 0 || /^[!M]/.test(inside) || inside.includes('/*')) throw queryInvalid('a comment is not closed, or is more than a comment')
      at = end + 2
      isApart = true
    } else if (one === "'" || one === '"' || one === '`') {
      const before = tokens.at(-1)
      // U&"…" writes letters by their numbers.
      const written = before?.text === '&' && !before.isApart ? tokens.at(-2) : before
      if (!isApart && written?.kind === 'word' && PREFIX.test(written.says)) throw queryInvalid(`a text begins with ${written.text}'`)
      if (one === '`' && engine === 'postgres') throw queryInvalid('there is a sign that is no SQL')
      const whole = quotedAt(one)
      const isName = one === '`' || (one === '"' && engine === 'postgres')
      add(isName ? 'name' : 'text', whole, isName ? whole.slice(1, -1).replaceAll(one + one, one) : whole)
      at += whole.length
    } else {
      const place = match(PLACE)
      const word = place ? null : match(WORD)
      const number = place || word ? null : match(NUMBER)
      const sign = place || word || number ? null : match(SIGNS[engine])
      const found = place ?? word ?? number ?? sign
      if (!found) throw queryInvalid(`there is a sign that is no SQL: ${/[!-~]/.test(one) ? one : '…'}`)
      if (place) add('place', '', place[1])
      else if (word) add('word', word[0], word[0].toLowerCase())
      else add(number ? 'number' : 'sign', found[0])
      at += found[0].length
    }
  }
  // One at the end is a habit and no second statement; any other is refused as a sign.
  return tokens
}

const isWord = (token: Token | undefined, ...says: string[]) => token?.kind === 'word' && says.includes(token.says)

/** Place of the bracket that closes the one at a place. */
function closing(tokens: readonly Token[], open: number): number {
  let depth = 0
  for (let at = open; at < tokens.length; at++) {
    if (tokens[at]?.text === '(') depth++
    else if (tokens[at]?.text === ')' && --depth === 0) return at
  }
  return -1
}

/** Whether the columns of a named part are listed at a bracket: `with a (x, y) as (select …`, `from … as a (x, y)`. */
function listsColumns(tokens: readonly Token[], open: number): boolean {
  const before = tokens[open - 2]
  if (isWord(before, 'as', 'with', 'recursive')) return true
  if (before?.text !== ',') return false
  const after = closing(tokens, open) + 1
  if (!after || !isWord(tokens[after], 'as')) return false
  let begin = after + 1
  while (isWord(tokens[begin], 'not', 'materialized')) begin++
  return tokens[begin]?.text === '(' && isWord(tokens[begin + 1], 'select', 'with')
}

/** The text as it may be asked; refused with the reason where it is more than a reading statement of known functions. */
export function readText(
  given: string,
  engine: Engine,
  parameters: ReadonlySet<string>,
  placeOf: (key: string, at: number) => string,
  limit: number,
): ReadText {
  const tokens = tokensOf(given.replace(/;\s*$/, ''), engine)
  if (!isWord(tokens[0], 'select', 'with')) throw queryInvalid('it begins with neither select nor with')
  const known = FUNCTIONS[engine]
  let depth = 0
  let isLimited = false
  const places: string[] = []
  const names = new Set<string>()
  let sql = ''
  for (const [at, token] of tokens.entries()) {
    const { kind, says } = token
    const before = tokens[at - 1]
    const next = tokens[at + 1]
    if (kind === 'sign') {
      if (says === '(' || says === '[') depth++
      else if (says === ')' || says === ']') depth--
      if (depth < 0) throw queryInvalid('brackets do not match')
      if (says === '(' && before?.kind === 'name' && !listsColumns(tokens, at)) throw queryInvalid('a function stands in quotation marks')
    }
    if (kind === 'word' || kind === 'name') {
      const name = says.toLowerCase()
      names.add(name)
      if (name.startsWith('pg_') || OF_DATABASE[engine].has(name) || (kind === 'name' && name.startsWith('reg') && NEVER.has(name)))
        throw queryInvalid(`${quoted(name)} is of the database, not of the app`)
    }
    if (kind === 'word') {
      if (depth === 0 && (says === 'limit' || says === 'fetch')) isLimited = true
      const isReplaced = says === 'replace' && next?.text === '('
      if ((NEVER.has(says) || (says === 'replace' && !isReplaced)) && before?.text !== '.') throw queryInvalid(`${quoted(says)} does more than read`)
      if (says === 'for' && isWord(next, 'update', 'share', 'no', 'key')) throw queryInvalid('it locks rows')
      const isComputing = before?.text !== '.' && (WORDS.has(says) || known.has(says))
      if (next?.text === '(' && !isComputing && !listsColumns(tokens, at + 1))
        throw queryInvalid(`the function ${quoted(says)} is not among those that only compute`)
    }
    if (kind === 'place') {
      if (!parameters.has(says)) throw queryInvalid(`there is no parameter ${quoted(says)}`)
      places.push(says)
      sql += ` ${placeOf(says, places.length)}`
      continue
    }
    // MariaDB looks for a function of somebody's own where a space stands before the bracket.
    const isCalled = says === '(' && kind === 'sign' && before?.kind === 'word' && known.has(before.says)
    sql += (token.isApart && !isCalled) || before?.kind === 'place' ? ` ${token.text}` : token.text
  }
  if (depth !== 0) throw queryInvalid('brackets do not match')
  // An order within brackets holds only where the number of rows is limited.
  return { sql: isLimited ? sql.trim() : `${sql.trim()} limit ${limit}`, places, names }
}
