// The database of a source against its models: what differs, the plan in between, and applying it.
import { createHash } from 'node:crypto'
import { sql, type QueryExecutorProvider } from 'kysely'
import type { Core } from '../../../core.ts'
import type { ModelChange } from '../../../../gate/model-uses.ts'
import { ApiError, fieldError } from '../../../errors.ts'
import type { Db, Trx } from '../../../store/database.ts'
import { fieldTypeOf, type FoundTable } from '../columns.ts'
import { isUnreachable, unreachable, type Store } from '../sources/connections.ts'
import { hashOf, type DesignedModel, type Models } from './models.ts'
import { missingIn, tableThere, type PlanInput, type Sentence, type Statement } from './plan.ts'
import { planStatements } from './plan-task.ts'
import { waiting, withName, type NameChange } from './plan-names.ts'
import { readTable, unreadable } from './read-tables.ts'
import { structureRefused } from './refused.ts'
import type { Source, Sources } from '../sources/sources.ts'
import { changedNames } from './changed-names.ts'
import { readStructure } from './structure.ts'
import { runWritten } from '../sql-text.ts'
import type { DataScope, Definition } from '../types.ts'
import { inApp } from '../../../store/scoped.ts'

/** A change of structure may take longer than a question. */
const APPLY_MS = 600_000
/** No model has this hash: what its table holds is not known before the next plan. */
const UNKNOWN = Buffer.alloc(0)

/** What is designed is tried in dev; the other environments get it with a release. */
function onlyDev({ tag }: DataScope) {
  if (tag !== 'dev') throw new ApiError('data.environmentFixed', 'This environment gets its structure with a release', 409)
}

/** A model as an environment is to have it. */
export type WantedModel = Pick<DesignedModel, 'id' | 'key' | 'name' | 'definition'> & { hash: Buffer }

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
}

/** What is written with the names that a plan changes, in the same transaction where the database is ours. */
export type OnRenamed = (changes: readonly ModelChange[], trx: Trx) => Promise<void>

interface AppliedRow {
  modelId: string
  key: string
  name: string
  hash: Buffer
  definition: Definition
}

/** What is written down of models that a database holds. */
const rowsOf = ({ tag }: DataScope, sourceId: string, userId: string, models: readonly WantedModel[]) =>
  models.map(model => ({
    source_id: sourceId,
    tag,
    model_id: model.id,
    key: model.key,
    name: model.name,
    hash: model.hash,
    definition: JSON.stringify(model.definition),
    applied_by: userId,
  }))

