// A changed screen as the file it came from: shared pieces are written as `$include` again where they are unchanged, properties keep the order
// of the shipped file, and so do its lines, so that in git only what somebody changed is different.
import { match, same, toTree, type Json, type JsonObject, type Node } from '../../../../ledger/index.ts'
import { filled } from '../shipped.ts'
import { newLayout, readWritten, writeJson } from './json-text.ts'

/** An object of a shipped screen, in its file. */
interface Origin {
  /** As it stands in the file, with its `$include`. */
  raw: JsonObject
  /** The piece that it includes, put in place. */
  piece?: JsonObject
}
/** Objects that come from a list in a fragment, which stands in the place of one object. */
interface Splice {
  raw: JsonObject
  at: number
  of: JsonObject[]
}

const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value)

const isInclusion = (key: string) => key === '$include' || key === '$with'

/** The file under schemas/ that gives this screen; `source` reads a shipped file. */
export async function writeBack(file: string, now: JsonObject, source: (file: string) => Promise<string>): Promise<string> {
  const layout = newLayout()
  const text = await source(file)
  const raw = readWritten(text, layout)
  // The table of addresses is a list in its file.
  const isList = Array.isArray(raw)
  const shipped: JsonObject = isList ? { routes: raw } : (raw as JsonObject)

  const pieces = new Map<string, Json>()
  async function readPieces(node: Json) {
    if (typeof node !== 'object' || node === null) return
    const name = isObject(node) ? node.$include : undefined
    if (typeof name === 'string') {
      const isNew = !pieces.has(name)
      if (isNew) pieces.set(name, readWritten(await source(name), layout))
      const given = (node as JsonObject).$with
      // What is given may name further pieces.
      if (isNew || given) await readPieces(filled(pieces.get(name), given) as Json)
    }
    for (const item of Object.values(node)) await readPieces(item)
  }
  await readPieces(shipped)

  const origins = new Map<object, Origin>()
  const splices = new Map<object, Splice>()
  /** A piece with what its `$include` gives it, and with its lines as they were. */
  function fill(piece: Json, given: Json | undefined): Json {
    if (!isObject(given as Json)) return piece
    if (typeof piece !== 'object' || piece === null) return filled(piece, given) as Json
    const made = Array.isArray(piece)
      ? piece.map(item => fill(item, given))
      : Object.fromEntries(Object.entries(piece).map(([key, value]) => [key, fill(value as Json, given)]))
    const keys = layout.keys.get(piece)
    if (keys) layout.keys.set(made, keys)
    if (layout.spread.has(piece)) layout.spread.add(made)
    return made
  }
  /** The screen as it is shown, each object anew, with a note on where it comes from. */
  function place(node: Json): Json {
    if (Array.isArray(node))
      return node.flatMap(item => {
        const placed = place(item)
        if (Array.isArray(placed) && isObject(item)) {
          const of = placed.filter(isObject)
          if (of.length === placed.length) of.forEach((one, at) => splices.set(one, { raw: item, at, of }))
          return placed
        }
        return [placed]
      })
    if (!isObject(node)) return node
    const { $include, $with, ...own } = node
    const mine = Object.fromEntries(keysOf(node, own).map(key => [key, place(own[key] as Json)]))
    const piece = typeof $include === 'string' ? place(fill(pieces.get($include) as Json, $with)) : undefined
    if (Array.isArray(piece)) return piece
    const placed = isObject(piece) ? { ...piece, ...mine } : mine
    origins.set(placed, { raw: node, ...(isObject(piece) && { piece }) })
    if (isObject(piece)) layout.keys.set(placed, [...keysOf(piece), ...Object.keys(mine).filter(key => !Object.hasOwn(piece, key))])
    else layout.keys.set(placed, keysOf(node))
    return placed
  }
  /** Properties in the order of the file, which JavaScript forgets where some are numbers. */
  function keysOf(object: JsonObject, of: JsonObject = object): string[] {
    return (layout.keys.get(object) ?? Object.keys(object)).filter(key => Object.hasOwn(of, key))
  }

  const before = place(shipped) as JsonObject
  if (same(before, now)) return text

  const a = toTree(before)
  const b = toTree(now)
  const { back } = match(a, b)
  const jsonOf = new Map<Node, Json>()
  const note = (node: Node, json: Json) => {
    jsonOf.set(node, json)
    for (const [key, { list, items }] of node.slots)
      for (const [at, item] of items.entries()) note(item, (list ? ((json as JsonObject)[key] as Json[])[at] : (json as JsonObject)[key]) as Json)
  }
  note(a.root, before)
  note(b.root, now)

  function write(node: Node): Json {
    if (node.scalar) return node.scalar.value
    const json = jsonOf.get(node) as JsonObject
    const former = back.get(node) && (jsonOf.get(back.get(node) as Node) as JsonObject)
    const origin = former && origins.get(former)
    if (!former || !origin) return arrange(json, Object.keys(json), key => writeProperty(node, key), false)
    if (origin.piece && isObject(origin.piece) && Object.keys(origin.piece).every(key => Object.hasOwn(json, key)))
      return writeInclude(node, json, former, origin, origin.piece)
    const order = keysOf(former)
    return arrange(json, merged(order, Object.keys(json)), key => writeProperty(node, key, former), layout.spread.has(origin.raw) || origin.piece !== undefined)
  }

  /** What stands beside an `$include` wins, so only what is another than in the piece is written. */
  function writeInclude(node: Node, json: JsonObject, former: JsonObject, { raw }: Origin, piece: JsonObject): JsonObject {
    const order = keysOf(raw).filter(key => isInclusion(key) || Object.hasOwn(json, key))
    const added = Object.keys(json).filter(key => !Object.hasOwn(raw, key) && !(Object.hasOwn(piece, key) && same(piece[key], json[key])))
    return arrange(
      { ...json, $include: raw.$include as Json, ...(raw.$with !== undefined && { $with: raw.$with }) },
      [...order, ...added],
      key => (isInclusion(key) ? (raw[key] as Json) : writeProperty(node, key, former)),
      layout.spread.has(raw),
    )
  }

  function arrange(json: JsonObject, order: string[], valueOf: (key: string) => Json, isSpread: boolean): JsonObject {
    const made: JsonObject = {}
    const keys = order.filter(key => Object.hasOwn(json, key))
    for (const key of keys) made[key] = valueOf(key)
    layout.keys.set(made, keys)
    if (isSpread) layout.spread.add(made)
    return made
  }

  function writeProperty(node: Node, key: string, former?: JsonObject): Json {
    const slot = node.slots.get(key)
    if (slot) return slot.list ? writeList(slot.items) : write(slot.items[0] as Node)
    const value = (jsonOf.get(node) as JsonObject)[key] as Json
    const old = former && origins.get(former)
    const written = old && (Object.hasOwn(old.raw, key) ? old.raw[key] : old.piece && origins.get(old.piece)?.raw[key])
    return written !== undefined && same(former?.[key], value) ? written : value
  }

  function writeList(items: Node[]): Json[] {
    const list: Json[] = []
    for (let at = 0; at < items.length; at++) {
      const splice = spliceAt(items, at)
      list.push(splice ? splice.raw : write(items[at] as Node))
      if (splice) at += splice.of.length - 1
    }
    return list
  }
  /** The list of a fragment, where all of it stands here unchanged. */
  function spliceAt(items: Node[], from: number): Splice | undefined {
    const formerOf = (node: Node | undefined) => {
      const former = node && back.get(node)
      return former && jsonOf.get(former)
    }
    const first = formerOf(items[from])
    const splice = isObject(first) ? splices.get(first) : undefined
    if (splice?.at !== 0) return undefined
    const isWhole = splice.of.every((one, n) => formerOf(items[from + n]) === one && same(one, jsonOf.get(items[from + n] as Node)))
    return isWhole ? splice : undefined
  }

  const made = write(b.root) as JsonObject
  // Worth more than a small difference: what is imported again is what was exported.
  if (!same(place(made), now)) return writeJson(isList ? (now.routes as Json) : now)
  return writeJson(isList ? (made.routes as Json) : made, layout)
}

/** The shipped order, with what is new behind the property that it stands behind. */
function merged(shipped: string[], now: string[]): string[] {
  const order = shipped.filter(key => now.includes(key))
  now.forEach((key, at) => {
    if (order.includes(key)) return
    const previous = at > 0 ? order.indexOf(now[at - 1] as string) : -1
    order.splice(previous + 1, 0, key)
  })
  return order
}
