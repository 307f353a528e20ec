// A page on its way into amis' editor in a language that it is not written in, and back: the canvas shows the words of that language, and what is written in
// their place is told as a translation while the page keeps its own text.
import { isForPeople, textInLanguage, withTexts, type InWords } from '../../api/models/app-texts.ts'
import { isMarked, keyOf, plain } from '../../api/screen-texts.ts'
import { intoEditor, type InEditor } from './in-editor.ts'

type Schema = Record<string, unknown>
export interface Translation {
  text: string
  /** Empty where it was taken back. */
  translation: string
}
export interface ReadIn extends InWords {
  /** Another one for each time that the words were read: steps back on the canvas must not bring older ones. */
  stamp: number
  /** Texts whose words in the language were changed on the canvas. */
  onTranslate(changed: Translation[]): void
}

/** A text of the page, and what stands in its place on the canvas. */
interface Spot {
  /** As the page has it, marked or not. */
  original: string
  word: string
}
interface Leaf {
  /** The component that it is in, and where in it. */
  component: string
  within: string
  path: string
  value: string
}
interface Component {
  value: Schema
  path: string
}

const isPlain = (value: unknown): value is Schema => typeof value === 'object' && value !== null && !Array.isArray(value)
const sourceOf = (original: string) => (isMarked(original) ? plain(keyOf(original)) : original)
const lastKey = (within: string) => within.split('/').at(-1) as string
const parentOf = (path: string) => path.split('/').slice(0, -1).join('/')

/** The strings of a schema by the component that they are in. A second component of one id is told apart by its number. */
function look(schema: Schema) {
  const components = new Map<string, Component>()
  const leaves = new Map<string, Leaf[]>()
  const times = new Map<string, number>()
  const visit = (node: unknown, path: string, component: string, within: string) => {
    if (typeof node === 'string') {
      const leaf = { component, within, path, value: node }
      const there = leaves.get(component)
      if (there) there.push(leaf)
      else leaves.set(component, [leaf])
      return
    }
    if (Array.isArray(node)) return node.forEach((item, at) => visit(item, join(path, at), component, join(within, at)))
    if (!isPlain(node)) return
    const isComponent = typeof node.id === 'string' && typeof node.type === 'string'
    let [owner, inside] = [component, within]
    if (isComponent) {
      const time = (times.get(node.id as string) ?? 0) + 1
      times.set(node.id as string, time)
      ;[owner, inside] = [`${node.id as string}#${time}`, '']
      components.set(owner, { value: node, path })
    }
    for (const [key, value] of Object.entries(node)) if (key !== '$$id' && key !== 'id') visit(value, join(path, key), owner, join(inside, key))
  }
  components.set('', { value: schema, path: '' })
  visit(schema, '', '', '')
  return { components, leaves }
}
const join = (path: string, key: string | number) => (path ? `${path}/${key}` : String(key))
const at = (node: unknown, path: string): unknown =>
  path ? path.split('/').reduce<unknown>((value, key) => (value as Schema | undefined)?.[key as keyof object], node) : node

/** A copy with other texts at these paths. */
function put(schema: Schema, texts: ReadonlyMap<string, string>): Schema {
  if (!texts.size) return schema
  const copy = structuredClone(schema)
  for (const [path, text] of texts) {
    const owner = at(copy, parentOf(path)) as Schema | undefined
    if (owner && typeof owner === 'object') owner[path.split('/').at(-1) as string] = text
  }
  return copy
}

/** Choices that were texts alone before their words had to differ from their values. */
function asTextsAlone(schema: Schema, lists: ReadonlySet<string>): Schema {
  if (!lists.size) return schema
  const { components } = look(schema)
  for (const name of lists) {
    const [component = '', within = ''] = name.split('\u0001')
    const owner = components.get(component)
    const list = owner && at(owner.value, within)
    if (!Array.isArray(list)) continue
    list.forEach((item, index) => {
      if (isPlain(item) && item.label === item.value && Object.keys(item).every(key => ['label', 'value', '$$id'].includes(key))) list[index] = item.value
    })
  }
  return schema
}

