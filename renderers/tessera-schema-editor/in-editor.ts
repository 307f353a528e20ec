// A screen on its way into amis' editor and back: every component with an id that the editor keeps, texts as words in place of their keys.
import { toTree, type JsonObject, type Node } from '../../api/ledger/index.ts'
import { isMarked, keyOf, plain } from '../../api/screen-texts.ts'

type Json = unknown
type Schema = Record<string, unknown>
export type Texts = Record<string, string>

const MARK = 'i18n:'
/** Ids that the editor gives; it makes new ones for copies of these, and of no others. */
const EDITORS = 'u:'
const isPlain = (value: Json): value is Schema => typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** The words of a marked text in the reader's language. */
export const wordsOf = (text: string, texts: Texts): string => {
  const key = keyOf(text)
  return texts[key] ?? plain(key)
}

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

/** What the editor writes into components by itself while it opens a screen; dropped where the screen did not say it. */
const TIDYING: Record<string, (value: Json) => boolean> = {
  asideResizor: value => value === false,
  pullRefresh: value => isPlain(value) && value.disabled === true && Object.keys(value).length === 1,
  feat: value => typeof value === 'string',
  dsType: value => value === 'api',
}
/** A text that the editor has made a component of, to be able to select it. */
const isBareText = (value: Json): value is Schema & { tpl: string } =>
  isPlain(value) &&
  value.type === 'tpl' &&
  typeof value.tpl === 'string' &&
  Object.keys(value).every(key => ['type', 'tpl', 'wrapperComponent', 'inline', 'id', '$$id'].includes(key)) &&
  value.wrapperComponent === '' &&
  value.inline === false

export function intoEditor(screen: Schema, texts: Texts): InEditor {
  const tree = toTree(screen as JsonObject)
  const words = keysOfWords(screen, texts)
  /** Marked texts at their very places, for words that could stand for more than one. */
  const own = new Map<string, string>()
  /** Places of marked texts: what is written there instead is marked, too, so that it can have words in other languages. */
  const marked = new Set<string>()
  /** Explicit ids of the screen itself: they stay, whatever they look like. */
  const explicit = new Map<string, number>()
  /** Single components and texts where the editor wants lists, by their place. */
  const forms = new Map<string, 'one' | 'text'>()
  /** Components as they were, by the id that they have in the editor. */
  const before = new Map<string, Schema>()
  const ofPaths = new Map<string, Node>()

  const give = (value: Json, path: string, around: string, within: string): Json => {
    if (isMarked(value)) {
      const word = wordsOf(value, texts)
      own.set(placeIn(around, within, word), value)
      marked.add(placeIn(around, within, ''))
      return word
    }
    if (Array.isArray(value)) return value.map((item, at) => give(item, `${path}/${at}`, around, `${within}/${at}`))
    if (!isPlain(value)) return value
    const at = ofPaths.get(path)
    const id = typeof value.id === 'string' ? value.id : at && typeof value.type === 'string' ? EDITORS + at.id : ''
    const made: Schema = {}
    for (const [key, item] of Object.entries(value)) {
      const [owner, inside] = [id || around, id ? key : `${within}/${key}`]
      if (isPlain(item) || typeof item === 'string') forms.set(placeIn(owner, inside, ''), isPlain(item) ? 'one' : 'text')
      made[key] = give(item, `${path}/${key}`, owner, inside)
    }
    if (typeof value.id === 'string') explicit.set(value.id, (explicit.get(value.id) ?? 0) + 1)
    else if (id) made.id = id
    if (id) before.set(id, value)
    return made
  }
  const place = (node: Node, path: string) => {
    ofPaths.set(path, node)
    for (const [slot, { list, items }] of node.slots) items.forEach((item, at) => place(item, list ? `${path}/${slot}/${at}` : `${path}/${slot}`))
  }
  place(tree.root, '')
  const schema = give(screen, '', '', '') as Schema

  return {
    schema,
    back(edited) {
      // An id that something in the screen points to has to stay.
      const pointedTo = new Set<string>()
      visit(edited, (owner, key) => {
        const value = (owner as Schema)[key as string]
        if (key !== 'id' && typeof value === 'string' && value.startsWith(EDITORS)) pointedTo.add(value)
      })
      const taken = new Map<string, number>()
      const keep = (value: Json, property: string, around: string, within: string): Json => {
        if (typeof value === 'string') {
          const known = own.get(placeIn(around, within, value)) ?? words.get(`${property}\u0001${value}`)
          // What ends like a meaning after a bar would lose it.
          return known ?? (value && plain(value) === value && marked.has(placeIn(around, within, '')) ? MARK + value : value)
        }
        if (Array.isArray(value)) return value.map((item, at) => keep(item, property, around, `${within}/${at}`))
        if (!isPlain(value)) return value
        const mine = typeof value.id === 'string' ? value.id : ''
        const was = before.get(mine)
        const made: Schema = {}
        for (const [key, item] of Object.entries(value)) {
          if (item === undefined || key === '$$id') continue
          if (!(was && key in was) && TIDYING[key]?.(item)) continue
          if (key === 'id' && mine) {
            const isOurs = mine.startsWith(EDITORS) && !explicit.has(mine)
            // A copy must not answer to the name of what it was copied from.
            const times = (taken.get(mine) ?? 0) + 1
            if ((isOurs && !pointedTo.has(mine)) || times > (explicit.get(mine) ?? 1)) continue
            taken.set(mine, times)
            made.id = mine
            continue
          }
          const only = Array.isArray(item) && item.length === 1 ? (item[0] as Json) : undefined
          const [owner, inside] = [mine || around, mine ? key : `${within}/${key}`]
          const form = only === undefined ? undefined : forms.get(placeIn(owner, inside, ''))
          // The editor makes lists of single components and components of texts; they go back to what they were.
          const goesBack = form === 'text' && isBareText(only) ? only.tpl : form === 'one' && isPlain(only) ? only : item
          made[key] = keep(goesBack, key, owner, inside)
        }
        return made
      }
      return keep(edited, '', '', '') as Schema
    },
  }
}
