// The models of a release against the databases of its environment: the plan of all sources together, and applying it.
import { createHash } from 'node:crypto'
import type { Core } from '../../../core.ts'
import { ApiError } from '../../../errors.ts'
import type { Scope, Trx } from '../../../store/database.ts'
import { readData, type DataDesign, type DesignModel } from './app-design.ts'
import type { WantedModel } from './applied-record.ts'
import { hashOf } from './models.ts'
import type { Sentence, Statement } from './plan-statement.ts'
import type { Confirmation, Schema } from './schema.ts'
import type { Source } from '../sources/sources.ts'
import { columnType, engineOf } from '../columns.ts'
import type { DataScope, Dialect } from '../types.ts'
import { inApp } from '../../../store/scoped.ts'

export interface SourcePlan {
  id: string
  name: string
  dialect: Dialect
  statements: readonly Statement[]
  missing: string[]
  /** Names the plan of this source. */
  hash: string
  /** Nothing of it is made from here: its tables are somebody else's. */
  onlyRead: boolean
  /** Why its database could not be asked. */
  unreachable?: ApiError
  /** Models that dev has not got yet, where the environment finds the database of dev. */
  waiting?: string[]
  /** Models that the environment has and the version does not: their tables go, with what is in them. */
  dropped: string[]
  /** What somebody else would run to have what is missing. */
  manual: string
}
export interface ReleasePlan {
  sources: SourcePlan[]
  /** Why it cannot be applied. */
  problems: Sentence[]
  loses: boolean
  /** Names this plan, so that what is published is what was shown. */
  hash: string
}

interface Step {
  source: Source
  wanted: WantedModel[]
  /** Nothing of it is made from here: its tables are somebody else's. */
  onlyRead: boolean
  /** Models that the environment has and the version does not. */
  gone: string[]
}

