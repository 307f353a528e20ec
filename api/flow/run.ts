// The engine of flows as a pure function: a case, a command and the facts of the moment give the case after it and what happened.
// No clock, no database: the same code runs cases, shows the way ahead and plays cases in the designer.
import type { MovePlan } from './moves.ts'
import type { Migration } from './migrate.ts'
import { Run, type Outcome } from './running.ts'
import { FlowRefusal, type Decision, type Facts, type State } from './state.ts'
import type { FlowGraph } from './graph.ts'

const begun = (): State => ({ status: 'running', moved: false, lastId: 0, tokens: [], tasks: [] })

/** A case that begins: the first tasks are open, or it is at its end. */
export function startCase(graph: FlowGraph, facts: Facts): Outcome {
  const run = new Run(graph, begun(), facts)
  run.enter({ node: graph.start })
  return run.settle()
}

/** An approver decides; throws {@link FlowRefusal} where the task is gone or somebody else's. */
export function decideTask(
  graph: FlowGraph,
  state: State,
  facts: Facts,
  { task, user, decision }: { task: number; user: string | null; decision: Decision },
): Outcome {
  const run = new Run(graph, state, facts)
  run.decide(task, user, decision)
  return run.settle()
}

/** A task goes to somebody else, or to the first person where nobody had been found. */
export function transferTask(graph: FlowGraph, state: State, facts: Facts, { task, to }: { task: number; to: string }): Outcome {
  const run = new Run(graph, state, facts)
  run.transfer(task, to)
  return run.settle()
}

/** One more decides at a task; in turn, after all others. */
export function addApprover(graph: FlowGraph, state: State, facts: Facts, { token, user }: { token: number; user: string }): Outcome {
  const run = new Run(graph, state, facts)
  run.addApprover(token, user)
  return run.settle()
}

/** One who has not decided is asked no more; the others may have decided without them. Never the last one. */
export function removeApprover(graph: FlowGraph, state: State, facts: Facts, { token, user }: { token: number; user: string }): Outcome {
  const run = new Run(graph, state, facts)
  run.removeApprover(token, user)
  return run.settle()
}

/** Others decide in the place of an approver, one after the other and before or after: all of them approve, or any rejects. */
export function addInPlace(
  graph: FlowGraph,
  state: State,
  facts: Facts,
  { task, user, people, when }: { task: number; user: string; people: readonly string[]; when: 'before' | 'after' },
): Outcome {
  const run = new Run(graph, state, facts)
  run.addInPlace(task, user, people, when)
  return run.settle()
}

/** An approver sends the case back to a step before; what was done behind that is done again. Whoever is `starter` is asked at the start. */
export function sendBack(
  graph: FlowGraph,
  state: State,
  facts: Facts,
  { task, user, target, starter }: { task: number; user: string; target: string; starter: string | null },
): Outcome {
  const run = new Run(graph, state, facts)
  run.sendBack(task, user, target, starter)
  return run.settle()
}

/** What stands still is tried again; what fails again stands still again. */
export function retryIncidents(graph: FlowGraph, state: State, facts: Facts, { token }: { token?: number } = {}): Outcome {
  const run = new Run(graph, state, facts)
  run.retry(token)
  return run.settle()
}

/** What stands still at a step with one way out goes on as if it had been done. */
export function skipIncident(graph: FlowGraph, state: State, facts: Facts, { token }: { token: number }): Outcome {
  const run = new Run(graph, state, facts)
  run.skip(token)
  return run.settle()
}

/** The case begins again; numbers go on, so that what was before keeps its own. */
export function restartCase(graph: FlowGraph, state: State, facts: Facts): Outcome {
  const run = new Run(graph, state, facts)
  run.restart()
  return run.settle()
}

/** A service answered; one that failed keeps its token, which can be tried again. */
export function finishJob(graph: FlowGraph, state: State, facts: Facts, { token, done }: { token: number; done: boolean }): Outcome {
  const run = new Run(graph, state, facts)
  run.finishJob(token, done)
  return run.settle()
}

/**
 * The time on the border of a step is over, or the message came that it waits for; of a message, `heard` says how many led to it.
 * A message beside its step may come again.
 */
export function fireBorder(graph: FlowGraph, state: State, facts: Facts, { token, border, heard }: { token: number; border: string; heard?: number }): Outcome {
  const run = new Run(graph, state, facts)
  run.fire(token, border, heard)
  return run.settle()
}

/** Does what {@link planMove} told, with the case as it was then. */
export function moveToken(graph: FlowGraph, state: State, facts: Facts, plan: MovePlan): Outcome {
  const run = new Run(graph, state, facts)
  if (!state.tokens.some(({ id }) => id === plan.token)) throw new FlowRefusal('tokenGone')
  run.move(plan)
  return run.settle()
}

/** The case goes on along another revision, whose graph this is, as `planMigration` told. */
export function migrateCase(graph: FlowGraph, state: State, facts: Facts, migration: Migration): Outcome {
  const run = new Run(graph, state, facts)
  run.migrate(migration)
  return run.settle()
}

/** The case ends where it stands. */
export function abortCase(graph: FlowGraph, state: State, facts: Facts): Outcome {
  const run = new Run(graph, state, facts)
  run.abort()
  return run.settle()
}
