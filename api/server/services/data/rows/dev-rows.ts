// The rows of dev on their way into the environment that people use, once, when the app is published for the first time: into new and empty tables, under
// the same ids, so that relations point at the same rows. Each model comes as a whole or not at all.
import { sql, type RawBuilder } from 'kysely'
import type { Core } from '../../../core.ts'
import { ApiError, type FieldText } from '../../../errors.ts'
import { inApp } from '../../../store/scoped.ts'
import type { Db, Trx } from '../../../store/database.ts'
import { tableOf } from '../sql-text.ts'
import { hasOwnColumn, schemaOf, type DataScope, type Definition } from '../types.ts'

const COPY_MS = 300_000
export const SYSTEM = ['id', 'created_at', 'created_by', 'updated_at', 'updated_by', 'version']

export interface DevModel {
  id: string
  key: string
  name: string
  rows: number
  /** Models without whose rows its own cannot stand. */
  needs: string[]
}
export interface Applied {
  id: string
  /** Key of its data source. */
  source: string
  key: string
  name: string
  hash: Buffer
  definition: Definition
}

const refused = (english: string, values?: Record<string, string | number>) => new ApiError('release.rowsRefused', english, 409, values && { values })

/** Relations of a model to others that are in the list; one to itself is no reason to wait. */
export const leads = ({ id, definition }: Applied, list: ReadonlyMap<string, unknown>, isNeeded = false) =>
  definition.fields.flatMap(({ type, relation, required }) =>
    type === 'relationOne' && relation && relation.modelId !== id && list.has(relation.modelId) && (required || !isNeeded) ? [relation.modelId] : [],
  )

/** Models in the order in which they can be written; those that name each other in a circle go together. */
export function inSteps<T extends Applied>(models: readonly T[]): T[][] {
  const left = new Map(models.map(model => [model.id, model]))
  const reach = (from: T) => {
    const seen = new Set([from.id])
    for (const id of seen) for (const next of leads(left.get(id) as T, left)) seen.add(next)
    return seen
  }
  const steps: T[][] = []
  while (left.size) {
    const free = [...left.values()].find(model => !leads(model, left).length)
    // The smallest circle names nothing outside of it.
    const circles = free ? [new Set([free.id])] : [...left.values()].map(reach).toSorted((a, b) => a.size - b.size)
    const step = [...(circles[0] ?? [])].map(id => left.get(id) as T)
    steps.push(step)
    for (const { id } of step) left.delete(id)
  }
  return steps
}

/** The tables of the built-in database that an environment has. */
export async function appliedIn(scope: DataScope, on: Db | Trx): Promise<Applied[]> {
  const rows = await inApp(on, scope)
    .selectFrom('data_applied')
    .innerJoin('data_source', 'data_source.id', 'data_applied.source_id')
    .select([
      'data_applied.model_id as id',
      'data_source.key as source',
      'data_applied.key',
      'data_applied.name',
      'data_applied.hash',
      'data_applied.definition',
    ])
    .where('data_applied.tag', '=', scope.tag)
    .where('data_source.dialect', '=', 'builtin')
    .orderBy('data_applied.name')
    .orderBy('data_applied.model_id')
    .execute()
  return rows.map(row => ({ ...row, definition: row.definition as Definition }))
}

/** Rows that are added later go on counting where those that came end. */
export async function setCounters(schema: string, { definition }: { definition: Definition }, trx: Trx) {
  for (const field of definition.fields)
    if (field.type === 'autoNumber')
      await sql`select setval(pg_get_serial_sequence(${`"${schema}"."${definition.table}"`}, ${field.column}), max(${sql.id(field.column)}))
        from ${tableOf(schema, definition.table)} having max(${sql.id(field.column)}) is not null`.execute(trx)
}

