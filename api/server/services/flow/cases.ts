// Runs commands on cases: one transaction each, the case locked first, the engine pure, the difference written.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { conditionHolds, valueAt, type Values } from '../../../flow/conditions.ts'
import { formulaValue } from '../../../flow/formula.ts'
import { shapeOf, type FlowDefinition } from '../../../flow/definition.ts'
import { flowGraph, type FlowGraph, type FlowNode } from '../../../flow/graph.ts'
import { startCase, type Outcome } from '../../../flow/run.ts'
import { FlowRefusal, type Facts, type FlowEvent, type RefusalCode, type State } from '../../../flow/state.ts'
import { ApiError, notFound } from '../../errors.ts'
import type { Db, Scope, Trx } from '../../store/database.ts'
import { inApp } from '../../store/scoped.ts'
import { passOn } from './absence.ts'
import { wayAhead } from './ahead.ts'
import type { Notices } from './notices.ts'
import { approversOf, toldAt, type CaseFacts, type Found } from './people.ts'
import type { Outbox } from './outbox.ts'
import { arrangeTimers, type Clock } from './timers.ts'

/** The app and its environment. */
export interface FlowScope extends Scope {
  tag: string
}
export interface Held {
  id: string
  definition: FlowDefinition
  graph: FlowGraph
  state: State
  seq: number
  isSuspended: boolean
  starter: string | null
  /** Id of the row. */
  record: string
  /** The row as the case knows it. */
  row: Values
  vars: Record<string, unknown>
  facts: CaseFacts
  /** By node, the visit in which somebody decided there last. */
  visits: ReadonlyMap<string, number>
}
export interface Begin {
  flow: { id: string; name: string }
  definition: FlowDefinition
  starter: { id: string; name: string }
  record: { id: string; values: Values }
  choices?: Record<string, string[]>
  /** Values of the parameters. */
  vars?: Record<string, unknown>
}
/** What a command adds to the history beside what the engine tells. */
export type Note = Pick<FlowEvent, 'node'> & { type: string; data?: Record<string, unknown> }
export interface Written {
  comment?: string
  notes?: Note[]
  isSuspended?: boolean
  /** The row as it is now, where the command changed it. */
  values?: Values
  /** Whoever does this looks after what is tried again, and tells what became of it. */
  isAwaited?: boolean
  /** All variables, where one has changed. */
  vars?: Record<string, unknown>
}
export interface Deed extends Written {
  /** What the engine does, if anything. */
  run?: (its: Facts) => Outcome
  /** The decision that this is: what comes next knows of it. */
  decides?: { node: string; token: number; user: string; isApproval: boolean }
  /** What was approved so far is asked again. */
  isAnew?: boolean
}

const REFUSED: Record<RefusalCode, string> = {
  ended: 'This flow has ended',
  taskGone: 'This task is not open any more',
  notYours: 'This task is somebody else’s',
  alreadyAsked: 'This person is asked already',
  jobGone: 'This step is not open any more',
  tokenGone: 'This step is not open any more',
  targetUnknown: 'There is no such step to go to',
  notAsked: 'This person is not asked here',
  lastApprover: 'Somebody has to decide: name another person first',
}
const MOST_GRAPHS = 500
const MOST_TITLE = 200
/** More questions than a flow has nodes cannot come. */
const MOST_ROUNDS = 2_000

export interface Planned {
  held: Held | undefined
  events: readonly FlowEvent[]
  isSuspended: boolean
}
/** Ends the transaction in which a command was only looked at. */
class TakenBack extends Error {}

class Missing extends Error {
  constructor(readonly node: string) {
    super(node)
  }
}

export const statusOf = ({ status, tokens }: Pick<State, 'status' | 'tokens'>, isSuspended: boolean): number => {
  if (status !== 'running') return status === 'finished' ? 2 : -1
  if (isSuspended) return 3
  return tokens.length && tokens.every(({ incident }) => incident) ? -2 : 1
}

/** `{{field}}` gives place to the value; without a title it is the name of the flow and who started it. */
/** A text with the values of a case in place of `{{name}}`. */
export const filledIn = (text: string, values: Values): string =>
  text.replace(/\{\{\s*([\w.]{1,200})\s*\}\}/g, (_all, path: string) => {
    const value = valueAt(values, path)
    return value === undefined || value === null || typeof value === 'object' ? '' : String(value)
  })

