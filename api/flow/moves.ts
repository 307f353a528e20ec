// Where an approver may send a case back to, and what a move would do before it is done. Pure.
import { FlowRefusal, type State, type Token } from './state.ts'
import type { FlowGraph } from './graph.ts'

/** What a move does: the token that goes, and the other tokens that end because they would meet what comes from its target. */
export interface MovePlan {
  token: number
  target: string
  cancels: number[]
}

/** The tokens of the sub-processes around what is in this one, the outermost first. */
export function scopesAround({ tokens }: Pick<State, 'tokens'>, scope: number | undefined): Token[] {
  const around: Token[] = []
  for (let at = tokens.find(({ id }) => id === scope); at; at = at.scope === undefined ? undefined : tokens.find(({ id }) => id === at?.scope))
    around.unshift(at)
  return around
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
 * What leaves a sub-process ends it with all that goes on in it, and what comes into one from outside begins it anew at that step.
 * Loops are not followed: in one, everything leads everywhere, and branches beside the move would be lost.
 */
export function planMove(graph: FlowGraph, state: State, { token, target }: { token: number; target: string }): MovePlan {
  if (state.status !== 'running') throw new FlowRefusal('ended')
  const from = state.tokens.find(({ id }) => id === token)
  if (!from) throw new FlowRefusal('tokenGone')
  if (!graph.has(target)) throw new FlowRefusal('targetUnknown')
  const { kind } = graph.node(target)
  if (kind === 'start' || kind === 'border') throw new FlowRefusal('targetUnknown')
  const tokens = [...scopesAround(state, from.scope), from]
  const places = [...graph.around(target), target]
  const at = Math.min(
    places.findIndex((place, depth) => depth === places.length - 1 || tokens[depth + 1] === undefined || tokens[depth]?.node !== place),
    tokens.length - 1,
  )
  const [mover, place] = [tokens[at] ?? from, places[at] ?? target]
  const meets = ({ id, node, scope }: Token) =>
    id !== mover.id && scope === mover.scope && (graph.leadsTo(node, place) || graph.leadsTo(place, node) || graph.meetUnjoined(node, place))
  return { token: mover.id, target, cancels: state.tokens.filter(meets).map(({ id }) => id) }
}
