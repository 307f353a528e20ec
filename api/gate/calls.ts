// Holds a screen against the calls: every address exists, what is sent and shown is in its contract, fields are of a kind that it takes.
// Pure: takes the resolved screen and the call table, answers what it finds with exact places.
import type { AnySchemaObject } from 'ajv'
import type { Call } from '../contract-schema.ts'
import { matchRoute, type Route } from '../routes.ts'
import { type Address, asWritten, findCall, isAddressKey, readAddress } from './addresses.ts'
import { readTemplate } from './expressions.ts'
import { type Found, FoundAt, type Phrase, type Place, type Severity, type Values } from './findings.ts'
import { regionIn, type Region } from './safety.ts'
import { choicesOf, fieldsOf, isClosed, itemsOf, typesOf } from './shapes.ts'
import { nearest } from './suggest.ts'

type Json = Record<string, unknown>

export interface CallOptions {
  calls: readonly Call[]
  /** Names that the shell provides to this screen. */
  provided: Iterable<string>
  /** The console's addresses; left out, links are not followed. */
  routes?: readonly Route[]
}

/** What amis itself provides in places. */
const AMIS_PROVIDES =
  'event items item index page perPage total selectedItems unSelectedItems ids rows value label orderBy orderDir keywords term __rendererData responseResult responseData responseStatus responseMsg timeLeft $$ name key __super prevPage nextPage result file error super count'.split(
    ' ',
  )
const FIELD =
  /^(input-|select|textarea|checkbox|radio|switch|tree-|nested-|chained-|date|hidden|combo|button-group-select|list-select|picker|transfer|editor|uuid)/

const object = (value: unknown): Json | undefined => (value && typeof value === 'object' && !Array.isArray(value) ? (value as Json) : undefined)
const firstOf = (name: string) => name.split('.')[0] as string
const NO_NAMES: ReadonlySet<string> = new Set()
const isForeign = (url: string) => /^(https?:)?\/\//.test(url)

/** JSON types that a field of a form gives; undefined where it depends. */
function givenBy(field: Json): Phrase | undefined {
  const type = String(field.type)
  if (/^(input-number|native-number|input-rating)$/.test(type)) return field.big ? undefined : { any: ['number'] }
  if (type === 'input-range') return field.multiple ? undefined : { any: ['number'] }
  if (/^(switch|checkbox)$/.test(type)) return field.trueValue !== undefined || field.falseValue !== undefined ? undefined : { any: ['boolean'] }
  if (/^(input-text|textarea|input-password|input-email|input-url|input-color|input-rich-text|input-signature|editor|[a-z]+-editor)$/.test(type))
    return field.multiple || field.options || field.source ? undefined : { any: ['string'] }
  if (/^(combo|input-table)$/.test(type)) return type === 'combo' && !field.multiple ? { any: ['object'] } : { any: ['array'] }
  if (type === 'input-array') return { any: ['array'] }
  if (type === 'input-kv') return { any: ['object'] }
  return undefined
}

/** `${name}` and nothing else: the value goes on as it is. */
const onlyName = (value: unknown) => (typeof value === 'string' ? /^\$\{\s*([A-Za-z_]\w*)\s*\}$/.exec(value)?.[1] : undefined)

/** What the server answers itself, and what leads away. */
const NOT_OURS = /^\/(\/|api(\/|$)|assets\/|auth\/|docs(\/|$)|healthz|readyz|login|logout|install)/

