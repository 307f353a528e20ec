// Holds a page against the models of its app: sources, models and fields that it names are there. Pure; told at the exact place, with what was meant.
import { isOfRows, MODEL_SCHEME, readModelAddress, type ModelAddress } from '../models/address.ts'
import { filterTree } from '../models/options.ts'
import { isAddressKey } from './addresses.ts'
import { pathOf, type Found, type Place, type Values } from './findings.ts'
import { regionIn, type Region } from './safety.ts'
import { nearest } from './suggest.ts'

/** What there is in an app: source → model → what rows have, besides what every row has. */
export type ModelTable = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>

type Json = Record<string, unknown>
const object = (value: unknown): Json | undefined => (value && typeof value === 'object' && !Array.isArray(value) ? (value as Json) : undefined)
const NO_NAMES: ReadonlySet<string> = new Set()

/** Of every row: the key, the system columns, and what names the row and what it names. */
const OF_ROWS = ['id', 'created_at', 'created_by', 'updated_at', 'updated_by', 'version', '_title', '_labels', '_related', '_counts']
const METHOD = /^(?:get|post|put|patch|delete|raw|schema):/i
/** The older form of a name; what stands before it is where the app's rows are. */
const OLDER = /^\$\{\s*dataApi\s*\}\/([\w-]+)\/model\/([\w-]+)/
/** Components that show rows under the names of their fields, and where. */
const LIST = /^(crud2?|table2?|cards|list|service)$/
const FIELD =
  /^(input-|select|textarea|checkbox|radio|switch|tree-select|date|button-group-select|list-select|picker|transfer|editor|static|nested-select|chained-select)/
const LAYOUT = ['body', 'controls', 'items', 'columns', 'tabs', 'rows']

/** The address in a value, without its method. */
const urlOf = (value: unknown): string | undefined => {
  const text = typeof value === 'string' ? value : object(value)?.url
  return typeof text === 'string' ? text.trim().replace(METHOD, '') : undefined
}
function named(url: string): ModelAddress | undefined {
  const older = OLDER.exec(url)
  if (!older) return readModelAddress(url)
  return readModelAddress(`${MODEL_SCHEME}${older[1]}/${older[2]}${url.slice(older[0].length)}`)
}

/** Fields that conditions are about. */
function namedIn(node: unknown): unknown[] {
  const group = object(node)
  if (!group) return []
  return [...(object(group.left) ? [object(group.left)?.field] : []), ...(Array.isArray(group.children) ? group.children.flatMap(namedIn) : [])]
}

