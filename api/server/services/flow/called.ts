// Flows that a step of another flow calls: it waits for their end. The work of the step is the record of it: it names the case that was called, and is
// woken when that ends. So neither of the two waits for a lock of the other.
import { sql } from 'kysely'
import type { Values } from '../../../flow/conditions.ts'
import type { FlowDefinition } from '../../../flow/definition.ts'
import { finishJob } from '../../../flow/run.ts'
import { givenValues, type Given, type ServiceAct } from '../../../flow/service.ts'
import { say, type Locale } from '../../../messages.ts'
import { ApiError } from '../../errors.ts'
import type { Db, Trx } from '../../store/database.ts'
import { inApp } from '../../store/scoped.ts'
import type { Data } from '../data/index.ts'
import type { Cases, FlowScope, Held } from './cases.ts'
import { readParameters } from './forms.ts'
import type { Outbox, Work } from './outbox.ts'
import type { RunningFlow, Switches } from './switches.ts'
import type { System } from './system.ts'

type Call = Extract<ServiceAct, { do: 'call' }>
/** Flows that call each other: more are no design. */
const DEEPEST = 10
/** Nobody forgets to wake the caller; looked at all the same. */
const REST_MS = 3_600_000

/** Somebody else has done it, or the case has moved on: what was written is taken back. */
export class Overtaken extends Error {}

const tooDeep = () => new ApiError('flow.callsTooDeep', 'Flows call each other more than {limit} deep', 422, { values: { limit: DEEPEST } })
const callsOf = ({ nodes }: FlowDefinition) =>
  nodes.flatMap(({ id, name, service }) => (service?.do === 'call' ? [{ id, name: name || id, act: service }] : []))

/** What is given to a flow: its variables, and fields of the row with which it begins, where it is about another model. */
function given(input: readonly Given[], { definition }: Pick<RunningFlow, 'definition'>, model: string): { vars: Given[]; row: Given[] } {
  const names = new Set((definition.parameters ?? []).map(({ name }) => name))
  const row = input.filter(({ name }) => !names.has(name))
  if (definition.model === model && row.length)
    throw new ApiError('flow.callInput', 'The flow that is called has no variable “{name}”', 422, { values: { name: row[0]?.name ?? '' } })
  return { vars: input.filter(({ name }) => names.has(name)), row }
}

