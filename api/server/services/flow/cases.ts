// Runs commands on cases: one transaction each, the case locked first, the engine pure, the difference written.
import { uuidv7 } from 'uuidv7'
import { valueAt, type Values } from '../../../flow/conditions.ts'
import type { FlowDefinition } from '../../../flow/definition.ts'
import type { FlowGraph, FlowNode } from '../../../flow/graph.ts'
import { askLine } from '../../../flow/lines.ts'
import type { Revision } from '../../../flow/migrate.ts'
import { startCase } from '../../../flow/run.ts'
import type { Outcome } from '../../../flow/running.ts'
import { FlowRefusal, type Facts, type FlowEvent, type RefusalCode, type State } from '../../../flow/state.ts'
import { ApiError, notFound } from '../../errors.ts'
import type { Db, Scope, Trx } from '../../store/database.ts'
import { together } from '../../store/together.ts'
import { passOn } from './absence.ts'
import { wayAhead } from './ahead.ts'
import { beginCase, changeCase, holdCase, loadCase, type Changes, type LoadedCase } from './case-rows.ts'
import { createChanges } from './changes.ts'
import type { Notices } from './notices.ts'
import { approversOf, type CaseFacts, type Deputies, type Found } from './people.ts'
import type { Outbox } from './outbox.ts'
import { createRevisions, type Known } from './revisions.ts'
import { holdTimers, type Clock } from './timers.ts'

