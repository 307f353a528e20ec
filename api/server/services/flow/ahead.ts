// The way that a flow would go if everybody approved, shown before somebody sends a form: the engine plays it, and nothing is written.
import type { Values } from '../../../flow/conditions.ts'
import { shapeOf, type FlowDefinition } from '../../../flow/definition.ts'
import { flowGraph } from '../../../flow/graph.ts'
import { decideTask, finishJob, startCase, transferTask } from '../../../flow/run.ts'
import type { Outcome } from '../../../flow/running.ts'
import type { Facts, State } from '../../../flow/state.ts'
import type { Db, Trx } from '../../store/database.ts'
import type { FlowScope } from './cases.ts'
import { toldAt, type CaseFacts } from './people.ts'

/** Decisions that are played; loops end there. */
const MOST_PLAYED = 300
const MOST_SHOWN = 100

export interface StepAhead {
  node: string
  /** asks: these decide, nobody: an operator names somebody, pass: nobody is needed, stops: nobody is found, tells, does: a service. */
  how: 'asks' | 'nobody' | 'pass' | 'stops' | 'tells' | 'does' | 'ends'
  people: string[]
}
type Settle = (facts: CaseFacts, run: (its: Facts) => Outcome) => Promise<Outcome>

export async function wayAhead(
  scope: FlowScope,
  { definition, starter, values, choices }: { definition: FlowDefinition; starter: string; values: Values; choices: CaseFacts['choices'] },
  settle: Settle,
  on: Db | Trx,
): Promise<StepAhead[]> {
  const graph = flowGraph(shapeOf(definition))
  // Where a sub-process ends the flow goes on.
  const kinds = new Map(definition.nodes.flatMap(({ id, kind, within }) => (kind === 'end' && within !== undefined ? [] : [[id, kind] as const])))
  let facts: CaseFacts = { starter, values, choices, decided: {}, approved: new Set() }
  const steps: StepAhead[] = []

  async function take({ state, events }: Outcome) {
    for (const { type, node = '' } of events) {
      if (type !== 'entered' || steps.length >= MOST_SHOWN) continue
      const kind = kinds.get(node)
      const at = state.tokens.findLast(token => token.node === node)
      if (kind === 'copy') steps.push({ node, how: 'tells', people: await toldAt(scope, definition, node, facts, on) })
      else if (kind === 'service') steps.push({ node, how: 'does', people: [] })
      else if (kind === 'end') steps.push({ node, how: 'ends', people: [] })
      else if (kind === 'user')
        steps.push({ node, how: at?.work ? (at.work.users.length ? 'asks' : 'nobody') : at?.incident ? 'stops' : 'pass', people: at?.work?.users ?? [] })
    }
    return state
  }
  function next({ tasks: [task], tokens }: State, its: Facts, state: State): Outcome | undefined {
    const job = tokens.find(token => token.state === 'job' && !token.incident)
    if (job) return finishJob(graph, state, its, { token: job.id, done: true })
    if (!task) return undefined
    // Whoever is named later decides in the end; for the way it is all the same who.
    if (task.assignee === null) return transferTask(graph, state, its, { task: task.id, to: starter })
    return decideTask(graph, state, its, { task: task.id, user: task.assignee, decision: 'approve' })
  }

  let state = await take(await settle(facts, its => startCase(graph, its)))
  for (let played = 0; played < MOST_PLAYED && state.status === 'running'; played++) {
    const [task] = state.tasks
    const isStuck = !task && !state.tokens.some(token => token.state === 'job' && !token.incident)
    if (isStuck) break
    if (task && task.assignee !== null) {
      const before = facts.decided[task.node] ?? []
      facts = { ...facts, decided: { ...facts.decided, [task.node]: [...before, task.assignee] }, approved: new Set([...facts.approved, task.assignee]) }
    }
    const now = state
    state = await take(await settle(facts, its => next(now, its, now) ?? { state: now, events: [] }))
  }
  return steps
}
