// Queries of an app: saved in dev with their versions, answered in every environment as its release has them.
import { ApiError, fieldError, notFound } from '../../errors.ts'
import { isSql, readQuery, renamedQuery, sourceTitle, type MadeQuery, type Asking, type Data, type QueryDefinition, type SqlQuery } from '../data/index.ts'
import { say } from '../../../messages.ts'
import { XLSX_MIME } from '../foundation/spreadsheets/index.ts'
import { spreadsheetOf } from './spreadsheet.ts'
import { mayCreate, notAllowed } from '../foundation/access/rights.ts'
import type { ResourceRow, Resources } from '../foundation/resources.ts'
import type { Permissions } from '../permission/index.ts'
import type { ModelChange } from '../../../gate/model-uses.ts'
import type { Scope, Trx } from '../../store/database.ts'
import type { AppInScope, AppScope, SignedIn } from '../foundation/access/index.ts'

export interface QueryInput {
  key: string
  name: string
  description?: string
  definition: MadeQuery
}
/** Who works on queries of which app. */
export interface Who {
  scope: AppScope
  app: AppInScope
  user: SignedIn
}
export type Runs = Omit<Asking, 'parameters'> & {
  parameters?: string | undefined
  /** Values by their names, from an address; what a query has no parameter for is left out. */
  named?: Readonly<Record<string, unknown>>
}

/** Values by their keys out of a text of an address. */
function readObject(text: string | undefined, refusal: () => Error): Record<string, unknown> {
  if (!text) return {}
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  } catch {
    // Told like any other text that is none.
  }
  throw refusal()
}
const parametersOf = ({ parameters, named }: Pick<Runs, 'parameters' | 'named'>) => ({
  ...named,
  ...readObject(parameters, () => fieldError('query.parametersUnreadable', 'parameters', 'These are no values of parameters')),
})

/** Only a definition that cannot be used wherever it is asked is refused when it is saved: models may not be applied yet. */
const LATER = new Set(['data.modelUnknown', 'data.unreachable', 'data.tooSlow', 'permission.denied', 'query.fieldRefused', 'query.busy'])

