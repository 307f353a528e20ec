// Rows of built-in models as packages carry them: without people, departments and files, which mean nothing elsewhere. A required person becomes who
// installs them. A model may have a million: they are read and written some at a time.
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { sql, type RawBuilder } from 'kysely'
import type { Core } from '../../../core.ts'
import { ApiError, fieldError } from '../../../errors.ts'
import type { Db, Trx } from '../../../store/database.ts'
import { LIMITS } from '../../foundation/archives/limits.ts'
import { LineWriter, linesOf, type WrittenPart } from '../../foundation/archives/lines.ts'
import type { DataDesign } from '../design/app-design.ts'
import type { Models } from '../design/models.ts'
import { UNTOLD, type Progress } from '../../foundation/progress.ts'
import { carried, fitting, isPortable, Staying, type PackedModel, type PlainRow } from './portable-rows.ts'
import { answerOf, columnsSql } from './labels.ts'
import type { FieldRightsOf } from './fields.ts'
import type { Asker, MayDo, RowFilter } from './rules.ts'
import { writeRows, type RowsFor } from './write-rows.ts'
import { tableOf } from '../sql-text.ts'
import { schemaOf, type DataScope, type Definition } from '../types.ts'
import { inApp } from '../../../store/scoped.ts'

/** In one package: what is known of each is held in memory while they are written. */
export const MOST_ROWS = 2_000_000
/** Few enough to be forgotten before they count as something to keep. */
const AT_ONCE = 200

/** Rows of a model as a package names them. */
export interface PackedRows {
  /** Keys of data source and model. */
  source: string
  model: string
  count: number
  /** Keys of relations that some row has. */
  named: string[]
  parts: { hash: string; count: number }[]
}
/** The same, and where they lie. */
export interface SpooledRows extends Omit<PackedRows, 'parts'> {
  parts: WrittenPart[]
}
/** Rows out of a package, some at a time. */
export interface SampleRows extends Pick<PackedRows, 'source' | 'model'> {
  read(): AsyncIterable<PlainRow[]>
}

interface Question {
  definition: Definition
  keys: string[]
  /** Where the rows are that go. */
  from: RawBuilder<unknown>
  query: RawBuilder<unknown>
}

const isOwn = ({ managed, primaryKey }: Definition) => managed && primaryKey.type === 'uuid'
const tooLarge = () =>
  new ApiError('package.tooLarge', 'Unpacked, the file would be larger than {limit} MB', 422, {
    values: { limit: Math.round(LIMITS.totalBytes / 1024 / 1024) },
  })
const rowTooLarge = (model: string) =>
  fieldError('package.entryTooLarge', 'exportList', '“{name}” in the file is larger than {limit} MB', { name: model, limit: LIMITS.rowBytes / 1024 / 1024 })

