// Queries whose text is SQL. They run with the rights of the app: on the built-in source with an account that reads the tables of this environment of this app alone,
// elsewhere with the account of the source. Everybody gets the same answer (decisions/queries.md).
import { sql } from 'kysely'
import { say, type Locale } from '../../../../../messages.ts'
import type { Core } from '../../../../core.ts'
import { ApiError } from '../../../../errors.ts'
import { inApp } from '../../../../store/scoped.ts'
import type { Secrets } from '../../../foundation/secrets.ts'
import { engineOf, type Engine } from '../../columns.ts'
import { isKept } from '../../design/plan-names.ts'
import { createTurns } from '../../rows/transfer/turns.ts'
import type { Row } from '../../rows/input.ts'
import { isUnreachable, pgOptions, unreachable } from '../../sources/connections.ts'
import type { Source, Sources } from '../../sources/sources.ts'
import { hasColumn, schemaOf, type DataScope, type Definition } from '../../types.ts'
import { queryInvalid, readParameters, type QueryParameter, type SqlQuery } from '../definition.ts'
import { zoneOf } from '../periods.ts'
import { createAppAccounts } from './app-account.ts'
import { askMysql, askPostgres, type ColumnType, type Found, type Question } from './ask.ts'
import { readText } from './text.ts'

export interface SqlAsking {
  scope: DataScope
  locale: Locale
  parameters: Readonly<Record<string, unknown>>
  zone?: string | undefined
  /** A text of the app in the language of whoever asks. */
  say(text: string): string
  /** Whoever wrote it is told what the database says against it. */
  isAuthor?: boolean
}
export interface SqlColumn {
  column: string
  type: ColumnType
  role: 'group' | 'measure'
  label?: string
}
export interface SqlAnswer {
  columns: { key: string; label: string; role: 'group' | 'measure'; type: string }[]
  items: Row[]
  isCut: boolean
  models: string[]
  isWhole: true
  sql: string
}

const AT_ONCE = 4
/** Beyond them nobody is let wait. */
const MOST_WAITING = 40
const USUAL_ROWS = 1_000
const MOST_COLUMNS = 30
const LONGEST_VALUE = 10_000

const CASTS: Record<QueryParameter['type'], string> = { text: 'text', number: 'numeric', boolean: 'boolean', date: 'date', datetime: 'timestamptz' }
/** What MariaDB and MySQL say of their limits of time. */
const SLOW = new Set([1969, 3024, 1317])
const sourceGone = () => new ApiError('data.modelUnknown', 'There is no such model, or it is not applied to this environment yet', 404)
const busy = () => new ApiError('query.busy', 'Too many queries in SQL are running. Try again in a moment', 503)
const isNumber = (type: ColumnType) => type === 'integer' || type === 'decimal'

/** What a value of a parameter is in the database. */
function boundValue(engine: Engine, { type }: QueryParameter, value: unknown): unknown {
  if (value === undefined || value === null) return null
  if (Array.isArray(value)) throw queryInvalid('a parameter of SQL has one value')
  if (engine === 'postgres') return String(value)
  if (type === 'datetime') return new Date(String(value)).toISOString().replace('T', ' ').replace('Z', '')
  return typeof value === 'boolean' ? Number(value) : value
}

function valueOf(type: ColumnType, value: unknown): unknown {
  if (value === null || value === undefined) return null
  if (type === 'boolean') return value === true
  if (isNumber(type)) {
    const number = Number(value)
    return Number.isFinite(number) ? (Number.isSafeInteger(number) ? number : Number(number.toPrecision(15))) : null
  }
  // Midnight is a day, in whichever zone it was asked for.
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return text.replace(/^(\d{4}-\d{2}-\d{2}) 00:00:00(\.0+)?([+-]\d{2}(:?\d{2})?)?$/, '$1').slice(0, LONGEST_VALUE)
}

