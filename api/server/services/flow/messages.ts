// Messages for instances that wait for them: what is awaited is a row, found by name and value; what is delivered is work of each instance that it fits, written
// in the transaction of whoever delivers it. So neither the sender nor the instances wait for a lock of another.
import { sql } from 'kysely'
import type { FlowDefinition } from '../../../flow/definition.ts'
import { fireBorder } from '../../../flow/run.ts'
import { matchedBy } from '../../../flow/service.ts'
import type { State } from '../../../flow/state.ts'
import type { Values } from '../../../flow/conditions.ts'
import type { Core } from '../../core.ts'
import { ApiError } from '../../errors.ts'
import type { Trx } from '../../store/database.ts'
import { inApp } from '../../store/scoped.ts'
import type { NewMessage } from './case-rows.ts'
import type { Cases, FlowScope, Held } from './cases.ts'
import { WORK_TOPIC, type Doer, type Outbox, type Work } from './outbox.ts'
import type { Clock } from './timers.ts'

/** What a case has that messages are matched by. */
export interface Matching {
  values: Values
  record: string
}
export interface Delivered {
  messageName: string
  value: string
  /** How many led to this one, one after the other. */
  heard: number
  /** Triggers that led to it. */
  led: readonly string[]
}

/** Instances that answer each other without end are no design. */
const MOST_HEARD = 1_000
/** What is suspended is looked at again. */
const HELD_MS = 30_000

/** What is waited for at a step. */
export const awaitedAt = ({ nodes }: Pick<FlowDefinition, 'nodes'>, node: string, { values, record }: Matching) =>
  nodes.flatMap(({ id, border, awaits }) =>
    border?.event === 'message' && border.on === node && awaits
      ? [{ node: id, name: awaits.messageName.trim(), value: matchedBy(awaits.match, values, record) }]
      : [],
  )

/** What steps wait for that were come to. */
export function messagesAfter(definition: FlowDefinition, before: State, { tokens }: State, matching: Matching): NewMessage[] {
  if (!definition.nodes.some(({ awaits }) => awaits)) return []
  const there = new Set(before.tokens.map(({ id }) => id))
  return tokens.filter(({ id }) => !there.has(id)).flatMap(({ id: token, node }) => awaitedAt(definition, node, matching).map(one => ({ ...one, token })))
}

/** What a delivery says that it did, kept in English. */
export const deliveredTo = (count: number): { english: string; values?: Record<string, number> } =>
  count === 0
    ? { english: 'No instance waits for it' }
    : count === 1
      ? { english: '1 instance gets it' }
      : { english: '{count} instances get it', values: { count } }

export function createAwaited({ bus }: Pick<Core, 'bus'>, { cases, outbox, clock }: { cases: Cases; outbox: Outbox; clock: Clock }) {
  /** Written for each instance that waits for it; answers how many there are. */
  async function deliver({ companyId, appId, tag }: FlowScope, { messageName, value, heard, led }: Delivered, trx: Trx): Promise<number> {
    if (heard > MOST_HEARD)
      throw new ApiError('flow.messagesTooMany', 'Messages led to each other more than {limit} times', 422, { values: { limit: MOST_HEARD } })
    // What nothing is matched by is for nobody.
    if (!value) return 0
    const payload = JSON.stringify({ name: messageName, heard, led })
    const { rows } = await sql`
      insert into flow_outbox (id, case_id, company_id, app_id, tag, kind, token, node, payload, next_at)
      select gen_random_uuid(), m.case_id, m.company_id, m.app_id, m.tag, 'message', m.token, m.node, ${payload}::jsonb, ${clock.now()}::timestamptz
      from flow_message m where m.company_id = ${companyId} and m.app_id = ${appId} and m.tag = ${tag} and m.name = ${messageName.trim()} and m.value = ${value}
      returning 1`.execute(trx)
    if (rows.length) await bus.publish(trx, WORK_TOPIC, {})
    return rows.length
  }

  const waits = async (scope: FlowScope, { caseId, token, node, payload }: Work, trx: Trx) =>
    !!(await inApp(trx, scope)
      .selectFrom('flow_message')
      .select('node')
      .where('case_id', '=', caseId)
      .where('token', '=', token)
      .where('node', '=', node)
      .where('name', '=', String(payload.name))
      .executeTakeFirst())
  const isHeld = ({ isSuspended, paused, state }: Held, token: number) =>
    state.status === 'running' && (isSuspended || state.tasks.some(task => task.token === token && paused.has(task.id)))

  /** What came for one instance. */
  const doer: Doer = {
    act: async () => undefined,
    done: work =>
      cases.command(work.scope, work.caseId, null, async (held, trx) => {
        const { token, node: border, payload } = work
        if (isHeld(held, token)) {
          // It comes when the instance goes on.
          const next_at = new Date(clock.now().getTime() + HELD_MS)
          await inApp(trx, work.scope).updateTable('flow_outbox').set({ next_at, leased_until: null, tries: 0 }).where('id', '=', work.id).execute()
          return {}
        }
        if (!(await outbox.complete(work, trx))) return {}
        const at = held.state.tokens.find(({ id }) => id === token)
        if (!at || held.state.status !== 'running' || !(await waits(work.scope, work, trx)))
          return { notes: [{ type: 'messageLate', node: at?.node ?? '', data: { message: String(payload.name) } }] }
        const led = Array.isArray(payload.led) ? payload.led.map(String) : []
        return { led, run: its => fireBorder(held.graph, held.state, its, { token, border, heard: Number(payload.heard) || 0 }) }
      }),
    failed: (work, why) =>
      cases.command(work.scope, work.caseId, null, async (_held, trx) =>
        (await outbox.complete(work, trx)) ? { notes: [{ type: 'messageFailed', data: { message: String(work.payload.name), ...why } }] } : {},
      ),
  }
  return { deliver, doer }
}
export type AwaitedMessages = ReturnType<typeof createAwaited>
