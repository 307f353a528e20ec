// What a page uses of models that change: found at its places, and written anew where a name became another. Pure; the page that is given stays as it is.
import { isOfRows, MODEL_SCHEME, readModelAddress } from '../models/address.ts'
import { asksAbout, filterText, filterTree } from '../models/options.ts'
import { isAddressKey } from './addresses.ts'

/** What becomes of a model by its key, and of its fields; null where it goes. */
export interface ModelChange {
  source: string
  model: string
  to: string | null
  fields: Readonly<Record<string, string | null>>
}
export interface ModelUse {
  path: string
  model: string
  /** Empty where the model itself is named. */
  field: string
  to: string | null
}

type Json = Record<string, unknown>
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const METHOD = /^((?:get|post|put|patch|delete|raw|schema):)?(.*)$/is
const OLDER = /^\$\{\s*dataApi\s*\}\/([\w-]+)\/model\/([\w-]+)(.*)$/s
/** Components that ask for data of their own: what is inside is not of the model around it. */
const ASKS = /^(crud2?|form|service|page|wizard|input-table|combo)$/

export function modelUses(schema: unknown, changes: readonly ModelChange[]): { uses: ModelUse[]; schema: unknown } {
  const uses: ModelUse[] = []
  const changeOf = (source: string, model: string) => changes.find(one => one.source === source && one.model === model)

  /** A field by its key, or by what stands before the first point. */
  function field(text: string, change: ModelChange, path: string): string {
    const key = text.split('.')[0] as string
    if (!Object.hasOwn(change.fields, key)) return text
    const to = change.fields[key] ?? null
    uses.push({ path, model: change.model, field: key, to })
    return to === null ? text : to + text.slice(key.length)
  }

  /** The names in the expressions of a text; what stands in quotes is no name, but for a field that a condition names. */
  function expressions(text: string, change: ModelChange, path: string): string {
    if (!text.includes('${')) return text
    return text.replace(/\$\{((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)\}/g, whole =>
      whole
        // What is known of a field beside its value stands under its key.
        .replace(/\b(_labels|_related|_counts)\.(\w+)/g, (_all, before: string, key: string) => `${before}.${field(key, change, path)}`)
        .replace(/(field: ')(\w+)(')/g, (_all, before: string, key: string, after: string) => before + field(key, change, path) + after)
        .replace(/'[^']*'|"[^"]*"|\.\s*\w+|\b[A-Za-z_]\w*\b(?!\s*\()/g, (token, at: number, all: string) =>
          // What stands before a colon in an object is a name of its own.
          /^[A-Za-z_]/.test(token) && !(/[{,]\s*$/.test(all.slice(1, at)) && /^\s*:/.test(all.slice(at + token.length))) ? field(token, change, path) : token,
        ),
    )
  }

  /** An address with its names written anew, and the change that it is about. */
  function address(text: string, path: string, withExpressions = true): { text: string; change: ModelChange | undefined } | undefined {
    const [, method = '', url = ''] = METHOD.exec(text) ?? []
    const older = OLDER.exec(url)
    const named = readModelAddress(older ? `${MODEL_SCHEME}${older[1]}/${older[2]}${older[3]}` : url)
    if (!named) return undefined
    const change = changeOf(named.source, named.model)
    if (!change) return { text, change }
    let { rest, query } = named
    if (change.to !== named.model) uses.push({ path, model: named.model, field: '', to: change.to })
    rest = rest.replace(/^(\/(?:(?:choice|file|option)|[^/]+\/formula)\/)(\w+)/, (_all, before: string, key: string) => before + field(key, change, path))
    query = query.replace(
      /([?&](?:fields|orderBy|relations)=)([\w,]+)/g,
      (_all, before: string, keys: string) =>
        before +
        keys
          .split(',')
          .map(key => field(key, change, path))
          .join(),
    )
    const model = change.to ?? named.model
    const now = older ? `\${dataApi}/${named.source}/model/${model}${rest}${query}` : `${MODEL_SCHEME}${named.source}/${model}${rest}${query}`
    return { text: method + (withExpressions ? expressions(now, change, path) : now), change }
  }

  /** What is sent with a request: its names are fields, too. */
  function sent(node: unknown, change: ModelChange, path: string): unknown {
    if (typeof node === 'string') return expressions(node, change, path)
    if (Array.isArray(node)) return node.map((one, at) => sent(one, change, `${path}[${at}]`))
    if (!isObject(node)) return node
    return Object.fromEntries(
      Object.entries(node).map(([key, value]) => {
        const here = `${path}.${key}`
        const tree = key === 'filter' ? filterTree(value) : undefined
        if (tree) return [key, filterText(conditions(tree, change, here) as Json)]
        return [
          field(key, change, here),
          key === 'orderBy' && typeof value === 'string' && !value.includes('$') ? field(value, change, here) : sent(value, change, here),
        ]
      }),
    )
  }

  function conditions(node: unknown, change: ModelChange, path: string): unknown {
    if (Array.isArray(node)) return node.map((one, at) => conditions(one, change, `${path}[${at}]`))
    if (!isObject(node)) return node
    const left =
      isObject(node.left) && typeof node.left.field === 'string' ? { left: { ...node.left, field: field(node.left.field, change, `${path}.left.field`) } } : {}
    return { ...node, ...left, ...(node.children !== undefined && { children: conditions(node.children, change, `${path}.children`) }) }
  }

  /** Where choosers and charts ask for rows to choose from, or figures: they name fields of their model, and what is around them is of the page. */
  function asked(api: string | Json, around: ModelChange | undefined, path: string): string | Json {
    const ofPage = (text: unknown, at: string) => (typeof text === 'string' && around ? expressions(text, around, at) : text)
    const text = typeof api === 'string' ? api : String(api.url)
    const at = typeof api === 'string' ? path : `${path}.url`
    const { text: named, change } = address(text, at, false) ?? { text, change: undefined }
    const url = ofPage(named, at) as string
    if (typeof api === 'string') return url
    const { data, trackExpression } = api
    const query = isObject(data)
      ? Object.entries(data).map(([key, value]) => {
          const here = `${path}.data.${key}`
          const tree = key === 'filter' && change ? filterTree(value) : undefined
          const now = tree && change ? filterText(conditions(tree, change, here) as Json) : value
          if (change && typeof now === 'string' && /^(value|parent|orderBy|of|by)$/.test(key)) return [key, field(now, change, here)]
          return [key, ofPage(now, here)]
        })
      : undefined
    return {
      ...api,
      url,
      ...(query && { data: Object.fromEntries(query) as Json }),
      ...(trackExpression !== undefined && { trackExpression: ofPage(trackExpression, `${path}.trackExpression`) }),
    }
  }

  function table(node: Json, path: string): Json {
    const at = (key: string) => (path ? `${path}.${key}` : key)
    const change = changeOf(typeof node.source === 'string' && node.source ? node.source : 'main', String(node.model))
    if (!change) return node
    if (change.to !== change.model) uses.push({ path: at('model'), model: change.model, field: '', to: change.to })
    const fields = Array.isArray(node.fields)
      ? {
          fields: node.fields.map((one: unknown, index) =>
            typeof one === 'string'
              ? field(one, change, `${at('fields')}[${index}]`)
              : isObject(one) && typeof one.name === 'string'
                ? { ...one, name: field(one.name, change, `${at('fields')}[${index}].name`) }
                : one,
          ),
        }
      : {}
    return {
      ...node,
      model: change.to ?? change.model,
      ...fields,
      ...(typeof node.by === 'string' && { by: field(node.by, change, at('by')) }),
      ...(node.filter !== undefined && { filter: conditions(node.filter, change, at('filter')) }),
      ...(typeof node.rowLink === 'string' && { rowLink: expressions(node.rowLink, change, at('rowLink')) }),
    }
  }

  /** `around` is the change of the model whose row or rows the data around this are. */
  function walk(node: unknown, path: string, around: ModelChange | undefined): unknown {
    if (Array.isArray(node)) return node.map((one, at) => walk(one, `${path}[${at}]`, around))
    if (!isObject(node)) return node
    if (isOfRows(node.type) && typeof node.model === 'string') return table(node, path)
    const at = (key: string) => (path ? `${path}.${key}` : key)
    const own = ['api', 'initApi'].flatMap(key => {
      // Figures are no rows.
      if (asksAbout(node[key])) return [undefined]
      const text = isObject(node[key]) ? node[key].url : node[key]
      const [, , url = ''] = typeof text === 'string' ? (METHOD.exec(text) ?? []) : []
      const older = OLDER.exec(url)
      const named = older ? { source: older[1] as string, model: older[2] as string } : readModelAddress(url)
      return named ? [changeOf(named.source, named.model)] : typeof text === 'string' && text ? [undefined] : []
    })
    // A part without an address of its own shows what is around it; a part with another one does not.
    const inside = own.length
      ? own.find(one => one !== undefined)
      : ASKS.test(String(node.type)) && node.type !== 'page' && node.source === undefined
        ? undefined
        : around
    const made: Json = {}
    for (const [key, value] of Object.entries(node)) {
      if (isAddressKey(key) && (typeof value === 'string' || (isObject(value) && typeof value.url === 'string'))) {
        if (asksAbout(value)) {
          made[key] = asked(value as string | Json, around, at(key))
          continue
        }
        const found = address(typeof value === 'string' ? value : String(value.url), isObject(value) ? `${at(key)}.url` : at(key))
        const text = found?.text ?? (typeof value === 'string' ? value : String(value.url))
        const about = found ? found.change : inside
        made[key] = isObject(value)
          ? { ...value, url: text, ...(value.data !== undefined && about && { data: sent(value.data, about, at(`${key}.data`)) }) }
          : text
      } else if (typeof value === 'string') made[key] = inside ? (key === 'name' ? field(value, inside, at(key)) : expressions(value, inside, at(key))) : value
      else made[key] = walk(value, at(key), inside)
    }
    return made
  }
  return { schema: walk(schema, '', undefined), uses }
}
