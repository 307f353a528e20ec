// Runs commands on cases: one transaction each, the case locked first, the engine pure, the difference written.
import { createHash } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import { valueAt, type Values } from '../../../flow/conditions.ts'
import { shapeOf, type FlowDefinition } from '../../../flow/definition.ts'
import { flowGraph, type FlowGraph, type FlowNode } from '../../../flow/graph.ts'
import { askLine } from '../../../flow/lines.ts'
import type { Revision } from '../../../flow/migrate.ts'
import { startCase, type Outcome } from '../../../flow/run.ts'
import { FlowRefusal, type Facts, type FlowEvent, type RefusalCode, type State } from '../../../flow/state.ts'
import { ApiError, notFound } from '../../errors.ts'
import type { Db, Scope, Trx } from '../../store/database.ts'
import { inApp } from '../../store/scoped.ts'
import { passOn } from './absence.ts'
import { wayAhead } from './ahead.ts'
import { beginCase, changeCase, holdCase, loadCase, loadDefinition, type ChangedTask, type Changes, type LoadedCase, type OpenedTask } from './case-rows.ts'
import type { Notices } from './notices.ts'
import { approversOf, toldAt, type CaseFacts, type Deputies, type Found } from './people.ts'
import type { Outbox } from './outbox.ts'
import { holdTimers, timersAfter, type Clock } from './timers.ts'

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
  /** Tasks that are suspended by themselves. */
  paused: ReadonlySet<number>
  /** The case whose step waits for this one. */
  caller: string | null
  /** How many have called each other down to this one. */
  depth: number
}
export interface Begin {
  flow: { id: string; name: string }
  definition: FlowDefinition
  starter: { id: string; name: string }
  record: { id: string; values: Values }
  choices?: Record<string, string[]>
  /** Values of the parameters. */
  vars?: Record<string, unknown>
  /** The step of another case that waits for it. */
  caller?: { id: string; token: number; depth: number }
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
  /** The revision along which the case goes on. */
  onto?: Revision
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
  /** Where the case goes on along another revision. */
  onto?: Revision | undefined
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
  interface Known {
    definition: FlowDefinition
    graph: FlowGraph
    /** It was read from the database, so that it need not be written any more. */
    isStored: boolean
  }
  const graphs = new Map<string, Known>()
  const texts = new WeakMap<FlowDefinition, { definition: FlowDefinition; text: string; hash: string }>()

  function keep(key: string, definition: FlowDefinition): Known {
    const made = { definition, graph: flowGraph(shapeOf(definition)), isStored: false }
    graphs.set(key, made)
    if (graphs.size > MOST_GRAPHS) graphs.delete(graphs.keys().next().value as string)
    return made
  }
  const keyOf = ({ appId }: FlowScope, hash: string) => `${appId} ${hash}`

  /** What runs of a flow that is saved: what is only asked before it is enabled is no part of it. */
  function runs(saved: FlowDefinition) {
    const kept = texts.get(saved)
    if (kept) return kept
    const { tests: _tests, ...definition } = saved
    const text = JSON.stringify(definition)
    const made = { definition, text, hash: createHash('sha256').update(text).digest('hex') }
    texts.set(saved, made)
    return made
  }

