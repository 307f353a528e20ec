// A screen on its way into amis' editor and back: every component with an id that the editor keeps, texts as words in place of their keys.
import { toTree, type JsonObject, type Node } from '../../api/ledger/index.ts'

type Json = unknown
type Schema = Record<string, unknown>
export type Texts = Record<string, string>

const MARK = 'i18n:'
/** Ids that the editor gives; it makes new ones for copies of these, and of no others. */
const EDITORS = 'u:'
const isPlain = (value: Json): value is Schema => typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** The words of a marked text in the reader's language; `Open|verb` has a meaning after the bar that only the dictionary sees. */
export const wordsOf = (text: string, texts: Texts): string => {
  const key = text.slice(MARK.length)
  return texts[key] ?? key.replace(/\|[a-z-]+$/, '')
}
const isMarked = (value: Json): value is string => typeof value === 'string' && value.startsWith(MARK)

export interface InEditor {
  schema: Schema
  /** The screen as it is kept, from what the editor says it is now. */
  back(edited: Schema): Schema
}

/** Visits every property of every object, with the property that the object's list is in. */
function visit(node: Json, see: (owner: Schema | Json[], key: string | number, property: string) => void, property = '') {
  if (Array.isArray(node))
    node.forEach((item, at) => {
      see(node, at, property)
      visit(item, see, property)
    })
  else if (isPlain(node))
    for (const key of Object.keys(node)) {
      see(node, key, key)
      visit(node[key], see, key)
    }
}

/** Which marked text a word stands for, by the property it is in. Where a plain text reads the same, only the node itself can tell. */
function keysOfWords(screen: Schema, texts: Texts) {
  const found = new Map<string, string>()
  const unclear = new Set<string>()
  visit(screen, (owner, key, property) => {
    const value = (owner as Schema)[key as string]
    if (typeof value !== 'string') return
    const word = isMarked(value) ? wordsOf(value, texts) : value
    const name = `${property}\u0001${word}`
    if (!isMarked(value) || (found.has(name) && found.get(name) !== value)) unclear.add(name)
    else found.set(name, value)
  })
  for (const name of unclear) found.delete(name)
  return found
}

/** A place by the nearest component around it, so that it stays the same while components move. */
const placeIn = (id: string, path: string, word: string) => `${id}\u0001${path}\u0001${word}`

/** What the editor writes by itself while it opens a screen, where the screen does not say it. */
const TIDYING: Record<string, (value: Json) => boolean> = {
  asideResizor: value => value === false,
  pullRefresh: value => isPlain(value) && value.disabled === true && Object.keys(value).length === 1,
}

export function intoEditor(screen: Schema, texts: Texts): InEditor {
  const tree = toTree(screen as JsonObject)
  const words = keysOfWords(screen, texts)
  /** Marked texts at their very places, for words that could stand for more than one. */
  const own = new Map<string, string>()
  /** Explicit ids of the screen itself: they stay, whatever they look like. */
  const explicit = new Set<string>()
  const ofPaths = new Map<string, Node>()

  const give = (value: Json, path: string, around: string, within: string): Json => {
    if (isMarked(value)) {
      const word = wordsOf(value, texts)
      own.set(placeIn(around, within, word), value)
      return word
    }
    if (Array.isArray(value)) return value.map((item, at) => give(item, `${path}/${at}`, around, `${within}/${at}`))
    if (!isPlain(value)) return value
    const at = ofPaths.get(path)
    const id = typeof value.id === 'string' ? value.id : at && typeof value.type === 'string' ? EDITORS + at.id : ''
    const made: Schema = {}
    for (const [key, item] of Object.entries(value)) made[key] = give(item, `${path}/${key}`, id || around, id ? key : `${within}/${key}`)
    if (typeof value.id === 'string') explicit.add(value.id)
    else if (id) made.id = id
    return made
  }
  const place = (node: Node, path: string) => {
    ofPaths.set(path, node)
    for (const [slot, { list, items }] of node.slots) items.forEach((item, at) => place(item, list ? `${path}/${slot}/${at}` : `${path}/${slot}`))
  }
  place(tree.root, '')
  const schema = give(screen, '', '', '') as Schema
  const tidied = new Set(Object.keys(TIDYING).filter(key => key in screen))

  return {
    schema,
    back(edited) {
      // An id that something in the screen points to has to stay.
      const pointedTo = new Set<string>()
      visit(edited, (owner, key) => {
        const value = (owner as Schema)[key as string]
        if (key !== 'id' && typeof value === 'string' && value.startsWith(EDITORS)) pointedTo.add(value)
      })
      const taken = new Set<string>()
      const keep = (value: Json, property: string, around: string, within: string, top = false): Json => {
        if (typeof value === 'string') return own.get(placeIn(around, within, value)) ?? words.get(`${property}\u0001${value}`) ?? value
        if (Array.isArray(value)) return value.map((item, at) => keep(item, property, around, `${within}/${at}`))
        if (!isPlain(value)) return value
        const mine = typeof value.id === 'string' ? value.id : ''
        const made: Schema = {}
        for (const [key, item] of Object.entries(value)) {
          if (item === undefined || key === '$$id') continue
          if (top && !tidied.has(key) && TIDYING[key]?.(item)) continue
          if (key === 'id' && mine) {
            const isOurs = mine.startsWith(EDITORS) && !explicit.has(mine)
            // A copy must not answer to the name of what it was copied from.
            if ((isOurs && !pointedTo.has(mine)) || taken.has(mine)) continue
            taken.add(mine)
            made.id = mine
          } else made[key] = keep(item, key, mine || around, mine ? key : `${within}/${key}`)
        }
        return made
      }
      return keep(edited, '', '', '', true) as Schema
    },
  }
}
