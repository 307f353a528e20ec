// What a patch does, in sentences a person reads.
import { say, type Locale } from '../messages.ts'
import type { Difference } from './diff.ts'
import { TEXT } from './patch.ts'
import type { Conflict } from './rebase.ts'
import { isObject, positionOf, subtree, typeOf, type Json, type Node, type Tree } from './tree.ts'

export const SENTENCES = {
  changed: '{what} of {node} changed',
  changedFromTo: '{what} of {node} changed from “{from}” to “{to}”',
  given: '{what} of {node} added',
  taken: '{what} of {node} removed',
  becameType: '{node} changed from type {from} to {to}',
  added: '{node} added to {container}',
  removed: '{node} removed from {container}',
  moved: '{node} moved from {from} to {to}',
  movedInto: '{node} moved from {from} into {container}',
  text: 'text “{from}” changed to “{to}”',
} as const

/** Words for nodes, with a name and without one. */
export const KINDS = {
  page: ['page {name}', 'the page'],
  column: ['column {name}', 'a column'],
  field: ['field {name}', 'a field'],
  button: ['button {name}', 'a button'],
  form: ['form {name}', 'the form'],
  list: ['list {name}', 'the list'],
  table: ['table {name}', 'the table'],
  tab: ['tab {name}', 'a tab'],
  option: ['option {name}', 'an option'],
  dialog: ['dialog {name}', 'the dialog'],
  drawer: ['drawer {name}', 'the drawer'],
  step: ['action step {name}', 'an action step'],
  text: ['text {name}', 'a text'],
  part: ['part {name}', 'a part'],
  address: ['address {name}', 'an address'],
  addresses: ['table of addresses {name}', 'the table of addresses'],
  line: ['menu line {name}', 'a menu line'],
  menus: ['menus {name}', 'the menus'],
} as const
type Kind = keyof typeof KINDS

/** Properties that have a word in other languages; the rest go by their own name, as in the JSON. */
export const PROPERTIES: readonly string[] = [
  'label title subTitle name type tpl text value placeholder description remark tooltip icon level size mode',
  'api initApi source data options columns body actions toolbar onEvent dialog drawer confirmText submitText',
  'visibleOn hiddenOn disabledOn requiredOn visible hidden disabled required width className path screen access',
  'layout redirect to link url messages validations quickEdit headerToolbar footerToolbar filter sortable searchable',
].flatMap(line => line.split(' '))
/** Types that a part is called by where it has no name of its own. */
export const TYPES: readonly string[] = [
  'container wrapper grid flex hbox divider image images service alert panel card each tabs collapse avatar',
  'status mapping tag group chart html markdown iframe wizard steps progress date datetime static dropdown-button',
].flatMap(line => line.split(' '))
const known = new Set<string>([...PROPERTIES, ...TYPES])
const own = (name: string, locale: Locale) => (known.has(name) ? say(locale, name) : name)

/** The text of a screen in a language: `i18n:Members` looked up, everything else as it is. */
export type Word = (text: string) => string

export interface Sentence {
  code: keyof typeof SENTENCES
  /** Id of the node, in the older screen where it is there. */
  node: string
  values: Record<string, string | number>
}

const LONGEST = 60
const short = (value: Json | undefined): string | undefined =>
  typeof value === 'boolean' || typeof value === 'number' || (typeof value === 'string' && value.length <= LONGEST) ? String(value) : undefined
const has = (node: Node, key: string) => node.props.has(key) || node.slots.has(key)
const plain: Word = text => (text.startsWith('i18n:') ? text.slice('i18n:'.length).replace(/\|[a-z]+$/, '') : text)
/** Looks texts of screens up in a dictionary whose keys are their English. */
export const wordIn =
  (words: Readonly<Record<string, string>>): Word =>
  text =>
    (text.startsWith('i18n:') && words[text.slice('i18n:'.length)]) || plain(text)

