// When tokens that wait before a gateway go on as one: BPMN 2.0, table 13.3 for inclusive gateways, all lines for parallel ones.
import type { FlowGraph, FlowLine } from './graph.ts'
import type { Token } from './state.ts'

/** Tokens that wait at one gateway. */
export interface Gathering {
  node: string
  tokens: Token[]
}
export interface Judgement {
  /** The first gathering that goes on, with the tokens that become one. */
  fires?: Gathering
  /** Gatherings of parallel gateways that nothing can complete any more. */
  stuck: Gathering[]
}

/** One token of each line, the oldest: in a loop a second may have come by the same one. */
const onePerLine = (tokens: readonly Token[]) => [...new Map(tokens.toReversed().map(token => [token.via, token])).values()]

/**
 * What happens at the gateways where tokens wait, when nothing moves by itself any more.
 * A case that somebody moved by hand has no counts that hold: there each gateway waits for whatever can still come, and takes all.
 * Gateways that wait for nothing but each other are let go one after the other, in the order of the way.
 */
export function judgeJoins(graph: FlowGraph, tokens: readonly Token[], moved: boolean): Judgement {
  // Two visits of a sub-process are none of each other's business.
  const gatherings = new Map<string, Gathering>()
  const placeOf = ({ node, tokens: [first] }: Gathering) => `${node} ${first?.scope ?? ''}`
  for (const token of tokens)
    if (token.state === 'join') {
      const made = { node: token.node, tokens: [token] }
      const there = gatherings.get(placeOf(made))
      if (there) there.tokens.push(token)
      else gatherings.set(placeOf(made), made)
    }
  const takesAll = ({ node }: Gathering) => moved || graph.node(node).kind === 'inclusive'

  const waitsFor = new Map<Gathering, Token[]>()
  for (const gathering of gatherings.values()) {
    const lines = graph.into(gathering.node)
    const taken = new Set(gathering.tokens.map(({ via }) => via))
    const empty = lines.filter(({ id }) => !taken.has(id))
    const comesBy = (token: Token, those: readonly FlowLine[]) => those.some(line => graph.canArrive(token.node, line))
    const others = tokens.filter(({ node, scope }) => node !== gathering.node && scope === gathering.tokens[0]?.scope)
    const awaited = moved
      ? others.filter(token => comesBy(token, lines))
      : takesAll(gathering)
        ? others.filter(token => comesBy(token, empty) && !lines.some(line => taken.has(line.id) && graph.canArrive(token.node, line)))
        : others.filter(token => comesBy(token, empty))
    if (takesAll(gathering) ? awaited.length === 0 : empty.length === 0)
      return { fires: takesAll(gathering) ? gathering : { node: gathering.node, tokens: onePerLine(gathering.tokens) }, stuck: [] }
    waitsFor.set(gathering, awaited)
  }

  // A gateway waits for an open task or job, or in the end only for other gateways that wait likewise.
  const dead = [...gatherings.values()].filter(gathering => !waitsFor.get(gathering)?.some(({ state }) => state !== 'join'))
  const free = dead.filter(takesAll)
  // Of those in one loop, the one that comes first on the way through it.
  const fires = free.find(
    ({ node, tokens: [own] }) => !free.some(other => other.node !== node && other.tokens[0]?.scope === own?.scope && graph.leadsTo(other.node, node)),
  )
  return { ...(fires && { fires }), stuck: fires ? [] : dead }
}
