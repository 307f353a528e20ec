// A query as it is kept: the shape is the contract's, and is held by its validator wherever a definition comes from.
import { validators } from '../../../../generated/validators.ts'
import type { CallTypes } from '../../../../generated/types.ts'
import { ApiError, fieldError } from '../../../errors.ts'
import { quoted } from '../types.ts'

/** As it is made: a column that has no key gets one of what it is. */
export type MadeQuery = CallTypes['query.create']['body']['definition']
type MadeGroup = NonNullable<MadeQuery['groups']>[number]
type MadeMeasure = NonNullable<MadeQuery['measures']>[number]
export type QueryGroup = MadeGroup & { key: string }
export type QueryMeasure = MadeMeasure & { key: string }
export type QueryDefinition = Omit<MadeQuery, 'sql' | 'model' | 'groups' | 'measures'> & {
  model: string
  groups?: QueryGroup[]
  measures: QueryMeasure[]
  sql?: never
}
/** One whose text is SQL. */
export type SqlQuery = Pick<MadeQuery, 'parameters' | 'limit'> & { sql: NonNullable<MadeQuery['sql']> }
export type QueryParameter = NonNullable<MadeQuery['parameters']>[number]
type FiguresMade = MadeQuery & Required<Pick<MadeQuery, 'model' | 'measures'>>
export const isSql = (query: Pick<MadeQuery, 'sql'>): query is SqlQuery => query.sql !== undefined

/** The same with a key for each column: of its field, and of what is measured of it. */
function withKeys({ sql: _none, ...made }: FiguresMade): QueryDefinition {
  const taken = new Set([...(made.groups ?? []), ...made.measures].flatMap(({ key }) => (key ? [key] : [])))
  const keyed = <T extends { key?: string }>(column: T, wanted: string): T & { key: string } => {
    if (column.key) return { ...column, key: column.key }
    const base = wanted
      .replace(/\W/g, '_')
      .replace(/^[^a-z]/, first => (/[A-Z]/.test(first) ? first.toLowerCase() : `f${first}`))
      .slice(0, 46)
    let key = base
    for (let n = 2; taken.has(key); n++) key = `${base}_${n}`
    taken.add(key)
    return { ...column, key }
  }
  const { groups, measures, ...rest } = made
  return {
    ...rest,
    ...(groups && { groups: groups.map(group => keyed(group, group.path)) }),
    // An empty place of a form is no field.
    measures: measures.map(({ path, ...measure }) => keyed({ ...measure, ...(path && { path }) }, path ? `${measure.measure}_${path}` : measure.measure)),
  }
}

export const queryInvalid = (where: string) => fieldError('query.invalid', 'definition', 'The query cannot be used: {where}', { where })

/** A definition that was stored somewhere, such as in a package: of the right shape, with each key once. */
export function readDefinition(value: unknown): QueryDefinition | SqlQuery {
  const validate = validators['query.preview'].body
  // The validator fills in defaults where a contract has any, and what is stored is not to be changed.
  if (!validate({ definition: structuredClone(value) })) {
    const [error] = validate.errors ?? []
    throw queryInvalid(`${error?.instancePath.replace(/^\/definition\/?/, '') || '/'} ${error?.keyword ?? ''}`)
  }
  const made = value as MadeQuery
  const keysOf = (made.parameters ?? []).map(({ key }) => key)
  if (new Set(keysOf).size < keysOf.length) throw queryInvalid('two parameters have the same key')
  if (isSql(made)) {
    const { sql, parameters, limit, ...figures } = made as MadeQuery & SqlQuery
    const [beside] = Object.keys(figures)
    if (beside !== undefined) throw queryInvalid(`${beside} stands beside SQL`)
    return { sql, ...(parameters && { parameters }), ...(limit && { limit }) }
  }
  if (made.model === undefined) throw fieldError('query.invalid', 'definition.model', 'Choose a model')
  if (!made.measures) throw queryInvalid('measures required')
  const definition = withKeys(made as FiguresMade)
  const keys = [...(definition.groups ?? []), ...definition.measures].map(({ key }) => key)
  const twice = keys.find((key, at) => keys.indexOf(key) < at)
  if (twice !== undefined) throw queryInvalid(`two columns have the key ${quoted(twice)}`)
  for (const { measure, path, key } of definition.measures) if (measure !== 'count' && !path) throw queryInvalid(`${quoted(key)} needs a field`)
  for (const { by } of [...(definition.having ?? []), ...(definition.orderBy ?? [])])
    if (!keys.includes(by)) throw queryInvalid(`there is no column ${quoted(by)}`)
  const figures = new Set(definition.measures.map(({ key }) => key))
  for (const { by } of definition.having ?? []) if (!figures.has(by)) throw queryInvalid(`${quoted(by)} is no figure`)
  return definition
}

const NUMBER = /^-?\d{1,15}(\.\d{1,15})?$/
const DATE = /^\d{4}-\d{2}-\d{2}$/
const TIME = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/

/** One value of a parameter; pages send numbers and truths as text as well. */
function valueOf(type: QueryParameter['type'], given: unknown): unknown {
  if (Array.isArray(given)) {
    const values = given.length <= 500 ? given.map(one => valueOf(type, one)) : [undefined]
    return values.includes(undefined) ? undefined : values
  }
  switch (type) {
    case 'text':
      return typeof given === 'string' && given.length <= 1000 ? given : typeof given === 'number' ? String(given) : undefined
    case 'number':
      return typeof given === 'number' && Number.isFinite(given) ? given : typeof given === 'string' && NUMBER.test(given) ? Number(given) : undefined
    case 'boolean':
      return typeof given === 'boolean' ? given : given === 'true' ? true : given === 'false' ? false : undefined
    case 'date':
      return typeof given === 'string' && DATE.test(given) ? given : undefined
    case 'datetime':
      return typeof given === 'string' && (TIME.test(given) || DATE.test(given)) ? given : undefined
  }
}

/** Values for the parameters of a query: given, else their defaults; those that have none and need none are not there. */
export function readParameters({ parameters = [] }: Pick<MadeQuery, 'parameters'>, given: Readonly<Record<string, unknown>>): Map<string, unknown> {
  const values = new Map<string, unknown>()
  for (const { key, label, type, required, default: usual } of parameters) {
    const own = Object.hasOwn(given, key) ? given[key] : undefined
    const isGiven = own !== undefined && own !== null && own !== ''
    const one = isGiven ? own : (usual ?? undefined)
    const value = one === undefined || one === '' ? undefined : valueOf(type, one)
    const name = label || key
    if (value === undefined && (isGiven || required))
      throw new ApiError('query.parameterInvalid', 'The parameter {name} has no value that fits', 422, {
        values: { name },
        fields: { parameters: 'The parameter {name} has no value that fits' },
      })
    if (value !== undefined) values.set(key, value)
  }
  return values
}
