// The first time that people get an app: what there is to say before, and the rows of dev, which come along once and never again.
import { sql } from 'kysely'
import type { Locale } from '../../../messages.ts'
import type { Core } from '../../core.ts'
import { ApiError, sayField, type FieldText } from '../../errors.ts'
import { inApp } from '../../store/scoped.ts'
import type { Scope } from '../../store/database.ts'
import { createTurns, type DevRows } from '../data/index.ts'
import { createOngoing } from '../foundation/ongoing.ts'

/** The environment that people use. */
export const FIRST = 'latest'
/** Whoever copies says so more often; after it somebody else may go on. */
const GONE_AFTER_MS = 120_000
const AT_ONCE = 1

export interface RowsOfModel {
  id: string
  name: string
  rows: number
  state: 'waiting' | 'done' | 'failed'
  reason?: FieldText
}
/** What a release keeps of the rows that come with it. */
export interface BroughtRows {
  state: 'working' | 'done' | 'stopped'
  touchedAt: string
  models: RowsOfModel[]
}

export const notFirst = () => new ApiError('release.notFirst', 'The app was published before: rows come along with its first release only', 409)

const isGone = ({ state, touchedAt }: BroughtRows) => state === 'working' && Date.now() - Date.parse(touchedAt) > GONE_AFTER_MS

/** How far the rows are, as a reader is told. */
export function rowsAnswer(kept: BroughtRows | undefined, locale: Locale) {
  if (!kept) return null
  const total = kept.models.reduce((sum, { rows }) => sum + rows, 0)
  const done = kept.models.reduce((sum, { rows, state }) => sum + (state === 'waiting' ? 0 : rows), 0)
  const state = isGone(kept) ? 'stopped' : kept.state
  return {
    state,
    progress: state === 'done' ? 100 : total ? Math.floor((done / total) * 100) : 0,
    models: kept.models.map(({ reason, ...model }) => ({ ...model, reason: reason ? sayField(reason, locale) : '' })),
  }
}

export function createFirst({ db, log }: Pick<Core, 'db' | 'log'>, { devRows }: { devRows: DevRows }) {
  const inTurn = createTurns(AT_ONCE)
  const ongoing = createOngoing()

  const keep = (scope: Scope, id: string, rows: BroughtRows) =>
    inApp(db, scope)
      .updateTable('release')
      .set({ config: sql`jsonb_set(config, '{rows}', ${JSON.stringify(rows)}::jsonb)` })
      .where('id', '=', id)
      .execute()

  async function work(scope: Scope, id: string, models: readonly RowsOfModel[]) {
    const list = models.map((model): RowsOfModel => (model.state === 'done' ? model : { id: model.id, name: model.name, rows: model.rows, state: 'waiting' }))
    const tell = (state: BroughtRows['state']) => keep(scope, id, { state, touchedAt: new Date().toISOString(), models: list })
    const beat = setInterval(() => void tell('working').catch(error => log.warn({ err: error, release: id }, 'rows: no sign of life')), GONE_AFTER_MS / 6)
    beat.unref()
    try {
      await devRows.copy(
        scope,
        FIRST,
        list.filter(({ state }) => state === 'waiting').map(model => model.id),
        async told => {
          for (const model of list)
            if (told.ids.includes(model.id))
              Object.assign(model, 'reason' in told ? { state: 'failed', reason: told.reason } : { state: 'done', rows: told.rows.get(model.id) ?? 0 })
          await tell('working')
        },
        error => log.warn({ err: error, release: id }, 'rows of a model were not brought along'),
      )
    } finally {
      clearInterval(beat)
      for (const model of list)
        if (model.state === 'waiting') Object.assign(model, { state: 'failed', reason: 'The table is not there any more' } satisfies Partial<RowsOfModel>)
      await tell(list.every(({ state }) => state === 'done') ? 'done' : 'stopped')
    }
  }

  return {
    /** Whether nobody has got this app yet. */
    async isFirst(scope: Scope): Promise<boolean> {
      return !(await inApp(db, scope).selectFrom('release').select('id').where('tag', '=', FIRST).limit(1).executeTakeFirst())
    },

    /** What rows there are to bring, and what their tables would be without the others. */
    list: (scope: Scope) => devRows.list(scope),

    /** The rows that a release is to bring, as it keeps them. */
    async wanted(scope: Scope, tag: string, chosen: readonly string[] = []): Promise<BroughtRows | undefined> {
      if (!chosen.length) return undefined
      if (tag !== FIRST) throw notFirst()
      const models = await devRows.check(scope, chosen)
      return { state: 'working', touchedAt: new Date().toISOString(), models: models.map(({ id, name, rows }) => ({ id, name, rows, state: 'waiting' })) }
    },

    /** Copies the rows that a release keeps as not copied; the answer may come before all are there. */
    async start(scope: Scope, id: string, kept: BroughtRows) {
      await ongoing.runAMoment(() =>
        inTurn(() => work(scope, id, kept.models)).catch((error: unknown) => log.error({ err: error, release: id }, 'bringing rows along stopped')),
      )
    },

    /** Takes a release whose rows stopped on the way, so that one alone goes on with it. */
    async take(scope: Scope, id: string): Promise<BroughtRows> {
      return db.transaction().execute(async trx => {
        const row = await inApp(trx, scope).selectFrom('release').select('config').where('id', '=', id).forUpdate().executeTakeFirst()
        const kept = (row?.config as { rows?: BroughtRows } | undefined)?.rows
        if (!kept) throw new ApiError('release.unknown', 'There is no such release', 404)
        if (kept.state !== 'stopped' && !isGone(kept)) throw new ApiError('release.rowsTaken', 'The rows are being brought, or are there', 409)
        const taken: BroughtRows = { ...kept, state: 'working', touchedAt: new Date().toISOString() }
        await inApp(trx, scope)
          .updateTable('release')
          .set({ config: sql`jsonb_set(config, '{rows}', ${JSON.stringify(taken)}::jsonb)` })
          .where('id', '=', id)
          .execute()
        return taken
      })
    },

    /** Settled when nothing is being copied. */
    async settled() {
      await ongoing.settled()
    },
  }
}
