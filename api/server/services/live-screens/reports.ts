// Screens that do not work: versions that cannot be loaded, and what browsers report while they draw.
import { uuidv7 } from 'uuidv7'
import type { Core } from '../../core.ts'
import type { createMessages } from '../messages.ts'
import type { Override } from './store.ts'

/** Different people after whose reports a version is taken back for everybody. */
const ENOUGH = 3

export function createScreenReports({ db, log }: Pick<Core, 'db' | 'log'>, messages: Pick<ReturnType<typeof createMessages>, 'mail'>) {
  /** Marks a version, tells the platform's super users, writes it into the audit log; once, however many processes find it. */
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
      const supers = await trx.selectFrom('person').select('email').where('is_super', '=', true).where('disabled', '=', false).orderBy('id').limit(20).execute()
      for (const { email } of supers)
        await messages.mail(
          {
            to: email,
            subject: `Screen ${row.screenId} is broken`,
            text: `Version ${version} of screen ${row.screenId} (${row.level}) does not work: ${reason.slice(0, 500)}\n\nPeople see the last version that worked. /platform/screens shows the history.`,
          },
          trx,
        )
      return true
    })
  }

  return {
    markBroken,
    /** Counts a report; true when the version is to be taken back for everybody. */
    async add(row: Override, version: number, { reporter, message, isEditor }: { reporter: string; message: string; isEditor: boolean }): Promise<boolean> {
      await db
        .insertInto('screen_report')
        .values({ override_id: row.id, version, reporter, message: message.slice(0, 500) })
        .onConflict(conflict => conflict.doNothing())
        .execute()
      if (isEditor) return true
      const { n } = await db
        .selectFrom('screen_report')
        .select(eb => eb.fn.countAll<number>().as('n'))
        .where('override_id', '=', row.id)
        .where('version', '=', version)
        .executeTakeFirstOrThrow()
      return n >= ENOUGH
    },
  }
}