  /** Answers the engine; what it has to be told about people is looked up, and it is asked again. */
  async function settle(scope: FlowScope, { definition, facts }: Pick<Held, 'definition' | 'facts'>, on: Trx, run: (its: Facts) => Outcome): Promise<Outcome> {
    const known = new Map<string, Found>()
    const lines = new Map(definition.lines.map(line => [line.id, line]))
    const its: Facts = {
      holds: ({ id }) => {
        const line = lines.get(id)
        return !line || askLine(line, facts.values).holds
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

  /** What the engine does, with tasks of people who are away passed on. */
  async function done(
    scope: FlowScope,
    { facts, ...of }: Pick<Held, 'definition' | 'facts' | 'graph' | 'starter'>,
    by: string | null,
    on: Trx,
    run: (its: Facts) => Outcome,
  ): Promise<{ outcome: Outcome; notes: Note[] }> {
    const deputies: Deputies = { tag: scope.tag, at: clock.now(), known: new Map() }
    const first = await settle(scope, { definition: of.definition, facts: { ...facts, deputies } }, on, run)
    return passOn(scope, of, first, by, deputies, on)
  }

  /** What was decided so far, as rules ask for it. */
  function factsOf({ starter_id: starter, snapshot, vars, choices, done }: LoadedCase): Pick<Held, 'facts' | 'visits'> {
    const last = new Map(done.map(({ node, token }) => [node, token]))
    const decided: Record<string, string[]> = {}
    for (const { node, token, user } of done) if (user !== null && last.get(node) === token) (decided[node] ??= []).push(user)
    const approved = done.flatMap(({ decision, user }) => (decision === 'approve' && user !== null ? [user] : []))
    return { facts: { starter, values: { ...vars, ...snapshot }, choices, decided, approved: new Set(approved) }, visits: last }
  }

  /** The case, which nobody else changes until the transaction ends. */
  async function hold(scope: FlowScope, caseId: string, trx: Trx, isAlone = true): Promise<Held> {
    // Locked and read in two statements: one alone would read what was there before it waited for the lock.
    await holdCase(scope, caseId, trx)
    const held = await look(scope, caseId, trx, isAlone)
    if (!held) throw notFound('flow.caseUnknown', 'There is no such instance')
    return held
  }

  /** `isAlone`: nothing was written in its transaction, so that what is read is there for all. */
  async function look(scope: FlowScope, caseId: string, on: Db | Trx, isAlone = true): Promise<Held | undefined> {
    const row = await loadCase(scope, caseId, on)
    if (!row) return undefined
    const key = keyOf(scope, row.definition_hash)
    let known = graphs.get(key)
    if (!known) {
      const definition = await loadDefinition(scope, row.definition_hash, on)
      if (!definition) return undefined
      known = keep(key, definition)
    }
    known.isStored ||= isAlone
    return {
      definition: known.definition,
      graph: known.graph,
      id: caseId,
      state: row.state,
      seq: row.seq,
      isSuspended: row.is_suspended,
      starter: row.starter_id,
      record: row.record_id,
      row: row.snapshot,
      vars: row.vars,
      paused: new Set(row.paused),
      caller: row.caller_id,
      depth: row.depth,
      ...factsOf(row),
    }
  }

  /** Tasks as events change them; a task that comes and goes in one command is written as it is in the end. */
  function tasksAfter({ definition }: Pick<Held, 'definition'>, { state, events }: Outcome, comment: string): Pick<Changes, 'tasks' | 'opened'> {
    const names = new Map(definition.nodes.map(node => [node.id, node.name]))
    const tokens = new Map(state.tasks.map(({ id: no, token }) => [no, token]))
    const opened = new Map<number, OpenedTask>()
    const changed = new Map<number, ChangedTask>()
    const change = (no: number, how: Omit<ChangedTask, 'no'>) => changed.set(no, { ...changed.get(no), ...how, no })
    for (const { type, node = '', task = 0, user, to, decision, isDeputy } of events) {
      const behalf = isDeputy ? user : undefined
      const fresh = opened.get(task)
      if (type === 'taskOpened')
        opened.set(task, {
          no: task,
          node,
          node_name: names.get(node) ?? '',
          token: tokens.get(task) ?? 0,
          assignee: user ?? null,
          behalf: null,
          state: user === undefined ? 'nobody' : 'open',
        })
      else if (type === 'taskDropped') {
        if (fresh) fresh.state = 'dropped'
        else change(task, { state: 'dropped' })
      } else if (type === 'taskDecided') change(task, { state: 'done', decision, comment })
      else if (type === 'sentBack') change(task, { state: 'done', comment })
      else if (type === 'taskTransferred' && to !== undefined) {
        if (fresh) Object.assign(fresh, { assignee: to, behalf: behalf ?? fresh.behalf })
        else change(task, { assignee: to, behalf })
      }
    }
    return { tasks: [...changed.values()], opened: [...opened.values()] }
  }

  /** Steps without people that come up are work outside; what nothing waits for any more goes. */
  function workAfter(held: Held, { state }: Outcome): Pick<Changes, 'work' | 'workOf'> & { again: number[] } {
    const jobs = (of: State) => of.tokens.filter(token => token.state === 'job')
    const before = new Map(jobs(held.state).map(token => [token.id, token]))
    const after = jobs(state)
    const fresh = after.filter(({ id }) => !before.has(id))
    return {
      work: fresh.map(({ id: token, node }) => ({ id: uuidv7(), kind: 'service', token, node, payload: {} })),
      workOf: after.length < before.size + fresh.length ? after.map(({ id }) => id) : undefined,
      again: after.filter(({ id, incident }) => !incident && before.get(id)?.incident).map(({ id }) => id),
    }
  }

  /** All that a command changes, to be written at once. */
  async function changesOf(
    scope: FlowScope,
    held: Held,
    outcome: Outcome,
    by: string | null,
    { comment, notes, after = [], isSuspended }: { comment: string; notes: readonly Note[]; after?: readonly Note[]; isSuspended: boolean },
    trx: Trx,
  ) {
    const { state, events } = outcome
    const { definition, facts, starter, seq } = held
    const now = clock.now()
    const { again, ...work } = workAfter(held, outcome)
    const noted = (list: readonly Note[]) => list.map(({ type, node = '', data = {} }) => ({ type, node, data }))
    const lines = [
      ...noted(notes),
      ...events.map(({ type, node = '', ...data }) => ({
        type: type as string,
        node,
        data: {
          ...data,
          ...((type === 'taskDecided' || type === 'sentBack') && comment && { comment }),
          // A later revision may call it otherwise.
          ...(data.event === 'message' && { message: definition.nodes.find(({ id }) => id === data.to)?.awaits?.messageName ?? '' }),
        },
      })),
      // What became of it after the engine had done it.
      ...noted(after),
    ]
    const names = new Map(definition.nodes.map(({ id, name }) => [id, name]))
    // Who is away finds there what was decided meanwhile.
    const copies: Changes['copies'] = events.flatMap(({ type, user, isDeputy }) =>
      type === 'taskTransferred' && isDeputy && user !== undefined ? [{ user_id: user, node_name: '' }] : [],
    )
    for (const { type, node = '' } of events)
      if (type === 'copied') copies.push(...(await toldAt(scope, definition, node, facts, trx)).map(user_id => ({ user_id, node_name: names.get(node) ?? '' })))
    const changes: Changes = {
      now,
      by,
      ...tasksAfter(held, outcome, comment),
      ...timersAfter(definition, held.state, outcome, isSuspended, now, { values: facts.values, record: held.record }),
      ...work,
      events: lines.map((line, at) => ({ ...line, seq: seq + at + 1 })),
      copies,
      notices: notices.rowsOf(notices.of(events, by, starter, node => names.get(node) ?? '')),
    }
    const result = state.result ?? (state.status === 'aborted' ? 'aborted' : null)
    return { changes, again, its: { state, status: statusOf(state, isSuspended), result, seq: seq + lines.length, hasEnded: state.status !== 'running' } }
  }

  /** Others hear of what was written. */
  async function after(
    scope: FlowScope,
    held: Held,
    { changes, its }: { changes: Changes; its: { state: State; hasEnded: boolean; result: string | null } },
    values: Values,
    trx: Trx,
  ) {
    if (changes.work.length) await outbox.announce(trx)
    if (changes.notices.length) notices.wake()
    if (its.hasEnded && held.caller !== null) await outbox.wakeCaller(scope, held.caller, held.id, trx)
    if (its.hasEnded) await ended?.(scope, { caseId: held.id, result: its.result ?? 'aborted', values }, trx)
    notices.touch([...held.state.tasks, ...its.state.tasks].flatMap(({ assignee }) => assignee ?? []))
  }

  async function write(
    scope: FlowScope,
    held: Held,
    outcome: Outcome,
    by: string | null,
    { comment = '', notes = [], after: results = [], isSuspended = held.isSuspended, values, vars, isAwaited = false }: Written & { after?: Note[] },
    trx: Trx,
  ) {
    const made = await changesOf(scope, held, outcome, by, { comment, notes, after: results, isSuspended }, trx)
    await changeCase(scope, held.id, made.changes, { ...made.its, snapshot: values, vars, isSuspended }, trx)
    const isHeldOtherwise = isSuspended !== held.isSuspended || notes.some(({ type }) => type === 'nodeSuspended' || type === 'nodeResumed')
    if (isHeldOtherwise) await holdTimers(scope, held.id, isSuspended, made.changes.now, trx)
    // What was called for a step that is left has nobody to end for.
    const calls = new Set(held.definition.nodes.flatMap(({ id, service }) => (service?.do === 'call' ? [id] : [])))
    const here = new Set(outcome.state.tokens.map(({ id }) => id))
    const left = held.state.tokens.filter(({ id, node }) => calls.has(node) && !here.has(id)).map(({ id }) => id)
    if (left.length) await outbox.stopCalled(scope, held.id, left, trx)
    await outbox.waitAgain(scope, held.id, made.again, isAwaited, trx)
    await after(scope, held, made, values ?? held.facts.values, trx)
  }

  return {
    /** A case as it stands, without holding it. */
    look: (scope: FlowScope, caseId: string) => look(scope, caseId, db),

    /** A saved flow as cases run it, and the hash under which it is kept. */
    revision(scope: FlowScope, saved: FlowDefinition): Revision & { hash: string } {
      const { definition, hash } = runs(saved)
      return { ...(graphs.get(keyOf(scope, hash)) ?? keep(keyOf(scope, hash), definition)), hash }
    },
    /** Keeps what cases run of a saved flow, in a transaction that wants it to be there. */
    async store({ companyId, appId }: FlowScope, saved: FlowDefinition, trx: Trx): Promise<string> {
      const { text, hash } = runs(saved)
      await inApp(trx, { companyId, appId })
        .insertInto('flow_definition')
        .values({ hash, definition: text })
        .onConflict(conflict => conflict.columns(['app_id', 'hash']).doNothing())
        .execute()
      return hash
    },
    /** A revision that is kept. */
    async stored(scope: FlowScope, hash: string, on: Db | Trx): Promise<(Revision & { hash: string }) | undefined> {
      const known = graphs.get(keyOf(scope, hash))
      if (known) return { ...known, hash }
      const definition = await loadDefinition(scope, hash, on)
      return definition && { ...keep(keyOf(scope, hash), definition), hash }
    },

    /** Begins a case in the transaction that makes its row; answers its id. */
    async begin(
      scope: FlowScope,
      { flow, definition: saved, starter, record, choices = {}, vars = {}, caller }: Begin,
      trx: Trx,
      begun?: (caseId: string) => Promise<void>,
    ): Promise<string> {
      const { definition, text, hash } = runs(saved)
      const key = keyOf(scope, hash)
      const { graph, isStored } = graphs.get(key) ?? keep(key, definition)
      const facts: CaseFacts = { starter: starter.id, values: { ...vars, ...record.values }, choices, decided: {}, approved: new Set() }
      const about = { definition, facts, graph, starter: starter.id }
      const { outcome, notes } = await done(scope, about, starter.id, trx, its => startCase(graph, its))
      const id = uuidv7()
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
        paused: new Set(),
        caller: caller?.id ?? null,
        depth: caller?.depth ?? 0,
      }
      const made = await changesOf(scope, held, outcome, starter.id, { comment: '', notes: [{ type: 'started' }], after: notes, isSuspended: false }, trx)
      const begins = {
        ...made.its,
        flow,
        hash,
        definition: isStored ? undefined : text,
        title: titleOf(definition, flow.name, starter.name, facts.values),
        starter: starter.id,
        model: definition.model,
        record: record.id,
        snapshot: record.values,
        choices,
        vars,
        caller,
      }
      await beginCase(scope, id, made.changes, begins, trx)
      // Before anything comes of it.
      await begun?.(id)
      await after(scope, held, made, facts.values, trx)
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
          const { run, onto, isSuspended = held.isSuspended } = await make(held, trx)
          const { outcome } = run ? await done(scope, { ...held, ...onto }, '', trx, run) : { outcome: { state: held.state, events: [] } }
          Object.assign(planned, { held, onto, events: outcome.events, isSuspended } satisfies Planned)
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
        const read = await hold(scope, caseId, trx, !within)
        const { run, decides, isAnew, onto, ...written } = await make(read, trx)
        const held = {
          ...read,
          ...onto,
          facts: {
            ...decidedBy(read, { decides, isAnew }),
            ...((written.values || written.vars) && { values: { ...(written.vars ?? read.vars), ...(written.values ?? read.row) } }),
          },
        }
        const { outcome, notes } = run ? await done(scope, held, by, trx, run) : { outcome: { state: held.state, events: [] }, notes: [] }
        await write(scope, held, outcome, by, { ...written, after: notes }, trx)
      }
      return within ? inside(within) : db.transaction().execute(inside)
    },
  }
}

export type Cases = ReturnType<typeof createCases>