export function createCalled(parts: { db: Db; data: Data; cases: Cases; outbox: Outbox; switches: Switches; system: System; now(): Date }) {
  const { db, data, cases, outbox, switches, system, now } = parts
  const flowOf = async (scope: FlowScope, key: string): Promise<RunningFlow> => {
    const flow = (await switches.running(scope)).find(one => one.key.toLowerCase() === key.toLowerCase())
    if (!flow) throw new ApiError('flow.callUnknown', 'The flow “{name}”, which is to be called, does not run', 422, { values: { name: key } })
    return flow
  }
  const stands = ({ state }: Pick<Held, 'state'>, { token }: Work) => state.tokens.some(one => one.id === token && one.state === 'job')
  const childOf = (scope: FlowScope, id: string) =>
    inApp(db, scope)
      .selectFrom('flow_case')
      .select(['ended_at', 'result', 'vars', 'snapshot', 'model', 'record_id', 'state'])
      .where('id', '=', id)
      .executeTakeFirst()

  async function begin(work: Work, held: Held, act: Call): Promise<() => Promise<void>> {
    if (held.depth >= DEEPEST) throw tooDeep()
    const flow = await flowOf(work.scope, act.key)
    const { vars, row } = given(act.input, flow, held.definition.model)
    const asker = await system(work.scope, held)
    const values: Values = held.facts.values
    const read = readParameters(flow.definition, givenValues(vars, values))
    const { id, name } = asker.user
    const start = (record: { id: string; values: Values } | undefined, within?: Trx) =>
      cases.command(
        work.scope,
        work.caseId,
        null,
        async (there, trx) => {
          if (!stands(there, work)) throw new Overtaken()
          const about = record ?? { id: there.record, values: there.row }
          const caller = { id: work.caseId, token: work.token, depth: held.depth + 1 }
          const child = await cases.begin(
            work.scope,
            { flow, definition: flow.definition, starter: { id, name }, record: about, vars: read, caller, led: there.state.led },
            trx,
          )
          if (!(await outbox.rest(work, { child, until: new Date(now().getTime() + REST_MS) }, trx))) throw new Overtaken()
          return { notes: [{ type: 'called', node: work.node, data: { flow: flow.name } }] }
        },
        within,
      )
    if (flow.definition.model === held.definition.model) return () => start(undefined)
    const [dsKey = '', dmKey = ''] = flow.definition.model.split('/')
    const opened = await data.rows.open(work.scope, asker, dsKey, dmKey)
    if (opened.model.source.dialect !== 'builtin') throw new ApiError('flow.sourceOutside', 'Flows run on models of the built-in source', 422)
    return () =>
      data.rows.create(opened, givenValues(row, values), (on, stored) => start({ id: String(stored.id), values: stored }, on as Trx)).then(() => undefined)
  }

  return {
    /** Begins what is called, or goes on where it has ended; nothing while it runs. */
    async act(work: Work, held: Held, act: Call): Promise<{ go: () => Promise<void> } | { rest: string }> {
      const { child } = work.payload
      const there = typeof child === 'string' ? await childOf(work.scope, child) : undefined
      if (typeof child !== 'string' || !there) return { go: await begin(work, held, act) }
      if (!there.ended_at) return { rest: child }
      if (there.result === 'aborted' || there.result === null) throw new ApiError('flow.calledAborted', 'The flow that was called ended without a result', 422)
      const { result, snapshot } = there
      const isSameRow = there.model === held.definition.model && there.record_id === held.record
      return {
        go: () =>
          cases.command(work.scope, work.caseId, null, async (after, trx) => {
            if (!(await outbox.complete(work, trx)) || !stands(after, work)) throw new Overtaken()
            const out = givenValues(act.output, { ...there.vars, ...snapshot, result })
            return {
              ...(act.output.length > 0 && { vars: { ...after.vars, ...out } }),
              ...(isSameRow && { values: snapshot }),
              led: there.state.led ?? [],
              run: its => finishJob(after.graph, after.state, its, { token: work.token, done: true }),
            }
          }),
      }
    },
    /** The step waits until what it called wakes it. */
    rest: (work: Work, child: string) => db.transaction().execute(trx => outbox.rest(work, { child, until: new Date(now().getTime() + REST_MS) }, trx)),

    /** Refuses a flow that calls what does not run, or that would call itself over others. */
    async check(scope: FlowScope, flowId: string, definition: FlowDefinition, locale: Locale) {
      const calls = callsOf(definition)
      if (!calls.length) return
      const running = new Map((await switches.running(scope)).map(flow => [flow.key.toLowerCase(), flow]))
      for (const { name, act } of calls) {
        const refuse = (error: ApiError) => {
          const fault = say(locale, error.english, error.more.values)
          throw new ApiError('flow.faultyAt', '{fault}: {where}', 422, { values: { fault, where: name } })
        }
        const first = running.get(act.key.toLowerCase())
        if (!first)
          return refuse(new ApiError('flow.callUnknown', 'The flow “{name}”, which is to be called, does not run', 422, { values: { name: act.key } }))
        try {
          given(act.input, first, definition.model)
        } catch (error) {
          return refuse(error as ApiError)
        }
        const seen = new Set<string>()
        let level = [first]
        for (let depth = 1; level.length; depth++) {
          if (depth > DEEPEST) return refuse(tooDeep())
          if (level.some(({ id }) => id === flowId)) return refuse(new ApiError('flow.callLoop', 'The flow would call itself', 422))
          for (const { id } of level) seen.add(id)
          const next = level.flatMap(flow => callsOf(flow.definition).flatMap(({ act: its }) => running.get(its.key.toLowerCase()) ?? []))
          level = [...new Map(next.map(flow => [flow.id, flow])).values()].filter(({ id }) => !seen.has(id))
        }
      }
    },

    /** The case that called one, and those that it called, as far as somebody may see them. */
    async around(scope: FlowScope, caseId: string, user: string, isOperator: boolean) {
      const rows = await inApp(db, scope)
        .selectFrom('flow_case as c')
        .select(['c.id', 'c.title', 'c.flow_name', 'c.status', sql<boolean>`c.caller_id is not distinct from ${caseId}`.as('is_called')])
        .where('c.tag', '=', scope.tag)
        .where(eb =>
          eb.or([
            eb('c.caller_id', '=', caseId),
            eb('c.id', 'in', inApp(db, scope).selectFrom('flow_case as p').select('p.caller_id').where('p.id', '=', caseId).$castTo<{ caller_id: string }>()),
          ]),
        )
        .where(
          sql<boolean>`(${isOperator} or c.starter_id = ${user} or exists (select from flow_task t where t.case_id = c.id and t.assignee_id = ${user})
            or exists (select from flow_copy k where k.case_id = c.id and k.user_id = ${user}))`,
        )
        .orderBy('c.created_at')
        .limit(100)
        .execute()
      const told = rows.map(({ id, title, flow_name: flowName, status, is_called: isCalled }) => ({ id, title, flowName, status, isCalled }))
      return {
        callers: told.filter(({ isCalled }) => !isCalled).map(({ isCalled: _called, ...one }) => one),
        called: told.filter(({ isCalled }) => isCalled).map(({ isCalled: _called, ...one }) => one),
      }
    },
  }
}
export type Called = ReturnType<typeof createCalled>
