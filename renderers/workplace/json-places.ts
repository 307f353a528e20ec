// Where things are in a JSON text: the place of a path such as `body[0].columns[2].label`, and of the first mistake in the writing.

/** Offsets in the text: of the property's name where there is one, else of the value, to the end of the value. */
export interface Place {
  start: number
  end: number
  /** End of the property's name, or of the first character of an item in a list. */
  nameEnd: number
}
interface Part {
  place: Place
  inner?: Map<string | number, Part>
}
export interface JsonText {
  value: unknown
  mistake?: { offset: number }
  /** The deepest place on the way to a path. */
  find(path: string): Place
}
export interface Position {
  line: number
  column: number
}

class Mistake extends Error {
  constructor(readonly offset: number) {
    super()
  }
}

const SPACE = /[\s]*/y
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
// oxlint-disable-next-line no-control-regex -- JSON forbids exactly these in a text
const TEXT = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y

/** Reads a text as JSON does, and remembers where each part is. */
function read(text: string): Part {
  let at = 0
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at
    const found = pattern.exec(text)?.[0]
    if (found !== undefined) at += found.length
    return found
  }
  const space = () => void take(SPACE)
  const expect = (char: string) => {
    if (text[at] !== char) throw new Mistake(at)
    at++
  }
  function list(inner: Map<string | number, Part>) {
    at++
    space()
    if (text[at] === ']') return void at++
    for (let i = 0; ; i++) {
      space()
      inner.set(i, value())
      space()
      if (text[at] === ']') return void at++
      expect(',')
    }
  }
  function object(inner: Map<string | number, Part>) {
    at++
    space()
    if (text[at] === '}') return void at++
    for (;;) {
      space()
      const start = at
      const name = take(TEXT)
      if (name === undefined) throw new Mistake(start)
      const nameEnd = at
      space()
      expect(':')
      space()
      const part = value()
      inner.set(JSON.parse(name) as string, { ...part, place: { start, nameEnd, end: part.place.end } })
      space()
      if (text[at] === '}') return void at++
      expect(',')
    }
  }
  function value(): Part {
    const start = at
    const inner = text[at] === '{' || text[at] === '[' ? new Map<string | number, Part>() : undefined
    if (text[at] === '{') object(inner as never)
    else if (text[at] === '[') list(inner as never)
    else if (text.startsWith('true', at) || text.startsWith('null', at)) at += 4
    else if (text.startsWith('false', at)) at += 5
    else if (take(text[at] === '"' ? TEXT : NUMBER) === undefined || at === start) throw new Mistake(start)
    return { place: { start, nameEnd: start + 1, end: at }, ...(inner && { inner }) }
  }
  space()
  const root = value()
  space()
  if (at < text.length) throw new Mistake(at)
  return root
}

/** The places of a path, each a name or a number: `body[0].api` is body, 0, api. */
export const keysOf = (path: string): (string | number)[] =>
  [...path.replace(/^\$\.?/, '').matchAll(/\[(\d+)\]|([^.[\]]+)/g)].map(([, index, name]) => (index === undefined ? (name as string) : Number(index)))

export function readJson(text: string): JsonText {
  let root: Part
  try {
    root = read(text)
  } catch (error) {
    if (!(error instanceof Mistake)) throw error
    return { value: undefined, mistake: { offset: error.offset }, find: () => ({ start: 0, nameEnd: 1, end: 1 }) }
  }
  return {
    value: JSON.parse(text) as unknown,
    find(path) {
      let part = root
      const keys = keysOf(path)
      for (let i = 0; i < keys.length; i++) {
        let next = part.inner?.get(keys[i] as string)
        // Names of properties may have dots in them.
        for (let to = i + 1; !next && typeof keys[i] === 'string' && to < keys.length; to++) {
          next = part.inner?.get(keys.slice(i, to + 1).join('.'))
          if (next) i = to
        }
        if (!next) break
        part = next
      }
      return part.place
    },
  }
}

export function positionOf(text: string, offset: number): Position {
  const before = text.slice(0, offset)
  const line = before.split('\n').length
  return { line, column: offset - before.lastIndexOf('\n') }
}
