// Holds a screen against the calls: every address exists, every field that is sent or read is in its contract, nothing runs script.
// Pure: takes the resolved screen and the call table, returns problems with exact JSON paths.
import type { AnySchemaObject } from 'ajv'
import type { Call } from '../contract-schema.ts'
import { type Address, asWritten, findCall, isAddressKey, readAddress } from './addresses.ts'
import { findDanger } from './safety.ts'
import { hint } from './suggest.ts'

type Json = Record<string, unknown>

export interface Problem {
  /** JSON path of the value, such as `body[0].api`. */
  path: string
  message: string
}

export interface CheckOptions {
  calls: readonly Call[]
  /** amis types that exist; left out, types are not checked. */
  types?: ReadonlySet<string>
  /** Names that the shell provides to every screen. */
  provided?: readonly string[]
}

/** What the shell hands to every screen. */
export const PROVIDED = ['user', 'companies', 'config', 'company', 'app', 'locale', 'params', 'query', 'companyKey', 'appUrlKey', 'pageId', 'origin']
/** What amis itself provides in places. */
const AMIS_PROVIDES = [
  'event',
  'items',
  'item',
  'index',
  'page',
  'perPage',
  'total',
  'selectedItems',
  'unSelectedItems',
  'ids',
  'rows',
  'value',
  'label',
  'orderBy',
  'orderDir',
  'keywords',
  'term',
  '__rendererData',
  'responseResult',
  'responseData',
  'responseStatus',
  'responseMsg',
  'timeLeft',
  '$$',
  'name',
  'key',
  '__super',
  'prevPage',
  'nextPage',
  'result',
  'file',
  'error',
  'super',
  'count',
]

const object = (value: unknown): Json | undefined => (value && typeof value === 'object' && !Array.isArray(value) ? (value as Json) : undefined)
const join = (path: string, key: string | number) => (typeof key === 'number' ? `${path}[${key}]` : path ? `${path}.${key}` : key)

/** Properties of a schema, through anyOf and lists of it; undefined when it is open and anything may come. */
export function fieldsOf(schema: AnySchemaObject | undefined): Record<string, AnySchemaObject> | undefined {
  if (!schema) return undefined
  if (schema.properties) return schema.properties as Record<string, AnySchemaObject>
  const parts = ((schema.anyOf ?? schema.oneOf ?? []) as AnySchemaObject[]).map(fieldsOf)
  return parts.length && parts.some(Boolean) ? Object.assign({}, ...parts) : undefined
}