export function createDevRows({ db }: Pick<Core, 'db'>) {
  /** The tables of dev that rows can be taken from, with how many they hold. */
  async function list(app: Omit<DataScope, 'tag'>): Promise<DevModel[]> {
    const scope = { ...app, tag: 'dev' }
    const models = await appliedIn(scope, db)
    if (!models.length) return []
    const known = new Map(models.map(model => [model.id, model]))
    const counts = models.map(
      ({ id, definition }) => sql`select ${id}::text as id, count(*)::int as n from ${tableOf(schemaOf(scope.appId, 'dev'), definition.table)}`,
    )
    const { rows } = await sql<{ id: string; n: number }>`${sql.join(counts, sql` union all `)}`.execute(db)
    const counted = new Map(rows.map(({ id, n }) => [id, n]))
    return models.map(model => ({ id: model.id, key: model.key, name: model.name, rows: counted.get(model.id) ?? 0, needs: leads(model, known, true) }))
  }

  /** Files that the rows name get a place in the environment, under ids of their own: who removes a row in dev removes no file of the others. */
  async function bringFiles(scope: DataScope, to: string, model: Applied, trx: Trx) {
    const table = tableOf(schemaOf(scope.appId, to), model.definition.table)
    for (const field of model.definition.fields) {
      if ((field.type !== 'file' && field.type !== 'image') || !hasOwnColumn(field)) continue
      const column = sql.id(field.column)
      const named = (address: RawBuilder<unknown>) => sql`reverse(split_part(reverse(split_part(${address}, '?', 1)), '/', 1))`
      await sql`
        with old as (
          select file.* from file join data_file on data_file.file_id = file.id
          where file.company_id = ${scope.companyId} and file.app_id = ${scope.appId} and data_file.tag = 'dev'
            and data_file.model_id = ${model.id} and data_file.field_id = ${field.id}
            and file.id::text in (select ${named(column)} from ${table} where ${column} is not null)
        ), made as materialized (select gen_random_uuid() as new_id, old.* from old),
        files as (
          insert into file (id, company_id, app_id, hash, name, mime, owner_id) select new_id, company_id, app_id, hash, name, mime, owner_id from made
        ), places as (
          insert into data_file (file_id, tag, model_id, field_id) select new_id, ${to}::text, ${model.id}::uuid, ${field.id}::text from made
        )
        update ${table} set ${column} = regexp_replace(
          replace(${column}, made.id::text, made.new_id::text), '^(/api/resource/[^/]+/[^/]+)-dev/', ${to === 'latest' ? '\\1/' : `\\1-${to}/`})
        from made where ${named(column)} = made.id::text`.execute(trx)
    }
  }

  /** Copies the rows of these models in one step; nothing of it stays when one of them does not fit. */
  async function copyStep(
    scope: DataScope,
    to: string,
    step: readonly Applied[],
    targets: ReadonlyMap<string, Applied>,
    trx: Trx,
  ): Promise<Map<string, number>> {
    const [from, into] = [schemaOf(scope.appId, 'dev'), schemaOf(scope.appId, to)]
    await sql.raw(`set local statement_timeout = ${COPY_MS}`).execute(trx)
    const ids = new Set(step.map(model => model.id))
    for (const { name, definition } of step) {
      const table = tableOf(into, definition.table)
      await sql`lock table ${table} in share row exclusive mode`.execute(trx)
      const { rows } = await sql`select 1 from ${table} limit 1`.execute(trx)
      if (rows.length) throw refused('{name} has rows there already; none is overwritten', { name })
    }
    // One statement for all: what they name in each other is looked at when it is done.
    const parts = step.map((model, at) => {
      const fields = model.definition.fields.filter(field => hasOwnColumn(field) && !field.readOnly)
      const columns = [...SYSTEM, ...fields.map(field => field.column)]
      const values = [
        ...SYSTEM.map(name => sql`${sql.id('one', name)}`),
        ...fields.map(field => {
          const value = sql`${sql.id('one', field.column)}`
          const target = field.type === 'relationOne' && targets.get(field.relation?.modelId ?? '')
          if (!target || field.required || ids.has(target.id)) return value
          // Rows of a model that stays behind cannot be named, nor those that came to dev since theirs were copied.
          return sql`(select other.id from ${tableOf(into, target.definition.table)} as other where other.id = ${value})`
        }),
      ]
      return sql`${sql.id(`part${at}`)} as (insert into ${tableOf(into, model.definition.table)} (${sql.join(columns.map(name => sql.id(name)))})
        select ${sql.join(values)} from ${tableOf(from, model.definition.table)} as one returning 1)`
    })
    const counts = step.map(({ id }, at) => sql`select ${id}::text as id, (select count(*) from ${sql.id(`part${at}`)})::int as n`)
    const { rows } = await sql<{ id: string; n: number }>`with ${sql.join(parts)} ${sql.join(counts, sql` union all `)}`.execute(trx)
    for (const model of step) {
      await bringFiles(scope, to, model, trx)
      await setCounters(into, model, trx)
    }
    return new Map(rows.map(({ id, n }) => [id, n]))
  }

  return {
    list,

    /** Refuses a choice of models whose rows cannot stand without others. */
    async check(app: Omit<DataScope, 'tag'>, chosen: readonly string[]): Promise<DevModel[]> {
      const models = await list(app)
      const names = new Map(models.map(({ id, name }) => [id, name]))
      for (const id of chosen) {
        const model = models.find(one => one.id === id)
        if (!model) throw new ApiError('release.modelUnknown', 'The app has no such model', 422, { fields: { rows: 'The app has no such model' } })
        const missing = model.needs.find(other => !chosen.includes(other) && models.some(one => one.id === other && one.rows))
        if (missing && model.rows) {
          const values = { name: model.name, other: names.get(missing) ?? '' }
          const english = 'The rows of {name} name rows of {other}: choose both, or neither'
          throw new ApiError('release.rowsNeed', english, 422, { values, fields: { rows: { english, values } } })
        }
      }
      return models.filter(model => chosen.includes(model.id))
    },

    /**
     * Copies the rows of these models into `to`, step by step, and tells after each what became of it. A model that does not fit is left out and the rest
     * goes on; one that is not the same in both environments is not copied.
     */
    async copy(
      app: Omit<DataScope, 'tag'>,
      to: string,
      chosen: readonly string[],
      told: (done: { ids: string[]; rows: ReadonlyMap<string, number> } | { ids: string[]; reason: FieldText }) => Promise<void>,
      log: (error: unknown) => void,
    ) {
      const scope = { ...app, tag: 'dev' }
      const [models, there] = await Promise.all([appliedIn(scope, db), appliedIn({ ...app, tag: to }, db)])
      const targets = new Map(there.map(model => [model.id, model]))
      for (const step of inSteps(models.filter(model => chosen.includes(model.id)))) {
        const ids = step.map(model => model.id)
        const other = step.find(model => !targets.get(model.id)?.hash.equals(model.hash))
        try {
          if (other) throw refused('{name} is not applied to dev as it was published', { name: other.name })
          await told({ ids, rows: await db.transaction().execute(trx => copyStep(scope, to, step, targets, trx)) })
        } catch (error) {
          log(error)
          const reason: FieldText =
            error instanceof ApiError ? { english: error.english, ...(error.more.values && { values: error.more.values }) } : 'The database refused the rows'
          await told({ ids, reason })
        }
      }
    },
  }
}

export type DevRows = ReturnType<typeof createDevRows>
