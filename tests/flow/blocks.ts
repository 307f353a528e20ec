// Flows made of nested blocks by a seed, and what they mean read off the blocks themselves: the plain reading that the engine is held against.
import type { FlowLine, FlowNode, FlowShape } from '../../api/flow/graph.ts'

/** What begins when the time of a task is over or a message comes for it: in its place, or beside it until an end of its own. */
export interface Bordered {
  id: string
  event: 'timer' | 'message'
  isBeside: boolean
  body: Block
}
export type Block =
  | { kind: 'task'; id: string; border?: Bordered }
  | { kind: 'row'; blocks: Block[] }
  | { kind: 'exclusive' | 'parallel' | 'inclusive'; id: string; blocks: Block[] }
  | { kind: 'loop'; id: string; body: Block }

/** Numbers from 0 below 1, the same for the same seed (mulberry32). */
export function numbersOf(seed: number): () => number {
  let a = seed
  return () => {
    a = (a + 0x6d2b79f5) | 0
    let t = Math.imul(a ^ (a >>> 15), 1 | a)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

export function randomBlock(random: () => number): Block {
  let last = 0
  const plain = (): Block => ({ kind: 'task', id: `t${++last}` })
  const task = (): Block => {
    const made = plain() as Extract<Block, { kind: 'task' }>
    const act = random()
    if (act > 0.3) return made
    // What runs beside the rest may be there twice, in a loop: joins in it would meet what is none of theirs.
    const isBeside = act < 0.12
    const body: Block = isBeside ? { kind: 'row', blocks: [plain(), plain()] } : make(1)
    return { ...made, border: { id: `${made.id}b`, event: random() < 0.5 ? 'timer' : 'message', isBeside, body } }
  }
  const make = (depth: number): Block => {
    const pick = depth === 0 ? 0 : Math.floor(random() * 7)
    if (pick < 2) return task()
    if (pick === 2) return { kind: 'row', blocks: Array.from({ length: 2 + Math.floor(random() * 2) }, () => make(depth - 1)) }
    const id = `g${++last}`
    // A loop without a task would never wait for anybody.
    if (pick === 3) return { kind: 'loop', id, body: { kind: 'row', blocks: [task(), make(depth - 1)] } }
    const kind = (['exclusive', 'parallel', 'inclusive'] as const)[pick - 4] ?? 'parallel'
    return { kind, id, blocks: Array.from({ length: 2 + Math.floor(random() * 2) }, () => make(depth - 1)) }
  }
  return { kind: 'row', blocks: [make(3), make(2)] }
}

/** The flow of a block, with the line by which each choice is told. */
export function shapeOf(block: Block): FlowShape {
  const nodes: FlowNode[] = [
    { id: 'start', kind: 'start' },
    { id: 'end', kind: 'end' },
  ]
  const lines: FlowLine[] = []
  const line = (from: string, to: string, choice?: string) => {
    const isDefault = choice?.endsWith('#0') ?? false
    lines.push({ id: choice ?? `${from}>${to}`, from, to, ...(isDefault && { isDefault }) })
  }
  /** Draws a block behind `from`; returns the node that stands last. */
  const draw = (of: Block, from: string, choice?: string): string => {
    if (of.kind === 'task') {
      nodes.push({ id: of.id, kind: 'user' })
      line(from, of.id, choice)
      if (!of.border) return of.id
      const { id, event, isBeside, body } = of.border
      nodes.push({ id, kind: 'border', border: { on: of.id, event, ...(isBeside && { isBeside }) } })
      if (isBeside) {
        line(draw(body, id), 'end')
        return of.id
      }
      const after = `${of.id}then`
      nodes.push({ id: after, kind: 'exclusive' })
      line(of.id, after)
      line(draw(body, id), after)
      return after
    }
    if (of.kind === 'row') return of.blocks.reduce((last, next, at) => draw(next, last, at === 0 ? choice : undefined), from)
    if (of.kind === 'loop') {
      nodes.push({ id: `${of.id}in`, kind: 'exclusive' }, { id: of.id, kind: 'exclusive' })
      line(from, `${of.id}in`, choice)
      line(draw(of.body, `${of.id}in`), of.id)
      line(of.id, `${of.id}in`, `${of.id}#1`)
      const after = `${of.id}out`
      nodes.push({ id: after, kind: 'exclusive' })
      line(of.id, after, `${of.id}#0`)
      return after
    }
    nodes.push({ id: of.id, kind: of.kind }, { id: `${of.id}out`, kind: of.kind })
    line(from, of.id, choice)
    const ends = of.blocks.map((inner, at) => draw(inner, of.id, `${of.id}#${at}`))
    for (const end of ends) line(end, `${of.id}out`)
    return `${of.id}out`
  }
  line(draw(block, 'start'), 'end')
  return { nodes, lines }
}

/** What is left of a block that has begun; nothing where it is done. */
type Rest =
  | Extract<Block, { kind: 'task' }>
  | { kind: 'row'; now: Rest; then: Block[] }
  | { kind: 'all'; parts: Rest[] }
  | { kind: 'loop'; now: Rest; of: Extract<Block, { kind: 'loop' }> }
const tasksIn = (rest: Rest): string[] => (rest.kind === 'task' ? [rest.id] : rest.kind === 'all' ? rest.parts.flatMap(tasksIn) : tasksIn(rest.now))
export type Choose = (gateway: string, ways: number, kind: 'exclusive' | 'inclusive') => number[]

/** The plain reading: a block is entered, its tasks are done one after the other, until nothing is left. */
export class Reading {
  private rest: Rest | undefined
  private beside: Rest[] = []
  private readonly choose: Choose
  constructor(block: Block, choose: Choose) {
    this.choose = choose
    this.rest = this.enter(block)
  }

  private enter(block: Block): Rest | undefined {
    if (block.kind === 'task') return block
    if (block.kind === 'row') return this.row(block.blocks)
    if (block.kind === 'loop') {
      const now = this.enter(block.body)
      return now && { kind: 'loop', now, of: block }
    }
    const ways = block.kind === 'parallel' ? block.blocks.map((_, at) => at) : this.choose(block.id, block.blocks.length, block.kind)
    const parts = ways.flatMap(at => {
      const inner = block.blocks[at]
      const rest = inner && this.enter(inner)
      return rest ? [rest] : []
    })
    return parts.length > 0 ? { kind: 'all', parts } : undefined
  }

  private row(blocks: Block[]): Rest | undefined {
    for (const [at, block] of blocks.entries()) {
      const now = this.enter(block)
      if (now) return { kind: 'row', now, then: blocks.slice(at + 1) }
    }
    return undefined
  }

  private without(rest: Rest, id: string): Rest | undefined {
    if (rest.kind === 'task') return rest.id === id ? undefined : rest
    if (rest.kind === 'all') {
      const parts = rest.parts.flatMap(part => this.without(part, id) ?? [])
      return parts.length > 0 ? { ...rest, parts } : undefined
    }
    const now = this.without(rest.now, id)
    if (now) return { ...rest, now }
    if (rest.kind === 'row') return this.row(rest.then)
    return this.choose(rest.of.id, 2, 'exclusive')[0] === 1 ? this.enter(rest.of) : undefined
  }

  done(id: string) {
    const at = this.beside.findIndex(one => tasksIn(one).includes(id))
    const there = this.beside[at]
    if (!there) this.rest = this.rest && this.without(this.rest, id)
    else this.beside = this.beside.flatMap((one, place) => (place === at ? (this.without(there, id) ?? []) : [one]))
  }

  private bordered(rest: Rest, id: string): Rest {
    if (rest.kind === 'all') return { ...rest, parts: rest.parts.map(part => this.bordered(part, id)) }
    if (rest.kind !== 'task') return { ...rest, now: this.bordered(rest.now, id) }
    if (rest.border?.id !== id) return rest
    const begun = this.enter(rest.border.body)
    if (!begun || !rest.border.isBeside) return begun ?? rest
    this.beside.push(begun)
    return rest
  }

  /** The time of a task is over, or a message came for it. */
  fire(id: string) {
    this.rest = this.rest && this.bordered(this.rest, id)
  }

  open(): string[] {
    return [...(this.rest ? tasksIn(this.rest) : []), ...this.beside.flatMap(tasksIn)].toSorted()
  }
}
