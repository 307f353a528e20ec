// What the databases of environments hold of models, as it is written down: read, compared, and brought up to what was done there.
import { sql } from 'kysely'
import type { Core } from '../../../core.ts'
import { ApiError } from '../../../errors.ts'
import type { Db, Trx } from '../../../store/database.ts'
import { inApp } from '../../../store/scoped.ts'
import type { DataScope, Definition } from '../types.ts'
import type { DesignedModel } from './models.ts'
import { withName, type NameChange } from './plan-names.ts'

/** No model has this hash: what its table holds is not known before the next plan. */
const UNKNOWN = Buffer.alloc(0)

/** What is designed is tried in dev; the other environments get it with a release. */
export function onlyDev({ tag }: DataScope) {
  if (tag !== 'dev') throw new ApiError('data.environmentFixed', 'This environment gets its structure with a release', 409)
}

/** A model as an environment is to have it. */
export type WantedModel = Pick<DesignedModel, 'id' | 'key' | 'name' | 'definition'> & { hash: Buffer }

export interface AppliedRow {
  modelId: string
  key: string
  name: string
  hash: Buffer
  definition: Definition
}

/** What is written down of models that a database holds. */
export const rowsOf = ({ tag }: DataScope, sourceId: string, userId: string, models: readonly WantedModel[]) =>
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

export function createAppliedRecord({ db }: Pick<Core, 'db'>) {
  async function rows(scope: DataScope, sourceId: string, tag: string, on: Db | Trx = db): Promise<AppliedRow[]> {
    const found = await inApp(on, scope)
      .selectFrom('data_applied')
      .select(['model_id as modelId', 'key', 'name', 'hash', 'definition'])
      .where('source_id', '=', sourceId)
      .where('tag', '=', tag)
      .orderBy('model_id')
      .execute()
    return found.map(row => ({ ...row, definition: row.definition as Definition }))
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

  /** Remembers whether the database was found to differ without a change of the models. */
  async function noteDrift(scope: DataScope, sourceId: string, wanted: readonly WantedModel[], applied: readonly AppliedRow[], difference: string) {
    const isSame = wanted.length === applied.length && wanted.every(model => applied.some(one => one.modelId === model.id && one.hash.equals(model.hash)))
    const drift = isSame ? difference.slice(0, 500) : ''
    await inApp(db, scope)
      .updateTable('data_applied')
      .set({ drift })
      .where('source_id', '=', sourceId)
      .where('tag', '=', scope.tag)
      .where('drift', '<>', drift)
      .execute()
  }

  /** Where structures change outside transactions, each name is written down when it has changed: the next plan goes on from there, whatever comes after. */
  function namesKept(scope: DataScope, sourceId: string, applied: readonly AppliedRow[]) {
    const held = new Map(applied.map(model => [model.modelId, model.definition]))
    return async (change: NameChange) => {
      const definition = held.get(change.modelId)
      if (!definition) return
      const now = withName(definition, change)
      held.set(change.modelId, now)
      await inApp(db, scope)
        .updateTable('data_applied')
        .set({ definition: JSON.stringify(now), hash: UNKNOWN })
        .where('source_id', '=', sourceId)
        .where('tag', '=', scope.tag)
        .where('model_id', '=', change.modelId)
        .execute()
    }
  }

  /** Writes down tables that are there, though what they hold is not known before the next plan. */
  async function addMade(scope: DataScope, sourceId: string, userId: string, made: readonly WantedModel[]) {
    const values = rowsOf(scope, sourceId, userId, made).map(row => ({ ...row, hash: UNKNOWN }))
    await inApp(db, scope)
      .insertInto('data_applied')
      .values(values)
      .onConflict(conflict => conflict.doNothing())
      .execute()
  }

  return { rows, record, noteDrift, namesKept, addMade }
}

export type AppliedRecord = ReturnType<typeof createAppliedRecord>
