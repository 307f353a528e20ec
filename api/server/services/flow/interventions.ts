// What operators do to cases, with what it would do told before.
import { say, type Locale } from '../../../messages.ts'
import { notFound } from '../../errors.ts'
import type { Trx } from '../../store/database.ts'
import type { Data } from '../data/index.ts'
import type { AppScope } from '../foundation/access/index.ts'
import type { Batches } from './batches.ts'
import type { Cases } from './cases.ts'
import type { Commands } from './commands.ts'
import type { Begins } from './forms.ts'
import type { Lists } from './lists.ts'
import type { MigrationWanted, Migrations } from './migrations.ts'
import { incidentText, type OneCase } from './one-case.ts'
import type { Outbox } from './outbox.ts'
import { atValues } from './rights.ts'
import type { ServiceDoer } from './service.ts'
import type { Undo } from './undo.ts'

interface Solved {
  caseId: string
  token: number
  action: 'retry' | 'skip'
  values?: Record<string, unknown> | undefined
}

export function createInterventions({
  batches,
  cases,
  commands,
  data,
  lists,
  migrations,
  namesOf,
  one,
  outbox,
  service,
  undo,
}: {
  batches: Batches
  cases: Cases
  commands: Commands
  data: Data
  lists: Lists
  migrations: Migrations
  namesOf(ids: readonly string[]): Promise<Map<string, string>>
  one: OneCase
  outbox: Outbox
  service: ServiceDoer
  undo: Undo
}) {
  return {
    instances: lists.instances,
    nodes: lists.nodes,
    demonstration: one.demonstration,
    /** What an operation would end, whom it would ask, and how the case would stand. */
    async plan(scope: AppScope, operation: Parameters<typeof commands.outlook>[1]) {
      const { dropped, passed, opened, isOver } = await commands.outlook(scope, operation)
      const names = await namesOf([...dropped, ...passed, ...opened].flatMap(({ assignee }) => assignee ?? []))
      const said = ({ node, assignee }: { node: string; assignee: string | null }) => ({ node, person: assignee === null ? '' : (names.get(assignee) ?? '') })
      return { ends: [...dropped, ...passed].map(said), asks: opened.map(said), isOver }
    },
    batches,
    planMigration: (scope: AppScope, wanted: MigrationWanted, locale: Locale) => migrations.plan(scope, wanted, locale, namesOf),
    operate: commands.operate,
    undo: undo.undo,
    incidents: one.incidents,

    /** Tries once more what stands still, or leaves it out; answers what became of it. `values` of the row are changed for it, with the rights of whoever does. */
    async solve(begins: Begins, { caseId, token, action, values = {} }: Solved, locale: Locale) {
      const { scope, asker } = begins
      const by = asker.user.id
      const before = await cases.look(scope, caseId)
      if (!before) throw notFound('flow.caseUnknown', 'There is no such instance')
      const at = before.state.tokens.find(({ id, incident }) => id === token && incident)
      if (Object.keys(values).length) {
        const [dsKey = '', dmKey = ''] = before.definition.model.split('/')
        const opened = await data.rows.open(scope, asker, dsKey, dmKey)
        await data.rows
          .update(opened, before.record, values, (on, row) => commands.solve(scope, { caseId, token, by, action, values: row }, on as Trx))
          .catch(error =>
            atValues(() => {
              throw error
            }),
          )
      } else await commands.solve(scope, { caseId, token, by, action })
      const done = { outcome: 'done' as const, reason: '' }
      if (action === 'skip' || !at) return done
      if (at.state === 'job') {
        const taken = await outbox.take(scope, caseId, token)
        const why = taken && (await outbox.run(service, taken, { isLast: true }))
        return why ? { outcome: 'failed' as const, reason: say(locale, why.reason, why.values) } : done
      }
      const after = (await cases.look(scope, caseId))?.state.tokens.find(({ node, incident }) => node === at.node && incident)
      return after?.incident ? { outcome: 'failed' as const, reason: incidentText(before.definition, after, locale) } : done
    },
    operateNode: commands.operateNode,
  }
}
