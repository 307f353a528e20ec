// Where an approver may send a case back to, and what a move would do before it is done. Pure.
import { FlowRefusal, type State, type Token } from './state.ts'
import type { FlowGraph } from './graph.ts'

/** What a move does: the token that goes, and the other tokens that end because they would meet what comes from its target. */
export interface MovePlan {
  token: number
  target: string
  cancels: number[]
}

/**
 * Where an approver may send a case back to: steps with people that came before on the way to this one, and the start.
 * `visited` are nodes at which somebody has decided.
 */
export function backTargets(graph: FlowGraph, node: string, visited: ReadonlySet<string>): string[] {
  const before = [...visited].filter(id => id !== node && id !== graph.start && graph.has(id) && graph.node(id).kind === 'user' && graph.leadsTo(id, node))
  return [graph.start, ...before]
}

/**
 * What a move would do, to be shown before it is done.
 * Other tokens that lead to the target would come a second time, those behind it would be made again, and those on another way
 * of the same choice would meet it where nothing makes them one: all of these end with the move.
 * Loops are not followed: in one, everything leads everywhere, and branches beside the move would be lost.
 */
export function planMove(graph: FlowGraph, state: State, { token, target }: { token: number; target: string }): MovePlan {
  if (state.status !== 'running') throw new FlowRefusal('ended')
  if (!state.tokens.some(({ id }) => id === token)) throw new FlowRefusal('tokenGone')
  let kind
  try {
    ;({ kind } = graph.node(target))
  } catch {
    throw new FlowRefusal('targetUnknown')
  }
  if (kind === 'start' || kind === 'border') throw new FlowRefusal('targetUnknown')
  const meets = ({ id, node }: Token) => id !== token && (graph.leadsTo(node, target) || graph.leadsTo(target, node) || graph.meetUnjoined(node, target))
  return { token, target, cancels: state.tokens.filter(meets).map(({ id }) => id) }
}
