// A flow played with chosen people and data: the engine runs, decisions are given one after the other, and nothing is stored or sent. Pure but for who is asked about people.
import type { Values } from './conditions.ts'
import { shapeOf, type DefinedNode, type FlowDefinition } from './definition.ts'
import { flowGraph, type FlowNode } from './graph.ts'
import { askLine } from './lines.ts'
import { decideTask, finishJob, fireBorder, startCase, transferTask } from './run.ts'
import type { Outcome } from './running.ts'
import { standsStill, type Facts, type FlowEvent, type State } from './state.ts'

/** What rules about people ask of a case. */
export interface PlayFacts {
  starter: string | null
  values: Values
  choices: Readonly<Record<string, readonly string[]>>
  decided: Readonly<Record<string, readonly string[]>>
  approved: ReadonlySet<string>
}
export type Found = string[] | 'pass' | 'nobody' | 'exception'
export type AskPeople = (node: string, facts: PlayFacts) => Promise<Found>

/** One decision; `name` gives a task to somebody where nobody was found, `done` and `fail` are answers of a service, `due` is the time on a border, `message` the message that one waits for. */
export interface PlayStep {
  node: string
  act: 'approve' | 'reject' | 'name' | 'done' | 'fail' | 'due' | 'message'
  user?: string
  /** What whoever decides changes of the row. */
  values?: Record<string, unknown>
}
export interface PlayInput {
  starter: string
  values: Record<string, unknown>
  /** By node, whom the starter chose. */
  choices?: Record<string, string[]>
  steps: PlayStep[]
}
export type PlayEnd = 'approved' | 'rejected' | 'waiting' | 'stopped'
/** A played case that is kept with the flow: what it is to come to. */
export interface TestCase extends PlayInput {
  id: string
  name: string
  /** The steps that it comes to, in their order. */
  way: string[]
  ends: PlayEnd
}
/** What came of one decision, or of the start. */
export interface Moment {
  step?: PlayStep
  events: FlowEvent[]
  /** Lines whose conditions were asked, by what they answered. */
  asked: ReadonlyMap<string, boolean>
  /** Those of them whose formula comes to no value with these data. */
  nothing: ReadonlySet<string>
  /** Who was found for the steps that it came to. */
  found: ReadonlyMap<string, Found>
  values: Values
}
export type Halt = 'notAsked' | 'notWaiting' | 'noJob' | 'notDue' | 'notAwaited' | 'fieldMissing'
export interface Played {
  moments: Moment[]
  state: State
  facts: PlayFacts
  /** The decision that could not be given, and why. */
  halted?: { at: number; step: PlayStep; why: Halt; field?: string }
}

/** More questions than a flow has nodes cannot come. */
const MOST_ROUNDS = 2_000
const TOLD_KINDS: ReadonlySet<DefinedNode['kind']> = new Set(['user', 'copy', 'service', 'subprocess', 'end'])
const isEmpty = (value: unknown) => value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

class Missing extends Error {
  constructor(readonly node: string) {
    super(node)
  }
}

/** The fields that somebody at a node can change, and whether they have to be filled in. */
export const writableAt = (node: Pick<DefinedNode, 'fields'> | undefined): [string, 'write' | 'required'][] =>
  Object.entries(node?.fields ?? {}).flatMap(([key, right]): [string, 'write' | 'required'][] =>
    right === 'write' || right === 'required' ? [[key, right]] : [],
  )