export function checkModels(screen: unknown, models: ModelTable): Found[] {
  const found: Found[] = []
  const at = (place: Place | undefined, ...keys: (string | number)[]): Place | undefined => keys.reduce<Place | undefined>((up, key) => ({ up, key }), place)
  const report = (place: Place | undefined, code: string, english: string, values: Values, names: Iterable<string> = []) =>
    void found.push({ path: pathOf(place), severity: 'error', code, english, values, meant: () => nearest(String(values.name), names) })
  const isWritten = (text: unknown): text is string => typeof text === 'string' && text !== '' && !text.includes('$')

  /** The fields of a model that is named; undefined after saying that it is not there, and for one that nobody can know. */
  function fieldsOf(source: string, model: string, spots: { source: Place | undefined; model: Place | undefined }): readonly string[] | undefined {
    if (!isWritten(source) || !isWritten(model)) return undefined
    const inSource = Object.hasOwn(models, source) ? models[source] : undefined
    if (!inSource) return void report(spots.source, 'model.unknown', 'This app has no data source "{name}"', { name: source }, Object.keys(models))
    const fields = Object.hasOwn(inSource, model) ? inSource[model] : undefined
    if (!fields) return void report(spots.model, 'model.unknown', 'There is no model "{name}" in "{source}"', { name: model, source }, Object.keys(inSource))
    return fields
  }
  function checkField(place: Place | undefined, name: unknown, fields: readonly string[], model: string) {
    if (!isWritten(name)) return
    const key = name.split('.')[0] as string
    if (!fields.includes(key) && !OF_ROWS.includes(key)) report(place, 'model.field', 'Model "{model}" has no field "{name}"', { name: key, model }, fields)
  }

  /** What an address names; the rest of it and its query name fields too. */
  function checkAddress(place: Place, value: unknown): { model: string; fields: readonly string[]; isList: boolean } | undefined {
    const url = urlOf(value)
    if (url === undefined) return undefined
    const spot = typeof value === 'string' ? place : at(place, 'url')
    const name = named(url)
    if (!name) {
      if (url.startsWith(MODEL_SCHEME) && !url.includes('$'))
        report(spot, 'model.address', 'The rows of a model are named "model:source/model", not "{name}"', { name: url.slice(0, 80) })
      return undefined
    }
    const { source, model, rest, query } = name
    const fields = fieldsOf(source, model, { source: spot, model: spot })
    if (!fields) return undefined
    const ofField = /^\/(?:(?:choice|file|option)|[^/]+\/formula)\/([^/]+)/.exec(rest)?.[1]
    if (ofField) checkField(spot, ofField, fields, model)
    for (const part of query.slice(1).split('&')) {
      const [key = '', text = ''] = part.split('=')
      if (/^(fields|orderBy|relations)$/.test(key)) for (const one of text.split(',')) checkField(spot, one, fields, model)
    }
    const data = object(object(value)?.data)
    const kind = /^\/(option|total)\//.exec(rest)?.[1]
    const keys = kind === 'option' ? ['orderBy', 'value', 'parent'] : kind === 'total' ? ['of', 'by'] : ['fields', 'orderBy', 'relations']
    for (const key of keys) if (isWritten(data?.[key])) for (const one of data[key].split(',')) checkField(at(place, 'data', key), one, fields, model)
    for (const one of namedIn(filterTree(data?.filter))) checkField(at(place, 'data', 'filter'), one, fields, model)
    return { model, fields, isList: rest === '' }
  }

  /** Names of the inputs of a form, or of the parts of a row; those of forms and lists inside are not its own. */
  function checkNames(node: unknown, place: Place | undefined, fields: readonly string[], model: string, isPart: (type: string) => boolean): void {
    if (Array.isArray(node)) return node.forEach((item, index) => checkNames(item, at(place, index), fields, model, isPart))
    const own = object(node)
    if (!own) return
    const type = String(own.type ?? '')
    if (/^(form|crud2?|service|combo|input-table|input-sub-form|tessera-)/.test(type) || object(own.api) || isWritten(own.api)) return
    if (isPart(type) && type !== 'operation') checkField(at(place, 'name'), own.name, fields, model)
    for (const key of LAYOUT) if (own[key] && typeof own[key] === 'object') checkNames(own[key], at(place, key), fields, model, isPart)
  }

  /** Columns, cards and forms that show or send what their address names. */
  function checkBound(own: Json, place: Place | undefined, { model, fields, isList }: { model: string; fields: readonly string[]; isList: boolean }) {
    const type = String(own.type ?? '')
    if (type === 'form') checkNames(own.body, at(place, 'body'), fields, model, part => FIELD.test(part))
    else if (LIST.test(type) && isList && !own.source)
      for (const key of ['columns', 'card', 'listItem']) checkNames(own[key], at(place, key), fields, model, () => true)
  }

  function checkTable(own: Json, place: Place | undefined) {
    if (!isWritten(own.model)) return
    const fields = fieldsOf(isWritten(own.source) ? own.source : 'main', own.model, { source: at(place, 'source'), model: at(place, 'model') })
    if (!fields) return
    const { model } = own
    if (Array.isArray(own.fields))
      own.fields.forEach((one: unknown, index) => {
        const inside = object(one)
        checkField(inside ? at(place, 'fields', index, 'name') : at(place, 'fields', index), inside ? inside.name : one, fields, model)
      })
    const conditions = (node: unknown, where: Place | undefined): void => {
      const group = object(node)
      if (!group) return
      const left = object(group.left)
      if (left) checkField(at(where, 'left', 'field'), left.field, fields, model)
      if (Array.isArray(group.children)) group.children.forEach((one: unknown, index) => conditions(one, at(where, 'children', index)))
    }
    if (own.by !== undefined) checkField(at(place, 'by'), own.by, fields, model)
    conditions(own.filter, at(place, 'filter'))
  }

  function walk(node: unknown, place: Place | undefined, region: Region): void {
    if (Array.isArray(node)) return node.forEach((item, index) => typeof item === 'object' && walk(item, { up: place, key: index }, region))
    if (region === 'data') return
    const own = object(node)
    if (!own) return
    if (isOfRows(own.type)) checkTable(own, place)
    for (const key in own) {
      const value = own[key]
      const here: Place = { up: place, key }
      if (isAddressKey(key) && !(isOfRows(own.type) && key === 'source')) {
        const bound = checkAddress(here, value)
        if (bound && key === 'api') checkBound(own, place, bound)
      }
      if (value && typeof value === 'object') walk(value, here, regionIn(region, key, own, value, NO_NAMES))
    }
  }
  walk(screen, undefined, 'parts')
  return found
}
