// Screens that do not work: versions that cannot be loaded, and what browsers report while they draw.
import { uuidv7 } from 'uuidv7'
import type { Core } from '../../../core.ts'
import type { createInbox } from '../../foundation/inbox.ts'
import type { Override } from './store.ts'

/** Different people after whose reports a version is taken back for everybody, or a staged one for those that it is for. */
const ENOUGH = 3

const noticeOf = (row: Override, version: number) => ({
  overrideId: row.id,
  screenId: row.screenId,
  level: row.level,
  companyId: row.companyId,
  appId: row.appId,
  version,
})

export function createScreenReports({ db, log }: Pick<Core, 'db' | 'log'>, inbox: Pick<ReturnType<typeof createInbox>, 'add'>) {
  /** Marks a version, tells the platform's inbox, writes it into the audit log; once, however many processes find it. */
  async function markBroken(row: Override, version: number, reason: string): Promise<boolean> {
    return db.transaction().execute(async trx => {
      const marked = await trx
        .updateTable('screen_version')
        .set({ broken: reason.slice(0, 500) || 'broken' })
        .where('override_id', '=', row.id)
        .where('version', '=', version)
        .where('broken', '=', '')
        .executeTakeFirst()
      if (!marked.numUpdatedRows) return false
      log.error({ screen: row.screenId, level: row.level, version, reason }, 'a changed screen is broken; the last good one is shown')
      await trx
        .insertInto('audit')
        .values({
          id: uuidv7(),
          request_id: '',
          company_id: row.companyId,
          app_id: row.appId,
          user_id: null,
          call: 'screen.broken',
          path: row.screenId,
          ip: '',
          agent: '',
          status: 0,
          input: JSON.stringify({ level: row.level, version, reason: reason.slice(0, 500) }),
        })
        .execute()
      await inbox.add({ ...noticeOf(row, version), kind: 'screen.broken', detail: reason }, trx)
      return true
    })
  }

  return {
    markBroken,

    async noteConflict(row: Override, version: number, conflicts: number) {
      await inbox.add({ ...noticeOf(row, version), kind: 'screen.conflict', detail: String(conflicts) })
    },

    /** Counts a report; true when the version is to be taken back for everybody. */
    async add(
      row: Override,
      version: number,
      { reporter, message, isEditor, chosen = ENOUGH }: { reporter: string; message: string; isEditor: boolean; chosen?: number },
    ): Promise<boolean> {
      await db
        .insertInto('screen_report')
        .values({ override_id: row.id, version, reporter, message: message.slice(0, 500) })
        .onConflict(conflict => conflict.doNothing())
        .execute()
      if (isEditor) return true
      await inbox.add({ ...noticeOf(row, version), kind: 'screen.failed', detail: message })
      const { n } = await db
        .selectFrom('screen_report')
        .select(eb => eb.fn.countAll<number>().as('n'))
        .where('override_id', '=', row.id)
        .where('version', '=', version)
        .executeTakeFirstOrThrow()
      return n >= Math.min(ENOUGH, chosen)
    },
  }
}