function kindOf(node: Node): Kind {
  if (node.scalar) return 'text'
  const type = typeOf(node) ?? ''
  if (!node.parent) return type ? 'page' : node.slots.has('routes') ? 'addresses' : node.slots.has('home') || node.slots.has('platform') ? 'menus' : 'page'
  // The tables beside the screens: their lines have no type.
  if (!node.parent.parent && !type && node.slot === 'routes') return 'address'
  if (!node.parent.parent && !type && node.props.has('to')) return 'line'
  if (node.slot === 'columns' && !/^(hbox|grid|columns)$/.test(typeOf(node.parent) ?? '')) return 'column'
  if (node.slot === 'tabs') return 'tab'
  if (node.slot === 'options' || node.slot === 'source') return 'option'
  if (node.slot === 'dialog' || type === 'dialog') return 'dialog'
  if (node.slot === 'drawer' || type === 'drawer') return 'drawer'
  if (/^(button|action|submit|reset|dropdown-button)$/.test(type) || /^(actions|buttons)$/.test(node.slot))
    return typeOf(node) || node.props.has('label') ? 'button' : 'step'
  if (type === 'form') return 'form'
  if (/^(crud2?|list|cards)$/.test(type)) return 'list'
  if (type.startsWith('table')) return 'table'
  if (/^(input-|select|textarea|checkbox|radio|switch|picker|combo|transfer|tree-select|nested-select|editor|hidden)/.test(type)) return 'field'
  return type === 'tpl' || type === 'plain' ? 'text' : 'part'
}

function nameOf(node: Node): string | undefined {
  if (node.scalar) return short(node.scalar.value)
  for (const key of kindOf(node) === 'address' ? ['path'] : ['label', 'title', 'name', 'tpl', 'actionType']) {
    const value = node.props.get(key)
    if (typeof value === 'string' && value !== '' && value.length <= LONGEST) return value
  }
  return kindOf(node) === 'part' ? typeOf(node) : undefined
}

/** The part of the screen that a node belongs to, and by which of its properties: an api object is its owner's `api`. */
export function ownerOf(node: Node): { owner: Node; what: string | undefined } {
  const trail: Node[] = []
  for (let at: Node | undefined = node; at; at = at.parent) trail.unshift(at)
  let owner = trail[0] as Node
  for (const step of trail.slice(1)) {
    const isPart = typeOf(step) !== undefined || step.parent?.slots.get(step.slot)?.list === true
    if (!isPart || step.slot === 'onEvent') return { owner, what: step.slot }
    owner = step
  }
  return { owner, what: undefined }
}

/** What people call a node: `column Status`. */
export function nodeLabel(node: Node, locale: Locale = 'en-US', word: Word = plain): string {
  const [named, unnamed] = KINDS[kindOf(node)]
  const name = nameOf(node)
  if (name === undefined) return say(locale, unnamed)
  return say(locale, named, { name: name === typeOf(node) ? own(name, locale) : word(name) })
}