/** The app and its environment. */
export interface FlowScope extends Scope {
  tag: string
}
export interface Held {
  id: string
  /** Id of the flow. */
  flow: string
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
  /** Triggers that led to it. */
  led?: readonly string[] | undefined
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
  /** Triggers that led to this, instead of those that led to where the case stood. */
  led?: readonly string[]
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

/** No error: it is thrown at each step with people, and where it came from is not asked. */
class Missing {
  constructor(readonly node: string) {}
}

/** A text with the values of a case in place of `{{name}}`. */
export const filledIn = (text: string, values: Values): string =>
  text.replace(/\{\{\s*([\w.]{1,200})\s*\}\}/g, (_all, path: string) => {
    const value = valueAt(values, path)
    return value === undefined || value === null || typeof value === 'object' ? '' : String(value)
  })

/** Without a title it is the name of the flow and who started it. */
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

const ledBy = (led: readonly string[] | undefined, { state, events }: Outcome): Outcome => ({ events, state: led ? { ...state, led } : state })

/** A case that came to its end. */
export interface Ended {
  caseId: string
  result: string
  values: Values
  /** Triggers that led to it. */
  led: readonly string[]
}
/** Told of ends, in their transaction. */
export type OnEnded = (scope: FlowScope, ended: Ended, trx: Trx) => Promise<void>

export function createCases({ db, clock, notices, outbox, ended }: { db: Db; clock: Clock; notices: Notices; outbox: Outbox; ended?: OnEnded | undefined }) {
  const revisions = createRevisions()
  const changed = createChanges({ notices, clock })

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
  function factsOf({ starter_id: starter, snapshot, vars, choices, tasks }: LoadedCase): Pick<Held, 'facts' | 'visits'> {
    const done = (tasks ?? []).filter(({ state }) => state === 'done')
    const last = new Map(done.map(({ node, token }) => [node, token]))
    const decided: Record<string, string[]> = {}
    for (const { node, token, user } of done) if (user !== null && last.get(node) === token) (decided[node] ??= []).push(user)
    const approved = done.flatMap(({ decision, user }) => (decision === 'approve' && user !== null ? [user] : []))
    return { facts: { starter, values: { ...vars, ...snapshot }, choices, decided, approved: new Set(approved) }, visits: last }
  }

  async function heldOf(scope: FlowScope, caseId: string, row: LoadedCase | undefined, on: Db | Trx): Promise<{ held: Held; known: Known } | undefined> {
    const known = row && (await revisions.find(scope, row.definition_hash, on))
    if (!row || !known) return undefined
    const held = {
      definition: known.definition,
      graph: known.graph,
      id: caseId,
      flow: row.flow_id,
      state: row.state,
      seq: row.seq,
      isSuspended: row.is_suspended,
      starter: row.starter_id,
      record: row.record_id,
      row: row.snapshot,
      vars: row.vars,
      paused: new Set((row.tasks ?? []).flatMap(({ state, no }) => (state === 'suspended' ? [no] : []))),
      caller: row.caller_id,
      depth: row.depth,
      ...factsOf(row),
    }
    return { held, known }
  }
  /** The case, which nobody else changes until the transaction ends. */
  async function hold(scope: FlowScope, caseId: string, trx: Trx) {
    const found = await heldOf(scope, caseId, await holdCase(scope, caseId, trx), trx)
    if (!found) throw notFound('flow.caseUnknown', 'There is no such instance')
    return found
  }
  async function look(scope: FlowScope, caseId: string): Promise<Held | undefined> {
    return (await heldOf(scope, caseId, await loadCase(scope, caseId, db), db))?.held
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
    if (its.hasEnded) await ended?.(scope, { caseId: held.id, result: its.result ?? 'aborted', values, led: its.state.led ?? [] }, trx)
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
    const made = await changed.of(scope, held, outcome, by, { comment, notes, after: results, isSuspended }, trx)
    await changeCase(scope, held.id, made.changes, { ...made.its, flow: held.flow, snapshot: values, vars, isSuspended }, trx)
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
    look,

    revision: revisions.revision,
    store: revisions.store,
    stored: revisions.stored,
    /** A case of this flow began in a transaction that has ended. */
    noteStored: (scope: FlowScope, saved: FlowDefinition) => void (revisions.known(scope, saved).known.isStored = true),

    /** Begins a case in the transaction that makes its row; answers its id. */
    async begin(
      scope: FlowScope,
      { flow, definition: saved, starter, record, choices = {}, vars = {}, caller, led = [] }: Begin,
      trx: Trx,
      begun?: (caseId: string) => Promise<void>,
    ): Promise<string> {
      const { known, hash } = revisions.known(scope, saved)
      const { definition, graph, isStored } = known
      const facts: CaseFacts = { starter: starter.id, values: { ...vars, ...record.values }, choices, decided: {}, approved: new Set() }
      const about = { definition, facts, graph, starter: starter.id }
      const { outcome: begins, notes } = await done(scope, about, starter.id, trx, its => startCase(graph, its))
      const outcome = ledBy(led, begins)
      const id = uuidv7()
      const held: Held = {
        id,
        flow: flow.id,
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
      const made = await changed.of(scope, held, outcome, starter.id, { comment: '', notes: [{ type: 'started' }], after: notes, isSuspended: false }, trx)
      const row = {
        ...made.its,
        flow,
        hash,
        definition: isStored ? undefined : definition,
        title: titleOf(definition, flow.name, starter.name, facts.values),
        starter: starter.id,
        model: definition.model,
        record: record.id,
        snapshot: record.values,
        choices,
        vars,
        caller,
      }
      await beginCase(scope, id, made.changes, row, trx)
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
          const { held } = await hold(scope, caseId, trx)
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

    /** One command on a case, in a transaction with those that come at the same time, or in the one that changes its row. It may be done twice, the first time to no end. */
    async command(scope: FlowScope, caseId: string, by: string | null, make: (held: Held, trx: Trx) => Promise<Deed>, within?: Trx): Promise<void> {
      const inside = async (trx: Trx) => {
        const { held: read, known } = await hold(scope, caseId, trx)
        const { run, decides, isAnew, onto, led, ...written } = await make(read, trx)
        const held = {
          ...read,
          ...onto,
          facts: {
            ...decidedBy(read, { decides, isAnew }),
            ...((written.values || written.vars) && { values: { ...(written.vars ?? read.vars), ...(written.values ?? read.row) } }),
          },
        }
        const { outcome, notes } = run ? await done(scope, held, by, trx, run) : { outcome: { state: held.state, events: [] }, notes: [] }
        await write(scope, held, ledBy(led, outcome), by, { ...written, after: notes }, trx)
        return known
      }
      if (within) return void (await inside(within))
      const known = await together(db, caseId, inside)
      // It ended: what it found is there for all.
      known.isStored = true
    },
  }
}

export type Cases = ReturnType<typeof createCases>
