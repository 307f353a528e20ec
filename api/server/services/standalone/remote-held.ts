// An export to the remote platform while a process holds it: how far it is, step by step, so that another process can go on with it.
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { RemoteStep, RemoteSteps, Told } from '../../store/columns.ts'
import type { Db, Scope } from '../../store/database.ts'
import { inApp } from '../../store/scoped.ts'
import { Lost } from '../release/index.ts'

export const REMOTE_STEPS = ['checkFile', 'gitPull', 'gitCommit', 'gitPush'] as const satisfies readonly RemoteStep[]
/** Without a sign of life for so long, the process that held an export is taken for dead. */
export const GONE_AFTER_SECONDS = 30

export const isOpen = (status: string) => status === 'NotStarted' || status === 'Pending'
export const newSteps = (): RemoteSteps => Object.fromEntries(REMOTE_STEPS.map(name => [name, { status: 'NotStarted' }])) as RemoteSteps

export interface Held {
  id: string
  source: string
  branch: string
  message: string
  accountId: string
  createdBy: string | null
  createdAt: Date
  /** Of an earlier try. */
  commit: string
  steps: RemoteSteps
  write(set?: { commit_id?: string }): Promise<void>
  end(status: 'Success' | 'Fail' | 'Finish'): Promise<void>
}

/** Takes an export that nobody holds, or whose process gave no sign of life for so long. */
export async function take(db: Db, scope: Scope, id: string, goneAfterSeconds: number): Promise<Held | undefined> {
  const worker = uuidv7()
  const row = await db.transaction().execute(async trx => {
    const there = await inApp(trx, scope).selectFrom('remote_export').selectAll().where('id', '=', id).forUpdate().skipLocked().executeTakeFirst()
    if (!there || !isOpen(there.status)) return undefined
    if (there.status === 'Pending' && there.touched_at.getTime() > Date.now() - goneAfterSeconds * 1000) return undefined
    await inApp(trx, scope)
      .updateTable('remote_export')
      .set({ status: 'Pending', worker, touched_at: sql<Date>`now()` })
      .where('id', '=', id)
      .execute()
    return there
  })
  if (!row) return undefined
  const steps = newSteps()
  const own = () => inApp(db, scope).updateTable('remote_export').where('id', '=', id).where('worker', '=', worker)
  return {
    id,
    source: row.source,
    branch: row.branch,
    message: row.message,
    accountId: row.account_id,
    createdBy: row.created_by,
    createdAt: row.created_at,
    commit: row.commit_id,
    steps,
    async write(set = {}) {
      const { numUpdatedRows } = await own()
        .set({ ...set, steps: JSON.stringify(steps), touched_at: sql<Date>`now()` })
        .executeTakeFirst()
      if (!numUpdatedRows) throw new Lost()
    },
    async end(status) {
      await own()
        .set({ status, steps: JSON.stringify(steps), worker: null, ended_at: sql<Date>`now()` })
        .execute()
    },
  }
}

/** Does one step, and keeps how it stands: what fails says so at its step. */
export async function step<T>(held: Held, name: RemoteStep, work: () => Promise<T>, tell?: (made: T) => Told): Promise<T> {
  held.steps[name] = { status: 'Pending' }
  await held.write()
  const made = await work()
  held.steps[name] = { status: 'Success', ...(tell && { msg: tell(made) }) }
  await held.write()
  return made
}
