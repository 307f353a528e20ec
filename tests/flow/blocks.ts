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
  | { kind: 'subprocess'; id: string; body: Block; border?: Bordered }

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
    return bordered(plain() as Extract<Block, { kind: 'task' }>)
  }
  const bordered = (made: Extract<Block, { kind: 'task' | 'subprocess' }>): Block => {
    const act = random()
    if (act > 0.3) return made
    // What runs beside the rest may be there twice, in a loop: joins in it would meet what is none of theirs.
    const isBeside = act < 0.12
    const inside: Block = { kind: 'subprocess', id: `s${++last}`, body: plain() }
    const body: Block = isBeside ? { kind: 'row', blocks: [plain(), random() < 0.5 ? plain() : inside] } : make(1)
    return { ...made, border: { id: `${made.id}b`, event: random() < 0.5 ? 'timer' : 'message', isBeside, body } }
  }
  const make = (depth: number): Block => {
    const pick = depth === 0 ? 0 : Math.floor(random() * 8)
    if (pick < 2) return task()
    if (pick === 2) return { kind: 'row', blocks: Array.from({ length: 2 + Math.floor(random() * 2) }, () => make(depth - 1)) }
    const id = `g${++last}`
    // A loop without a task would never wait for anybody.
    if (pick === 3) return { kind: 'loop', id, body: { kind: 'row', blocks: [task(), make(depth - 1)] } }
    if (pick === 7) return bordered({ kind: 'subprocess', id: `s${last}`, body: make(depth - 1) })
    const kind = (['exclusive', 'parallel', 'inclusive'] as const)[pick - 4] ?? 'parallel'
    return { kind, id, blocks: Array.from({ length: 2 + Math.floor(random() * 2) }, () => make(depth - 1)) }
  }
  return { kind: 'row', blocks: [make(3), make(2)] }
}