/** What is drawn of an answer: numbers are figures, and where all are numbers the first tells them apart. */
function columnsOf(found: Found['columns'], made: SqlQuery['sql']['columns'] = []): SqlColumn[] {
  const isAllNumbers = found.length > 1 && found.every(({ type }) => isNumber(type))
  return found.map(({ name, type }, at) => {
    const own = made.find(({ column }) => column === name)
    const role = own?.role ?? (isNumber(type) && !(isAllNumbers && at === 0) ? 'measure' : 'group')
    return { column: name, type, role: role === 'measure' && !isNumber(type) ? 'group' : role, ...(own?.label && { label: own.label }) }
  })
}
/** What left with its field is in the table still, and no answer to `select *`. */
function withoutKept({ columns, rows }: Found): Found {
  const shown = columns.flatMap(({ name }, at) => (isKept(name) ? [] : [at]))
  if (shown.length === columns.length) return { columns, rows }
  return { columns: columns.filter(({ name }) => !isKept(name)), rows: rows.map(row => shown.map(at => row[at])) }
}
function checkColumns({ columns }: Found) {
  const names = columns.map(({ name }) => name)
  if (names.length > MOST_COLUMNS) throw queryInvalid(`it has more than ${MOST_COLUMNS} columns`)
  if (new Set(names).size < names.length) throw queryInvalid('two columns have the same name')
  if (names.some(name => !/^\p{L}[\p{L}\p{N}_ ]{0,62}$/u.test(name)))
    throw queryInvalid('a column has no name, or one of other signs than letters, digits and _')
}

const columnsToName = ({ primaryKey, fields }: Definition) => [
  { name: primaryKey.column, title: 'Id' },
  ...fields.filter(field => hasColumn(field) && field.column !== primaryKey.column).map(({ column, name }) => ({ name: column, title: name })),
]

