// Who has a screen open for editing. Each editor works on a separate draft; this only tells them of each other.
import { sql } from 'kysely'
import type { Core } from '../../../core.ts'
import type { ScreenScope, ScreenStore } from './store.ts'
import type { createScreenVersions } from './versions.ts'

/** Seconds after which a tab that says nothing counts as closed; tabs speak every half minute. */
export const EDITOR_SECONDS = 75

export const createPresence = (
  { db }: Pick<Core, 'db'>,
  store: ScreenStore,
  versions: Pick<ReturnType<typeof createScreenVersions>, 'contentAt' | 'find'>,
) => ({
  /** Notes that this tab has the screen open, forgets those that went silent, and answers who is left. */
  async seen(scope: ScreenScope, userId: string, id: string, tab: string) {
    await versions.contentAt(scope, id, 0)
    const { id: overrideId } = await db.transaction().execute(trx => store.hold(scope, id, trx))
    await db
      .insertInto('screen_editor')
      .values({ override_id: overrideId, user_id: userId, tab })
      .onConflict(conflict => conflict.columns(['override_id', 'user_id', 'tab']).doUpdateSet({ seen_at: sql`now()` }))
      .execute()
    await db
      .deleteFrom('screen_editor')
      .where('override_id', '=', overrideId)
      .where('seen_at', '<', sql<Date>`now() - ${EDITOR_SECONDS} * interval '1 second'`)
      .execute()
    const rows = await db
      .selectFrom('screen_editor')
      .innerJoin('person', 'person.id', 'screen_editor.user_id')
      .select(['person.id', 'person.name', 'tab', 'since'])
      .where('override_id', '=', overrideId)
      .orderBy('since')
      .limit(500)
      .execute()
    const editors = new Map<string, { name: string; since: string; isSelf: boolean }>()
    for (const row of rows)
      if ((row.id !== userId || row.tab !== tab) && !editors.has(row.id))
        editors.set(row.id, { name: row.name, since: row.since.toISOString(), isSelf: row.id === userId })
    const row = await versions.find(scope, id)
    return { editors: [...editors.values()], version: row?.version ?? 0, updatedBy: row?.version ? row.updatedBy : '' }
  },
})
