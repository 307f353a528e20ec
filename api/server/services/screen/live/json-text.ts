// JSON as this project's formatter writes it (.oxfmtrc.json), without the formatter: a changed screen that goes back into git differs in the
// lines that changed. An object that began on a line of its own keeps it, everything else is broken where it would be too long.
import type { Json, JsonObject } from '../../../../ledger/index.ts'

const WIDTH = 160

/** How objects are written. */
export interface Layout {
  /** Those that stand over several lines though they would fit into one. */
  spread: Set<object>
  /** Order of properties, which JavaScript forgets where some are numbers. */
  keys: Map<object, string[]>
}
export const newLayout = (): Layout => ({ spread: new Set(), keys: new Map() })

/** Reads JSON that is known to be well-formed, such as a file of ours. */
export function readWritten(text: string, { spread, keys }: Layout = newLayout()): Json {
  let at = 0
  const fail = (): never => {
    throw new SyntaxError(`not JSON at ${at}`)
  }
  const blank = () => {
    const from = at
    while (/\s/.test(text[at] ?? '')) at++
    return text.slice(from, at)
  }
  const take = (sign: string) => (text[at] === sign ? at++ >= 0 : fail())
  const token = (pattern: RegExp) => {
    pattern.lastIndex = at
    const found = pattern.exec(text)?.[0] ?? fail()
    at += found.length
    return JSON.parse(found) as Json
  }
  function members(end: string, one: () => void) {
    while (text[at] !== end) {
      one()
      blank()
      if (text[at] !== end) take(',')
      blank()
    }
    at++
  }
  function value(): Json {
    blank()
    if (text[at] === '{') {
      at++
      const object: JsonObject = {}
      const order: string[] = []
      keys.set(object, order)
      if (blank().includes('\n') && text[at] !== '}') spread.add(object)
      members('}', () => {
        const key = token(/"(?:[^"\\]|\\.)*"/y) as string
        blank()
        take(':')
        order.push(key)
        Object.defineProperty(object, key, { value: value(), enumerable: true, configurable: true, writable: true })
      })
      return object
    }
    if (text[at] === '[') {
      at++
      const list: Json[] = []
      blank()
      members(']', () => list.push(value()))
      return list
    }
    return token(/"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y)
  }
  const read = value()
  blank()
  if (at < text.length) fail()
  return read
}

const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}|[\u{20000}-\u{3fffd}]/u
/** Columns that a text takes: Chinese signs are two wide, marks over a letter none. */
function widthOf(text: string): number {
  // oxlint-disable-next-line no-control-regex -- plain ASCII, which most texts are
  if (/^[\x20-\x7e]*$/.test(text)) return text.length
  let width = 0
  for (const sign of text) width += WIDE.test(sign) ? 2 : /\p{Mn}/u.test(sign) ? 0 : 1
  return width
}

const isComposite = (value: Json): value is Json[] | JsonObject => typeof value === 'object' && value !== null
const sizeOf = (value: Json[] | JsonObject) => (Array.isArray(value) ? value : Object.keys(value)).length
const isNumbers = (list: Json[]) => list.length > 1 && list.every(item => typeof item === 'number')

/** Lists of several objects, or of several lists, that hold more than one thing each stand in lines of their own. */
const isTable = (list: Json[]) => list.length > 1 && list.every(item => isComposite(item) && sizeOf(item) > 1 && Array.isArray(item) === Array.isArray(list[0]))

export function writeJson(value: Json, { spread, keys }: Layout = newLayout()): string {
  const entriesOf = (object: JsonObject) => (keys.get(object) ?? Object.keys(object)).map(key => [key, object[key] as Json] as const)
  /** The value in one line; undefined where something in it stands on lines of its own. */
  const lines = new Map<object, string | undefined>()
  function inLine(one: Json): string | undefined {
    if (!isComposite(one)) return JSON.stringify(one)
    if (lines.has(one)) return lines.get(one)
    const made = Array.isArray(one) ? listInLine(one) : objectInLine(one)
    lines.set(one, made)
    return made
  }
  function listInLine(list: Json[]): string | undefined {
    if (isTable(list)) return undefined
    const parts = list.map(inLine)
    return parts.includes(undefined) ? undefined : `[${parts.join(', ')}]`
  }
  function objectInLine(object: JsonObject): string | undefined {
    const entries = entriesOf(object)
    if (!entries.length) return '{}'
    if (spread.has(object)) return undefined
    const parts = entries.map(([key, item]) => [key, inLine(item)] as const)
    return parts.some(([, text]) => text === undefined) ? undefined : `{ ${parts.map(([key, text]) => `${JSON.stringify(key)}: ${text}`).join(', ')} }`
  }

  /** `column` is where it begins, `after` what follows it on its last line. */
  function print(one: Json, indent: string, column: number, after: number): string {
    const line = inLine(one)
    if (line !== undefined && (!isComposite(one) || column + widthOf(line) + after <= WIDTH)) return line
    const inner = `${indent}  `
    const last = sizeOf(one as JsonObject) - 1
    if (Array.isArray(one)) {
      if (isNumbers(one)) return `[\n${inner}${filled(one as number[], inner)}\n${indent}]`
      return `[\n${one.map((item, at) => inner + print(item, inner, inner.length, at < last ? 1 : 0)).join(',\n')}\n${indent}]`
    }
    const members = entriesOf(one as JsonObject).map(([key, item], at) => {
      const head = `${inner}${JSON.stringify(key)}: `
      return head + print(item, inner, widthOf(head), at < last ? 1 : 0)
    })
    return `{\n${members.join(',\n')}\n${indent}}`
  }

  function filled(numbers: number[], indent: string): string {
    let column = indent.length
    return numbers
      .map((item, at) => {
        const text = JSON.stringify(item) + (at < numbers.length - 1 ? ',' : '')
        const isNext = at > 0 && column + 1 + text.length <= WIDTH
        column = at === 0 ? column + text.length : isNext ? column + 1 + text.length : indent.length + text.length
        return at === 0 ? text : isNext ? ` ${text}` : `\n${indent}${text}`
      })
      .join('')
  }
  return `${print(value, '', 0, 0)}\n`
}
