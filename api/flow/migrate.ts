// Putting a running case on another revision of its flow: what becomes of all that waits in it, told before it is done. Pure.
import { isSame } from './changes.ts'
import type { DefinedNode, FlowDefinition } from './definition.ts'
import type { FlowGraph } from './graph.ts'
import type { State, Token } from './state.ts'

export interface Revision {
  definition: FlowDefinition
  graph: FlowGraph
}
/** Steps of before and what they become; '' leaves whatever waits there on its revision. Steps that it does not name stay where one of the same id is. */
export type NodeMap = Readonly<Record<string, string>>
export interface MigrationStep {
  token: number
  from: string
  to: string
  /** Who is asked, and what is at work, goes on as it is; otherwise the step is entered anew. */
  stays: boolean
}
export interface Migration {
  steps: MigrationStep[]
  /** Counts of lines no longer say what can still come to a join. */
  isMoved: boolean
}
export type MigrationRefusalCode =
  | 'otherModel'
  | 'stepGone'
  | 'leftOut'
  | 'stepUnfit'
  | 'joinUnfit'
  | 'someDecided'
  | 'callRuns'
  | 'waysMeet'
  | 'otherSubprocess'
/** A case that cannot be put on a revision; `node` is where it stands. */
export class MigrationRefusal extends Error {
  readonly code: MigrationRefusalCode
  readonly node: string
  readonly other: string | undefined
  constructor(code: MigrationRefusalCode, node = '', other?: string) {
    super(code)
    this.code = code
    this.node = node
    this.other = other
  }
}

const nodeIn = ({ definition }: Revision, id: string): DefinedNode | undefined => definition.nodes.find(node => node.id === id)
const isJoin = ({ graph }: Revision, id: string) => ['parallel', 'inclusive'].includes(graph.node(id).kind) && graph.into(id).length > 1

/** Whether two steps ask the same people in the same way. */
const asksAlike = (before: Revision, from: DefinedNode, after: Revision, to: DefinedNode) =>
  isSame(from.approvers, to.approvers) &&
  isSame(before.graph.node(from.id).deciding, after.graph.node(to.id).deciding) &&
  isSame(from.empty ?? before.definition.empty, to.empty ?? after.definition.empty)

/** Where something that waits at a step goes on, where the map does not say it. */
export function goesTo(before: Pick<Revision, 'graph'>, after: Pick<Revision, 'graph'>, node: string): string | undefined {
  if (node === before.graph.start) return after.graph.start
  return after.graph.has(node) ? node : undefined
}

function stays(before: Revision, after: Revision, token: Token, from: DefinedNode, to: DefinedNode): boolean {
  if (token.state === 'join') {
    if (!isJoin(after, to.id)) throw new MigrationRefusal('joinUnfit', token.node)
    return true
  }
  if (token.state === 'inside') {
    if (to.kind !== 'subprocess') throw new MigrationRefusal('stepUnfit', token.node)
    return true
  }
  if (token.state === 'stopped') return false
  if (token.state === 'job') {
    if (to.kind === 'service' && isSame(from.service, to.service)) return true
    if (from.service?.do === 'call' && !token.incident) throw new MigrationRefusal('callRuns', token.node)
    return false
  }
  if (to.kind === from.kind && (to.kind === 'start' || asksAlike(before, from, after, to))) return true
  const { approved = 0, rejected = 0, chains = [] } = token.work ?? {}
  if (approved + rejected + chains.length > 0) throw new MigrationRefusal('someDecided', token.node)
  return false
}

/** Whether what stands at two nodes would come to the same step, one after the other or at once, where nothing makes it one. */
function meet({ graph }: Revision, one: { node: string; isJoin: boolean }, other: { node: string; isJoin: boolean }): boolean {
  if (one.isJoin && other.isJoin) return false
  if (one.isJoin) return graph.leadsTo(one.node, other.node) && !graph.leadsTo(other.node, one.node)
  if (other.isJoin) return meet({ graph } as Revision, other, one)
  return one.node === other.node || graph.leadsTo(one.node, other.node) || graph.leadsTo(other.node, one.node) || graph.meetUnjoined(one.node, other.node)
}

/** What becomes of each token of a case; throws {@link MigrationRefusal} where one of them has no place to go on. */
export function planMigration(before: Revision, after: Revision, { tokens, moved }: Pick<State, 'tokens' | 'moved'>, map: NodeMap = {}): Migration {
  if (before.definition.model !== after.definition.model) throw new MigrationRefusal('otherModel')
  const steps = tokens.map((token): MigrationStep => {
    const chosen = map[token.node]
    if (chosen === '') throw new MigrationRefusal('leftOut', token.node)
    const to = chosen ?? goesTo(before, after, token.node)
    const [from, at] = [nodeIn(before, token.node), to === undefined ? undefined : nodeIn(after, to)]
    if (!from || !at) throw new MigrationRefusal('stepGone', token.node)
    if ((from.kind === 'start') !== (at.kind === 'start') || at.kind === 'border') throw new MigrationRefusal('stepUnfit', token.node)
    return { token: token.id, from: from.id, to: at.id, stays: stays(before, after, token, from, at) }
  })
  // What goes on in a sub-process goes on in what that has become, and nowhere else.
  const becomes = new Map(steps.map(({ token, to }) => [token, to]))
  for (const [at, { node, scope }] of tokens.entries())
    if (nodeIn(after, steps[at]?.to ?? '')?.within !== (scope === undefined ? undefined : becomes.get(scope)))
      throw new MigrationRefusal('otherSubprocess', node)
  const places = tokens.map(({ node, state, scope }, at) => ({ node, to: steps[at]?.to ?? '', isJoin: state === 'join', scope }))
  for (const [at, one] of places.entries())
    for (const other of places.slice(at + 1)) {
      if (one.scope !== other.scope) continue
      const isNew = !meet(before, one, other)
      if (isNew && meet(after, { node: one.to, isJoin: one.isJoin }, { node: other.to, isJoin: other.isJoin }))
        throw new MigrationRefusal('waysMeet', one.node, other.node)
    }
  const shape = ({ definition: { nodes, lines } }: Revision) => [
    new Set(nodes.map(({ id, kind, within = '' }) => `${kind} ${id} ${within}`)),
    new Set(lines.map(({ id, from, to }) => `${id} ${from} ${to}`)),
  ]
  const [[nodes, lines], [nodesAfter, linesAfter]] = [shape(before), shape(after)] as [[Set<string>, Set<string>], [Set<string>, Set<string>]]
  const isAlike = (a: Set<string>, b: Set<string>) => a.size === b.size && [...a].every(one => b.has(one))
  return { steps, isMoved: moved || steps.some(({ from, to }) => from !== to) || !isAlike(nodes, nodesAfter) || !isAlike(lines, linesAfter) }
}
