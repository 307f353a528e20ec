// What a query uses of models that change: found at its places, and written anew where a name became another. Pure; what is given stays as it is.
import type { ModelChange, ModelUse } from '../../../../gate/model-uses.ts'
import type { DataDesign } from '../design/app-design.ts'
import type { MadeQuery } from './definition.ts'

type Json = Record<string, unknown>
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Words of SQL that may be names: not those in texts and comments. */
function wordsOf(text: string): Set<string> {
  const bare = text.replace(/'(?:[^']|'')*'|--[^\n]*|\/\*[\s\S]*?\*\//g, ' ')
  return new Set([...bare.matchAll(/[\p{L}_][\p{L}\p{N}_]*/gu)].map(([word]) => word.toLowerCase()))
}

/** SQL names tables and columns, which are called like models and fields where we made them. It is nobody's to write anew: all that is named is told as gone. */
function sqlUses({ source, text }: NonNullable<MadeQuery['sql']>, changes: readonly ModelChange[], design: DataDesign): ModelUse[] {
  const words = wordsOf(text)
  const has = (name: string) => words.has(name.toLowerCase())
  const sourceId = design.sources.find(({ key }) => key === source)?.id
  return changes.flatMap(({ source: of, model, to, fields }): ModelUse[] => {
    const now = design.models.find(one => one.sourceId === sourceId && one.key === to)
    if (of !== source || !has(model) || now?.definition.managed === false) return []
    const gone = Object.entries(fields).flatMap(([field, called]) => (called !== field && has(field) ? [{ path: 'sql', model, field, to: null }] : []))
    return to === model ? gone : [{ path: 'sql', model, field: '', to: null }, ...gone]
  })
}

/** `design` is that of after the change; the query still has the names from before. */
export function renamedQuery(query: MadeQuery, changes: readonly ModelChange[], design: DataDesign): { uses: ModelUse[]; query: MadeQuery } {
  const uses: ModelUse[] = []
  const changeOf = (source: string, model: string) => changes.find(one => one.source === source && one.model === model)
  if (query.sql) return { uses: sqlUses(query.sql, changes, design), query }
  if (!query.model || !query.measures) return { uses, query }
  const [source = '', model = ''] = query.model.split('/')
  const sourceId = design.sources.find(({ key }) => key === source)?.id
  const models = design.models.filter(one => one.sourceId === sourceId)
  /** The key that a model had before. */
  const before = (key: string) => changes.find(one => one.source === source && one.to === key)?.model ?? key

  function path(text: string, at: string): string {
    let own: string | undefined = model
    return text
      .split('.')
      .map(key => {
        if (own === undefined) return key
        const change = changeOf(source, own)
        const now: string | null = change && Object.hasOwn(change.fields, key) ? (change.fields[key] ?? null) : key
        if (now !== key) uses.push({ path: at, model: own, field: key, to: now })
        const place = models.find(one => one.key === (change ? change.to : own))
        const target = place?.definition.fields.find(field => field.key === now)?.relation?.modelId
        const next = models.find(({ id }) => id === target)?.key
        own = next && before(next)
        return now ?? key
      })
      .join('.')
  }
  function tree(node: unknown, at: string): unknown {
    if (!isObject(node)) return node
    const side = (value: unknown) =>
      isObject(value) && value.type === 'field' && typeof value.field === 'string' && !/^(param|date)\./.test(value.field)
        ? { ...value, field: path(value.field, at) }
        : value
    return {
      ...node,
      ...(Array.isArray(node.children) && { children: node.children.map(child => tree(child, at)) }),
      ...('left' in node && { left: side(node.left) }),
      ...('right' in node && { right: side(node.right) }),
    }
  }
  const change = changeOf(source, model)
  if (change && change.to !== model) uses.push({ path: 'model', model, field: '', to: change.to })
  const { groups, measures, filter, period } = query
  return {
    query: {
      ...query,
      model: `${source}/${change?.to ?? model}`,
      ...(filter && { filter: tree(filter, 'filter') as Json }),
      ...(groups && { groups: groups.map((one, at) => ({ ...one, path: path(one.path, `groups[${at}]`) })) }),
      measures: measures.map((one, at) => ({
        ...one,
        ...(one.path && { path: path(one.path, `measures[${at}]`) }),
        ...(one.filter && { filter: tree(one.filter, `measures[${at}].filter`) as Json }),
      })),
      ...(period && { period: { ...period, path: path(period.path, 'period') } }),
    },
    uses,
  }
}
