// What work outside is, by its kind.
import { abortCase } from '../../../flow/run.ts'
import type { Cases } from './cases.ts'
import type { Commands } from './commands.ts'
import type { Apis } from './service.ts'
import type { Doer, Outbox, Reason, Work, WorkKind } from './outbox.ts'
import type { System } from './system.ts'
import type { Clock } from './timers.ts'
import { BY_CALLER, keepBefore } from './undo.ts'

export function createDoers({
  cases,
  commands,
  outbox,
  apis,
  system,
  service,
  message,
  clock,
}: {
  cases: Cases
  commands: Commands
  outbox: Outbox
  apis: Apis
  system: System
  service: Doer
  message: Doer
  clock: Clock
}): Partial<Record<WorkKind, Doer>> {
  const note = (work: Work, notes: { type: string; node: string; data: Record<string, unknown> }[]) =>
    cases.command(work.scope, work.caseId, null, async (_held, trx) => ((await outbox.complete(work, trx)) ? { notes } : {}))

  return {
    service,
    message,
    /** A call that nothing waits for, as overdue actions make them. */
    api: {
      async act({ id, scope, caseId, payload: { apiKey, input } }) {
        const asker = await system(scope, (await cases.look(scope, caseId)) ?? { starter: null })
        const parameters = { ...(input as Record<string, unknown>) }
        return apis.call(asker, String(apiKey), { parameters, isRead: false, ip: 'flow', locale: 'en-US', idempotencyKey: id })
      },
      done: work => note(work, []),
      failed: (work, why: Reason) => note(work, [{ type: 'overdueFailed', node: work.node, data: { action: 'apiCenter', ...why } }]),
    },
    /** What was called ends with the step that called it. */
    called: {
      act: async () => undefined,
      done: work =>
        cases.command(work.scope, work.caseId, null, async (held, trx) => {
          if (!(await outbox.complete(work, trx)) || held.state.status !== 'running') return {}
          await keepBefore(work.scope, work.caseId, { by: null, act: BY_CALLER }, clock.now(), trx)
          return { notes: [{ type: 'callerLeft' }], isSuspended: false, run: its => abortCase(held.graph, held.state, its) }
        }),
      failed: work => note(work, []),
    },
    /** Trying again what stands still, one case of many. */
    retry: {
      act: async () => undefined,
      done: ({ scope, caseId, payload: { by }, ...work }) =>
        commands.retry(scope, { caseId, by: typeof by === 'string' ? by : null }, trx => outbox.complete({ ...work, scope, caseId, payload: {} }, trx)),
      failed: work => note(work, []),
    },
  }
}
