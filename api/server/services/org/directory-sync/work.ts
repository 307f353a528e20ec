// A run from reading to its end, in steps that another process can go on with: every batch commits with the place it has come to.
import { randomUUID } from 'node:crypto'
import { sql, type Selectable } from 'kysely'
import type { Core } from '../../../core.ts'
import type { Trx } from '../../../store/database.ts'
import type { Tables } from '../../../store/tables.ts'
import { everywhere, inCompany } from '../../../store/scoped.ts'
import { ApiError } from '../../../errors.ts'
import { lockOrganisation } from '../departments.ts'
import { applyChanges } from './apply.ts'
import type { Outcome, Row } from './outcomes.ts'
import { DirectoryError } from './directory.ts'
import { loadLocal } from './local.ts'
import { makePlan, type Change, type Plan } from './plan.ts'
import { readDirectory } from './read.ts'
import type { createSyncSettings } from './settings.ts'
import { undoChange, type Undone } from './undo.ts'

export type Run = Selectable<Tables['directory_run']>

/** Changes of one transaction. */
const BATCH = 250
/** Rows of one insert. */
const ROWS = 2000
const BEAT_MS = 10_000
/** A process whose beat is older is gone. */
export const GONE_SECONDS = 60
const WORKING = ['reading', 'applying', 'undoing'] as const
const IDLE: Change['action'][] = ['unchanged', 'skip']

/** Somebody cancelled, or another process has taken over. */
class Lost extends Error {}

