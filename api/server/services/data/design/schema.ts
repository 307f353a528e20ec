// The database of a source against its models: what differs, the plan in between, and applying it.
import { createHash } from 'node:crypto'
import { sql, type QueryExecutorProvider } from 'kysely'
import type { Core } from '../../../core.ts'
import type { ModelChange } from '../../../../gate/model-uses.ts'
import { ApiError } from '../../../errors.ts'
import type { Db, Trx } from '../../../store/database.ts'
import type { FoundTable } from '../columns.ts'
import { isUnreachable, type Store } from '../sources/connections.ts'
import { onlyDev, type AppliedRecord, type AppliedRow, type WantedModel } from './applied-record.ts'
import type { Models } from './models.ts'
import { missingIn, tableThere } from './plan.ts'
import type { PlanInput, Sentence, Statement } from './plan-statement.ts'
import { planStatements } from './plan-task.ts'
import { keptUntil, type Kept } from './kept.ts'
import { kept as keptName, waiting } from './plan-names.ts'
import { structureRefused } from './refused.ts'
import type { Source, Sources } from '../sources/sources.ts'
import { changedNames } from './changed-names.ts'
import { readStructure } from './structure.ts'
import { runWritten } from '../sql-text.ts'
import type { DataScope } from '../types.ts'
import { inApp } from '../../../store/scoped.ts'

/** A change of structure may take longer than a question. */
const APPLY_MS = 600_000
/** What confirms a plan: its hash, and that data may be lost. */
export interface Confirmation {
  hash?: string
  confirmLoss?: boolean
}

export interface Plan {
  statements: Statement[]
  /** Why it cannot be applied. */
  problems: Sentence[]
  /** Tables and columns that models name and the database of somebody else does not have. */
  missing: string[]
  /** Names this plan, so that what is applied is what was shown. */
  hash: string
  /** What the database holds of all that the plan is about. */
  found: readonly FoundTable[]
}

/** What is written with the names that a plan changes, in the same transaction where the database is ours. */
export type OnRenamed = (changes: readonly ModelChange[], trx: Trx) => Promise<void>

interface Parts {
  sources: Sources
  models: Models
  applied: AppliedRecord
  kept: Kept
}

