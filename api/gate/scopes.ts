// The data chain of a screen: which names a place can read. A name that nothing around provides shows as nothing, silently, so it is told.
//
// amis nests data: the shell's context, the page, services, forms, lists, their rows, dialogs. Each of them is a scope here, with the names that
// it certainly gets; a scope that may hold anything (an address that is no call of ours, rows of a list without a known source) is open.
import type { AnySchemaObject } from 'ajv'
import type { Call } from '../contract-schema.ts'
import {
  EVENT_NAMES,
  LINES,
  LIST_NAMES,
  NAMES_OF_AMIS,
  PROVIDED,
  ROW_NAMES,
  hasRows,
  isAside,
  isOpaque,
  isOpenKey,
  isOwner,
  isOwnerKey,
  isRowKey,
  makesScope,
  shows,
  fieldNames,
  firstOf,
} from './data-chain.ts'
import { type Address, findCall, isAddressKey, readAddress } from './addresses.ts'
import { readTemplate } from './expressions.ts'
import { type Found, FoundAt, type Place, type Severity, type Values } from './findings.ts'
import { addData, addFields, chosenFrom, inner, isOpen, namesOf, object, provide, withData, type Known, type Scope } from './known-names.ts'
import { choicesOf, fieldsOf, isClosed, itemsOf } from './shapes.ts'
import { distance, nearest } from './suggest.ts'

type Json = Record<string, unknown>

export interface ScopeOptions {
  calls: readonly Call[]
  /** What the shell hands to the screen. */
  context: Record<string, Known>
  /** True where the address of the page adds names to the data: they cannot be listed. */
  guess: boolean
  /** Names of feature flags beside those that the contract names. */
  features?: Iterable<string>
}

const isPlural = (a: string, b: string) => a === `${b}s` || b === `${a}s`

/** Comparing names takes time, and a page with hundreds of unknown ones is not helped by more. */
const MOST_GUESSES = 300

