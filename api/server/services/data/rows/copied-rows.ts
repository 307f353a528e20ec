// Rows of dev on their way into a copy of the app to work in: those that whoever asks may take out, under the ids that they have, so that relations lead to
// the same rows. What is in the copy already stays as it is there.
import { sql, type RawBuilder } from 'kysely'
import type { Core } from '../../../core.ts'
import { ApiError } from '../../../errors.ts'
import type { Trx } from '../../../store/database.ts'
import type { Models } from '../design/models.ts'
import { tableOf } from '../sql-text.ts'
import { hasOwnColumn, schemaOf, type DataScope, type Field } from '../types.ts'
import { appliedIn, inSteps, leads, setCounters, SYSTEM, type Applied } from './dev-rows.ts'
import type { FieldRightsOf } from './fields.ts'
import type { Asker, MayDo, RowFilter } from './rules.ts'

/** Of one model; a copy is for trying things out. */
export const MOST_COPIED = 10_000
const COPY_MS = 60_000

export interface CopyableModel {
  id: string
  name: string
  /** Rows in dev of the app, and in the copy. */
  rows: number
  here: number
  /** Whoever asks may take rows of it out, and see all of their fields. */
  mayTake: boolean
  /** Models without whose rows its own cannot stand. */
  needs: string[]
}
export interface CopiedModel {
  id: string
  name: string
  /** That came now. */
  rows: number
  /** More than the bound were there. */
  isCut: boolean
}
export interface Between {
  from: DataScope
  to: DataScope
  /** Ids in the copy by those in the app. */
  ids: ReadonlyMap<string, string>
  /** How addresses of files name the copy. */
  copyKey: string
}

const unknown = () => new ApiError('release.modelUnknown', 'The app has no such model', 422, { fields: { rows: 'The app has no such model' } })