export function createSampleRows(
  { db }: Pick<Core, 'db'>,
  { models: known, rowFilter, mayDo, fieldRights }: { models: Pick<Models, 'applied'>; rowFilter: RowFilter; mayDo: MayDo; fieldRights: FieldRightsOf },
) {
  const builtIn = (scope: DataScope, on: Db | Trx): Promise<PackedModel[]> =>
    inApp(on, scope)
      .selectFrom('data_applied')
      .innerJoin('data_source', 'data_source.id', 'data_applied.source_id')
      .select(['data_applied.model_id as id', 'data_applied.key', 'data_source.key as source', 'data_applied.definition'])
      .where('data_applied.tag', '=', scope.tag)
      .where('data_source.dialect', '=', 'builtin')
      .orderBy('data_applied.key')
      .execute() as Promise<PackedModel[]>

  /** The models whose rows go: chosen, as far as the asker may export them, and with rows that can be written elsewhere. */
  async function chosenModels(scope: DataScope, asker: Asker, wanted: readonly string[], packed: readonly PackedModel[]) {
    const all = (await builtIn(scope, db)).filter(({ definition }) => isOwn(definition))
    const unknown = wanted.find(name => !all.some(({ id, key }) => id === name || key === name))
    if (unknown !== undefined)
      throw new ApiError('release.modelUnknown', 'The app has no such model', 422, { fields: { exportList: 'The app has no such model' } })
    const found: { here: PackedModel; there: PackedModel }[] = []
    for (const here of all) {
      if (wanted.length && !wanted.includes(here.id) && !wanted.includes(here.key)) continue
      if (!(await mayDo(asker, here.id, 'exportRows'))) continue
      const there = packed.find(one => one.source === here.source && one.key === here.key)
      if (there && isPortable(there.definition)) found.push({ here, there })
    }
    return found
  }

  return {
    /** The models whose rows the asker may take along, with their sources. */
    async offered(scope: DataScope, asker: Asker): Promise<{ id: string; name: string; source: string }[]> {
      const rows = await inApp(db, scope)
        .selectFrom('data_applied')
        .innerJoin('data_model', 'data_model.id', 'data_applied.model_id')
        .innerJoin('data_source', 'data_source.id', 'data_applied.source_id')
        .select(['data_model.id', 'data_model.name', 'data_source.name as source', 'data_applied.definition'])
        .where('data_applied.tag', '=', scope.tag)
        .where('data_source.dialect', '=', 'builtin')
        .orderBy('data_model.name')
        .orderBy('data_model.id')
        .execute()
      const found: { id: string; name: string; source: string }[] = []
      for (const { definition, ...row } of rows) if (isOwn(definition as Definition) && (await mayDo(asker, row.id, 'exportRows'))) found.push(row)
      return found
    },

    /**
     * The rows of these models (keys or ids), of all where none is named, as far as the asker may export them and an app with the models of `data`
     * takes them: of one moment, in files of a folder.
     */
    async read(
      scope: DataScope,
      asker: Asker,
      wanted: readonly string[],
      data: DataDesign,
      folder: string,
      progress: Progress = UNTOLD,
    ): Promise<SpooledRows[]> {
      const sources = new Map(data.sources.map(source => [source.id, source.key]))
      const chosen = await chosenModels(
        scope,
        asker,
        wanted,
        data.models.map(({ id, key, sourceId, definition }) => ({ id, key, source: sources.get(sourceId) ?? '', definition })),
      )
      const { read: maySee } = await fieldRights(asker)
      const staying = new Staying(inOrder(chosen.map(({ there }) => there)))
      const written = new Map<string, { lines: LineWriter; named: Set<string> }>()
      let files = 0
      const bytes = () => [...written.values()].reduce((sum, { lines }) => sum + lines.bytes, 0)

      /** Rows that go into a file of their own, in place of the one that the model had. */
      async function spool(model: Staying['models'][number], rows: AsyncIterable<PlainRow[]>) {
        const lines = await LineWriter.at(join(folder, `rows-${files++}`))
        const named = new Set<string>()
        const others = bytes() - (written.get(model.id)?.lines.bytes ?? 0)
        let seen = 0
        try {
          for await (const some of rows) {
            for (const row of some) {
              seen++
              if (!staying.goes(model, row)) continue
              for (const { key } of model.relations) if (row[key] !== undefined) named.add(key)
              const line = JSON.stringify(row)
              if (line.length > LIMITS.rowBytes || Buffer.byteLength(line) > LIMITS.rowBytes) throw rowTooLarge(model.key)
              await lines.add(line)
            }
            if (others + lines.bytes > LIMITS.totalBytes) throw tooLarge()
          }
        } finally {
          await lines.end()
        }
        staying.ended(model)
        written.set(model.id, { lines, named })
        return seen - lines.count
      }

      const questions = new Map<string, Question>()
      for (const { here, there } of chosen) {
        const { definition } = here
        const keys = carried(definition).flatMap(field => (maySee(field.id) ? [field.key] : []))
        const rule = await rowFilter(scope, await known.applied(scope, here.source, here.key), asker)
        const table = tableOf(schemaOf(scope.appId, scope.tag), definition.table)
        const from = sql`from ${table}${rule ? sql` where ${rule}` : sql``}`
        questions.set(there.id, { definition, keys, from, query: sql`select ${columnsSql(definition, keys)} ${from} order by created_at, id` })
      }
      await db
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute(async trx => {
          await progress.begin('readRows', await countOf([...questions.values()], trx))
          async function* rowsIn(model: Staying['models'][number]) {
            const { definition, keys, query } = questions.get(model.id) as Question
            await sql`declare tessera_rows no scroll cursor for ${query}`.execute(trx)
            for (;;) {
              const { rows } = await sql<PlainRow>`fetch ${sql.lit(AT_ONCE)} from tessera_rows`.execute(trx)
              if (!rows.length) break
              await progress.add(rows.length)
              yield rows.map(row => fitting(answerOf(definition, row, keys), model.fields))
            }
            await sql`close tessera_rows`.execute(trx)
          }
          for (const model of staying.models) await spool(model, rowsIn(model))
        })

      const again = new Set(staying.models.filter(model => model.relations.some(({ target }) => laterThan(staying.models, model, target))))
      // A row that stays behind may take those that name it along, and these others.
      for (const model of again) {
        again.delete(model)
        const { lines } = written.get(model.id) as { lines: LineWriter }
        if (await spool(model, rowsOf(lines.path))) for (const other of staying.naming(model.id)) again.add(other)
      }
      return chosen.map(({ there: { id, source, key } }) => {
        const { lines, named } = written.get(id) as { lines: LineWriter; named: Set<string> }
        return { source, model: key, count: lines.count, named: [...named].sort(), parts: lines.parts }
      })
    },

    /** Writes rows into the tables of an environment, which are empty; each value is checked as one that somebody enters. */
    async write(scope: DataScope, list: readonly SampleRows[], userId: string, trx: Trx, progress: Progress = UNTOLD): Promise<void> {
      const models = inOrder((await builtIn(scope, trx)).filter(({ definition }) => isOwn(definition)))
      const chosen = models.flatMap((model): RowsFor[] => {
        const given = list.find(one => one.source === model.source && one.model === model.key)
        return given ? [{ model, read: () => counted(given.read(), progress) }] : []
      })
      await writeRows(schemaOf(scope.appId, scope.tag), chosen, userId, trx)
    },
  }
}

