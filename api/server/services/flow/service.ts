// Steps that a flow does by itself. Where the model is built in, the row and what the flow makes of it are one transaction; calls of other systems go first,
// and come again with the same id where a process ended before their answer was kept.
import type { Values } from '../../../flow/conditions.ts'
import { finishJob } from '../../../flow/run.ts'
import { givenValues, matchedBy, type ServiceAct } from '../../../flow/service.ts'
import { formulaValue } from '../../../flow/formula.ts'
import type { FlowDefinition } from '../../../flow/definition.ts'
import { ApiError } from '../../errors.ts'
import type { Db, Trx } from '../../store/database.ts'
import { inApp } from '../../store/scoped.ts'
import type { Data, Opened } from '../data/index.ts'
import type { createApis } from '../api/index.ts'
import type { createQueryResources } from '../query/index.ts'
import { Overtaken, type Called } from './called.ts'
import { filledIn, type Cases, type Held, type Written } from './cases.ts'
import type { AwaitedMessages } from './messages.ts'
import type { Doer, Outbox, Work } from './outbox.ts'
import { toldBy } from './people.ts'
import type { System } from './system.ts'
import type { Tell } from './tell.ts'
import type { Clock } from './timers.ts'

export type Apis = Pick<ReturnType<typeof createApis>, 'call'>
export type Queries = Pick<ReturnType<typeof createQueryResources>, 'run'>
/** Of an answer that is kept in the case. */
const MOST_LETTERS = 65_536
const HELD_MS = 30_000

type More = Written | ((held: Held, trx: Trx) => Promise<Written>)
type Finish = (more: More, within?: Trx) => Promise<void>

const nodeOf = ({ nodes }: FlowDefinition, id: string) => nodes.find(one => one.id === id)

export function createServiceDoer(parts: {
  db: Db
  data: Data
  apis: Apis
  queries: Queries
  cases: Cases
  outbox: Outbox
  system: System
  tell: Tell
  clock: Clock
  called: Called
  messages: Pick<AwaitedMessages, 'deliver'>
}): Doer {
  const { db, data, apis, queries, cases, outbox, system, tell, clock, called, messages } = parts

  const stands = ({ state }: Pick<Held, 'state'>, work: Work) => state.tokens.some(({ id, state: at }) => id === work.token && at === 'job')

  const finishOf =
    (work: Work): Finish =>
    (more, within) =>
      cases.command(
        work.scope,
        work.caseId,
        null,
        async (held, trx) => {
          if (!(await outbox.complete(work, trx)) || !stands(held, work)) throw new Overtaken()
          const written = typeof more === 'function' ? await more(held, trx) : more
          return { ...written, run: its => finishJob(held.graph, held.state, its, { token: work.token, done: true }) }
        },
        within,
      )

  async function rowsOf(work: Work, held: Held, model: string): Promise<Opened> {
    const [dsKey = '', dmKey = ''] = model.split('/')
    return data.rows.open(work.scope, await system(work.scope, held), dsKey, dmKey)
  }

  /** Does what goes before the transaction; answers what is done in it. */
  async function prepare(act: Exclude<ServiceAct, { do: 'call' }>, held: Held, work: Work): Promise<(finish: Finish) => Promise<void>> {
    const values: Values = held.facts.values
    switch (act.do) {
      case 'api':
      case 'query': {
        const asker = await system(work.scope, held)
        const parameters = givenValues(act.input, values)
        const answer =
          act.do === 'api'
            ? await apis.call(asker, act.key, { parameters, isRead: false, ip: 'flow', locale: 'en-US', idempotencyKey: work.id })
            : await queries.run(act.key, { scope: work.scope, asker, locale: 'en-US', parameters: JSON.stringify(parameters) })
        if (act.into && JSON.stringify(answer).length > MOST_LETTERS) throw new ApiError('flow.answerTooLarge', 'The answer is too large to be kept', 422)
        return finish => finish(act.into ? { vars: { ...held.vars, [act.into]: answer } } : {})
      }
      case 'message':
        return finish =>
          finish(async ({ id, facts, definition }, trx) => {
            const people = await toldBy(work.scope, act.to, facts, trx)
            const nodeName = nodeOf(definition, work.node)?.name ?? ''
            const message = filledIn(act.message, facts.values)
            await tell(work.scope, people, { caseId: id, kind: 'message', nodeName, message, channels: act.channels }, trx)
            return {}
          })
      case 'deliver':
        return finish =>
          finish(async ({ facts, record, state }, trx) => {
            const { messageName, match } = act
            const value = matchedBy(match, facts.values, record)
            const count = await messages.deliver(work.scope, { messageName, value, heard: (state.heard ?? 0) + 1, led: state.led ?? [] }, trx)
            return { notes: [{ type: 'delivered', node: work.node, data: { message: messageName, count } }] }
          })
      case 'set': {
        const opened = await rowsOf(work, held, held.definition.model)
        const row = givenValues(act.values, values)
        return finish => data.rows.update(opened, held.record, row, (on, made) => finish({ values: made }, on as Trx))
      }
      default: {
        const opened = await rowsOf(work, held, act.model)
        const row = givenValues(act.values, values)
        const id = act.do === 'update' ? String(formulaValue(act.row, values) ?? '') : ''
        const write = async (beside?: (on: unknown) => Promise<void>) => {
          if (act.do === 'update') await data.rows.update(opened, id, row, beside)
          else await data.rows.create(opened, row, beside)
        }
        if (opened.model.source.dialect === 'builtin') return finish => write(on => finish({}, on as Trx))
        await write()
        return finish => finish({})
      }
    }
  }

  return {
    async act(work) {
      const held = await cases.look(work.scope, work.caseId)
      if (!held || held.state.status !== 'running' || !stands(held, work)) return { drop: true }
      if (held.isSuspended) return { wait: true }
      const act = nodeOf(held.definition, work.node)?.service
      if (!act) throw new ApiError('flow.faulty', 'The flow cannot run', 422)
      return act.do === 'call' ? called.act(work, held, act) : { go: await prepare(act, held, work) }
    },

    async done(work, answer) {
      const { go, wait, rest } = answer as { go?: (finish: Finish) => Promise<void>; wait?: boolean; rest?: string }
      if (rest !== undefined) return void (await called.rest(work, rest))
      try {
        if (go) return await go(finishOf(work))
      } catch (error) {
        // What is left of it is found by the next look.
        if (error instanceof Overtaken) return
        throw error
      }
      await db.transaction().execute(async trx => {
        if (!wait) return void (await outbox.complete(work, trx))
        // It is no failure to be held.
        const next_at = new Date(clock.now().getTime() + HELD_MS)
        await inApp(trx, work.scope)
          .updateTable('flow_outbox')
          .set({ next_at, leased_until: null, tries: work.tries - 1 })
          .where('id', '=', work.id)
          .execute()
      })
    },

    failed: (work, why) =>
      cases.command(work.scope, work.caseId, null, async (held, trx) => {
        if (!stands(held, work)) {
          await outbox.complete(work, trx)
          return {}
        }
        if (!(await outbox.keepFailed(work, why, trx))) return {}
        const run = (its: Parameters<typeof finishJob>[2]) => finishJob(held.graph, held.state, its, { token: work.token, done: false })
        return { notes: [{ type: 'jobFailed', node: work.node, data: { ...why } }], run }
      }),
  }
}
export type ServiceDoer = ReturnType<typeof createServiceDoer>