export function checkScopes(screen: unknown, { calls, context, guess, features = [] }: ScopeOptions): Found[] {
  const findings: Found[] = []
  let guesses = 0
  const report = (place: Place | undefined, severity: Severity, code: string, english: string, values?: Values, meant?: Found['meant']) =>
    void findings.push(new FoundAt(place, severity, code, english, values, meant))
  const root: Scope = { up: undefined, names: new Map(Object.entries(context)), open: false }
  /** Names that an action puts into some component's data: that component may be anywhere. */
  const set = new Set(
    'window now _ global __page __query __saved __response __payload __trigger __formName __super __index __prev __pristine __changeReason'.split(' '),
  )

  const responseOf = (address: Address | undefined): { call?: Call; schema?: AnySchemaObject; mapped?: Json } => {
    if (!address) return {}
    const { call } = findCall(address, calls)
    const mapped = object(address.options.responseData)
    return { ...(call && { call, schema: call.schemas.response }), ...(mapped && { mapped }) }
  }
  /** What comes back from an address lands in the scope. */
  function addAnswer(scope: Scope, key: string, value: unknown, type: string) {
    const address = readAddress(key, value, type)
    if (!address) {
      // An address that comes from the data, such as "${url}".
      if (value) scope.open = true
      return
    }
    if (address.options.answer) {
      scope.open = true
      return
    }
    const { call, schema, mapped } = responseOf(address)
    // A part of the answer under another name is what it was.
    if (mapped)
      for (const [name, from] of Object.entries(mapped))
        if (name !== '&') scope.names.set(firstOf(name), (!name.includes('.') && fieldsOf(schema)?.[/^\$\{(\w+)\}$/.exec(String(from))?.[1] ?? '']) || true)
    if (mapped && !('&' in mapped)) return
    if (call?.answer && call.answer !== 'json') return
    if (call) addFields(scope, schema)
    else scope.open = true
  }
  /** Names that components in here give to the scope around them. */
  function gather(node: unknown, scope: Scope, through: boolean): void {
    if (Array.isArray(node)) return node.forEach(item => gather(item, scope, through))
    const own = object(node)
    if (!own) return
    const type = typeof own.type === 'string' ? own.type : ''
    if (typeof own.name === 'string' && !shows(type)) provide(scope, firstOf(own.name), guess || own.name.includes('.') ? true : chosenFrom(own, type))
    if (typeof own.extraName === 'string') provide(scope, firstOf(own.extraName))
    // What an action or a service fetches is kept by the component around it.
    if (type === 'service' && own.data) addData(scope, own.data)
    if ((own.actionType === 'ajax' || type === 'service') && own.api && !('outputVar' in own)) addAnswer(scope, 'api', own.api, type || 'action')
    // A schema that is fetched brings no values to what stands around it.
    if (type === 'service' && (own.dataProvider || own.ws)) scope.open = true
    if (own.asyncApi || (type !== 'service' && own.initFetchSchema)) scope.open = true
    if (object(own.autoFill))
      for (const name of Object.keys(own.autoFill as Json)) if (name !== 'api' && name !== 'fillMapping') scope.names.set(firstOf(name), true)
    if (object(own.autoFill)?.api || object(own.autoFill)?.fillMapping) scope.open = true
    const stops = isOwner(type) && !(through && type === 'form')
    for (const key in own) {
      const value = own[key]
      if (!value || typeof value !== 'object' || key === 'data' || key === 'options' || key === 'onEvent') continue
      if (stops || isOwnerKey(key)) continue
      gather(value, scope, through)
    }
  }

  /** What actions set anywhere: setValue's values, variables, what a form hands to its target. */
  function gatherSet(node: unknown): void {
    if (Array.isArray(node)) return node.forEach(gatherSet)
    const own = object(node)
    if (!own) return
    const action = own.actionType
    if (typeof action === 'string') {
      const args = object(own.args)
      if (action === 'setValue' || action === 'reload' || action === 'broadcast' || action === 'rebuild')
        for (const holder of [args?.value, own.value, own.data, args]) for (const name of Object.keys(object(holder) ?? {})) set.add(firstOf(name))
    }
    if (typeof own.outputVar === 'string') set.add(own.outputVar)
    if (own.type === 'form' && typeof own.target === 'string') {
      const handed: Scope = { up: undefined, names: new Map(), open: false }
      gather(own.body ?? own.controls, handed, false)
      for (const name of handed.names.keys()) set.add(name)
    }
    for (const key of ['reload', 'target']) {
      const text = own[key]
      if (typeof text === 'string') for (const [, name = ''] of text.matchAll(/[?&](\w+)=/g)) set.add(name)
    }
    for (const key in own) if (own[key] && typeof own[key] === 'object') gatherSet(own[key])
  }

  function lookup(scope: Scope | undefined, name: string): Known | undefined {
    for (let at = scope; at; at = at.up) {
      const found = at.names.get(name)
      if (found !== undefined) return found
    }
    return set.has(name) ? true : undefined
  }
  /** The schema at a path, as far as it is known; reports a part that cannot be there. */
  function follow(path: readonly string[], scope: Scope, place: Place | undefined): AnySchemaObject | undefined {
    let at = lookup(scope, path[0] as string)
    for (let step = 1; step < path.length; step++) {
      if (at === undefined || at === true) return undefined
      const key = path[step] as string
      if (key === '[]') {
        at = itemsOf(at)
        continue
      }
      if (itemsOf(at) || key === 'length') return undefined
      const fields = fieldsOf(at)
      if (step === 2 && path[0] === 'config' && path[1] === 'features') {
        const known = [...Object.keys(fields ?? {}), ...features]
        if (!known.includes(key)) report(place, 'error', 'feature.unknown', 'There is no feature "{name}"', { name: key }, () => nearest(key, known))
        return undefined
      }
      if (!fields) return undefined
      if (!Object.hasOwn(fields, key)) {
        if (isClosed(at)) {
          const head = path.slice(0, step).join('.')
          const meant = () => nearest(key, Object.keys(fields))
          if (head === 'app.perms') report(place, 'error', 'permission.unknown', 'There is no permission "{name}"', { name: key }, meant)
          else if (head === 'config') report(place, 'error', 'setting.unknown', 'There is no setting "{name}"', { name: key }, meant)
          else report(place, 'warning', 'variable.unknown', '"{owner}" has no "{name}"', { owner: head, name: key }, meant)
        }
        return undefined
      }
      at = fields[key]
    }
    return at === true ? undefined : at
  }

  /** Names of all fields that people fill in, for pages whose data nobody can list. */
  let fields: Set<string> | undefined
  function slipOf(name: string): string | undefined {
    fields ??= fieldNames(screen)
    // Plurals, numbered names and names of other things are no slips.
    if (name.length < 4 || set.has(name) || fields.has(name) || NAMES_OF_AMIS.has(name)) return undefined
    const near = nearest(name, fields)
    return near !== undefined && near.length >= 4 && distance(name, near) === 1 && !/\d$/.test(name) && !/\d$/.test(near) && !isPlural(name, near)
      ? near
      : undefined
  }

  function text(value: string, scope: Scope, place: Place | undefined) {
    const { reads, compared } = readTemplate(value)
    let told: Set<string> | undefined
    for (const path of reads) {
      const name = path[0] as string
      if (lookup(scope, name) !== undefined) {
        if (path.length > 1) follow(path, scope, place)
        continue
      }
      if (told?.has(name)) continue
      told ??= new Set()
      if (isOpen(scope)) {
        // Anything may come in here; a name that is one letter off a field's is still that field's.
        if (!guess || guesses++ > MOST_GUESSES) continue
        const near = slipOf(name)
        if (near !== undefined) report(place, 'warning', 'variable.unknown', 'Nothing here provides "{name}"', { name }, () => near)
        told.add(name)
        continue
      }
      told.add(name)
      if (guess) {
        // The page's own address may bring any name: only what looks like a slip is told.
        // Of two letters nobody can say what was meant.
        if (name.length < 3 || guesses++ > MOST_GUESSES) continue
        const near = nearest(name, namesOf(scope))
        if (near === undefined || distance(name, near) > Math.max(1, Math.floor(name.length / 4))) continue
      }
      report(place, 'warning', 'variable.unknown', 'Nothing here provides "{name}"', { name }, () => nearest(name, namesOf(scope)))
    }
    for (const { path, text: word } of compared) {
      const schema = path.length > 1 || lookup(scope, path[0] as string) !== true ? quietly(path, scope) : undefined
      const choices = schema && choicesOf(schema)
      if (choices && word !== '' && !choices.includes(word) && choices.every(one => typeof one === 'string' || one === null)) {
        const words = choices.filter((one): one is string => typeof one === 'string')
        report(
          place,
          'warning',
          'value.never',
          '"{path}" is never "{value}"; it is one of {choices}',
          { path: path.join('.'), value: word, choices: words.join(', ') },
          () => nearest(word, words),
        )
      }
    }
  }
  function quietly(path: readonly string[], scope: Scope): AnySchemaObject | undefined {
    const before = findings.length
    const found = follow(path, scope, undefined)
    if (findings.length > before) findings.length = before
    return found
  }

  /** Rows that a list shows: from its address, or from the data that `source` or `name` says. */
  function rowScope(own: Json, type: string, scope: Scope): Scope {
    const row = inner(scope)
    for (const name of [...ROW_NAMES, own.indexField, own.itemName, own.itemKeyName, own.indexKeyName]) if (typeof name === 'string') row.names.set(name, true)
    let schema: AnySchemaObject | undefined
    // A list, or some of one.
    const [, whole, part] =
      typeof own.source === 'string' ? (/^\$(?:\{?\s*([\w.]+)\s*\}?|\{\s*ARRAYFILTER\(\s*([\w.]+)\s*,.*\)\s*\})$/s.exec(own.source) ?? []) : []
    const source = whole ?? part
    if (own.api && !own.source) {
      const { schema: answer, mapped } = responseOf(readAddress('api', own.api, type))
      // An answer that is arranged anew: its rows are known where they are a list of the answer, or some of one.
      const [, some, all] = mapped ? (/^\$\{\s*(?:ARRAYFILTER\(\s*(\w+)\s*,.*\)|(\w+))\s*\}$/s.exec(String(mapped.items ?? '')) ?? []) : []
      const list = mapped ? (some ?? all) : 'items'
      if (list) schema = itemsOf(fieldsOf(answer)?.[list])
    } else if (source) schema = itemsOf(quietly(source.split('.'), scope))
    else if (!own.source) schema = itemsOf(quietly((typeof own.name === 'string' && type !== 'crud' ? own.name : 'items').split('.'), scope))
    if (schema) row.names.set(typeof own.itemKeyName === 'string' ? own.itemKeyName : 'item', schema)
    if (schema && isClosed(schema)) addFields(row, schema)
    else row.open = true
    return row
  }

  /** Columns of a table over rows that something around it provides; those over a call of its own are held against the call. */
  function checkColumns(own: Json, rows: Scope, place: Place | undefined) {
    if (!Array.isArray(own.columns)) return
    own.columns.forEach((column, index) => {
      const name = object(column)?.name
      const first = typeof name === 'string' ? name.split('.')[0] : undefined
      if (!first || rows.names.has(first)) return
      const where = { up: { up: { up: place, key: 'columns' }, key: index }, key: 'name' }
      report(where, 'error', 'column.unknown', 'The rows of {source} have no "{name}"', { source: String(own.source), name: first }, () =>
        nearest(first, [...rows.names.keys()]),
      )
    })
  }

  /** The scope that a component makes for what is in it; its own where it makes none. */
  function scopeOf(own: Json, type: string, scope: Scope, key: string | number): Scope {
    const isDialog = key === 'dialog' || key === 'drawer' || type === 'dialog' || type === 'drawer'
    if (!makesScope(type) && !isDialog && !isOwnerKey(String(key))) return own.data && typeof own.data === 'object' && type ? withData(own, scope) : scope
    const made = inner(scope)
    addData(made, own.data)
    for (const api of ['api', 'initApi', 'asyncApi', 'initAsyncApi', 'saveOrderApi'])
      if (own[api] && !(isDialog && api === 'api')) addAnswer(made, api, own[api], type || 'form')
    if (own.schemaApi || own.dataProvider || own.ws || own.initFetchSchema) made.open = true
    if (type.startsWith('crud')) {
      for (const name of [...LIST_NAMES, own.pageField, own.perPageField]) if (typeof name === 'string' && !made.names.has(name)) made.names.set(name, true)
      if (own.filter) gather(own.filter, made, true)
      if (own.headerToolbar) gather(own.headerToolbar, made, true)
      gather(own.columns, made, false)
      // Rows of something around it; where those are known, nothing else comes in.
      if (typeof own.source === 'string' && own.source && rowScope(own, type, scope).open) made.open = true
    }
    if (type === 'combo' || type === 'input-table' || type === 'input-array') for (const name of ROW_NAMES) made.names.set(name, true)
    for (const inside of Object.keys(own)) if (!isAside(inside) || (inside === 'columns' && !type.startsWith('crud'))) gather(own[inside], made, isDialog)
    return made
  }
  function walk(node: unknown, scope: Scope, place: Place | undefined, key: string | number): void {
    if (typeof node === 'string') return node.includes('${') ? text(node, scope, place) : undefined
    if (Array.isArray(node)) {
      for (let index = 0; index < node.length; index++) {
        const item: unknown = node[index]
        if (typeof item === 'object' || (typeof item === 'string' && item.includes('${'))) walk(item, scope, { up: place, key: index }, key)
      }
      return
    }
    const own = object(node)
    if (!own) return
    const type = typeof own.type === 'string' ? own.type : ''
    const around = scopeOf(own, type, scope, key)
    const given = Object.hasOwn(PROVIDED, type) ? PROVIDED[type] : undefined
    const mine = given ? { up: around, names: new Map(given.map(name => [name, true] as const)), open: false } : around
    const rows = hasRows(type) ? rowScope(own, type, mine) : undefined
    if (rows && !rows.open && typeof own.source === 'string') checkColumns(own, rows, place)
    const isApi = ('url' in own || 'method' in own) && isAddressKey(String(key))
    // The answer to a button's request is what its feedback shows, and where it leads.
    const after = own.api && (own.feedback || own.redirect || own.reload || own.dialog || own.drawer) ? inner(mine) : undefined
    if (after) addAnswer(after, 'api', own.api, type || 'action')
    const lines = Object.hasOwn(LINES, type) ? LINES[type] : undefined
    for (const inside in own) {
      const value = own[inside]
      const isText = typeof value === 'string'
      if ((isText ? !value.includes('${') : !value || typeof value !== 'object') || isOpaque(inside)) continue
      const here = { up: place, key: inside }
      if (inside === 'type' || inside === 'definitions') continue
      if (inside === 'onEvent') events(value, mine, here)
      else if (rows && isRowKey(inside)) walk(value, rows, here, inside)
      else if (lines?.test(inside) || (inside === 'tabs' && type === 'tabs' && own.source)) walk(value, inner(mine, true), here, inside)
      // `"$rows": {…}` makes one of these for each row.
      else if (inside.startsWith('$')) walk(value, inner(mine, true), here, inside)
      else if (isApi && (inside === 'responseData' || inside === 'answer')) walk(value, inner(mine, true), here, inside)
      else if (!isApi && isOpenKey(inside)) walk(value, inside === 'feedback' && after ? after : inner(mine, true), here, inside)
      else if (after && /^(redirect|reload)$/.test(inside)) walk(value, after, here, inside)
      // What is typed so far.
      else if (inside === 'autoComplete') walk(value, { ...inner(mine), names: new Map([['term', true]]) }, here, inside)
      else walk(value, mine, here, inside)
    }
  }

  /** Actions of an event read what the event brings beside what is around. */
  function events(value: unknown, scope: Scope, place: Place) {
    const made = inner(scope)
    for (const name of EVENT_NAMES) made.names.set(name, true)
    walk(value, made, place, 'onEvent')
  }

  gatherSet(screen)
  walk(screen, root, undefined, '')
  return findings
}