export function intoLanguage(page: Schema, reading: ReadIn): InEditor {
  const originals = new Map<string, string>()
  const listPaths = new Set<string>()
  const shown = withTexts(page, (value, path) => {
    if (!isMarked(value) && !isForPeople(value)) return value
    const here = path.join('/')
    originals.set(here, value)
    if (path.at(-2) === 'options' && typeof path.at(-1) === 'number') {
      originals.set(`${here}/label`, value)
      listPaths.add(parentOf(here))
    }
    return textInLanguage(page, value, reading)
  })
  const inside = intoEditor(shown, {})
  const start = look(inside.schema)
  /** Component → place in it → text. What left the canvas stays known: a step back brings it again. */
  const spots = new Map<string, Map<string, Spot>>()
  const lists = new Set<string>()
  for (const [component, leaves] of start.leaves)
    for (const { within, path, value } of leaves) {
      const original = originals.get(path)
      if (original === undefined) continue
      const there = spots.get(component) ?? new Map<string, Spot>()
      spots.set(component, there.set(within, { original, word: value }))
      for (const list of [parentOf(within), parentOf(parentOf(within))])
        if (listPaths.has(join(start.components.get(component)?.path ?? '', list))) lists.add(`${component}\u0001${list}`)
    }

  /** Texts that a word stands for, by the property it is in; a copy of a component brings words and not texts. */
  const textsOfWords = () => {
    const found = new Map<string, string>()
    for (const ofComponent of spots.values())
      for (const [within, { original, word }] of ofComponent) {
        if (!word) continue
        for (const name of [`${lastKey(within)}\u0001${word}`, `\u0001${word}`]) if (!found.has(name)) found.set(name, original)
      }
    return found
  }

  function back(edited: Schema): Schema {
    const { components, leaves } = look(edited)
    const textPaths = new Set<string>()
    withTexts(edited, (value, path) => {
      textPaths.add(path.join('/'))
      return value
    })
    const words = textsOfWords()
    const changed: Translation[] = []
    const texts = new Map<string, string>()
    for (const [component, { value: node, path: place }] of components) {
      const known = spots.get(component) ?? new Map<string, Spot>()
      const here = (leaves.get(component) ?? []).filter(({ within, path }) => known.has(within) || textPaths.has(path))
      const now = new Map<string, Spot>()
      const keep = (leaf: Leaf, original: string) => {
        texts.set(leaf.path, original)
        now.set(leaf.within, { original, word: leaf.value })
      }
      const gone = [...known].filter(([within]) => !here.some(leaf => leaf.within === within))
      // A place is gone with the list item or part that it was in; what is left empty keeps the part around it.
      const emptied = gone.filter(([within]) => isPlain(at(node, parentOf(within))) && at(node, within) === undefined)
      const isMoved = gone.length > emptied.length || isReordered(known, here) || isShifted(known, here)
      for (const leaf of here) {
        const spot = known.get(leaf.within)
        if (spot?.word === leaf.value) {
          keep(leaf, spot.original)
          continue
        }
        const copied = words.get(`${lastKey(leaf.within)}\u0001${leaf.value}`) ?? words.get(`\u0001${leaf.value}`)
        if (spot && !isMoved) {
          changed.push({ text: sourceOf(spot.original), translation: leaf.value })
          keep(leaf, spot.original)
        } else if (copied !== undefined) keep(leaf, copied)
      }
      for (const [within, { original, word }] of isMoved ? [] : emptied) {
        if (word) changed.push({ text: sourceOf(original), translation: '' })
        texts.set(join(place, within), original)
        now.set(within, { original, word: '' })
      }
      if (now.size) spots.set(component, now)
    }
    if (changed.length) reading.onTranslate(changed)
    return inside.back(asTextsAlone(put(edited, texts), lists))
  }
  return { schema: inside.schema, back }
}

/** The same words at other places of a component. */
function isReordered(known: ReadonlyMap<string, Spot>, here: readonly Leaf[]): boolean {
  const before = here.flatMap(({ within }) => known.get(within)?.word ?? [])
  const after = here.filter(({ within }) => known.has(within)).map(({ value }) => value)
  return before.length > 1 && before.some((word, index) => word !== after[index]) && before.toSorted().join('\u0001') === after.toSorted().join('\u0001')
}

/** A word stands at a new place, and something else where it was: an item came in before it. */
function isShifted(known: ReadonlyMap<string, Spot>, here: readonly Leaf[]): boolean {
  const added = new Set(here.filter(({ within }) => !known.has(within)).map(({ value }) => value))
  return here.some(({ within, value }) => {
    const word = known.get(within)?.word
    return !!word && word !== value && added.has(word)
  })
}