/** The flow of a block, with the line by which each choice is told. */
export function shapeOf(block: Block): FlowShape {
  const nodes: FlowNode[] = []
  let level: string | undefined
  const put = (...those: FlowNode[]) => nodes.push(...those.map(node => ({ ...node, ...(level !== undefined && { within: level }) })))
  put({ id: 'start', kind: 'start' }, { id: 'end', kind: 'end' })
  const lines: FlowLine[] = []
  const line = (from: string, to: string, choice?: string) => {
    const isDefault = choice?.endsWith('#0') ?? false
    lines.push({ id: choice ?? `${from}>${to}`, from, to, ...(isDefault && { isDefault }) })
  }
  /** Draws a block behind `from`; returns the node that stands last. */
  const draw = (of: Block, from: string, choice?: string): string => {
    if (of.kind === 'task' || of.kind === 'subprocess') {
      put({ id: of.id, kind: of.kind === 'task' ? 'user' : 'subprocess' })
      line(from, of.id, choice)
      if (of.kind === 'subprocess') {
        const around = level
        level = of.id
        put({ id: `${of.id}start`, kind: 'start' }, { id: `${of.id}end`, kind: 'end' })
        line(draw(of.body, `${of.id}start`), `${of.id}end`)
        level = around
      }
      if (!of.border) return of.id
      const { id, event, isBeside, body } = of.border
      put({ id, kind: 'border', border: { on: of.id, event, ...(isBeside && { isBeside }) } })
      if (isBeside) {
        line(draw(body, id), `${level ?? ''}end`)
        return of.id
      }
      const after = `${of.id}then`
      put({ id: after, kind: 'exclusive' })
      line(of.id, after)
      line(draw(body, id), after)
      return after
    }
    if (of.kind === 'row') return of.blocks.reduce((last, next, at) => draw(next, last, at === 0 ? choice : undefined), from)
    if (of.kind === 'loop') {
      put({ id: `${of.id}in`, kind: 'exclusive' }, { id: of.id, kind: 'exclusive' })
      line(from, `${of.id}in`, choice)
      line(draw(of.body, `${of.id}in`), of.id)
      line(of.id, `${of.id}in`, `${of.id}#1`)
      const after = `${of.id}out`
      put({ id: after, kind: 'exclusive' })
      line(of.id, after, `${of.id}#0`)
      return after
    }
    put({ id: of.id, kind: of.kind }, { id: `${of.id}out`, kind: of.kind })
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
  | Inside
/** What goes on in a sub-process: it is done when nothing in it goes on any more. */
interface Inside {
  kind: 'subprocess'
  now: Rest | undefined
  beside: Rest[]
  of: Extract<Block, { kind: 'subprocess' }>
}
const tasksIn = (rest: Rest): string[] => {
  if (rest.kind === 'task') return [rest.id]
  if (rest.kind === 'all') return rest.parts.flatMap(tasksIn)
  return rest.kind === 'subprocess' ? [...(rest.now ? tasksIn(rest.now) : []), ...rest.beside.flatMap(tasksIn)] : tasksIn(rest.now)
}
export type Choose = (gateway: string, ways: number, kind: 'exclusive' | 'inclusive') => number[]

/** The plain reading: a block is entered, its tasks are done one after the other, until nothing is left. */
export class Reading {
  /** The flow itself, read like a sub-process that nothing is around. */
  private whole: Inside | undefined
  private readonly choose: Choose
  constructor(block: Block, choose: Choose) {
    this.choose = choose
    this.whole = this.begin({ kind: 'subprocess', id: '', body: block })
  }

  private begin(of: Inside['of']): Inside | undefined {
    const now = this.enter(of.body)
    return now && { kind: 'subprocess', now, beside: [], of }
  }

  private enter(block: Block): Rest | undefined {
    if (block.kind === 'task') return block
    if (block.kind === 'row') return this.row(block.blocks)
    if (block.kind === 'subprocess') return this.begin(block)
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
    if (rest.kind === 'subprocess') return this.withoutIn(rest, id)
    const now = this.without(rest.now, id)
    if (now) return { ...rest, now }
    if (rest.kind === 'row') return this.row(rest.then)
    return this.choose(rest.of.id, 2, 'exclusive')[0] === 1 ? this.enter(rest.of) : undefined
  }

  private withoutIn(inside: Inside, id: string): Inside | undefined {
    const at = inside.beside.findIndex(one => tasksIn(one).includes(id))
    const now = at < 0 ? inside.now && this.without(inside.now, id) : inside.now
    const beside = inside.beside.flatMap((one, place) => (place === at ? (this.without(one, id) ?? []) : [one]))
    return now || beside.length ? { ...inside, now, beside } : undefined
  }

  done(id: string) {
    this.whole = this.whole && this.withoutIn(this.whole, id)
  }

  /** What begins beside a step is added to `beside`: it goes on in the sub-process in which the step is. */
  private bordered(rest: Rest, id: string, beside: Rest[]): Rest {
    if (rest.kind === 'all') return { ...rest, parts: rest.parts.map(part => this.bordered(part, id, beside)) }
    const border = rest.kind === 'task' ? rest.border : rest.kind === 'subprocess' ? rest.of.border : undefined
    if (border?.id === id) {
      const begun = this.enter(border.body)
      if (!begun || !border.isBeside) return begun ?? rest
      beside.push(begun)
      return rest
    }
    if (rest.kind === 'task') return rest
    return rest.kind === 'subprocess' ? this.borderedIn(rest, id) : { ...rest, now: this.bordered(rest.now, id, beside) }
  }
  private borderedIn(inside: Inside, id: string): Inside {
    const begun: Rest[] = []
    const now = inside.now && this.bordered(inside.now, id, begun)
    return { ...inside, now, beside: [...inside.beside, ...begun] }
  }

  /** The time of a step is over, or a message came for it. */
  fire(id: string) {
    this.whole = this.whole && this.borderedIn(this.whole, id)
  }

  open(): string[] {
    return this.whole ? tasksIn(this.whole).toSorted() : []
  }
}