export function createSqlQueries(core: Pick<Core, 'config' | 'db' | 'pool'>, { sources, secrets }: { sources: Sources; secrets: Pick<Secrets, 'derive'> }) {
  const accounts = createAppAccounts(core, secrets)
  const inTurn = createTurns(AT_ONCE)
  let waiting = 0
  /** Everybody gets the same: who asks the same meanwhile waits for it. */
  const asked = new Map<string, Promise<Found>>()

  async function askBuiltIn(scope: DataScope, question: Question): Promise<Found> {
    const schema = schemaOf(scope.appId, scope.tag)
    const kill = (pid: number) => core.pool.query('select pg_terminate_backend($1)', [pid])
    const ask = async () => askPostgres(await accounts.optionsOf(schema), { ...question, schema }, kill)
    try {
      return await ask()
    } catch (error) {
      // There is no such account yet, its password is an older one, or the schema was made anew.
      const { code = '' } = error as { code?: string }
      if (!['28P01', '28000', '42501', '3F000', '42P01'].includes(code)) throw error
      if (!(await accounts.prepare(schema))) throw sourceGone()
      return ask()
    }
  }

  async function askOutside(scope: DataScope, source: Source, question: Question): Promise<Found> {
    const [{ settings, password, address }, store] = await Promise.all([sources.directTo(scope, source), sources.storeOf(scope, source)])
    if (source.dialect === 'mysql') return askMysql(settings, password, address, question, id => sql`kill query ${sql.lit(Math.trunc(id))}`.execute(store.on))
    const kill = (pid: number) => sql`select pg_terminate_backend(${pid}::int)`.execute(store.on)
    return askPostgres(pgOptions(settings, password, address), { ...question, schema: settings.schema || 'public' }, kill)
  }

  async function ask(scope: DataScope, source: Source, question: Question): Promise<Found> {
    const key = JSON.stringify([scope.appId, scope.tag, source.id, question])
    const there = asked.get(key)
    if (there) return there
    if (waiting >= MOST_WAITING) throw busy()
    waiting++
    const found = inTurn(() => (source.dialect === 'builtin' ? askBuiltIn(scope, question) : askOutside(scope, source, question)))
      .then(withoutKept)
      .finally(() => {
        waiting--
        asked.delete(key)
      })
    asked.set(key, found)
    return found
  }

  /** What the database said against it: to whoever wrote it, else only that it does not work. */
  function told(error: unknown, isAuthor: boolean): unknown {
    if (error instanceof ApiError) return error
    const { code = '', errno, message = '' } = error as { code?: string; errno?: number; message?: string }
    if (code === '57014' || SLOW.has(errno ?? 0) || message === 'Query read timeout')
      return new ApiError('data.tooSlow', 'The database took too long. Narrow the conditions, or add an index', 503)
    if (isUnreachable(error)) return unreachable(error)
    if (isAuthor && (code || errno))
      return new ApiError('data.rejected', 'The database refused this: {reason}', 422, { values: { reason: message.slice(0, 300) } })
    return new ApiError('query.sqlFailed', 'The SQL of this query does not work. Whoever made it sees why in the designer', 422)
  }

  /** Models whose tables the text names, as source/model. */
  async function modelsIn(scope: DataScope, source: Source, names: ReadonlySet<string>): Promise<string[]> {
    return (await appliedIn(scope, source)).flatMap(({ key, definition }) => (names.has(definition.table.toLowerCase()) ? [`${source.key}/${key}`] : []))
  }
  async function appliedIn(scope: DataScope, source: Source) {
    const rows = await inApp(core.db, scope)
      .selectFrom('data_applied')
      .select(['key', 'name', 'definition'])
      .where('source_id', '=', source.id)
      .where('tag', '=', scope.tag)
      .execute()
    return rows.map(({ definition, ...row }) => ({ ...row, definition: definition as unknown as Definition }))
  }

  async function find(
    { sql: { source: key, text, columns }, parameters = [], limit = USUAL_ROWS }: SqlQuery,
    { scope, parameters: given, zone, isAuthor = false }: SqlAsking,
  ) {
    const source = await sources.byKey(scope, key)
    if (!source) throw sourceGone()
    const engine = engineOf(source.dialect)
    const byKey = new Map(parameters.map(one => [one.key, one]))
    const placeOf = (name: string, at: number) => (engine === 'mysql' ? '?' : `$${at}::${CASTS[(byKey.get(name) as QueryParameter).type]}`)
    const read = readText(text, engine, new Set(byKey.keys()), placeOf, limit + 1)
    const values = readParameters({ parameters }, given)
    const question: Question = {
      sql: read.sql,
      values: read.places.map(name => boundValue(engine, byKey.get(name) as QueryParameter, values.get(name))),
      rows: limit + 1,
      zone: zoneOf(zone),
      schema: '',
      ms: core.config.sqlSeconds * 1000,
    }
    try {
      const found = await ask(scope, source, question)
      checkColumns(found)
      return { found, columns: columnsOf(found.columns, columns), models: await modelsIn(scope, source, read.names), question, limit }
    } catch (error) {
      throw told(error, isAuthor)
    }
  }

  return {
    source: (scope: DataScope, key: string) => sources.byKey(scope, key),

    /** Tables of the models of a source, as SQL names them. */
    async tables(scope: DataScope, key: string) {
      const source = await sources.byKey(scope, key)
      return source
        ? (await appliedIn(scope, source)).map(({ name, definition }) => ({ name: definition.table, title: name, columns: columnsToName(definition) }))
        : []
    },

    /** The columns that it answers with, asked of the database; refused with the reason where it cannot be asked. */
    async columns(query: SqlQuery, asking: SqlAsking): Promise<SqlColumn[]> {
      const open = { ...query, parameters: (query.parameters ?? []).map(one => ({ ...one, required: false })) }
      return (await find(open, { ...asking, isAuthor: true })).columns
    },

    async run(query: SqlQuery, asking: SqlAsking): Promise<SqlAnswer> {
      const { found, columns, models, question, limit } = await find(query, asking)
      const items = found.rows.slice(0, limit).map((row): Row => {
        const item: Row = Object.fromEntries(columns.map(({ column, type }, at) => [column, valueOf(type, row[at])]))
        const empty = columns.filter(({ column, role }) => role === 'group' && item[column] === null)
        item._labels = Object.fromEntries(empty.map(({ column }) => [column, say(asking.locale, '(empty)')]))
        return item
      })
      return {
        columns: columns.map(({ column, type, role, label }) => ({ key: column, label: label ? asking.say(label) : column, role, type })),
        items,
        isCut: found.rows.length > limit,
        models,
        isWhole: true,
        sql: question.sql,
      }
    },
  }
}
export type SqlQueries = ReturnType<typeof createSqlQueries>