export function createQueryResources({ data, resources, permissions }: { data: Data; resources: Resources; permissions: Permissions }) {
  const { rights } = permissions

  /** SQL runs with the rights of the app, so who writes it holds a right of its own, on the source that it asks. */
  async function mayWriteSql({ scope, asker: { app, user } }: Pick<Asking, 'scope' | 'asker'>, sourceKey: string): Promise<boolean> {
    const source = await data.queries.sqlSource(scope, sourceKey)
    return source !== undefined && (await rights.on(app, user, 'source', 'sql'))(source.id)
  }
  async function demandSql(asking: Asking, definition: Pick<MadeQuery, 'sql'>) {
    if (definition.sql && !(await mayWriteSql(asking, definition.sql.source)))
      throw new ApiError('query.sqlRefused', 'You may write no SQL on this data source', 403)
  }

  async function checked(made: MadeQuery, asking: Asking): Promise<QueryDefinition | SqlQuery> {
    const definition = readQuery(made)
    await demandSql(asking, definition)
    try {
      if (!isSql(definition)) await data.queries.check(definition, asking)
      else return { ...definition, sql: { ...definition.sql, columns: await data.queries.sqlColumns(definition, asking) } }
    } catch (error) {
      if (!(error instanceof ApiError) || !LATER.has(error.code)) throw error
    }
    return definition
  }

  /** The definition of a query in the environment, if whoever asks may have it answered. */
  async function definitionOf({ scope, asker: { app, user } }: Pick<Runs, 'scope' | 'asker'>, key: string): Promise<unknown> {
    const found = await resources.find(scope, 'query', key)
    if (!found) throw notFound('query.unknown', 'There is no such query in this environment')
    if (!(await rights.on(app, user, 'query', 'read'))(found.id)) throw notAllowed()
    return found.definition
  }

  /** Without the statement: that is for those who make queries. */
  async function answerTo(key: string, asked: Runs) {
    const { sql: _statement, ...answer } = await data.queries.run(await definitionOf(asked, key), { ...asked, parameters: parametersOf(asked) })
    return answer
  }

  const answerOf = ({ id, key, name, description, definition, version, updatedAt, updatedBy }: ResourceRow) => ({
    id,
    key,
    name,
    description,
    definition: definition as MadeQuery,
    version,
    updatedAt,
    updatedBy,
  })

  async function using(scope: Scope, changes: readonly ModelChange[], trx?: Trx) {
    if (!changes.length) return []
    const rows = await resources.list(scope, 'query', trx)
    const design = rows.length ? await data.design.read(scope, trx) : undefined
    return rows.flatMap(row => {
      const found = design && renamedQuery(row.definition as MadeQuery, changes, design)
      return found?.uses.length ? [{ row, ...found }] : []
    })
  }

  async function told(who: Who, row: ResourceRow) {
    const [mayEdit, mayDelete] = await Promise.all([on(who, 'edit'), on(who, 'delete')])
    return { ...answerOf(row), mayEdit: mayEdit(row.id, row.ownerId), mayDelete: mayDelete(row.id, row.ownerId) }
  }
  const on = ({ app, user }: Who, option: string) => rights.on(app, user, 'query', option)

  /** A query that is there, and that this person may do this with. */
  async function demanded(who: Who, id: string, ...options: string[]): Promise<ResourceRow> {
    const row = await resources.get(who.scope, 'query', id)
    const allowed = await Promise.all(options.map(async option => (await on(who, option))(row.id, row.ownerId)))
    if (!allowed.some(Boolean)) throw notAllowed()
    return row
  }

  return {
    async list(who: Who) {
      const [mayRead, mayEdit, mayDelete] = await Promise.all([on(who, 'read'), on(who, 'edit'), on(who, 'delete')])
      const seen = (await resources.list(who.scope, 'query')).filter(row => mayRead(row.id, row.ownerId) || mayEdit(row.id, row.ownerId))
      return seen.map(row => ({ ...answerOf(row), mayEdit: mayEdit(row.id, row.ownerId), mayDelete: mayDelete(row.id, row.ownerId) }))
    },
    get: async (who: Who, id: string) => told(who, await demanded(who, id, 'read', 'edit')),

    async create(who: Who, input: QueryInput, asking: Asking) {
      if (!mayCreate(who.app, 'query')) throw notAllowed()
      const definition = await checked(input.definition, asking)
      return told(who, await resources.create(who.scope, who.user.id, 'query', { ...input, definition }))
    },
    async update(who: Who, id: string, input: QueryInput & { note?: string; baseVersion?: number }, asking: Asking) {
      // What is SQL now is as much a matter of that right as what becomes SQL.
      await demandSql(asking, (await demanded(who, id, 'edit')).definition as MadeQuery)
      const definition = await checked(input.definition, asking)
      return told(who, await resources.update(who.scope, who.user.id, 'query', id, { ...input, definition }))
    },
    async remove(who: Who, id: string) {
      await demanded(who, id, 'delete')
      await resources.remove(who.scope, 'query', id)
    },
    async listVersions(who: Who, id: string) {
      await demanded(who, id, 'read', 'edit')
      return (await resources.listVersions(who.scope, 'query', id)).map(({ definition, ...version }) => ({
        ...version,
        definition: definition as MadeQuery,
      }))
    },
    async restoreVersion(who: Who, id: string, version: number, asking: Asking) {
      const now = await demanded(who, id, 'edit')
      const old = (await resources.listVersions(who.scope, 'query', id)).find(one => one.version === version)
      if (!old) throw notFound('resource.versionUnknown', 'There is no such version')
      const definition = await checked(old.definition as MadeQuery, asking)
      return told(who, await resources.update(who.scope, who.user.id, 'query', id, { key: now.key, name: old.name, definition }))
    },

    /** What a query can be made of; nothing of a model while none is chosen. */
    async source(asked: Pick<Asking, 'scope' | 'asker' | 'locale'>, model: string, parameters: readonly string[], sqlSource: string) {
      const { app, user } = asked.asker
      const [source, ofModel] = await Promise.all([rights.on(app, user, 'source', 'read'), rights.on(app, user, 'model', 'read')])
      const sources = await data.design.forPages(asked.scope, { source, model: ofModel })
      const several = sources.filter(({ models }) => models.length).length > 1
      const models = sources.flatMap(one =>
        one.models
          .filter(({ isApplied }) => isApplied)
          .map(({ key, name }) => ({ value: `${one.key}/${key}`, label: several ? `${name} · ${sourceTitle(one, asked.locale)}` : name })),
      )
      const nothing = { groups: [], numbers: [], values: [], times: [], extremes: [], relations: [], conditions: [] }
      const maySql = await rights.on(app, user, 'source', 'sql')
      const sqlSources = (await data.sources.list(asked.scope))
        .filter(({ id }) => maySql(id))
        .map(one => ({ value: one.key, label: sourceTitle(one, asked.locale) }))
      const tables = sqlSources.some(({ value }) => value === sqlSource) ? await data.queries.sqlTables(asked.scope, sqlSource) : []
      return { models, sqlSources, tables, ...(model ? await data.queries.offered(model, asked, parameters) : nothing) }
    },

    mayWriteSql,

    /** Which queries use what changes of models, and where. */
    usingModels: async (scope: Scope, changes: readonly ModelChange[]) =>
      (await using(scope, changes)).map(({ row, uses }) => ({ id: row.id, name: row.name, uses })),

    /** Writes queries anew under the new names, each as a version of its own; in the transaction that changes the names. */
    async renameModels(scope: Scope, userId: string, changes: readonly ModelChange[], note: string, trx: Trx) {
      for (const { row, uses, query } of await using(scope, changes, trx))
        if (uses.some(({ to }) => to !== null)) await resources.saveIn(trx, scope, userId, row, { ...query }, note)
    },

    run: answerTo,
    async listRows(key: string, asked: Runs, at: string | undefined, paging: { page: number; perPage: number }) {
      const line = readObject(at, () => fieldError('query.atInvalid', 'at', 'This is no line of the query'))
      return data.queries.rows(await definitionOf(asked, key), { ...asked, parameters: parametersOf(asked) }, line, paging)
    },
    async export(key: string, asked: Runs) {
      const answer = await answerTo(key, asked)
      return { name: `${key}.xlsx`, mime: XLSX_MIME, content: spreadsheetOf(key, answer, { before: say(asked.locale, 'period before') }) }
    },
    async preview(definition: MadeQuery, asking: Asking) {
      await demandSql(asking, definition)
      const begun = performance.now()
      const { sql, ...answer } = await data.queries.run(definition, { ...asking, isAuthor: true })
      return { answer, sql, milliseconds: Math.round((performance.now() - begun) * 10) / 10 }
    },
  }
}
