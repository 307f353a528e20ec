// A screen as a tree of nodes with stable ids. Every object is a node; lists of objects, and objects in properties, are slots of nodes;
// everything else is a property. Ids come from what a node is (type, name, label, address …) and where it lives, never from its position.
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type JsonObject = { [key: string]: Json }

export interface Slot {
  /** False where the property holds one object and not a list. */
  list: boolean
  items: Node[]
}
export interface Node {
  id: string
  parent: Node | undefined
  /** Property of the parent that holds it. */
  slot: string
  props: Map<string, Json>
  slots: Map<string, Slot>
  /** Order of properties and slots in the JSON. */
  keys: string[]
  /** A text or number in a list of nodes; such a node has nothing else. */
  scalar?: { value: Json }
  /** Of the whole subtree; equal content has equal hashes, the reverse is only likely. */
  hash: number
  /** What the node is called among its siblings. */
  local: string
}
export interface Tree {
  root: Node
  byId: Map<string, Node>
}

/** A screen or patch that cannot be worked with. */
export class LedgerError extends Error {}

/** Lists in which a plain text is a part of the screen like any other. */
const PARTS = new Set(['body', 'toolbar', 'headerToolbar', 'footerToolbar', 'actions', 'buttons'])
/** Properties that tell a node from its siblings, the strongest first. */
const TELLING = ['name', 'key', 'value', 'actionType', 'label', 'path', 'title', 'api', 'url', 'tpl']
const EXPLICIT = /^[\w:.-]{1,80}$/
/** Real screens nest some dozen levels. */
const DEEPEST = 400

export const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value)
const isSlotList = (key: string, list: Json[]) => list.length === 0 || (list.every(item => !Array.isArray(item)) && (PARTS.has(key) || list.some(isObject)))

/** A 53-bit hash of a text (cyrb53, public domain). */
export function hashText(text: string): number {
  let h1 = 0xdeadbeef
  let h2 = 0x41c6ce57
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    h1 = Math.imul(h1 ^ code, 2654435761)
    h2 = Math.imul(h2 ^ code, 1597334677)
  }
  h1 = Math.imul(h1 ^ (h1 >>> 16), 2246822507) ^ Math.imul(h2 ^ (h2 >>> 13), 3266489909)
  h2 = Math.imul(h2 ^ (h2 >>> 16), 2246822507) ^ Math.imul(h1 ^ (h1 >>> 13), 3266489909)
  return 4294967296 * (2097151 & h2) + (h1 >>> 0)
}

/** Same value, whatever the order of the properties. */
export function same(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((item, at) => same(item, b[at]))
  if (!isObject(a) || !isObject(b)) return false
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every(key => Object.hasOwn(b, key) && same(a[key], b[key]))
}

export const typeOf = (node: Node): string | undefined => {
  const type = node.props.get('type')
  return typeof type === 'string' ? type : undefined
}

function localOf(node: Node): string {
  if (node.scalar) return `= ${JSON.stringify(node.scalar.value)}`
  const type = typeOf(node) ?? ''
  for (const key of TELLING) {
    const value = node.props.get(key)
    if (typeof value === 'string' || typeof value === 'number') return `${type} ${key} ${value}`
    // An address in its object form tells as much.
    const url = node.slots.get(key)?.items[0]?.props.get('url')
    if (key === 'api' && typeof url === 'string') return `${type} api ${url}`
  }
  return type
}

function hashOf(node: Node): number {
  if (node.scalar) return hashText(`s${JSON.stringify(node.scalar.value)}`)
  const parts: string[] = []
  for (const [key, value] of node.props) parts.push(`${key}\u0001${typeof value === 'string' ? `"${value}` : JSON.stringify(value)}`)
  for (const [key, slot] of node.slots) parts.push(`${key}\u0002${slot.list ? '[' : '{'}${slot.items.map(item => item.hash).join()}`)
  return hashText(parts.sort().join('\u0003'))
}

function build(value: Json, parent: Node | undefined, slot: string, depth: number): Node {
  if (depth > DEEPEST) throw new LedgerError('nested too deeply')
  const node: Node = { id: '', parent, slot, props: new Map(), slots: new Map(), keys: [], hash: 0, local: '' }
  if (!isObject(value)) node.scalar = { value }
  else
    for (const [key, item] of Object.entries(value)) {
      if (key === '__proto__') throw new LedgerError('a property may not be called __proto__')
      if (item === undefined) continue
      node.keys.push(key)
      if (isObject(item)) node.slots.set(key, { list: false, items: [build(item, node, key, depth + 1)] })
      else if (Array.isArray(item) && isSlotList(key, item)) node.slots.set(key, { list: true, items: item.map(one => build(one, node, key, depth + 1)) })
      else node.props.set(key, item)
    }
  node.local = localOf(node)
  node.hash = hashOf(node)
  return node
}

/** The node's own id from the JSON, where it can serve as one. */
export function explicitId(node: Node): string | undefined {
  const id = node.props.get('id')
  return typeof id === 'string' && EXPLICIT.test(id) ? id : undefined
}

const NONE: ReadonlySet<string> = new Set()

/** Gives ids to a node's subtree; those taken already, or below it those that are `awaited` by others, get a number. */
export function giveIds(node: Node, byId: Map<string, Node>, wanted: string, awaited = NONE, isBelow = false) {
  let id = wanted
  for (let n = 2; byId.has(id) || (isBelow && awaited.has(id)); n++) id = `${wanted}~${n}`
  node.id = id
  byId.set(id, node)
  for (const [slot, { list, items }] of node.slots) {
    const seen = new Map<string, number>()
    for (const item of items) {
      const times = (seen.get(item.local) ?? 0) + 1
      seen.set(item.local, times)
      // A single object is known by its property, whatever it becomes.
      const own = list ? `${slot}\u0001${item.local}\u0001${times}` : slot
      giveIds(item, byId, explicitId(item) ?? `n${hashText(`${id}\u0001${own}`).toString(36)}`, awaited, true)
    }
  }
}

/** The tree of a screen, with ids; the same JSON always gets the same ids. */
export function toTree(json: JsonObject): Tree {
  const root = build(json, undefined, '', 0)
  const byId = new Map<string, Node>()
  giveIds(root, byId, 'root')
  return { root, byId }
}

/** A node that belongs to no tree yet. */
export const detached = (json: Json): Node => build(json, undefined, '', 0)

/** The JSON of a node and all below it. */
export function toJson(node: Node): Json {
  if (node.scalar) return node.scalar.value
  const json: JsonObject = {}
  for (const key of node.keys) {
    const slot = node.slots.get(key)
    if (slot?.list) json[key] = slot.items.map(item => toJson(item))
    else if (slot?.items[0]) json[key] = toJson(slot.items[0])
    else if (node.props.has(key)) json[key] = node.props.get(key) as Json
  }
  return json
}

export const treeJson = (tree: Tree) => toJson(tree.root) as JsonObject

export const childrenOf = (node: Node): Node[] => [...node.slots.values()].flatMap(slot => slot.items)

/** The node and all below it, parents first. */
export function subtree(node: Node, found: Node[] = []): Node[] {
  found.push(node)
  for (const { items } of node.slots.values()) for (const item of items) subtree(item, found)
  return found
}

export const positionOf = (node: Node): number => node.parent?.slots.get(node.slot)?.items.indexOf(node) ?? -1