export function checkCalls(screen: unknown, { calls, provided, routes }: CallOptions): Found[] {
  const findings: Found[] = []
  const report = (place: Place | undefined, code: string, english: string, values?: Values, meant?: Found['meant'], severity: Severity = 'error') =>
    void findings.push(new FoundAt(place, severity, code, english, values, meant))
  const at = (place: Place | undefined, ...keys: (string | number)[]): Place | undefined => keys.reduce<Place | undefined>((up, key) => ({ up, key }), place)

  /** Every name that anything in the screen could put into scope; what is in none of them is surely a mistake. */
  const known = new Set([...provided, ...AMIS_PROVIDES])
  const addAll = (schema: AnySchemaObject | undefined, depth: number) => {
    const fields = fieldsOf(schema)
    for (const name in fields) {
      known.add(name)
      if (depth < 3) addAll(itemsOf(fields[name]) ?? fields[name], depth + 1)
    }
  }
  const answered = new Set<Call>()
  const gather = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(gather)
    const own = object(node)
    if (!own) return
    for (const key in own) {
      const value = own[key]
      if (typeof value === 'string') {
        if (key === 'name') known.add(firstOf(value))
        else if (/^(outputVar|indexField|itemName|itemKeyName|indexKeyName|indexName|valueField|labelField|extraName)$/.test(key)) known.add(value)
        if (!isAddressKey(key)) continue
      } else if (typeof value !== 'object') continue
      else if (/^(data|value|responseData|answer|args|autoFill)$/.test(key)) for (const name in object(value) ?? {}) known.add(name)
      const address = isAddressKey(key) ? readAddress(key, value, String(own.type ?? '')) : undefined
      const call = address && findCall(address, calls).call
      if (call && !answered.has(call)) {
        answered.add(call)
        addAll(call.schemas.response, 0)
      }
      if (typeof value === 'object') gather(value)
    }
  }
  gather(screen)

  function checkKeys(
    place: Place | undefined,
    what: 'field' | 'query value',
    keys: Iterable<string>,
    schema: AnySchemaObject,
    call: Call,
    extra: string[] = [],
  ) {
    if (schema.additionalProperties !== false) return
    const fields = fieldsOf(schema) ?? {}
    for (const key of keys) {
      const name = firstOf(key)
      if (key === '&' || name in fields || extra.includes(name)) continue
      const code = what === 'field' ? 'field.unknown' : 'query.unknown'
      const english = what === 'field' ? '{call} takes no field "{name}"' : '{call} takes no query value "{name}"'
      report(at(place, key), code, english, { call: call.id, name }, () => nearest(name, Object.keys(fields)))
    }
  }

  /** The call behind an address; undefined after saying why there is none. */
  function checkAddress(place: Place, key: string, address: Address, owner: Json): Call | undefined {
    const { url } = address
    const spot = typeof address.options.url === 'string' ? { up: place, key: 'url' } : place
    if (isForeign(url)) return void report(spot, 'call.foreign', '"{url}" is on another host; screens speak with this server only', { url: url.slice(0, 80) })
    if (!url.startsWith('/')) {
      // `${url}` is whatever the data says; `javascript:` and its like are the safety rules' business.
      if (/^\w[\w.-]*(\/|$)|^(model|api|query):/.test(url)) report(spot, 'call.relative', 'An address starts with /')
      return undefined
    }
    const { call, methods } = findCall(address, calls)
    if (!call) {
      if (methods.length)
        return void report(spot, 'call.method', '{url} is there for {methods}, not for {method}', { url, methods: methods.join(', '), method: address.method })
      const written = () =>
        nearest(
          url,
          calls.map(other => asWritten(url, other.path)),
        )
      return void report(spot, 'call.unknown', 'No call has the address {url}', { url: url.slice(0, 120) }, written)
    }
    for (const [name = ''] of url.includes('${') ? readTemplate(url).reads : [])
      if (!known.has(name)) report(spot, 'call.place', 'Nothing provides ${{name}} of the address', { name }, () => nearest(name, known))
    if (url.split('/').some((part, index) => index > 0 && part === '')) report(spot, 'call.empty', 'The address has an empty part')
    checkKeys(spot, 'query value', address.query, call.schemas.query, call)
    checkSent(place, key, address, owner, call)
    return call
  }

  /** What is sent with a request, against the call's body or query. */
  function checkSent(place: Place, key: string, address: Address, owner: Json, call: Call) {
    const data = object(address.options.data)
    const bodied = call.method !== 'GET' && call.method !== 'DELETE'
    const schema = bodied ? call.schemas.body : call.schemas.query
    const files = Object.keys(call.files ?? {})
    if (data) {
      checkKeys(at(place, 'data'), bodied ? 'field' : 'query value', Object.keys(data), schema, call, files)
      if (!('&' in data))
        for (const name of (schema.required as string[] | undefined) ?? [])
          if (!(name in data) && !address.query.includes(name)) report(at(place, 'data'), 'field.missing', '{call} needs "{name}"', { call: call.id, name })
      if (bodied && (call.bodyKind ?? 'json') === 'json') checkFixed(at(place, 'data'), data, schema, call)
    }
    if (owner.type === 'form' && key === 'api') {
      if (!data && Object.keys(fieldsOf(schema) ?? {}).length && call.bodyKind !== 'multipart')
        report(place, 'form.data', 'A form states api.data, because amis otherwise sends everything in scope')
      if (data && bodied) checkUnsent(owner, place.up, data)
      if (data && bodied && (call.bodyKind ?? 'json') === 'json') checkFields(place.up, owner, data, schema, call)
    }
    if ((key === 'receiver' || call.bodyKind === 'multipart') && /^input-(file|image)$/.test(String(owner.type))) {
      const name = String(owner.fileField ?? 'file')
      if (!files.includes(name)) report(place, 'field.file', '{call} takes no file "{name}"', { call: call.id, name }, () => nearest(name, files))
    }
  }

  /** Values that are written into the request as they are. */
  function checkFixed(place: Place | undefined, data: Json, schema: AnySchemaObject, call: Call) {
    const fields = fieldsOf(schema) ?? {}
    for (const [name, value] of Object.entries(data)) {
      const field = fields[name]
      if (!field || value === null || typeof value === 'object' || (typeof value === 'string' && value.includes('$'))) continue
      const takes = typesOf(field)
      if (takes && !takes.has(typeof value))
        report(at(place, name), 'field.type', '"{name}" of {call} takes {takes}, not {given}', typeValues(name, call, takes, typeof value))
      else checkChoice(at(place, name), value, field, name, call)
    }
  }

  const JSON_TYPES: Record<string, string> = {
    string: 'a text',
    number: 'a number',
    boolean: 'true or false',
    array: 'a list',
    object: 'an object',
    null: 'nothing',
  }
  const typeValues = (name: string, call: Call, takes: Set<string>, given: string): Values => ({
    name,
    call: call.id,
    takes: { any: [...takes].filter(type => type !== 'null').map(type => JSON_TYPES[type] ?? type) },
    given: { any: [JSON_TYPES[given] ?? given] },
  })

  function checkChoice(place: Place | undefined, value: unknown, field: AnySchemaObject, name: string, call: Call) {
    const choices = choicesOf(field)
    if (!choices || choices.includes(value) || value === '') return
    const texts = choices.filter((one): one is string => typeof one === 'string')
    const values = { call: call.id, name, value: String(value), choices: choices.map(one => JSON.stringify(one)).join(', ') }
    report(place, 'field.choice', '"{value}" is none of what {call} takes as "{name}": {choices}', values, () => nearest(String(value), texts))
  }

  /** The fields of a form give what the call takes under the names they are sent as. */
  function checkFields(place: Place | undefined, form: Json, data: Json, schema: AnySchemaObject, call: Call) {
    const fields = fieldsOf(schema) ?? {}
    const sentAs = new Map<string, string>()
    for (const [name, value] of Object.entries(data)) {
      const from = onlyName(value)
      if (from && fields[name]) sentAs.set(from, name)
    }
    for (const { name, node, place: where } of fieldsIn(form.body ?? form.controls, at(place, form.body ? 'body' : 'controls'))) {
      const sent = sentAs.get(name)
      const field = sent === undefined ? undefined : fields[sent]
      if (sent === undefined || !field) continue
      const given = givenBy(node)?.any[0]
      const takes = typesOf(field)
      if (given && takes && !takes.has(given))
        report(at(where, 'type'), 'field.type', '"{name}" of {call} takes {takes}, not {given}', typeValues(sent, call, takes, given))
      const options = Array.isArray(node.options) && !node.multiple && node.extractValue !== false ? node.options : []
      options.forEach((option: unknown, index) => {
        const own = object(option)
        const value = own ? own[typeof node.valueField === 'string' ? node.valueField : 'value'] : option
        if (own?.children || value === undefined || value === null || typeof value === 'object' || (typeof value === 'string' && value.includes('$'))) return
        const spot = own ? at(where, 'options', index, typeof node.valueField === 'string' ? node.valueField : 'value') : at(where, 'options', index)
        if (takes && !takes.has(typeof value))
          report(spot, 'field.type', '"{name}" of {call} takes {takes}, not {given}', typeValues(sent, call, takes, typeof value))
        else checkChoice(spot, value, field, sent, call)
      })
    }
  }

  /** Fields that nothing in the form reads: what is typed into them is lost. */
  function checkUnsent(form: Json, place: Place | undefined, data: Json) {
    if ('&' in data) return
    const fields = fieldsIn(form.body ?? form.controls, at(place, form.body ? 'body' : 'controls'))
    const read = new Set<string>()
    const gatherReads = (node: unknown): void => {
      if (typeof node === 'string') {
        if (node.includes('${')) for (const path of readTemplate(node).reads) for (const name of path) read.add(name)
      } else if (node && typeof node === 'object') for (const value of Object.values(node)) gatherReads(value)
    }
    gatherReads(form)
    for (const { name, place: where, node } of fields)
      if (!read.has(name) && !read.has('$$') && node.type !== 'hidden' && node.disabled !== true && !node.onEvent && !node.extraName)
        report(
          at(where, 'name'),
          'field.unsent',
          'What is put into "{name}" is not sent: api.data does not read it',
          { name },
          () => nearest(name, read),
          'warning',
        )
  }

  /** A list and its call: rows, columns, paging, sorting, filters. */
  function checkList(place: Place | undefined, crud: Json, call: Call) {
    const answer = fieldsOf(call.schemas.response)
    if (!answer) return
    const row = itemsOf(answer.items)
    const items = fieldsOf(row)
    const mapped = object(object(crud.api)?.responseData)
    if (!answer.items && !mapped && !crud.source) return report(at(place, 'api'), 'list.items', '{call} answers no "items" for a list', { call: call.id })
    // A list that is asked for by POST takes its paging and order in the body.
    const query = Object.keys({ ...fieldsOf(call.schemas.query), ...fieldsOf(call.schemas.body) })
    const data = object(object(crud.api)?.data)
    // Without api.data amis sends page, perPage, sorting and the filter as they are.
    if (!crud.loadDataOnce && !data)
      for (const name of ['page', 'perPage'])
        if (!query.includes(name))
          report(at(place, 'api'), 'list.paging', '{call} does not page: it takes no "{name}"; set loadDataOnce or api.data', { call: call.id, name })
    if (items && row && (!mapped || mapped.items === '${items}') && !crud.source) {
      const columns = Array.isArray(crud.columns) ? crud.columns : []
      columns.forEach((column, index) => {
        const own = object(column)
        const name = typeof own?.name === 'string' ? firstOf(own.name) : undefined
        const where = at(place, 'columns', index, 'name')
        if (name && !(name in items) && isClosed(row))
          report(where, 'column.unknown', '{call} answers rows without "{name}"', { call: call.id, name }, () => nearest(name, Object.keys(items)))
        if (own?.sortable && !query.includes('orderBy') && !crud.loadDataOnce)
          report(where, 'list.sorting', '{call} does not sort: it takes no "{name}"', { call: call.id, name: 'orderBy' })
      })
      const names = new Set(Object.keys(items))
      if (isClosed(row) && !mapped)
        for (const key of ['columns', 'card', 'listItem', 'itemActions'] as const) if (crud[key]) checkReads(at(place, key), crud[key], names, call)
    }
    const filter = object(crud.filter)
    if (filter && !data && !crud.loadDataOnce)
      for (const { name, place: where } of fieldsIn(filter.body ?? filter.controls, at(place, 'filter', filter.body ? 'body' : 'controls')))
        if (!query.includes(name))
          report(at(where, 'name'), 'list.filter', '{call} takes no query value "{name}"', { call: call.id, name }, () => nearest(name, query))
    return undefined
  }

  /** Fields in a form, with their places; those of nested forms and dialogs are not its own. */
  function fieldsIn(node: unknown, place: Place | undefined): { name: string; node: Json; place: Place | undefined }[] {
    if (Array.isArray(node)) return node.flatMap((item, index) => fieldsIn(item, at(place, index)))
    const own = object(node)
    if (!own || own.type === 'form' || own.type === 'crud') return []
    const isField = FIELD.test(String(own.type ?? '')) && typeof own.name === 'string'
    const mine = isField ? [{ name: firstOf(own.name as string), node: own, place }] : []
    // The fields of a combo or a table are those of its rows.
    if (isField && /^(combo|input-table|input-array|input-kv|picker|input-sub-form)/.test(String(own.type))) return mine
    return mine.concat(['body', 'controls', 'items', 'columns', 'tabs', 'steps'].flatMap(key => (own[key] ? fieldsIn(own[key], at(place, key)) : [])))
  }

  /** Expressions in the rows of a list read the row, or what the screen provides around it. */
  function checkReads(place: Place | undefined, node: unknown, rows: Set<string>, call: Call) {
    if (Array.isArray(node)) return node.forEach((item, index) => checkReads(at(place, index), item, rows, call))
    if (typeof node === 'string') {
      if (node.includes('${'))
        for (const [name = ''] of readTemplate(node).reads)
          if (!rows.has(name) && !known.has(name))
            report(place, 'row.unknown', 'Neither a row of {call} nor the screen has "{name}"', { call: call.id, name }, () => nearest(name, rows))
    } else if (node && typeof node === 'object') for (const key in node) checkReads(at(place, key), (node as Json)[key], rows, call)
    return undefined
  }

  function walk(node: unknown, place: Place | undefined, region: Region) {
    if (Array.isArray(node)) return node.forEach((item, index) => typeof item === 'object' && walk(item, { up: place, key: index }, region))
    // What is shown or sent is nobody's address.
    if (region === 'data') return
    const own = object(node)
    if (!own) return
    for (const key in own) {
      const value = own[key]
      const here: Place = { up: place, key }
      const address = isAddressKey(key) ? readAddress(key, value, String(own.type ?? (own.actionType ? 'action' : ''))) : undefined
      // A link is an address of a page, not of a call.
      if (address && !(key === 'href' && !address.url.startsWith('/api/'))) {
        if (/^(ajax|download|saveAs)$/.test(String(own.actionType)) && !address.stated)
          report(here, 'call.unstated', 'An action says its method, such as "post:/api/…"')
        const call = checkAddress(here, key, address, own)
        if (key === 'api' && call && /^(crud2?|table-view)$/.test(String(own.type))) checkList(place, own, call)
      }
      if (routes && typeof value === 'string' && value.startsWith('/')) checkLink(here, key, value, own, routes)
      if (typeof value === 'object') walk(value, here, regionIn(region, key, own, value, NO_NAMES))
    }
  }

  /** A link inside the console leads to one of its addresses. */
  function checkLink(place: Place, key: string, value: string, owner: Json, routes: readonly Route[]) {
    const isLink = /^(link|redirect|href|to)$/.test(key) || (key === 'url' && (owner.actionType === 'url' || place.up?.key === 'args'))
    const path = value.replace(/\$\{[^}]*\}/g, '~').split(/[?#]/)[0] as string
    if (!isLink || NOT_OURS.test(path)) return
    const found = matchRoute(routes, path)
    if (!found || found.route.path === '*') {
      const written = () =>
        nearest(
          path,
          routes.map(route => route.path.replace(/:\w+/g, '~')),
        )?.replaceAll('~', '…')
      report(place, 'link.unknown', 'Nothing is at the address {url}', { url: value.slice(0, 120) }, written, 'warning')
    }
  }

  walk(screen, undefined, 'parts')
  return findings
}