export function createSyncWork(
  { db, log }: Pick<Core, 'db' | 'log'>,
  { settings, onStopped }: { settings: ReturnType<typeof createSyncSettings>; onStopped: (run: Run, trx: Trx) => Promise<void> },
) {
  const jobs = everywhere(db, 'a job knows its run by the id alone')

  /** Takes a run that nobody works on; undefined when there is nothing to do. */
  async function claim(id: string, worker: string): Promise<Run | undefined> {
    return jobs
      .updateTable('directory_run')
      .set({ worker, beat_at: new Date() })
      .where('id', '=', id)
      .where('status', 'in', WORKING)
      .where(sql<boolean>`(worker is null or beat_at < now() - ${GONE_SECONDS} * interval '1 second')`)
      .returningAll()
      .executeTakeFirst()
  }

  /** Everything a worker writes goes through here: it ends when the run belongs to another worker. */
  async function mine(run: Run, worker: string, values: Partial<Record<keyof Run, unknown>>, on: Trx | typeof db = db): Promise<Run> {
    const row = await inCompany(on, run.company_id)
      .updateTable('directory_run')
      .set({ beat_at: new Date(), ...values } as never)
      .where('id', '=', run.id)
      .where('worker', '=', worker)
      .where('status', '=', run.status)
      .returningAll()
      .executeTakeFirst()
    if (!row) throw new Lost()
    return row
  }

  async function keepPlan(run: Run, worker: string, { changes, share }: Plan, shareLimit: number) {
    const over = (part: number, of: number) => part > 0 && part * 100 > of * shareLimit
    const isOver = over(share.people, share.peopleOf) || over(share.departments, share.departmentsOf)
    const counts: Record<string, number> = {}
    for (const { kind, action } of changes) counts[`${kind}.${action}`] = (counts[`${kind}.${action}`] ?? 0) + 1
    const total = changes.filter(change => !IDLE.includes(change.action)).length
    // Nobody needs to look at a daily run that is within its limit.
    const goesOn = run.cause === 'schedule' && !isOver
    await db.transaction().execute(async trx => {
      await sql`set local statement_timeout = 0`.execute(trx)
      await trx.deleteFrom('directory_change').where('run_id', '=', run.id).execute()
      for (let at = 0; at < changes.length; at += ROWS)
        await trx
          .insertInto('directory_change')
          .values(
            changes.slice(at, at + ROWS).map((change, index) => ({
              run_id: run.id,
              n: at + index + 1,
              kind: change.kind,
              action: change.action,
              external_id: change.externalId,
              local_id: change.localId,
              name: change.name,
              before: JSON.stringify(change.before),
              after: JSON.stringify(change.after),
              reason: change.reason,
            })),
          )
          .execute()
      const status = total === 0 ? 'done' : isOver ? 'stopped' : goesOn ? 'applying' : 'planned'
      const next = await mine(
        run,
        worker,
        {
          status,
          worker: null,
          counts: JSON.stringify(counts),
          share: JSON.stringify({ ...share, limit: shareLimit }),
          total,
          planned_at: new Date(),
          ...(total === 0 && { finished_at: new Date() }),
        },
        trx,
      )
      if (status === 'stopped' && run.cause === 'schedule') await onStopped(next, trx)
    })
  }

  async function read(run: Run, worker: string) {
    const { directory, shareLimit } = await settings.connection(run.company_id, run.platform)
    let told = 0
    const snapshot = await readDirectory(directory, async ({ departments, people }) => {
      if (Date.now() - told < 1000) return
      told = Date.now()
      await mine(run, worker, { departments_read: departments, people_read: people })
    })
    await mine(run, worker, { departments_read: snapshot.departments.length, people_read: snapshot.people.length })
    const local = await loadLocal({ db }, run.company_id, run.platform, snapshot)
    await keepPlan(run, worker, makePlan(snapshot, local, { hasReader: run.cause === 'person' }), shareLimit)
  }

  const changes = (run: Run, trx: Trx) =>
    trx
      .selectFrom('directory_change')
      .select(['n', 'kind', 'action', 'external_id', 'local_id', 'name', 'after', 'was', 'became'])
      .where('run_id', '=', run.id)
      .limit(BATCH)

  /** What became of changes, in one statement. */
  async function note(run: Run, rows: Row[], outcomes: (Outcome | Undone)[], trx: Trx) {
    const of = (pick: (outcome: Outcome) => unknown) => outcomes.map(outcome => pick(outcome as Outcome))
    const json = (value: unknown) => (value ? JSON.stringify(value) : null)
    await sql`
      update directory_change c set state = o.state, reason = coalesce(o.reason, c.reason),
        was = coalesce(o.was::jsonb, c.was), became = coalesce(o.became::jsonb, c.became)
      from unnest(${rows.map(row => row.n)}::int[], ${of(one => one.state)}::text[], ${of(one => one.reason ?? null)}::text[],
        ${of(one => json(one.was))}::text[], ${of(one => json(one.became))}::text[]) as o (n, state, reason, was, became)
      where c.run_id = ${run.id} and c.n = o.n`.execute(trx)
  }

  /** Batches until nothing is left; each commits what it did together with how far it came. */
  async function batches(run: Run, worker: string, end: 'done' | 'undone', step: (trx: Trx) => Promise<[Row[], (Outcome | Undone)[]]>) {
    for (let isOver = false; !isOver;)
      isOver = await db.transaction().execute(async trx => {
        await sql`set local statement_timeout = 0`.execute(trx)
        await lockOrganisation(run.company_id, trx)
        const [rows, outcomes] = await step(trx)
        if (rows.length) await note(run, rows, outcomes, trx)
        const isLast = rows.length < BATCH
        if (isLast && end === 'done')
          // They were of use for looking at the plan.
          await trx.deleteFrom('directory_change').where('run_id', '=', run.id).where('action', '=', 'unchanged').execute()
        const position = sql`position + ${rows.length}`
        await mine(run, worker, { position, ...(isLast && { status: end, worker: null, finished_at: new Date() }) }, trx)
        return isLast
      })
  }

  const apply = (run: Run, worker: string) =>
    batches(run, worker, 'done', async trx => {
      const rows = await changes(run, trx).where('state', '=', 'planned').where('action', 'not in', IDLE).orderBy('n').execute()
      return [rows, await applyChanges({ companyId: run.company_id, platform: run.platform }, rows, trx)]
    })

  const undo = (run: Run, worker: string) =>
    batches(run, worker, 'undone', async trx => {
      const rows = await changes(run, trx).where('state', '=', 'applied').orderBy('n', 'desc').execute()
      const outcomes: Undone[] = []
      for (const row of rows) outcomes.push(await undoChange({ companyId: run.company_id, platform: run.platform }, row, trx))
      return [rows, outcomes]
    })

  const failed = (error: unknown) =>
    error instanceof DirectoryError
      ? { error: error.english, error_detail: error.detail, error_step: error.step }
      : error instanceof ApiError
        ? { error: error.english, error_detail: '', error_step: '' }
        : undefined

  /** Goes on with a run as far as it goes without somebody's word. */
  async function work(id: string, isLast = true): Promise<void> {
    const worker = randomUUID()
    const run = await claim(id, worker)
    if (!run) return
    const beat = setInterval(() => void mine(run, worker, {}).catch(() => {}), BEAT_MS)
    beat.unref()
    try {
      if (run.status === 'reading') await read(run, worker)
      else await (run.status === 'applying' ? apply : undo)(run, worker)
    } catch (error) {
      if (error instanceof Lost) return
      const known = failed(error)
      if (known || isLast) {
        const what = known ?? { error: 'Something went wrong on the server. What was done so far stays', error_detail: '', error_step: '' }
        if (!known) log.error({ err: error, run: id }, 'synchronisation failed')
        await mine(run, worker, { status: 'failed', worker: null, finished_at: new Date(), ...what }).catch(() => {})
        return
      }
      await mine(run, worker, { worker: null }).catch(() => {})
      throw error
    } finally {
      clearInterval(beat)
    }
    // A daily run goes on by itself.
    const { status } = await jobs.selectFrom('directory_run').select('status').where('id', '=', id).executeTakeFirstOrThrow()
    if (run.status === 'reading' && status === 'applying') await work(id, isLast)
  }

  return {
    work,

    /** Runs whose process is gone, or that nobody has begun with. */
    async left(): Promise<string[]> {
      const rows = await jobs
        .selectFrom('directory_run')
        .select('id')
        .where('status', 'in', WORKING)
        .where(sql<boolean>`(beat_at is null or beat_at < now() - ${GONE_SECONDS} * interval '1 second')`)
        .limit(100)
        .execute()
      return rows.map(row => row.id)
    },
  }
}