export function createSchema({ db, log, workers }: Pick<Core, 'db' | 'log' | 'workers'>, { sources, models, applied, kept }: Parts) {
  async function planFor(
    scope: DataScope,
    source: Source,
    store: Store,
    wanted: readonly WantedModel[],
    applied: readonly AppliedRow[],
    on: QueryExecutorProvider,
  ): Promise<Plan> {
    const ids = [...wanted.map(model => model.id), ...applied.map(model => model.modelId)]
    const names = [...new Set([...[...wanted, ...applied].map(model => model.definition.table), ...ids.map(waiting), ...ids.map(keptName)])]
    const builtin = source.dialect === 'builtin'
    const schemaThere = !builtin || (await sql`select 1 from pg_namespace where nspname = ${store.schema}`.execute(on)).rows.length > 0
    const found = names.length && schemaThere ? await readStructure(store, { tables: names, on }) : []
    const input: PlanInput = {
      engine: store.engine,
      schema: store.schema,
      createSchema: !schemaThere && wanted.some(model => model.definition.managed),
      languageOrder: builtin,
      wanted: wanted.map(model => ({ modelId: model.id, definition: model.definition })),
      applied: applied.map(({ modelId, definition }) => ({ modelId, definition })),
      found,
      kept: await kept.models(scope, source.id, await tagIn(scope, source), builtin ? (on as Db | Trx) : db),
      keptUntil: keptUntil().toISOString().slice(0, 10),
    }
    const text = JSON.stringify(input)
    const statements = JSON.parse(await workers.do(planStatements, text, text.length)) as Statement[]
    const problems = [...foreignTables(wanted, applied, found), ...(await blocked(statements, on))]
    const missing = wanted
      .filter(model => !model.definition.managed)
      .flatMap(({ definition }) =>
        missingIn(
          definition,
          found.find(table => table.name === definition.table),
        ),
      )
    const hash = createHash('sha256')
      .update(JSON.stringify([statements.map(one => [one.sql, one.parameters]), wanted.map(model => [model.id, model.hash.toString('hex')])]))
      .digest('hex')
    return { statements, problems, missing, hash, found }
  }

  /** A table that is there without having been made from here belongs to somebody. */
  const foreignTables = (wanted: readonly WantedModel[], applied: readonly AppliedRow[], found: readonly FoundTable[]): Sentence[] =>
    wanted
      .filter(
        ({ id, definition }) =>
          definition.managed &&
          !applied.some(one => one.modelId === id || (one.definition.managed && one.definition.table === definition.table)) &&
          found.some(table => table.name === definition.table),
      )
      .map(({ definition }) => tableThere(definition.table))

  async function blocked(statements: readonly Statement[], on: QueryExecutorProvider): Promise<Sentence[]> {
    const problems: Sentence[] = []
    for (const { guard } of statements) if (guard && (await runWritten(guard.find, on)).rows.length) problems.push(guard.problem)
    return problems
  }

  async function run(statements: readonly Statement[], on: QueryExecutorProvider, ran?: (statement: Statement) => Promise<void>) {
    for (const statement of statements) {
      try {
        if (statement.unless && (await runWritten(statement.unless, on)).rows.length) continue
        await runWritten(statement, on)
      } catch (error) {
        if (isUnreachable(error)) throw error
        log.warn({ err: error, sql: statement.sql }, 'a change of structure was refused')
        throw structureRefused(statement.sql, error)
      }
      await ran?.(statement)
    }
  }

  function check(plan: Plan, { hash, confirmLoss }: Confirmation) {
    const [problem] = plan.problems
    if (problem) throw new ApiError('data.planBlocked', problem.english, 409, { values: problem.values })
    if (hash !== undefined && plan.hash !== hash)
      throw new ApiError('data.planChanged', 'The models or the database have changed since this plan was made. Look at the new one', 409)
    if (plan.statements.some(one => one.loss) && !confirmLoss) throw new ApiError('data.lossUnconfirmed', 'This plan deletes data: confirm that', 409)
  }

  /**
   * Plans again where it is applied, and applies it: in one transaction where the engine changes structures in transactions. With `within`, the
   * built-in source is changed in that transaction. Answers what was run.
   */
  async function applyTo(
    scope: DataScope,
    source: Source,
    store: Store,
    wanted: readonly WantedModel[],
    userId: string,
    given: Confirmation,
    { within, renamed }: { within?: Trx; renamed?: OnRenamed } = {},
  ): Promise<readonly Statement[]> {
    const builtin = source.dialect === 'builtin'
    let changes: readonly ModelChange[] = []
    let write: (trx: Trx) => Promise<void> = async () => {}
    const inside = async (on: QueryExecutorProvider) => {
      if (store.engine === 'postgres') {
        await sql`select pg_advisory_xact_lock(hashtextextended(${`${source.id} ${scope.tag}`}, 0))`.execute(on)
        await sql.raw(`set local statement_timeout = ${APPLY_MS}`).execute(on)
        await sql`set local lock_timeout = '10s'`.execute(on)
      }
      // The built-in source is in this database: what is applied and what is written down are one transaction.
      const own = builtin ? (on as Trx) : db
      const there = await appliedFor(scope, source, own)
      const plan = await planFor(scope, source, store, wanted, there, on)
      check(await bounded(scope, source, plan), given)
      try {
        await run(plan.statements, on, store.engine === 'mysql' ? writtenAtOnce(scope, source, there, userId) : undefined)
      } catch (error) {
        if (store.engine === 'mysql')
          await keepMade(scope, source, store, { wanted, before: there, userId }, on).catch(lost =>
            log.warn({ err: lost }, 'tables that were made are not written down'),
          )
        throw error
      }
      const names = renamed ? changedNames(source.key, there, wanted) : []
      // Before what was applied is overwritten: rules and permissions go with what is neither there nor kept.
      write = async trx => {
        await kept.put(
          scope,
          source.id,
          userId,
          plan.statements.flatMap(one => one.keeps ?? []),
          there,
          trx,
        )
        await kept.put(scope, source.id, userId, await kept.unwritten(scope, source.id, { applied: there, wanted, found: plan.found }, trx), there, trx)
        await applied.record(scope, source.id, userId, wanted, trx)
        await kept.forget(
          scope,
          source.id,
          plan.statements.flatMap(one => one.returns ?? []),
          trx,
        )
      }
      if (builtin) {
        await write(own as Trx)
        if (names.length) await renamed?.(names, on as Trx)
      } else changes = names
      return plan.statements
    }
    const done = builtin && within ? await inside(within) : await store.transaction(inside)
    // Another database holds it from here on, whatever becomes of the transaction around.
    if (!builtin)
      await db.transaction().execute(async trx => {
        await write(trx)
        if (changes.length) await renamed?.(changes, trx)
      })
    return done
  }

  /** Where structures change outside transactions, each name is written down when it has changed. */
  function writtenAtOnce(scope: DataScope, { id }: Source, there: readonly AppliedRow[], userId: string) {
    const named = applied.namesKept(scope, id, there)
    return async ({ name, keeps }: Statement) => {
      if (keeps) await kept.put(scope, id, userId, [keeps], there, db)
      if (name) await named(name)
    }
  }

  /** Where structures change outside transactions: tables made before a failure are ours, so that the next plan goes on with them. */
  async function keepMade(
    scope: DataScope,
    { id }: Source,
    store: Store,
    { wanted, before, userId }: { wanted: readonly WantedModel[]; before: readonly AppliedRow[]; userId: string },
    on: QueryExecutorProvider,
  ) {
    // What was there before had stopped the plan.
    const fresh = wanted.filter(model => model.definition.managed && !before.some(one => one.modelId === model.id))
    const found = await readStructure(store, { tables: fresh.map(model => model.definition.table), on })
    const made = fresh.filter(model => found.some(table => table.name === model.definition.table))
    if (made.length) await applied.addMade(scope, id, userId, made)
  }

  /** What was applied last. An environment that uses the database of dev finds there what dev has made. */
  async function appliedFor(scope: DataScope, source: Source, on: Db | Trx = db) {
    return applied.rows(scope, source.id, await tagIn(scope, source), on)
  }
  const tagIn = async (scope: DataScope, source: Source) => ((await sources.sharesDev(scope, source)) ? 'dev' : scope.tag)

  /** A database that is also that of dev is changed from dev alone. */
  async function bounded(scope: DataScope, source: Source, plan: Plan): Promise<Plan> {
    if (!plan.statements.length || !(await sources.sharesDev(scope, source))) return plan
    const english = '{tag} uses the database of dev for {name}, which has another structure: apply the models in dev, or give {tag} a connection of its own'
    return { ...plan, problems: [...plan.problems, { english, values: { tag: scope.tag, name: source.name } }] }
  }

  return {
    /** What would be run to make the database fit the models; nothing is changed. */
    async plan(scope: DataScope, sourceId: string): Promise<Plan & { changes: ModelChange[] }> {
      onlyDev(scope)
      const source = await sources.find(scope, sourceId)
      return sources.reaching(scope, source, async store => {
        const [wanted, there] = await Promise.all([models.designed(scope, sourceId), applied.rows(scope, sourceId, scope.tag)])
        const plan = await planFor(scope, source, store, wanted, there, store.on)
        await applied.noteDrift(scope, sourceId, wanted, there, plan.statements[0]?.sql ?? plan.missing[0] ?? '')
        return { ...plan, changes: changedNames(source.key, there, wanted) }
      })
    },

    /** Applies the plan of this hash; answers the number of statements. */
    async apply(scope: DataScope, sourceId: string, userId: string, given: { hash: string; confirmLoss?: boolean }, renamed?: OnRenamed): Promise<number> {
      onlyDev(scope)
      const source = await sources.find(scope, sourceId)
      return sources.reaching(
        scope,
        source,
        async store => (await applyTo(scope, source, store, await models.designed(scope, sourceId), userId, given, renamed && { renamed })).length,
      )
    },

    /** What a release would run in its environment; nothing is changed. */
    async planRelease(scope: DataScope, source: Source, wanted: readonly WantedModel[]): Promise<Plan & { waitsForDev: boolean }> {
      return sources.reaching(scope, source, async store => {
        const plan = await planFor(scope, source, store, wanted, await appliedFor(scope, source), store.on)
        const told = await bounded(scope, source, plan)
        return { ...told, waitsForDev: told.problems.length > plan.problems.length }
      })
    },

    /** Applies the models of a release to its environment; the built-in source is changed in the transaction of the release. */
    async applyRelease(scope: DataScope, source: Source, wanted: readonly WantedModel[], userId: string, given: Confirmation, trx: Trx) {
      return sources.reaching(scope, source, store => applyTo(scope, source, store, wanted, userId, given, { within: trx }))
    },

    /** Writes down tables that are read and never changed, without a look at their database. */
    recordRelease: (scope: DataScope, sourceId: string, userId: string, wanted: readonly WantedModel[], trx: Trx) =>
      applied.record(scope, sourceId, userId, wanted, trx),

    /** Which models of a source are not in the database as they are designed, and whether the database fits. Only dev is held against the design. */
    async state(scope: DataScope, sourceId: string) {
      const [wanted, there] = await Promise.all([
        models.designed(scope, sourceId),
        inApp(db, scope)
          .selectFrom('data_applied')
          .select(['model_id', 'hash', 'drift'])
          .where('source_id', '=', sourceId)
          .where('tag', '=', scope.tag)
          .execute(),
      ])
      const states = new Map(
        wanted.map(model => {
          const row = there.find(one => one.model_id === model.id)
          return [model.id, !row ? ('new' as const) : row.hash.equals(model.hash) ? ('applied' as const) : ('changed' as const)]
        }),
      )
      const removed = there.filter(one => !states.has(one.model_id)).length
      const drift = there.find(one => one.drift)?.drift ?? ''
      return { states, removed, drift, synchronized: !drift && (scope.tag !== 'dev' || (!removed && [...states.values()].every(state => state === 'applied'))) }
    },
  }
}

export type Schema = ReturnType<typeof createSchema>