export function createSchema({ db, log, workers }: Pick<Core, 'db' | 'log' | 'workers'>, { sources, models }: { sources: Sources; models: Models }) {
  async function appliedRows(scope: DataScope, sourceId: string, tag: string, on: Db | Trx = db): Promise<AppliedRow[]> {
    const rows = await inApp(on, scope)
      .selectFrom('data_applied')
      .select(['model_id as modelId', 'key', 'name', 'hash', 'definition'])
      .where('source_id', '=', sourceId)
      .where('tag', '=', tag)
      .orderBy('model_id')
      .execute()
    return rows.map(row => ({ ...row, definition: row.definition as Definition }))
  }

  async function planFor(
    source: Source,
    store: Store,
    wanted: readonly WantedModel[],
    applied: readonly AppliedRow[],
    on: QueryExecutorProvider,
  ): Promise<Plan> {
    const waits = [...wanted.map(model => model.id), ...applied.map(model => model.modelId)].map(waiting)
    const names = [...new Set([...[...wanted, ...applied].map(model => model.definition.table), ...waits])]
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
    return { statements, problems, missing, hash }
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

  /** Remembers whether the database was found to differ without a change of the models. */
  async function noteDrift(scope: DataScope, source: Source, wanted: readonly WantedModel[], applied: readonly AppliedRow[], plan: Plan) {
    const isSame = wanted.length === applied.length && wanted.every(model => applied.some(one => one.modelId === model.id && one.hash.equals(model.hash)))
    const drift = isSame ? (plan.statements[0]?.sql ?? plan.missing[0] ?? '').slice(0, 500) : ''
    await inApp(db, scope)
      .updateTable('data_applied')
      .set({ drift })
      .where('source_id', '=', source.id)
      .where('tag', '=', scope.tag)
      .where('drift', '<>', drift)
      .execute()
  }

  /** Runs with the connection of a source; what fails for want of one says so, and looks the host up again next time. */
  async function reaching<T>(scope: DataScope, source: Source, run: (store: Store) => Promise<T>): Promise<T> {
    try {
      return await run(await sources.storeOf(scope, source))
    } catch (error) {
      if (source.dialect === 'builtin' || !isUnreachable(error)) throw error
      sources.forget(scope, source.id)
      throw unreachable(error)
    }
  }

  /** Writes down what the database now holds. A model that stays keeps its row: what hangs on models goes when they are nowhere any more. */
  async function record(scope: DataScope, sourceId: string, userId: string, wanted: readonly WantedModel[], on: Db | Trx) {
    const ids = wanted.map(model => model.id)
    const there = () => sql`source_id = ${sourceId} and tag = ${scope.tag}`
    await sql`delete from data_applied where ${there()} and model_id <> all (${ids}::uuid[])`.execute(on)
    if (!wanted.length) return
    // Keys may have gone from one model to another.
    await sql`update data_applied set key = model_id::text where ${there()}`.execute(on)
    await inApp(on, scope)
      .insertInto('data_applied')
      .values(rowsOf(scope, sourceId, userId, wanted))
      .onConflict(conflict =>
        conflict.columns(['source_id', 'tag', 'model_id']).doUpdateSet(eb => ({
          key: eb.ref('excluded.key'),
          name: eb.ref('excluded.name'),
          hash: eb.ref('excluded.hash'),
          definition: eb.ref('excluded.definition'),
          applied_by: eb.ref('excluded.applied_by'),
          applied_at: sql`now()`,
          drift: '',
        })),
      )
      .execute()
  }

  async function run(statements: readonly Statement[], on: QueryExecutorProvider, renamed?: (change: NameChange) => Promise<void>) {
    for (const statement of statements) {
      try {
        await runWritten(statement, on)
      } catch (error) {
        if (isUnreachable(error)) throw error
        log.warn({ err: error, sql: statement.sql }, 'a change of structure was refused')
        throw structureRefused(statement.sql, error)
      }
      if (statement.name) await renamed?.(statement.name)
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
    const inside = async (on: QueryExecutorProvider) => {
      if (store.engine === 'postgres') {
        await sql`select pg_advisory_xact_lock(hashtextextended(${`${source.id} ${scope.tag}`}, 0))`.execute(on)
        await sql.raw(`set local statement_timeout = ${APPLY_MS}`).execute(on)
        await sql`set local lock_timeout = '10s'`.execute(on)
      }
      // The built-in source is in this database: what is applied and what is written down are one transaction.
      const own = builtin ? (on as Trx) : db
      const applied = await appliedFor(scope, source, own)
      const plan = await planFor(source, store, wanted, applied, on)
      check(await bounded(scope, source, plan), given)
      try {
        await run(plan.statements, on, store.engine === 'mysql' ? namesKept(scope, source, applied) : undefined)
      } catch (error) {
        if (store.engine === 'mysql')
          await keepMade(scope, source, store, { wanted, applied, userId }, on).catch(lost =>
            log.warn({ err: lost }, 'tables that were made are not written down'),
          )
        throw error
      }
      const names = renamed ? changedNames(source.key, applied, wanted) : []
      if (builtin) {
        await record(scope, source.id, userId, wanted, own)
        if (names.length) await renamed?.(names, on as Trx)
      } else changes = names
      return plan.statements
    }
    const done = builtin && within ? await inside(within) : await store.transaction(inside)
    // Another database holds it from here on, whatever becomes of the transaction around.
    if (!builtin)
      await db.transaction().execute(async trx => {
        await record(scope, source.id, userId, wanted, trx)
        if (changes.length) await renamed?.(changes, trx)
      })
    return done
  }

  /** Where structures change outside transactions, each name is written down when it has changed: the next plan goes on from there, whatever comes after. */
  function namesKept(scope: DataScope, { id }: Source, applied: readonly AppliedRow[]) {
    const held = new Map(applied.map(model => [model.modelId, model.definition]))
    return async (change: NameChange) => {
      const definition = held.get(change.modelId)
      if (!definition) return
      const now = withName(definition, change)
      held.set(change.modelId, now)
      await inApp(db, scope)
        .updateTable('data_applied')
        .set({ definition: JSON.stringify(now), hash: UNKNOWN })
        .where('source_id', '=', id)
        .where('tag', '=', scope.tag)
        .where('model_id', '=', change.modelId)
        .execute()
    }
  }

  /** Where structures change outside transactions: tables made before a failure are ours, so that the next plan goes on with them. */
  async function keepMade(
    scope: DataScope,
    { id }: Source,
    store: Store,
    { wanted, applied, userId }: { wanted: readonly WantedModel[]; applied: readonly AppliedRow[]; userId: string },
    on: QueryExecutorProvider,
  ) {
    // What was there before had stopped the plan.
    const fresh = wanted.filter(model => model.definition.managed && !applied.some(one => one.modelId === model.id))
    const found = await readStructure(store, { tables: fresh.map(model => model.definition.table), on })
    const made = fresh.filter(model => found.some(table => table.name === model.definition.table))
    if (!made.length) return
    const values = rowsOf(scope, id, userId, made).map(row => ({ ...row, hash: UNKNOWN }))
    await inApp(db, scope)
      .insertInto('data_applied')
      .values(values)
      .onConflict(conflict => conflict.doNothing())
      .execute()
  }

  /** What was applied last. An environment that uses the database of dev finds there what dev has made. */
  async function appliedFor(scope: DataScope, source: Source, on: Db | Trx = db) {
    return appliedRows(scope, source.id, (await sources.sharesDev(scope, source)) ? 'dev' : scope.tag, on)
  }

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
      return reaching(scope, source, async store => {
        const [wanted, applied] = await Promise.all([models.designed(scope, sourceId), appliedRows(scope, sourceId, scope.tag)])
        const plan = await planFor(source, store, wanted, applied, store.on)
        await noteDrift(scope, source, wanted, applied, plan)
        return { ...plan, changes: changedNames(source.key, applied, wanted) }
      })
    },

    /** Applies the plan of this hash; answers the number of statements. */
    async apply(scope: DataScope, sourceId: string, userId: string, given: { hash: string; confirmLoss?: boolean }, renamed?: OnRenamed): Promise<number> {
      onlyDev(scope)
      const source = await sources.find(scope, sourceId)
      return reaching(
        scope,
        source,
        async store => (await applyTo(scope, source, store, await models.designed(scope, sourceId), userId, given, renamed && { renamed })).length,
      )
    },

    /** What a release would run in its environment; nothing is changed. */
    async planRelease(scope: DataScope, source: Source, wanted: readonly WantedModel[]): Promise<Plan> {
      return reaching(scope, source, async store => bounded(scope, source, await planFor(source, store, wanted, await appliedFor(scope, source), store.on)))
    },

    /** Applies the models of a release to its environment; the built-in source is changed in the transaction of the release. */
    async applyRelease(scope: DataScope, source: Source, wanted: readonly WantedModel[], userId: string, given: Confirmation, trx: Trx) {
      return reaching(scope, source, store => applyTo(scope, source, store, wanted, userId, given, { within: trx }))
    },

    /** Writes down tables that are read and never changed, without a look at their database. */
    recordRelease: (scope: DataScope, sourceId: string, userId: string, wanted: readonly WantedModel[], trx: Trx) =>
      record(scope, sourceId, userId, wanted, trx),

    /** Which models of a source are not in the database as they are designed, and whether the database fits. Only dev is held against the design. */
    async state(scope: DataScope, sourceId: string) {
      const [wanted, applied] = await Promise.all([
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
          const there = applied.find(one => one.model_id === model.id)
          return [model.id, !there ? ('new' as const) : there.hash.equals(model.hash) ? ('applied' as const) : ('changed' as const)]
        }),
      )
      const removed = applied.filter(one => !states.has(one.model_id)).length
      const drift = applied.find(one => one.drift)?.drift ?? ''
      return { states, removed, drift, synchronized: !drift && (scope.tag !== 'dev' || (!removed && [...states.values()].every(state => state === 'applied'))) }
    },

    /** Tables of a source, and which of them can be read as models. */
    async tables(scope: DataScope, sourceId: string) {
      const source = await sources.find(scope, sourceId)
      if (source.dialect === 'builtin') throw new ApiError('data.sourceBuiltin', 'The built-in source belongs to the app', 409)
      const [{ found, engine }, designed] = await Promise.all([
        reaching(scope, source, async store => ({ found: await readStructure(store), engine: store.engine })),
        models.designed(scope, sourceId),
      ])
      return found.map(table => ({
        name: table.name,
        isView: table.isView,
        columns: table.columns.length,
        leftOut: table.columns.filter(column => !fieldTypeOf(engine, column)).map(column => column.name),
        problem: unreadable(table),
        model: designed.find(model => model.definition.table === table.name)?.name ?? '',
      }))
    },

    /** Reads tables as models; they are there, so they count as applied. */
    async readTables(scope: DataScope, sourceId: string, userId: string, names: string[]): Promise<number> {
      onlyDev(scope)
      const source = await sources.find(scope, sourceId)
      if (source.dialect === 'builtin') throw new ApiError('data.sourceBuiltin', 'The built-in source belongs to the app', 409)
      const before = (await models.designed(scope, sourceId)).filter(({ definition }) => !definition.managed).map(({ definition }) => definition.table)
      const { found, engine } = await reaching(scope, source, async store => ({
        found: await readStructure(store, { tables: [...new Set([...names, ...before])] }),
        engine: store.engine,
      }))
      const unknown = names.find(name => !found.some(table => table.name === name && !unreadable(table)))
      if (unknown !== undefined)
        throw fieldError('data.tableUnknown', 'tables', 'There is no table {name} that can be read as a model', {
          name: /^[\w .$-]{1,60}$/.test(unknown) ? unknown : '…',
        })
      const { added, changed } = await models.addRead(
        scope,
        userId,
        sourceId,
        found.filter(table => !unreadable(table)).map(table => readTable(engine, table)),
      )
      const now = await models.designed(scope, sourceId)
      const fresh = now.filter(model => added.includes(model.id))
      if (fresh.length)
        await inApp(db, scope)
          .insertInto('data_applied')
          .values(rowsOf(scope, sourceId, userId, fresh))
          .execute()
      for (const { id, hash, definition } of now.filter(model => changed.includes(model.id)))
        await inApp(db, scope)
          .updateTable('data_applied')
          .set({ hash, definition: JSON.stringify(definition), applied_by: userId, applied_at: new Date() })
          .where('source_id', '=', sourceId)
          .where('tag', '=', scope.tag)
          .where('model_id', '=', id)
          .execute()
      return added.length
    },

    hashOf,
  }
}

export type Schema = ReturnType<typeof createSchema>