/** The statements that make what a database of somebody else lacks. */
function manualFor(dialect: Dialect, wanted: readonly WantedModel[], missing: readonly string[]): string {
  const engine = engineOf(dialect)
  const quoted = (name: string) => (engine === 'mysql' ? `\`${name.replaceAll('`', '``')}\`` : `"${name.replaceAll('"', '""')}"`)
  return wanted
    .flatMap(({ definition: { table, fields } }) => {
      const columns = fields.filter(field => field.column && field.type !== 'relationMany')
      const typed = (field: (typeof fields)[number]) => `${quoted(field.column)} ${columnType(engine, field)}`
      if (missing.includes(table)) return [`create table ${quoted(table)} (${columns.map(typed).join(', ')});`]
      return columns.filter(field => missing.includes(`${table}.${field.column}`)).map(field => `alter table ${quoted(table)} add column ${typed(field)};`)
    })
    .join('\n')
}

const wantedOf = ({ id, key, name, definition }: DesignModel): WantedModel => ({ id, key, name, definition, hash: hashOf(key, definition) })

export function createReleasing({ db }: Pick<Core, 'db'>, { schema }: { schema: Schema }) {
  /** What there is to do for each source that has models, now or then; and sources that the app no longer has. */
  async function stepsOf({ companyId, appId, tag }: DataScope, design: DataDesign, on: Trx | typeof db) {
    const sources = await inApp(on, { companyId, appId }).selectFrom('data_source').select(['id', 'key', 'name', 'dialect']).orderBy('key').execute()
    const applied = await inApp(on, { companyId, appId })
      .selectFrom('data_applied')
      .select(['source_id', 'model_id', 'name', 'definition'])
      .where('tag', '=', tag)
      .execute()
    const steps = sources.flatMap((source): Step[] => {
      const models = design.models.filter(model => model.sourceId === source.id)
      const had = applied.filter(row => row.source_id === source.id)
      const there = had.map(row => row.definition as DesignModel['definition'])
      const gone = had
        .filter(row => (row.definition as DesignModel['definition']).managed && !models.some(model => model.id === row.model_id))
        .map(row => row.name)
      if (!models.length && !there.length) return []
      const onlyRead = source.dialect !== 'builtin' && ![...models.map(model => model.definition), ...there].some(definition => definition.managed)
      return [{ source, wanted: models.map(wantedOf), onlyRead, gone }]
    })
    const gone = design.sources.filter(one => !sources.some(source => source.id === one.id) && design.models.some(model => model.sourceId === one.id))
    return { steps, gone }
  }

  async function untriedOf(scope: Scope, wanted: readonly WantedModel[]): Promise<string[]> {
    const tried = await inApp(db, scope).selectFrom('data_applied').select(['model_id', 'hash']).where('tag', '=', 'dev').execute()
    return wanted.filter(model => !tried.some(one => one.model_id === model.id && one.hash.equals(model.hash))).map(model => model.name)
  }

  /** What would be run; a database that is out of reach is a problem of the plan. */
  async function plan(scope: DataScope, design: DataDesign): Promise<ReleasePlan> {
    const { steps, gone } = await stepsOf(scope, design, db)
    const problems: Sentence[] = gone.map(({ name }) => ({
      english: 'This version needs the data source {name}, which the app no longer has. Its pages can be published without the data models',
      values: { name },
    }))
    const sources: SourcePlan[] = []
    for (const { source, wanted, onlyRead, gone: dropped } of steps)
      try {
        const found = await schema.planRelease(scope, source, wanted)
        problems.push(...found.problems)
        const { statements, missing, hash, waitsForDev } = found
        sources.push({
          ...named(source),
          statements,
          missing,
          hash,
          onlyRead,
          dropped,
          manual: manualFor(source.dialect, wanted, missing),
          ...(waitsForDev && { waiting: await untriedOf(scope, wanted) }),
        })
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        sources.push({ ...named(source), statements: [], missing: [], hash: '', onlyRead, dropped: [], manual: '', unreachable: error })
        if (onlyRead) continue
        // Several sources stand in one list: each says which it is.
        const english = error.code === 'data.unreachable' ? 'The database of {name} cannot be reached: {reason}' : error.english
        problems.push({ english, values: { ...error.more.values, name: source.name } })
      }
    const hash = createHash('sha256')
      .update(JSON.stringify([scope.tag, sources.map(one => [one.id, one.hash])]))
      .digest('hex')
    return { sources, problems, loses: sources.some(one => one.statements.some(statement => statement.loss)), hash }
  }
  const named = ({ id, name, dialect }: Source) => ({ id, name, dialect })

  return {
    plan,

    /** Names of models that dev does not have as they are designed: nobody has tried them. */
    untried: (scope: Scope, design: DataDesign): Promise<string[]> => untriedOf(scope, design.models.map(wantedOf)),

    /** Refuses what cannot be applied, was not confirmed, or is no longer what was shown. */
    check(found: ReleasePlan, { hash, confirmLoss }: Confirmation) {
      const [problem] = found.problems
      if (problem) throw new ApiError('data.planBlocked', problem.english, 409, { values: problem.values })
      if (hash !== undefined && found.hash !== hash)
        throw new ApiError('data.planChanged', 'The models or the database have changed since this plan was made. Look at the new one', 409)
      if (found.loses && !confirmLoss) throw new ApiError('data.lossUnconfirmed', 'This plan deletes data: confirm that', 409)
    },

    /** Makes the built-in tables of an app that came with models, and takes tables of others that are only read for what they are. */
    async start(scope: Scope, userId: string, trx: Trx) {
      const dev = { ...scope, tag: 'dev' }
      const { steps } = await stepsOf(dev, await readData(scope, trx), trx)
      for (const { source, wanted, onlyRead } of steps) {
        if (source.dialect === 'builtin') await schema.applyRelease(dev, source, wanted, userId, {}, trx)
        else if (onlyRead) await schema.recordRelease(dev, source.id, userId, wanted, trx)
      }
    },

    /**
     * Gives an environment the models of a release, as the plan says, in the transaction of the release. Databases of others come last: whatever fails
     * before leaves them untouched, and what fails there undoes all the rest. Answers what was run.
     */
    async apply(scope: DataScope, design: DataDesign, userId: string, shown: ReleasePlan, trx: Trx): Promise<Pick<SourcePlan, 'name' | 'statements'>[]> {
      const { steps } = await stepsOf(scope, design, trx)
      const done: Pick<SourcePlan, 'name' | 'statements'>[] = []
      for (const { source, wanted, onlyRead } of steps.toSorted((a, b) => Number(a.source.dialect !== 'builtin') - Number(b.source.dialect !== 'builtin'))) {
        if (onlyRead) await schema.recordRelease(scope, source.id, userId, wanted, trx)
        // What may be lost was confirmed with the plan.
        const hash = shown.sources.find(one => one.id === source.id)?.hash ?? ''
        const statements = onlyRead ? [] : await schema.applyRelease(scope, source, wanted, userId, { hash, confirmLoss: true }, trx)
        done.push({ name: source.name, statements })
      }
      return done
    },
  }
}

export type Releasing = ReturnType<typeof createReleasing>