/** Plays a flow that has no faults, as far as its steps go. */
export async function play(definition: FlowDefinition, { starter, values, choices = {}, steps }: PlayInput, ask: AskPeople): Promise<Played> {
  const graph = flowGraph(shapeOf(definition))
  const nodes = new Map(definition.nodes.map(node => [node.id, node]))
  const lines = new Map(definition.lines.map(line => [line.id, line]))
  const moments: Moment[] = []
  const visits = new Map<string, number>()
  let facts: PlayFacts = { starter, values, choices, decided: {}, approved: new Set() }

  async function settle(run: (its: Facts) => Outcome, step?: PlayStep): Promise<State> {
    const found = new Map<string, Found>()
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const asked = new Map<string, boolean>()
      const nothing = new Set<string>()
      const its: Facts = {
        holds: ({ id }) => {
          const line = lines.get(id)
          const { holds, isNothing } = line ? askLine(line, facts.values) : { holds: true, isNothing: false }
          asked.set(id, holds)
          if (isNothing) nothing.add(id)
          return holds
        },
        approvers: ({ id }: FlowNode) => {
          const known = found.get(id)
          if (known === undefined) throw new Missing(id)
          return known
        },
      }
      try {
        const { state: next, events } = run(its)
        for (const { type, node = '' } of events) if (type === 'copied' && !found.has(node)) found.set(node, await ask(node, facts))
        moments.push({ ...(step && { step }), events, asked, nothing, found, values: facts.values })
        return next
      } catch (error) {
        if (!(error instanceof Missing)) throw error
        found.set(error.node, await ask(error.node, facts))
      }
    }
    throw new Error('The flow asks for people without end')
  }

  let state = await settle(its => startCase(graph, its))
  for (const [at, step] of steps.entries()) {
    const { node, act, user = '' } = step
    const before = state
    const halted = (why: Halt, field?: string): Played => ({ moments, state, facts, halted: { at, step, why, ...(field !== undefined && { field }) } })
    if (act === 'done' || act === 'fail') {
      const token = state.tokens.find(one => one.node === node && one.state === 'job')
      if (!token) return halted('noJob')
      state = await settle(its => finishJob(graph, before, its, { token: token.id, done: act === 'done' }), step)
      continue
    }
    if (act === 'due' || act === 'message') {
      const on = nodes.get(node)?.border
      const token = state.tokens.find(one => one.node === on?.on)
      if (on?.event !== (act === 'due' ? 'timer' : act) || !token) return halted(act === 'due' ? 'notDue' : 'notAwaited')
      state = await settle(its => fireBorder(graph, before, its, { token: token.id, border: node }), step)
      continue
    }
    const task = state.tasks.find(one => one.node === node && one.assignee === (act === 'name' ? null : user))
    if (!task) return halted(act === 'name' ? 'notWaiting' : 'notAsked')
    if (act === 'name') {
      state = await settle(its => transferTask(graph, before, its, { task: task.id, to: user }), step)
      continue
    }
    if (act === 'approve') {
      const writable = writableAt(nodes.get(node))
      const changed = Object.fromEntries(writable.flatMap(([key]) => (step.values && Object.hasOwn(step.values, key) ? [[key, step.values[key]]] : [])))
      const next = { ...facts.values, ...changed }
      const missing = writable.find(([key, right]) => right === 'required' && isEmpty(next[key]))
      if (missing) return halted('fieldMissing', missing[0])
      facts = { ...facts, values: next }
    }
    // Who decided at an earlier visit of the same step is not who decided there last.
    const earlier = visits.get(node) === task.token ? (facts.decided[node] ?? []) : []
    visits.set(node, task.token)
    facts = {
      ...facts,
      decided: { ...facts.decided, [node]: [...earlier, user] },
      approved: act === 'approve' ? new Set([...facts.approved, user]) : facts.approved,
    }
    state = await settle(its => decideTask(graph, before, its, { task: task.id, user, decision: act }), step)
  }
  return { moments, state, facts }
}

export function endOf({ status, result, tokens }: State): PlayEnd {
  if (status !== 'running') return result === 'approved' ? 'approved' : 'rejected'
  return standsStill(tokens) ? 'stopped' : 'waiting'
}
/** The steps that were come to, in their order. */
export function wayOf(definition: FlowDefinition, moments: readonly Moment[]): string[] {
  const kinds = new Map(definition.nodes.map(({ id, kind }) => [id, kind]))
  return moments.flatMap(({ events }) =>
    events.flatMap(({ type, node = '' }) => {
      const kind = kinds.get(node)
      return type === 'entered' && kind && TOLD_KINDS.has(kind) ? [node] : []
    }),
  )
}

/** What is different from what a test case expects; ids of steps and people are named by whoever tells it. */
export type TestFault =
  | { code: Halt; node: string; user?: string; field?: string }
  | { code: 'otherStep'; expected: string; got: string }
  | { code: 'stepMissing'; expected: string }
  | { code: 'stepMore'; got: string }
  | { code: 'otherEnd'; expected: PlayEnd; got: PlayEnd }

export function testFault(definition: FlowDefinition, test: TestCase, { moments, state, halted }: Played): TestFault | undefined {
  if (halted) {
    const { step, why, field } = halted
    return { code: why, node: step.node, ...(step.user !== undefined && { user: step.user }), ...(field !== undefined && { field }) }
  }
  const way = wayOf(definition, moments)
  const at = test.way.findIndex((id, index) => way[index] !== id)
  const expected = test.way[at]
  const got = at >= 0 ? way[at] : way[test.way.length]
  if (expected !== undefined) return got === undefined ? { code: 'stepMissing', expected } : { code: 'otherStep', expected, got }
  if (got !== undefined) return { code: 'stepMore', got }
  const ends = endOf(state)
  return ends === test.ends ? undefined : { code: 'otherEnd', expected: test.ends, got: ends }
}

/** Said of a test case that fails. English; looked up where it is shown. */
export const TEST_WORDS: Record<TestFault['code'], string> = {
  notAsked: '{person} is not asked at “{node}”',
  notWaiting: 'Nobody has to be named at “{node}”',
  noJob: 'It does not wait for a service at “{node}”',
  notDue: 'Nothing waits for the time of “{node}”',
  notAwaited: 'Nothing waits for the message of “{node}”',
  fieldMissing: '“{field}” is not filled in at “{node}”',
  otherStep: 'It comes to “{got}” instead of “{expected}”',
  stepMissing: 'It does not come to “{expected}”',
  stepMore: 'It comes to “{got}” too',
  otherEnd: 'It is {got} at its end, not {expected}',
}
export const END_WORDS: Record<PlayEnd, string> = {
  approved: 'approved',
  rejected: 'rejected',
  waiting: 'waiting for somebody',
  stopped: 'at a stand',
}