/** Sentences of a difference, in the order of the screen, each once. `word` translates a text of the screen itself. */
export function describe(difference: Difference, locale: Locale = 'en-US', word: Word = plain): Sentence[] {
  const { patch, a, b, matching, idOf } = difference
  const found = new Map<string, Sentence>()
  const call = (node: Node) => nodeLabel(node, locale, word)
  const named = (name: string) => own(name, locale)
  const shown = (value: Json | undefined) => {
    const text = short(value)
    return text === undefined ? undefined : word(text)
  }
  const tell = (code: Sentence['code'], node: string, values: Sentence['values']) => {
    const key = `${code} ${node} ${JSON.stringify(values)}`
    if (!found.has(key)) found.set(key, { code, node, values })
  }
  const fresh = new Map(subtree(b.root).map(node => [idOf(node), node]))
  const after = (id: string) => {
    const node = a.byId.get(id)
    return (node && matching.there.get(node)) ?? fresh.get(id)
  }

  /** A change of a property, told of the part that it belongs to. */
  function propertyChanged(id: string, prop: string, old: Json | undefined, next: Json | undefined) {
    const node = a.byId.get(id) as Node
    const { owner, what } = ownerOf(node)
    const name = call(owner)
    if (what) return tell('changed', owner.id, { what: named(what), node: name })
    if (prop === TEXT) return tell('text', id, { from: shown(old) ?? '…', to: shown(next) ?? '…' })
    if (prop === 'type' && old !== undefined && next !== undefined) return tell('becameType', id, { node: name, from: String(old), to: String(next) })
    if (old === undefined) return tell('given', id, { what: named(prop), node: name })
    if (next === undefined) return tell('taken', id, { what: named(prop), node: name })
    const [from, to] = [shown(old), shown(next)]
    if (from === undefined || to === undefined) return tell('changed', id, { what: named(prop), node: name })
    return tell('changedFromTo', id, { what: named(prop), node: name, from, to })
  }

  // A property that changes its form, such as an address from text to object, is one change and not three.
  const reshaped = new Set(patch.flatMap(step => (step.op === 'shape' ? [`${step.id} ${step.slot}`] : [])))
  for (const step of patch) {
    if (step.op === 'set' || step.op === 'unset') {
      const node = a.byId.get(step.id)
      if (!node) continue
      const old = step.prop === TEXT ? node.scalar?.value : node.props.get(step.prop)
      if (reshaped.has(`${step.id} ${step.prop}`))
        tell('changed', ownerOf(node).owner.id, { what: named(ownerOf(node).what ?? step.prop), node: call(ownerOf(node).owner) })
      else propertyChanged(step.id, step.prop, old, step.op === 'set' ? step.value : undefined)
      continue
    }
    if (step.op === 'shape') continue
    const node = step.op === 'insert' ? after(step.id) : a.byId.get(step.id)
    if (!node?.parent) continue
    const { owner, what } = ownerOf(node)
    // Below an api or an event there are no parts: the property changed.
    if (what) {
      const before = step.op === 'insert' ? matching.back.get(owner) : owner
      const now = step.op === 'insert' ? owner : matching.there.get(owner)
      if (before && now) tell(!has(before, what) ? 'given' : has(now, what) ? 'changed' : 'taken', before.id, { what: named(what), node: call(now) })
      continue
    }
    const container = call(ownerOf(node.parent).owner)
    if (step.op === 'insert') tell('added', step.id, { node: call(node), container })
    else if (step.op === 'remove') tell('removed', step.id, { node: call(node), container })
    else {
      const now = after(step.id)
      const parent = node.parent && matching.there.get(node.parent)
      if (!now?.parent) continue
      if (now.parent === parent && now.slot === node.slot) tell('moved', step.id, { node: call(now), from: positionOf(node) + 1, to: positionOf(now) + 1 })
      else tell('movedInto', step.id, { node: call(now), from: container, container: call(ownerOf(now.parent).owner) })
    }
  }
  return [...found.values()]
}

/** A sentence in words. */
export const sentenceText = (sentence: Sentence, locale: Locale = 'en-US') => say(locale, SENTENCES[sentence.code], sentence.values)

export const CONFLICTS = {
  value: '{what} of {node} is “{ours}” here and “{theirs}” in the newer screen',
  removedByThem: '{node} was changed here and is gone in the newer screen',
  removedByUs: '{node} was removed here and is changed in the newer screen',
  moved: '{node} was moved to another place here than in the newer screen',
  place: '{what} of {node} holds something else here than in the newer screen',
  loop: '{node} was moved into what the newer screen moved into it',
} as const

/** The same of two sides that have names: dev of an app and a copy of it. */
export const CONFLICTS_BETWEEN = {
  value: '{what} of {node} is “{ours}” in {here} and “{theirs}” in {there}',
  removedByThem: '{node} was changed in {here} and is gone in {there}',
  removedByUs: '{node} was removed in {here} and is changed in {there}',
  moved: '{node} was moved to another place in {here} than in {there}',
  place: '{what} of {node} holds something else in {here} than in {there}',
  loop: '{node} was moved in {here} into what was moved into it in {there}',
} as const satisfies Record<keyof typeof CONFLICTS, string>

interface Telling {
  locale?: Locale
  word?: Word
  /** What the two sides are called; without it they are a screen and a newer one below. */
  sides?: { here: string; there: string }
}
/** A conflict in words; `base` is the screen that both changed. */
export function conflictText({ kind, node: id, prop = '', ours, theirs }: Conflict, base: Tree, { locale = 'en-US', word = plain, sides }: Telling = {}) {
  const node = base.byId.get(id)
  const { owner, what } = node ? ownerOf(node) : { owner: base.root, what: undefined }
  const label = nodeLabel(owner, locale, word)
  const value = (side: Json | undefined) => (typeof side === 'string' ? word(side) : shownValue(side))
  const values = { node: label, what: own(what ?? prop, locale), ours: value(ours), theirs: value(theirs), ...sides }
  const text = say(locale, sides ? CONFLICTS_BETWEEN[kind] : CONFLICTS[kind], values)
  return { label, text }
}

/** Size of what a person would call a value, for lists of conflicts. */
export const shownValue = (value: Json | undefined): string =>
  value === undefined ? '' : isObject(value) || Array.isArray(value) ? JSON.stringify(value).slice(0, 200) : String(value)
