// What somebody is asked, has decided, started or was told, as lists.
import { sql } from 'kysely'
import type { Db } from '../../store/database.ts'
import { cappedTotal, TOTAL_CAP } from '../../store/paging.ts'
import { inApp } from '../../store/scoped.ts'
import type { FlowScope } from './cases.ts'
import { createPaged, newest, type Paging } from './paged.ts'
import { taskPage, type TaskRow } from './task-page.ts'

export type Box = 'todo' | 'done' | 'started' | 'copied'

export function createTaskLists({ db }: { db: Db }) {
  const { searched } = createPaged({ db })
  const casesIn = (scope: FlowScope) => inApp(db, scope).selectFrom('flow_case').where('flow_case.tag', '=', scope.tag)
  const copiesOf = (scope: FlowScope, user: string) =>
    inApp(db, scope).selectFrom('flow_copy').where('flow_copy.user_id', '=', user).where('flow_copy.tag', '=', scope.tag)

  return {
    /** What somebody is asked, has decided, started or was told. */
    async list(
      scope: FlowScope,
      user: string,
      { box, keywords = '', flowId, page, perPage }: Paging & { box: Box; keywords?: string | undefined; flowId?: string | undefined },
    ) {
      const columns = ['flow_case.id', 'flow_case.title', 'flow_case.flow_name', 'flow_case.status', 'flow_case.result', 'person.name as starter'] as const
      type Row = Omit<TaskRow, 'task' | 'node' | 'decision' | 'batch' | 'behalf'> & Partial<TaskRow>
      const answer = ({ found, told }: { found: Row[]; told: object & Paging & { total: number; totalIsCapped?: true } }) => ({
        items: found.map(row => ({
          key: `${row.id}:${row.task ?? 0}`,
          caseId: row.id,
          title: row.title,
          flowName: row.flow_name,
          status: row.status,
          result: row.result ?? '',
          starter: row.starter ?? '',
          task: row.task ?? 0,
          node: row.node ?? '',
          decision: row.decision ?? '',
          mayBatch: row.batch === true,
          behalf: row.behalf ?? '',
          at: row.at.toISOString(),
        })),
        ...told,
      })
      const words = keywords.trim()
      if (box === 'started') {
        let rows = casesIn(scope).where('flow_case.starter_id', '=', user)
        if (flowId) rows = rows.where('flow_case.flow_id', '=', flowId)
        const list = rows.leftJoin('person', 'person.id', 'flow_case.starter_id').select([...columns, 'flow_case.created_at as at'])
        const counted = () => cappedTotal(db, rows.select('flow_case.id').limit(TOTAL_CAP + 1))
        return answer(await searched(scope, { page, perPage, words }, { rows, list, order: newest('flow_case.created_at', 'flow_case.id'), counted }))
      }
      if (box === 'copied') {
        let rows = copiesOf(scope, user).innerJoin('flow_case', 'flow_case.id', 'flow_copy.case_id')
        if (flowId) rows = rows.where('flow_case.flow_id', '=', flowId)
        const list = rows
          .leftJoin('person', 'person.id', 'flow_case.starter_id')
          .select([...columns, 'flow_copy.created_at as at', 'flow_copy.node_name as node'])
        // Each copy has its case: only flows have to be looked up there.
        const counted = () =>
          cappedTotal(
            db,
            flowId
              ? rows.select('flow_case.id').limit(TOTAL_CAP + 1)
              : copiesOf(scope, user)
                  .select('flow_copy.case_id')
                  .limit(TOTAL_CAP + 1),
          )
        return answer(await searched(scope, { page, perPage, words }, { rows, list, order: newest('flow_copy.created_at', 'flow_case.id'), counted }))
      }
      if (!words && !flowId) return answer(await taskPage(db, scope, user, box, { page, perPage }))
      let rows = inApp(db, scope)
        .selectFrom('flow_task')
        .innerJoin('flow_case', 'flow_case.id', 'flow_task.case_id')
        .where('flow_task.assignee_id', '=', user)
        .where('flow_task.tag', '=', scope.tag)
        .where('flow_task.state', '=', box === 'todo' ? 'open' : 'done')
      // What an operator holds is nothing to do.
      if (box === 'todo') rows = rows.where('flow_case.suspended_at', 'is', null)
      if (flowId) rows = rows.where('flow_case.flow_id', '=', flowId)
      const list = rows
        .leftJoin('person', 'person.id', 'flow_case.starter_id')
        .leftJoin('person as away', 'away.id', 'flow_task.on_behalf_of')
        .select('away.name as behalf')
        .select([...columns, 'flow_task.no as task', 'flow_task.node_name as node', 'flow_task.decision', 'flow_task.created_at as at'])
        .select(on =>
          on
            .selectFrom('flow_definition')
            .select(sql<boolean | null>`(definition -> 'batch')::boolean`.as('batch'))
            .whereRef('flow_definition.app_id', '=', 'flow_case.app_id')
            .whereRef('flow_definition.hash', '=', 'flow_case.definition_hash')
            .as('batch'),
        )
      const counted = () => cappedTotal(db, rows.select('flow_case.id').limit(TOTAL_CAP + 1))
      const order = newest('flow_task.created_at', 'flow_task.case_id')
      return answer(await searched(scope, { page, perPage, words }, { rows, list, order, no: 'flow_task.no', counted }))
    },
  }
}
export type TaskLists = ReturnType<typeof createTaskLists>