export type SampleRowsService = ReturnType<typeof createSampleRows>

/** Those that others name come first; where models name each other there is no such order, and the rest keeps its own. */
function inOrder(models: readonly PackedModel[]): PackedModel[] {
  const left = new Map(models.map(model => [model.id, model]))
  const done: PackedModel[] = []
  while (left.size) {
    const next =
      [...left.values()].find(({ id, definition }) =>
        definition.fields.every(({ type, relation }) => type !== 'relationOne' || relation?.modelId === id || !left.has(relation?.modelId ?? '')),
      ) ?? ([...left.values()][0] as PackedModel)
    left.delete(next.id)
    done.push(next)
  }
  return done
}

/** Rows that go along, told before the first of them is read where they are too many. */
async function countOf(questions: readonly Pick<Question, 'from'>[], trx: Trx): Promise<number> {
  let count = 0
  for (const { from } of questions) {
    const { rows } = await sql<{ count: string }>`select count(*) as count ${from}`.execute(trx)
    count += Number(rows[0]?.count)
  }
  if (count > MOST_ROWS) throw new ApiError('release.tooManyRows', 'No more than {limit} rows go along', 422, { values: { limit: MOST_ROWS } })
  return count
}

async function* counted(rows: AsyncIterable<PlainRow[]>, progress: Progress): AsyncGenerator<PlainRow[]> {
  for await (const some of rows) {
    await progress.add(some.length)
    yield some
  }
}

/** Whether the rows of a model were written before all of the other's were seen; its own are. */
const laterThan = (models: readonly PackedModel[], model: PackedModel, target: string) =>
  models.findIndex(({ id }) => id === target) >= models.findIndex(({ id }) => id === model.id)

/** What was written, once more. */
async function* rowsOf(path: string): AsyncGenerator<PlainRow[]> {
  for await (const lines of linesOf(createReadStream(path), Number.POSITIVE_INFINITY, tooLarge))
    yield lines.map(line => JSON.parse(line.toString()) as PlainRow)
}