export function createCopiedRows(
  { db }: Pick<Core, 'db'>,
  { models: known, rowFilter, mayDo, fieldRights }: { models: Pick<Models, 'applied'>; rowFilter: RowFilter; mayDo: MayDo; fieldRights: FieldRightsOf },
) {
  async function pairsOf({ from, to, ids }: Between) {
    const [models, there] = await Promise.all([appliedIn(from, db), appliedIn(to, db)])
    const targets = new Map(there.map(one => [one.id, one]))
    return models.flatMap(source => {
      if (!source.definition.managed || source.definition.primaryKey.type !== 'uuid') return []
      const target = targets.get(ids.get(source.id) ?? '')
      return target ? [{ source, target }] : []
    })
  }

  async function list(between: Between, asker: Asker): Promise<CopyableModel[]> {
    const pairs = await pairsOf(between)
    if (!pairs.length) return []
    const { read: maySee } = await fieldRights(asker)
    const sources = new Map(pairs.map(({ source }) => [source.id, source]))
    const counts = pairs.map(
      ({ source, target }) => sql`select ${source.id}::text as id,
        (select count(*) from ${tableOf(schemaOf(between.from.appId, between.from.tag), source.definition.table)})::int as rows,
        (select count(*) from ${tableOf(schemaOf(between.to.appId, between.to.tag), target.definition.table)})::int as here`,
    )
    const { rows } = await sql<{ id: string; rows: number; here: number }>`${sql.join(counts, sql` union all `)}`.execute(db)
    const counted = new Map(rows.map(one => [one.id, one]))
    return Promise.all(
      pairs.map(async ({ source }) => ({
        id: source.id,
        name: source.name,
        rows: counted.get(source.id)?.rows ?? 0,
        here: counted.get(source.id)?.here ?? 0,
        mayTake: (await mayDo(asker, source.id, 'exportRows')) && source.definition.fields.every(field => maySee(field.id)),
        needs: leads(source, sources, true),
      })),
    )
  }

  /** Files that came along get a place in the copy, under ids of their own: who removes a row there removes no file of the app. */
  async function bringFiles({ from, to, copyKey }: Between, source: Applied, target: Applied, trx: Trx) {
    const table = tableOf(schemaOf(to.appId, to.tag), target.definition.table)
    for (const field of source.definition.fields) {
      const own = target.definition.fields.find(one => one.id === field.id)
      if ((field.type !== 'file' && field.type !== 'image') || !own || own.type !== field.type || !hasOwnColumn(own)) continue
      const column = sql.id(own.column)
      const named = (address: RawBuilder<unknown>) => sql`reverse(split_part(reverse(split_part(${address}, '?', 1)), '/', 1))`
      await sql`
        with old as (
          select file.* from file join data_file on data_file.file_id = file.id
          where file.company_id = ${from.companyId} and file.app_id = ${from.appId} and data_file.tag = ${from.tag}
            and data_file.model_id = ${source.id} and data_file.field_id = ${field.id}
            and file.id::text in (select ${named(column)} from ${table} where ${column} is not null)
        ), made as materialized (select gen_random_uuid() as new_id, old.* from old),
        files as (
          insert into file (id, company_id, app_id, hash, name, mime, owner_id) select new_id, company_id, ${to.appId}, hash, name, mime, owner_id from made
        ), places as (
          insert into data_file (file_id, tag, model_id, field_id) select new_id, ${to.tag}::text, ${target.id}::uuid, ${field.id}::text from made
        )
        update ${table} set ${column} = regexp_replace(
          replace(${column}, made.id::text, made.new_id::text), '^(/api/resource/[^/]+/)[^/]+/', ${`\\1${copyKey}-${to.tag}/`})
        from made where ${named(column)} = made.id::text`.execute(trx)
    }
  }

  /** Columns of the copy with what goes into them; a relation leads to a row that is there, or nowhere. */
  function columnsFor(
    between: Between,
    { source, target }: { source: Applied; target: Applied },
    waits: (modelId: string) => boolean,
    targets: ReadonlyMap<string, Applied>,
  ) {
    const into = schemaOf(between.to.appId, between.to.tag)
    const conditions: RawBuilder<unknown>[] = []
    const later: { column: string; from: string; other: RawBuilder<unknown> }[] = []
    const columns = SYSTEM.map(name => ({ name, value: sql`${sql.id('one', name)}` }))
    const same = (field: Field) => target.definition.fields.find(one => one.id === field.id && one.type === field.type && hasOwnColumn(one) && !one.readOnly)
    for (const field of source.definition.fields) {
      const own = hasOwnColumn(field) && !field.readOnly ? same(field) : undefined
      if (!own) continue
      const value = sql`${sql.id('one', field.column)}`
      const other = field.type === 'relationOne' ? targets.get(field.relation?.modelId ?? '') : undefined
      if (!other) {
        columns.push({ name: own.column, value })
        continue
      }
      const table = tableOf(into, other.definition.table)
      const isThere = sql`exists (select from ${table} as other where other.id = ${value})`
      if (own.required) {
        conditions.push(isThere)
        columns.push({ name: own.column, value })
      } else if (waits(field.relation?.modelId ?? '')) later.push({ column: own.column, from: field.column, other: table })
      else columns.push({ name: own.column, value: sql`(select other.id from ${table} as other where other.id = ${value})` })
    }
    return { columns, conditions, later }
  }

  return {
    list,

    /** Copies the rows of these models; all of them or none. */
    async copy(between: Between, asker: Asker, chosen: readonly string[]): Promise<CopiedModel[]> {
      const pairs = await pairsOf(between)
      const listed = await list(between, asker)
      for (const id of chosen) {
        const model = listed.find(one => one.id === id)
        if (!model) throw unknown()
        const values = { name: model.name }
        if (!model.mayTake) throw new ApiError('data.copyForbidden', 'You may not take out the rows of {name}, or not all of their fields', 403, { values })
        const missing = listed.find(one => model.needs.includes(one.id) && !chosen.includes(one.id) && one.rows && !one.here)
        if (missing && model.rows) {
          const english = 'The rows of {name} name rows of {other}: choose both, or neither'
          const both = { ...values, other: missing.name }
          throw new ApiError('release.rowsNeed', english, 422, { values: both, fields: { rows: { english, values: both } } })
        }
      }
      const targets = new Map(pairs.map(({ source, target }) => [source.id, target]))
      const [out, into] = [schemaOf(between.from.appId, between.from.tag), schemaOf(between.to.appId, between.to.tag)]
      const done: CopiedModel[] = []
      await db.transaction().execute(async trx => {
        await sql.raw(`set local statement_timeout = ${COPY_MS}`).execute(trx)
        for (const step of inSteps(pairs.map(({ source }) => source).filter(({ id }) => chosen.includes(id)))) {
          const together = new Set(step.map(({ id }) => id))
          const waiting: RawBuilder<unknown>[] = []
          for (const source of step) {
            const target = targets.get(source.id) as Applied
            const { columns, conditions, later } = columnsFor(between, { source, target }, id => together.has(id), targets)
            const rule = await rowFilter(between.from, await known.applied(between.from, source.source, source.key), asker, { table: 'one' })
            const where = [...(rule ? [rule] : []), ...conditions]
            const from = tableOf(out, source.definition.table)
            const table = tableOf(into, target.definition.table)
            const { rows } = await sql<{ id: string }>`insert into ${table} (${sql.join(columns.map(({ name }) => sql.id(name)))})
              select ${sql.join(columns.map(({ value }) => value))} from ${from} as one
              ${where.length ? sql`where ${sql.join(where, sql` and `)}` : sql``}
              order by one.created_at, one.id limit ${sql.lit(MOST_COPIED)} on conflict do nothing returning id`.execute(trx)
            const came = rows.map(({ id }) => id)
            for (const { column, from: old, other } of later)
              waiting.push(sql`update ${table} as mine set ${sql.id(column)} = one.${sql.id(old)} from ${from} as one
                where mine.id = one.id and mine.id = any (${came}::uuid[]) and exists (select from ${other} as other where other.id = one.${sql.id(old)})`)
            const isCut = (listed.find(one => one.id === source.id)?.rows ?? 0) > MOST_COPIED
            done.push({ id: source.id, name: source.name, rows: came.length, isCut })
            await bringFiles(between, source, target, trx)
            await setCounters(into, target, trx)
          }
          for (const one of waiting) await one.execute(trx)
        }
      })
      return done
    },
  }
}
export type CopiedRows = ReturnType<typeof createCopiedRows>
