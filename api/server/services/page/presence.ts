// Who is working on a page.
import { sql } from 'kysely'
import type { Core } from '../../core.ts'
import type { Scope } from '../../store/database.ts'
import { node } from './rows.ts'
import { inApp } from '../../store/scoped.ts'

const EDITOR_SECONDS = 30

export interface Editor {
  name: string
  since: string
  /** The caller, in another tab. */
  isSelf: boolean
}

export function createPagePresence({ db }: Pick<Core, 'db'>) {
  return {
    /** Who has had the page open in the last seconds, but for this person's tab. */
    async editors(scope: Scope, id: string, userId: string, tab?: string): Promise<Editor[]> {
      const rows = await inApp(db, scope)
        .selectFrom('page_editor')
        .innerJoin('page', 'page.id', 'page_editor.page_id')
        .innerJoin('person', 'person.id', 'page_editor.user_id')
        .select(['person.id', 'person.name', 'tab', 'since'])
        .where('page_id', '=', id)
        .where('page_editor.seen_at', '>', sql<Date>`now() - ${EDITOR_SECONDS} * interval '1 second'`)
        .orderBy('since')
        .execute()
      // Without a tab the caller's own ones cannot be told apart and are left out.
      const others = rows.filter(row => row.id !== userId || (tab !== undefined && row.tab !== tab))
      const first = new Map<string, Editor>()
      for (const row of others) if (!first.has(row.id)) first.set(row.id, { name: row.name, since: row.since.toISOString(), isSelf: row.id === userId })
      return [...first.values()]
    },

    /** Notes that this tab has the page open, and forgets those that went silent. */
    async seen(scope: Scope, id: string, userId: string, tab: string) {
      const page = await node(scope, id, db)
      await db
        .insertInto('page_editor')
        .values({ page_id: id, user_id: userId, tab })
        .onConflict(conflict => conflict.columns(['page_id', 'user_id', 'tab']).doUpdateSet({ seen_at: sql`now()` }))
        .execute()
      await db
        .deleteFrom('page_editor')
        .where('page_id', '=', id)
        .where('seen_at', '<', sql<Date>`now() - ${EDITOR_SECONDS} * interval '1 second'`)
        .execute()
      return { version: page.version, updatedBy: page.updatedBy }
    },
  }
}