export function titleOf({ title }: Pick<FlowDefinition, 'title'>, flow: string, starter: string, values: Values): string {
  const text = title?.trim() ? title : `${flow} · ${starter}`
  return filledIn(text, values).replace(/\s+/g, ' ').trim().slice(0, MOST_TITLE) || flow
}

function decidedBy({ facts, visits }: Pick<Held, 'facts' | 'visits'>, { decides, isAnew }: Pick<Deed, 'decides' | 'isAnew'>): CaseFacts {
  if (isAnew) return { ...facts, approved: new Set() }
  if (!decides) return facts
  const { node, token, user, isApproval } = decides
  const before = visits.get(node) === token ? (facts.decided[node] ?? []) : []
  return { ...facts, decided: { ...facts.decided, [node]: [...before, user] }, approved: isApproval ? new Set([...facts.approved, user]) : facts.approved }
}

/** A case that came to its end. */
export interface Ended {
  caseId: string
  result: string
  values: Values
}
/** Told of ends, in their transaction. */
export type OnEnded = (scope: FlowScope, ended: Ended, trx: Trx) => Promise<void>

export function createCases({ db, clock, notices, outbox, ended }: { db: Db; clock: Clock; notices: Notices; outbox: Outbox; ended?: OnEnded | undefined }) {
  const graphs = new Map<string, { definition: FlowDefinition; graph: FlowGraph }>()

  function graphOf(key: string, definition: FlowDefinition) {
    const kept = graphs.get(key)
    if (kept) return kept
    const made = { definition, graph: flowGraph(shapeOf(definition)) }
    graphs.set(key, made)
    if (graphs.size > MOST_GRAPHS) graphs.delete(graphs.keys().next().value as string)
    return made
  }

  /** Answers the engine; what it has to be told about people is looked up, and it is asked again. */
  async function settle(scope: FlowScope, { definition, facts }: Pick<Held, 'definition' | 'facts'>, on: Trx, run: (its: Facts) => Outcome): Promise<Outcome> {
    const known = new Map<string, Found>()
    const lines = new Map(definition.lines.map(line => [line.id, line]))
    const its: Facts = {
      holds: ({ id }) => {
        const { conditions, conditionType, formula } = lines.get(id) ?? {}
        if (conditionType === 'formula') return !!formulaValue(formula ?? 'false', facts.values)
        return conditions === undefined || conditionHolds(conditions, facts.values)
      },
      approvers: ({ id }: FlowNode) => {
        const found = known.get(id)
        if (found === undefined) throw new Missing(id)
        return found
      },
    }
    for (let round = 0; round < MOST_ROUNDS; round++)
      try {
        return run(its)
      } catch (error) {
        if (error instanceof FlowRefusal) throw new ApiError(`flow.${error.code}`, REFUSED[error.code], error.code === 'notYours' ? 403 : 409)
        if (!(error instanceof Missing)) throw error
        known.set(error.node, await approversOf(scope, definition, error.node, facts, on))
      }
    throw new Error('The flow asks for people without end')
  }

  async function factsOf(
    scope: FlowScope,
    caseId: string,
    row: { starter_id: string | null; snapshot: Values; vars: Record<string, unknown>; choices: CaseFacts['choices'] },
    on: Db | Trx,
  ): Promise<Pick<Held, 'facts' | 'visits'>> {
    const done = await inApp(on, scope)
      .selectFrom('flow_task')
      .select(['node', 'token', 'assignee_id', 'decision'])
      .where('case_id', '=', caseId)
      .where('state', '=', 'done')
      .orderBy('done_at')
      .orderBy('no')
      .execute()
    const last = new Map(done.map(({ node, token }) => [node, token]))
    const decided: Record<string, string[]> = {}
    for (const { node, token, assignee_id: user } of done) if (user !== null && last.get(node) === token) (decided[node] ??= []).push(user)
    const approved = done.flatMap(({ decision, assignee_id: user }) => (decision === 'approve' && user !== null ? [user] : []))
    const facts = { starter: row.starter_id, values: { ...row.vars, ...row.snapshot }, choices: row.choices, decided, approved: new Set(approved) }
    return { facts, visits: last }
  }

  const caseAt = (scope: FlowScope, caseId: string, on: Db | Trx) =>
    inApp(on, scope).selectFrom('flow_case').where('flow_case.id', '=', caseId).where('flow_case.tag', '=', scope.tag)

  /** The case, which nobody else changes until the transaction ends. */
  async function hold(scope: FlowScope, caseId: string, trx: Trx): Promise<Held> {
    // Locked and read in two statements: one alone would read what was there before it waited for the lock.
    const locked = await caseAt(scope, caseId, trx).select('id').forUpdate().executeTakeFirst()
    const held = locked && (await look(scope, caseId, trx))
    if (!held) throw notFound('flow.caseUnknown', 'There is no such instance')
    return held
  }

  async function look(scope: FlowScope, caseId: string, on: Db | Trx): Promise<Held | undefined> {
    const row = await caseAt(scope, caseId, on)
      .innerJoin('flow_definition', join =>
        join.onRef('flow_definition.app_id', '=', 'flow_case.app_id').onRef('flow_definition.hash', '=', 'flow_case.definition_hash'),
      )
      .select(['flow_case.state', 'seq', 'suspended_at', 'starter_id', 'record_id', 'vars', 'snapshot', 'choices', 'definition_hash', 'definition'])
      .executeTakeFirst()
    if (!row) return undefined
    const kept = graphOf(`${scope.appId} ${row.definition_hash}`, row.definition)
    return {
      ...kept,
      id: caseId,
      state: row.state,
      seq: row.seq,
      isSuspended: row.suspended_at !== null,
      starter: row.starter_id,
      record: row.record_id,
      row: row.snapshot,
      vars: row.vars,
      ...(await factsOf(scope, caseId, row, on)),
    }
  }

  /** Tasks as events change them; answers nothing that was not there or does not come. */
  async function writeTasks(scope: FlowScope, { id, definition }: Pick<Held, 'id' | 'definition'>, { state, events }: Outcome, comment: string, trx: Trx) {
    const names = new Map(definition.nodes.map(node => [node.id, node.name]))
    const now = clock.now()
    const tokens = new Map(state.tasks.map(({ id: no, token }) => [no, token]))
    type Opened = { node: string; user: string | null; behalf: string | null; isDropped: boolean }
    const opened = new Map<number, Opened>()
    const tasks = (no: number) => inApp(trx, scope).updateTable('flow_task').where('case_id', '=', id).where('no', '=', no)
    const dropped: number[] = []
    for (const { type, node = '', task = 0, user, to, decision, isDeputy } of events) {
      const fresh = opened.get(task)
      if (type === 'taskOpened') opened.set(task, { node, user: user ?? null, behalf: null, isDropped: false })
      else if (type === 'taskDropped') {
        if (fresh) fresh.isDropped = true
        else dropped.push(task)
      } else if (type === 'taskDecided')
        await tasks(task)
          .set({ state: 'done', decision: decision ?? null, comment, done_at: now })
          .execute()
      else if (type === 'sentBack') await tasks(task).set({ state: 'done', comment, done_at: now }).execute()
      else if (type === 'taskTransferred' && to !== undefined) {
        if (fresh) Object.assign(fresh, { user: to, behalf: isDeputy ? (user ?? null) : fresh.behalf })
        else
          await tasks(task)
            .set({
              assignee_id: to,
              read_at: null,
              state: sql<'open' | 'suspended'>`case when state = 'nobody' then 'open' else state end`,
              ...(isDeputy && { on_behalf_of: user ?? null }),
            })
            .execute()
      }
    }
    if (dropped.length)
      await inApp(trx, scope).updateTable('flow_task').set({ state: 'dropped', done_at: now }).where('case_id', '=', id).where('no', 'in', dropped).execute()
    const deputed = [...new Set(events.flatMap(({ type, user, isDeputy }) => (type === 'taskTransferred' && isDeputy && user !== undefined ? [user] : [])))]
    // Who is away finds there what was decided meanwhile.
    if (deputed.length) await addCopies(scope, id, deputed, '', trx)
    if (opened.size)
      await inApp(trx, scope)
        .insertInto('flow_task')
        .values(
          [...opened].map(([no, { node, user, behalf, isDropped }]) => ({
            case_id: id,
            no,
            tag: scope.tag,
            node,
            node_name: names.get(node) ?? '',
            token: tokens.get(no) ?? 0,
            assignee_id: user,
            on_behalf_of: behalf,
            created_at: now,
            state: isDropped ? ('dropped' as const) : user === null ? ('nobody' as const) : ('open' as const),
          })),
        )
        .execute()
  }

  /** Steps without people that come up are work outside; what nothing waits for any more goes. */
  async function arrangeJobs(scope: FlowScope, held: Held, { state }: Outcome, isAwaited: boolean, trx: Trx) {
    const jobs = (of: State) => of.tokens.filter(token => token.state === 'job')
    const before = new Map(jobs(held.state).map(token => [token.id, token]))
    const after = jobs(state)
    const fresh = after.filter(({ id }) => !before.has(id))
    await outbox.addAll(
      scope,
      'service',
      fresh.map(({ id: token, node }) => ({ caseId: held.id, token, node })),
      trx,
    )
    if (!before.size) return
    const again = after.filter(({ id, incident }) => !incident && before.get(id)?.incident).map(({ id }) => id)
    await outbox.waitAgain(scope, held.id, again, isAwaited, trx)
    if (after.length < before.size + fresh.length)
      await outbox.keepOnly(
        scope,
        held.id,
        after.map(({ id }) => id),
        trx,
      )
  }

  async function write(
    scope: FlowScope,
    held: Held,
    outcome: Outcome,
    by: string | null,
    { comment = '', notes = [], after = [], isSuspended = held.isSuspended, values, vars, isAwaited = false }: Written & { after?: Note[] },
    trx: Trx,
  ) {
    const { state, events } = outcome
    const now = clock.now()
    await writeTasks(scope, held, outcome, comment, trx)
    const isHeldOtherwise = isSuspended !== held.isSuspended || notes.some(({ type }) => type === 'nodeSuspended' || type === 'nodeResumed')
    await arrangeJobs(scope, held, outcome, isAwaited, trx)
    await arrangeTimers(scope, held, outcome, { isSuspended, isHeldOtherwise }, now, trx)
    const noted = (list: Note[]) => list.map(({ type, node = '', data = {} }) => ({ type, node, data }))
    const lines = [
      ...noted(notes),
      ...events.map(({ type, node = '', ...data }) => ({
        type: type as string,
        node,
        data: { ...data, ...((type === 'taskDecided' || type === 'sentBack') && comment && { comment }) },
      })),
      // What became of it after the engine had done it.
      ...noted(after),
    ]
    if (lines.length)
      await inApp(trx, scope)
        .insertInto('flow_event')
        .values(
          lines.map(({ type, node, data }, at) => ({
            case_id: held.id,
            seq: held.seq + at + 1,
            type,
            node,
            by_id: by,
            data: JSON.stringify(data),
            created_at: now,
          })),
        )
        .execute()
    const hasEnded = state.status !== 'running'
    await inApp(trx, scope)
      .updateTable('flow_case')
      .set({
        state: JSON.stringify(state),
        status: statusOf(state, isSuspended),
        result: state.result ?? (state.status === 'aborted' ? 'aborted' : null),
        seq: held.seq + lines.length,
        ...(values && { snapshot: JSON.stringify(values) }),
        ...(vars && { vars: JSON.stringify(vars) }),
        // What is held stays held since it was.
        suspended_at: isSuspended && !hasEnded ? sql<Date>`coalesce(suspended_at, ${now}::timestamptz)` : null,
        ended_at: hasEnded ? now : null,
      })
      .where('id', '=', held.id)
      .execute()
    for (const { node = '' } of events.filter(({ type }) => type === 'copied')) await copy(scope, held, node, trx)
    const names = new Map(held.definition.nodes.map(({ id, name }) => [id, name]))
    const told = notices.of(events, by, held.starter, node => names.get(node) ?? '')
    if (told.length) await notices.add(scope, held.id, by, told, trx)
    if (hasEnded) await ended?.(scope, { caseId: held.id, result: state.result ?? 'aborted', values: values ?? held.facts.values }, trx)
    notices.touch([...held.state.tasks, ...state.tasks].flatMap(({ assignee }) => assignee ?? []))
  }

  async function addCopies(scope: FlowScope, id: string, users: readonly string[], node_name: string, trx: Trx) {
    if (users.length)
      await inApp(trx, scope)
        .insertInto('flow_copy')
        .values(users.map(user_id => ({ case_id: id, user_id, tag: scope.tag, node_name })))
        .onConflict(conflict => conflict.columns(['case_id', 'user_id']).doNothing())
        .execute()
  }
  async function copy(scope: FlowScope, { id, definition, facts }: Pick<Held, 'id' | 'definition' | 'facts'>, node: string, trx: Trx) {
    const node_name = definition.nodes.find(one => one.id === node)?.name ?? ''
    await addCopies(scope, id, await toldAt(scope, definition, node, facts, trx), node_name, trx)
  }

  return {
    /** A case as it stands, without holding it. */
    look: (scope: FlowScope, caseId: string) => look(scope, caseId, db),

    /** Begins a case in the transaction that makes its row; answers its id. */
    async begin(
      scope: FlowScope,
      { flow, definition: saved, starter, record, choices = {}, vars = {} }: Begin,
      trx: Trx,
      begun?: (caseId: string) => Promise<void>,
    ): Promise<string> {
      // What is only asked before it is enabled is no part of what runs.
      const { tests: _tests, ...definition } = saved
      const text = JSON.stringify(definition)
      const hash = createHash('sha256').update(text).digest('hex')
      await inApp(trx, scope)
        .insertInto('flow_definition')
        .values({ hash, definition: text })
        .onConflict(conflict => conflict.columns(['app_id', 'hash']).doNothing())
        .execute()
      const { graph } = graphOf(`${scope.appId} ${hash}`, definition)
      const facts: CaseFacts = { starter: starter.id, values: { ...vars, ...record.values }, choices, decided: {}, approved: new Set() }
      const begins = await settle(scope, { definition, facts }, trx, its => startCase(graph, its))
      const { outcome, notes } = await passOn(scope, { graph, starter: starter.id }, begins, starter.id, clock.now(), trx)
      const id = uuidv7()
      await inApp(trx, scope)
        .insertInto('flow_case')
        .values({
          id,
          tag: scope.tag,
          flow_id: flow.id,
          flow_name: flow.name,
          definition_hash: hash,
          title: titleOf(definition, flow.name, starter.name, facts.values),
          status: 1,
          state: JSON.stringify(outcome.state),
          starter_id: starter.id,
          model: definition.model,
          record_id: record.id,
          snapshot: JSON.stringify(record.values),
          choices: JSON.stringify(choices),
          vars: JSON.stringify(vars),
        })
        .execute()
      // Before anything comes of it.
      await begun?.(id)
      const held: Held = {
        id,
        definition,
        graph,
        // Nothing was there before.
        state: { ...outcome.state, tokens: [], tasks: [] },
        seq: 0,
        isSuspended: false,
        starter: starter.id,
        record: record.id,
        row: record.values,
        vars,
        facts,
        visits: new Map(),
      }
      await write(scope, held, outcome, starter.id, { notes: [{ type: 'started' }], after: notes }, trx)
      return id
    },

    /** The way that a case would go that began now; nothing is written. */
    ahead(scope: FlowScope, about: Parameters<typeof wayAhead>[1]) {
      return db.transaction().execute(trx => wayAhead(scope, about, (facts, run) => settle(scope, { definition: about.definition, facts }, trx, run), trx))
    },

    /** What a command would do, told from what it did in a transaction that is taken back. */
    async plan(scope: FlowScope, caseId: string, make: (held: Held, trx: Trx) => Promise<Deed>): Promise<Planned> {
      const planned: Planned = { held: undefined, events: [], isSuspended: false }
      await db
        .transaction()
        .execute(async trx => {
          const held = await hold(scope, caseId, trx)
          const { run, isSuspended = held.isSuspended } = await make(held, trx)
          const { outcome } = run
            ? await passOn(scope, held, await settle(scope, held, trx, run), '', clock.now(), trx)
            : { outcome: { state: held.state, events: [] } }
          Object.assign(planned, { held, events: outcome.events, isSuspended } satisfies Planned)
          throw new TakenBack()
        })
        .catch(error => {
          if (!(error instanceof TakenBack)) throw error
        })
      return planned
    },

    /** One command on a case, in a transaction of its own or in the one that changes its row. */
    command(scope: FlowScope, caseId: string, by: string | null, make: (held: Held, trx: Trx) => Promise<Deed>, within?: Trx): Promise<void> {
      const inside = async (trx: Trx) => {
        const read = await hold(scope, caseId, trx)
        const { run, decides, isAnew, ...written } = await make(read, trx)
        const held = {
          ...read,
          facts: {
            ...decidedBy(read, { decides, isAnew }),
            ...((written.values || written.vars) && { values: { ...(written.vars ?? read.vars), ...(written.values ?? read.row) } }),
          },
        }
        const { outcome, notes } = run
          ? await passOn(scope, held, await settle(scope, held, trx, run), by, clock.now(), trx)
          : { outcome: { state: held.state, events: [] }, notes: [] }
        await write(scope, held, outcome, by, { ...written, after: notes }, trx)
      }
      return within ? inside(within) : db.transaction().execute(inside)
    },
  }
}

export type Cases = ReturnType<typeof createCases>
