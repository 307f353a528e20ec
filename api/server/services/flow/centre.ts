// The task centre of one person in an app: what waits, and how this person likes to look at it.
import type { Core } from '../../core.ts'
import { ApiError } from '../../errors.ts'
import type { Db, Trx } from '../../store/database.ts'
import { inApp } from '../../store/scoped.ts'
import type { Absence } from './absence.ts'
import type { FlowScope } from './cases.ts'
import { summaryOf } from './task-page.ts'

export interface TaskFilter {
  name: string
  keywords: string
  flowId: string
}
interface Preference {
  mail: boolean
  filters: TaskFilter[]
}

const MOST_FILTERS = 30
/** So many tasks and instances back are looked for flows to filter by. */
const LATELY = 300

export function createCentre({ db }: Pick<Core, 'db'>, { absence }: { absence: Pick<Absence, 'of'> }) {
  async function read(scope: FlowScope, user: string, on: Db | Trx, lock = false): Promise<Preference> {
    const rows = inApp(on, scope).selectFrom('flow_preference').select(['mail', 'filters']).where('user_id', '=', user)
    return (await (lock ? rows.forUpdate() : rows).executeTakeFirst()) ?? { mail: true, filters: [] }
  }
  /** Flows that somebody had part in lately, by name. */
  async function recent(scope: FlowScope, user: string) {
    const tasks = inApp(db, scope)
      .selectFrom('flow_task')
      .select('flow_task.case_id as id')
      .where('flow_task.assignee_id', '=', user)
      .where('flow_task.tag', '=', scope.tag)
      .orderBy('flow_task.created_at', 'desc')
      .limit(LATELY)
    const started = inApp(db, scope)
      .selectFrom('flow_case')
      .select('flow_case.id')
      .where('flow_case.starter_id', '=', user)
      .where('flow_case.tag', '=', scope.tag)
      .orderBy('flow_case.created_at', 'desc')
      .limit(LATELY)
    const ids = [...new Set((await Promise.all([tasks.execute(), started.execute()])).flat().map(({ id }) => id))]
    if (!ids.length) return []
    const rows = await inApp(db, scope)
      .selectFrom('flow_case')
      .select(['flow_id', 'flow_name'])
      .distinctOn('flow_id')
      .where('id', 'in', ids)
      .orderBy('flow_id')
      .orderBy('created_at', 'desc')
      .execute()
    return rows.map(row => ({ value: row.flow_id, label: row.flow_name })).sort((a, b) => a.label.localeCompare(b.label))
  }

  return {
    /** What the running app shows beside "Tasks"; `isUsed` where a flow was ever started in this environment. */
    counts: (scope: FlowScope, user: string) => summaryOf(db, scope, user),

    async preference(scope: FlowScope, user: string) {
      const [row, flows, away] = await Promise.all([read(scope, user, db), recent(scope, user), absence.of(scope, user)])
      return { ...row, flows, away }
    },

    async savePreference(
      scope: FlowScope,
      user: string,
      { mail, keep, forget }: { mail?: boolean | undefined; keep?: TaskFilter | undefined; forget?: string | undefined },
    ) {
      await db.transaction().execute(async trx => {
        await inApp(trx, scope)
          .insertInto('flow_preference')
          .values({ user_id: user })
          .onConflict(conflict => conflict.doNothing())
          .execute()
        const before = await read(scope, user, trx, true)
        const others = before.filters.filter(({ name }) => name !== forget && name !== keep?.name)
        const filters = keep ? [...others, keep] : others
        if (filters.length > MOST_FILTERS)
          throw new ApiError('flow.filtersTooMany', 'At most {count} filters are kept', 422, { values: { count: MOST_FILTERS } })
        await inApp(trx, scope)
          .updateTable('flow_preference')
          .set({ mail: mail ?? before.mail, filters: JSON.stringify(filters) })
          .where('user_id', '=', user)
          .execute()
      })
    },
  }
}