/** First names in the expressions of a text: `${item.name | upper}` reads `item`. */
export function namesRead(text: string): string[] {
  const found: string[] = []
  for (const [, inner = ''] of text.matchAll(/\$\{([^}]*)\}/g)) {
    const code = inner.replace(/'[^']*'|"[^"]*"/g, "''").replace(/\|\s*\w+(:[^|]*)?/g, match => (match.startsWith('||') ? match : ''))
    const local = new Set([...code.matchAll(/(?:\(|^|,)\s*(\w+)\s*(?:,\s*\w+\s*)*\)?\s*=>/g)].map(m => m[1]))
    for (const [, name = ''] of code.matchAll(/(?<![\w.$'])([A-Za-z_$][\w$]*)(?![\w$]*\s*[(:])/g))
      if (!local.has(name) && !/^(true|false|null|undefined|AND|OR|NOT|in)$/.test(name)) found.push(name)
  }
  return found
}

export function checkScreen(screen: unknown, { calls, types, provided = PROVIDED }: CheckOptions): Problem[] {
  const problems: Problem[] = []
  const report = (path: string, message: string) => void problems.push({ path, message })

  /** Every name that anything in the screen could put into scope; what is in none of them is surely a mistake. */
  const known = new Set([...provided, ...AMIS_PROVIDES])
  const gather = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(gather)
    const own = object(node)
    if (!own) return
    if (typeof own.name === 'string') known.add(own.name.split('.')[0] as string)
    if (typeof own.outputVar === 'string') known.add(own.outputVar)
    for (const key of ['indexField', 'itemName', 'indexName', 'valueField', 'labelField', 'extraName']) if (typeof own[key] === 'string') known.add(own[key])
    for (const key of ['data', 'value', 'responseData', 'args', 'autoFill']) for (const name of Object.keys(object(own[key]) ?? {})) known.add(name)
    for (const name of Object.keys(object(object(own.args)?.value) ?? {})) known.add(name)
    for (const [key, value] of Object.entries(own)) {
      const address = isAddressKey(key) ? readAddress(key, value, String(own.type ?? '')) : undefined
      const response = address && findCall(address, calls).call?.schemas.response
      const add = (schema: AnySchemaObject | undefined, depth: number) => {
        for (const [name, field] of Object.entries(fieldsOf(schema) ?? {})) {
          known.add(name)
          if (depth < 3) add((field.items as AnySchemaObject | undefined) ?? field, depth + 1)
        }
      }
      add(response, 0)
      gather(value)
    }
  }
  gather(screen)

  function checkKeys(path: string, what: string, keys: Iterable<string>, schema: AnySchemaObject, call: Call, extra: string[] = []) {
    const fields = fieldsOf(schema) ?? {}
    if (schema.additionalProperties !== false) return
    for (const key of keys) {
      if (key === '&') continue
      const first = key.split('.')[0] as string
      if (!(first in fields) && !extra.includes(first)) report(join(path, key), `${call.id} takes no ${what} "${first}"${hint(first, Object.keys(fields))}`)
    }
  }

  function checkAddress(path: string, key: string, address: Address, owner: Json) {
    if (/^(https?:)?\/\//.test(address.url)) return report(path, `"${address.url}" is on another host; screens speak with this server only`)
    if (!address.url.startsWith('/')) return undefined
    const { call, methods } = findCall(address, calls)
    if (!call) {
      if (methods.length) return report(path, `${address.url} is there for ${methods.join(', ')}, not for ${address.method}`)
      const written = calls.map(other => asWritten(address.url, other.path))
      return report(path, `no call has the address ${address.url}${hint(address.url, written)}`)
    }
    for (const name of namesRead(address.url)) if (!known.has(name)) report(path, `nothing provides \${${name}} of the address${hint(name, known)}`)
    const empty = address.url.split('/').some((part, at) => at > 0 && part === '')
    if (empty) report(path, 'the address has an empty part')
    checkKeys(path, 'query value', address.query, call.schemas.query, call)
    checkSent(path, key, address, owner, call)
    return undefined
  }

  /** What is sent with a request, against the call's body or query. */
  function checkSent(path: string, key: string, address: Address, owner: Json, call: Call) {
    const data = object(address.options.data)
    const bodied = call.method !== 'GET' && call.method !== 'DELETE'
    const schema = bodied ? call.schemas.body : call.schemas.query
    const files = Object.keys(call.files ?? {})
    if (data) {
      checkKeys(join(path, 'data'), bodied ? 'field' : 'query value', Object.keys(data), schema, call, files)
      if (!('&' in data))
        for (const name of (schema.required as string[] | undefined) ?? [])
          if (!(name in data) && !address.query.includes(name)) report(join(path, 'data'), `${call.id} needs "${name}"`)
    }
    if (owner.type === 'form' && key === 'api' && !data && Object.keys(fieldsOf(schema) ?? {}).length && call.bodyKind !== 'multipart')
      report(path, 'a form states api.data, because amis otherwise sends everything in scope')
    if ((key === 'receiver' || call.bodyKind === 'multipart') && /^input-(file|image)$/.test(String(owner.type))) {
      const field = String(owner.fileField ?? 'file')
      if (!files.includes(field)) report(path, `${call.id} takes no file "${field}"${hint(field, files)}`)
    }
  }

  /** A list and its call: rows, columns, paging, sorting, filters. */
  function checkList(path: string, crud: Json, call: Call) {
    const items = fieldsOf(fieldsOf(call.schemas.response)?.items?.items as AnySchemaObject | undefined)
    if (!fieldsOf(call.schemas.response)?.items) return report(join(path, 'api'), `${call.id} answers no "items" for a list`)
    const query = Object.keys(fieldsOf(call.schemas.query) ?? {})
    const data = object(object(crud.api)?.data)
    // Without api.data amis sends page, perPage, sorting and the filter as they are.
    if (!crud.loadDataOnce && !data)
      for (const name of ['page', 'perPage'])
        if (!query.includes(name)) report(join(path, 'api'), `${call.id} does not page: it takes no "${name}"; set loadDataOnce or api.data`)
    const columns = Array.isArray(crud.columns) ? crud.columns : []
    if (items)
      columns.forEach((column, at) => {
        const own = object(column)
        const name = typeof own?.name === 'string' ? (own.name.split('.')[0] as string) : undefined
        const where = join(join(join(path, 'columns'), at), 'name')
        if (name && !(name in items)) report(where, `${call.id} answers rows without "${name}"${hint(name, Object.keys(items))}`)
        if (own?.sortable && !query.includes('orderBy') && !crud.loadDataOnce) report(where, `${call.id} does not sort: it takes no "orderBy"`)
      })
    const filter = object(crud.filter)
    if (filter && !data && !crud.loadDataOnce)
      for (const [name, at] of fieldNames(filter.body ?? filter.controls, join(join(path, 'filter'), 'body')))
        if (!query.includes(name)) report(at, `${call.id} takes no query value "${name}"${hint(name, query)}`)
    const rows = items ? Object.keys(items) : undefined
    for (const key of ['columns', 'card', 'listItem', 'itemActions'] as const)
      if (rows && crud[key]) checkReads(join(path, key), crud[key], new Set(rows), call)
    return undefined
  }

  /** Names of the fields in a form, with their paths; fields of nested forms and dialogs are not its own. */
  function fieldNames(node: unknown, path: string): [string, string][] {
    if (Array.isArray(node)) return node.flatMap((item, at) => fieldNames(item, join(path, at)))
    const own = object(node)
    if (!own || own.type === 'form' || own.type === 'crud') return []
    const isField =
      /^(input-|select|textarea|checkbox|radio|switch|tree-|nested-|chained-|date|hidden|combo|button-group-select|list-select|picker|transfer|editor|uuid)/.test(
        String(own.type ?? ''),
      )
    const mine: [string, string][] = isField && typeof own.name === 'string' ? [[own.name.split('.')[0] as string, join(path, 'name')]] : []
    return mine.concat(['body', 'controls', 'items', 'columns', 'tabs'].flatMap(key => (own[key] ? fieldNames(own[key], join(path, key)) : [])))
  }

  /** Expressions in the rows of a list read the row, or what the screen provides around it. */
  function checkReads(path: string, node: unknown, rows: Set<string>, call: Call) {
    if (Array.isArray(node)) return node.forEach((item, at) => checkReads(join(path, at), item, rows, call))
    const own = object(node)
    if (own) for (const [key, value] of Object.entries(own)) checkReads(join(path, key), value, rows, call)
    else if (typeof node === 'string')
      for (const name of namesRead(node))
        if (!rows.has(name) && !known.has(name)) report(path, `neither a row of ${call.id} nor the screen has "${name}"${hint(name, rows)}`)
    return undefined
  }

  function walk(node: unknown, path: string, owner: Json | undefined) {
    if (Array.isArray(node)) return node.forEach((item, at) => walk(item, join(path, at), owner))
    const own = object(node)
    if (!own) return
    if (types && typeof own.type === 'string' && isComponent(path) && !types.has(own.type))
      report(join(path, 'type'), `there is no component "${own.type}"${hint(own.type, types)}`)
    for (const [key, value] of Object.entries(own)) {
      const here = join(path, key)
      const danger = findDanger(key, value, own)
      if (danger) report(here, danger)
      const address = isAddressKey(key) && !danger ? readAddress(key, value, String(own.type ?? (own.actionType ? 'action' : ''))) : undefined
      // A link is an address of a page, not of a call.
      if (address && !(key === 'href' && !address.url.startsWith('/api/'))) {
        if (/^(ajax|download|saveAs)$/.test(String(own.actionType)) && !address.stated) report(here, 'an action says its method, such as "post:/api/…"')
        checkAddress(here, key, address, own)
        const call = findCall(address, calls).call
        if (key === 'api' && /^(crud2?|table-view)$/.test(String(own.type)) && call) checkList(path, own, call)
      }
      walk(value, here, own)
    }
  }

  walk(screen, '', undefined)
  return problems
}

/** False for the places where `type` is not a component's: values, options, validations, api data. */
const isComponent = (path: string) =>
  !/(^|\.|\])(data|value|options|args|api|validations|context|chartTheme|config|feat|responseData|mapping|map)(\.|\[|$)/.test(path.replace(/\[\d+\]/g, ''))
