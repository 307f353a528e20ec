// Cases that go on along another revision of their flow: random flows that are drawn anew in the middle of a case, and what is refused by name.
import { describe, expect, it } from 'vitest'
import type { DefinedNode, FlowDefinition } from '../../api/flow/definition.ts'
import { flowGraph, type FlowGraph } from '../../api/flow/graph.ts'
import { MigrationRefusal, planMigration, type NodeMap, type Revision } from '../../api/flow/migrate.ts'
import { decideTask, fireBorder, migrateCase, startCase } from '../../api/flow/run.ts'
import type { Facts, State } from '../../api/flow/state.ts'
import { numbersOf, randomBlock, shapeOf, type Block } from './blocks.ts'

const revision = (nodes: DefinedNode[], lines: FlowDefinition['lines'], more: Partial<FlowDefinition> = {}): Revision => ({
  definition: { model: 'main/leave', nodes, lines, ...more },
  graph: flowGraph({ nodes, lines }),
})
const drawnAs = (block: Block): Revision => {
  const { nodes, lines } = shapeOf(block)
  return revision(
    nodes.map(node => ({ ...node, name: node.id })),
    lines,
  )
}

/** The same flow as somebody might draw it anew: steps more and fewer, ways beside each other turned into others. */
function redrawn(block: Block, random: () => number): Block {
  const again = (one: Block): Block => redrawn(one, random)
  if (block.kind === 'task') {
    const border = block.border && { ...block.border, body: again(block.border.body) }
    const act = random()
    if (act < 0.12)
      return {
        kind: 'row',
        blocks: [
          { kind: 'task', id: `${block.id}new` },
          { ...block, ...(border && { border }) },
        ],
      }
    return { ...block, ...(border && act < 0.9 && { border }) }
  }
  if (block.kind === 'loop') return { ...block, body: again(block.body) }
  if (block.kind === 'subprocess') return random() < 0.05 ? again(block.body) : { ...block, body: again(block.body) }
  const blocks = block.blocks.map(again).filter(() => random() > 0.08)
  if (block.kind === 'row') return { kind: 'row', blocks: blocks.length ? blocks : block.blocks }
  const act = random()
  if (act < 0.06 || blocks.length < 2) return { kind: 'row', blocks: block.blocks.map(again) }
  return { ...block, blocks, ...(act < 0.15 && { kind: (['exclusive', 'parallel', 'inclusive'] as const)[Math.floor(random() * 3)] ?? 'parallel' }) }
}

/** Choices of the moment; loops are left after some rounds. */
function factsOf(graph: FlowGraph, random: () => number): Facts {
  let rounds = 0
  return {
    holds: ({ from }) => (graph.node(from).kind === 'exclusive' && ++rounds > 20 ? false : random() < 0.5),
    approvers: ({ id }) => [`user of ${id}`],
  }
}

type Outcome = 'refused' | 'stays' | 'goes' | `wrong: ${string}`
function playedOn(seed: number, mutate: Partial<FlowGraph> = {}): Outcome {
  const random = numbersOf(seed)
  const block = randomBlock(random)
  const [before, after] = [drawnAs(block), drawnAs(redrawn(block, random))]
  let facts = factsOf(before.graph, random)
  let { state } = startCase(before.graph, facts)
  let graph = before.graph
  const act = () => {
    const due = state.tokens.flatMap(({ id: token, node }) => graph.bordersOf(node).map(({ id: border, border: its }) => ({ token, border, its })))
    const over = due.find(({ its }) => !its?.isBeside)
    const task = state.tasks[Math.floor(random() * state.tasks.length)]
    if (over && random() < 0.2) ({ state } = fireBorder(graph, state, facts, over))
    else if (task) ({ state } = decideTask(graph, state, facts, { task: task.id, user: task.assignee, decision: 'approve' }))
  }
  for (let step = Math.floor(random() * 6); step > 0 && state.status === 'running'; step--) act()
  if (state.status !== 'running') return 'stays'
  const users = after.definition.nodes.filter(({ kind }) => kind === 'user').map(({ id }) => id)
  const map: Record<string, string> = {}
  for (const { node, state: how } of state.tokens) if (!after.graph.has(node) && how === 'wait') map[node] = users[Math.floor(random() * users.length)] ?? ''
  try {
    const plan = planMigration(before, { ...after, graph: { ...after.graph, ...mutate } }, state, map)
    ;({ graph } = after)
    facts = factsOf(graph, random)
    ;({ state } = migrateCase(graph, state, facts, plan))
  } catch (error) {
    if (error instanceof MigrationRefusal) return 'refused'
    throw error
  }
  for (let step = 0; step < 400; step++) {
    if (state.status !== 'running') return 'goes'
    const stuck = state.tokens.find(({ incident }) => incident)
    if (stuck) return `wrong: ${stuck.incident} at ${stuck.node}`
    const open = state.tasks.map(({ node }) => node)
    if (new Set(open).size < open.length) return `wrong: open twice: ${open.join(' ')}`
    if (state.tasks.some(({ token, node }) => !state.tokens.some(one => one.id === token && one.node === node))) return 'wrong: a task stands elsewhere'
    act()
  }
  return 'wrong: does not end'
}

const seeds = Array.from({ length: Number(process.env.TESSERA_FLOW_ROUNDS ?? 400) }, (_, at) => at + 1)

describe('cases of random flows that are drawn anew', () => {
  it('come to their end on the new revision, with nothing asked twice, or are refused', () => {
    const told = seeds.map(seed => [seed, playedOn(seed)] as const)
    expect(told.filter(([, outcome]) => outcome.startsWith('wrong')).slice(0, 10)).toEqual([])
    // Most of them go on; the rules are there for the rest.
    expect(told.filter(([, outcome]) => outcome === 'goes').length).toBeGreaterThan(seeds.length / 2)
    expect(told.filter(([, outcome]) => outcome === 'refused').length).toBeGreaterThan(seeds.length / 100)
  })

  it('would be asked twice where ways that meet were not refused', () => {
    const blind = { leadsTo: () => false, meetUnjoined: () => false }
    expect(seeds.some(seed => playedOn(seed, blind).startsWith('wrong'))).toBe(true)
  })
})

const user = (id: string, users: string[], more: Partial<DefinedNode> = {}): DefinedNode => ({
  id,
  kind: 'user',
  name: id,
  approvers: { by: 'people', users },
  ...more,
})
const row = (...steps: DefinedNode[]) => {
  const nodes: DefinedNode[] = [{ id: 's', kind: 'start', name: '' }, ...steps, { id: 'e', kind: 'end', name: '' }]
  return revision(
    nodes,
    nodes.slice(1).map(({ id }, at) => ({ id: `l${at}`, from: nodes[at]?.id ?? '', to: id })),
  )
}
const both = (kind: 'parallel' | 'exclusive') =>
  revision(
    [
      { id: 's', kind: 'start', name: '' },
      { id: 'p', kind, name: '' },
      user('a', ['ann']),
      user('b', ['ben']),
      { id: 'j', kind, name: '' },
      user('last', ['cyd']),
      { id: 'e', kind: 'end', name: '' },
    ],
    [
      { id: '1', from: 's', to: 'p' },
      { id: '2', from: 'p', to: 'a', isDefault: true },
      { id: '3', from: 'p', to: 'b' },
      { id: '4', from: 'a', to: 'j' },
      { id: '5', from: 'b', to: 'j' },
      { id: '6', from: 'j', to: 'last' },
      { id: '7', from: 'last', to: 'e' },
    ],
  )
const facts = ({ definition }: Revision): Facts => ({
  holds: () => true,
  approvers: ({ id }) => {
    const rule = definition.nodes.find(node => node.id === id)?.approvers
    return rule?.by === 'people' ? rule.users : 'nobody'
  },
})
const begun = (of: Revision) => startCase(of.graph, facts(of)).state
const approve = (of: Revision, state: State, person: string) => {
  const task = state.tasks.find(({ assignee }) => assignee === person)
  return decideTask(of.graph, state, facts(of), { task: task?.id ?? 0, user: person, decision: 'approve' }).state
}
const onto = (before: Revision, after: Revision, state: State, map: NodeMap = {}) =>
  migrateCase(after.graph, state, facts(after), planMigration(before, after, state, map))
const refusal = (before: Revision, after: Revision, state: State, map: NodeMap = {}) => {
  try {
    planMigration(before, after, state, map)
  } catch (error) {
    if (error instanceof MigrationRefusal) return [error.code, error.node, error.other].filter(Boolean).join(' ')
    throw error
  }
  return 'goes'
}
const asked = ({ tasks }: State) => tasks.map(({ node, assignee }) => `${node} ${assignee}`)

describe('what waits at a step', () => {
  it('goes on as it is where the step asks the same people, also under another id; tasks keep their number', () => {
    const before = row(user('a', ['ann', 'ben'], { deciding: { by: 'all' } }))
    const state = approve(before, begun(before), 'ann')
    const after = row(user('first', ['zoe']), user('b', ['ann', 'ben'], { deciding: { by: 'all' } }))
    const { state: moved, events } = onto(before, after, state, { a: 'b' })
    expect([asked(moved), moved.tasks[0]?.id, events]).toEqual([['b ben'], state.tasks[0]?.id, []])
    expect(approve(after, moved, 'ben').result).toBe('approved')
  })

  it('is asked anew where others decide, and refused where some of them have decided or asked others too', () => {
    const before = row(user('a', ['ann', 'ben'], { deciding: { by: 'all' } }))
    const after = row(user('a', ['cyd']))
    const { state, events } = onto(before, after, begun(before))
    expect([asked(state), events.filter(({ type }) => type === 'taskDropped')]).toEqual([['a cyd'], [expect.anything(), expect.anything()]])
    expect(refusal(before, after, approve(before, begun(before), 'ann'))).toBe('someDecided a')
    const here = begun(before)
    const chains = here.tokens.map(token => ({ ...token, work: token.work && { ...token.work, chains: [{ seat: 'ann', people: ['dee', 'ann'], at: 0 }] } }))
    expect(refusal(before, after, { ...here, tokens: chains } as State)).toBe('someDecided a')
  })

  it('has to have a place to go on, and stays behind where it is left out', () => {
    const [before, after] = [row(user('a', ['ann'])), row(user('b', ['ben']))]
    const state = begun(before)
    expect(refusal(before, after, state)).toBe('stepGone a')
    expect(refusal(before, after, state, { a: 'nowhere' })).toBe('stepGone a')
    expect(refusal(before, after, state, { a: '' })).toBe('leftOut a')
    expect(refusal(before, after, state, { a: 's' })).toBe('stepUnfit a')
    expect(asked(onto(before, after, state, { a: 'b' }).state)).toEqual(['b ben'])
    expect(onto(before, after, state, { a: 'e' }).state.result).toBe('approved')
    expect(refusal(before, { ...after, definition: { ...after.definition, model: 'main/other' } }, state)).toBe('otherModel')
  })

  it('of a service goes on where it does the same; a flow that it called is not left alone', () => {
    const job = (key: string, call: boolean): DefinedNode => ({
      id: 'a',
      kind: 'service',
      name: '',
      service: call ? { do: 'call', key, input: [], output: [] } : { do: 'api', key, input: [] },
    })
    const [before, other] = [row(job('one', false)), row(job('two', false))]
    const state = begun(before)
    expect(onto(before, row(user('x', []), job('one', false)), state).state.tokens).toMatchObject([{ id: state.tokens[0]?.id, state: 'job' }])
    expect(onto(before, other, state).state.tokens[0]?.id).not.toBe(state.tokens[0]?.id)
    expect(refusal(row(job('one', true)), other, begun(row(job('one', true))))).toBe('callRuns a')
    expect(refusal(row(job('one', true)), row(job('one', true)), begun(row(job('one', true))))).toBe('goes')
  })
})

describe('ways beside each other', () => {
  it('go on and come together, also where one of them waits for the other', () => {
    const before = both('parallel')
    const after = both('parallel')
    const state = onto(before, after, approve(before, begun(before), 'ann')).state
    expect(asked(state)).toEqual(['b ben'])
    expect(approve(after, approve(after, state, 'ben'), 'cyd').result).toBe('approved')
  })

  it('are refused where nothing would make them one, and where what waits for the other would no longer wait', () => {
    const before = both('parallel')
    expect(refusal(before, both('exclusive'), begun(before))).toBe('waysMeet a b')
    expect(refusal(before, both('exclusive'), approve(before, begun(before), 'ann'))).toBe('joinUnfit j')
    expect(refusal(before, row(user('a', ['ann']), user('b', ['ben'])), begun(before))).toBe('waysMeet a b')
    expect(refusal(before, both('parallel'), begun(before), { a: 'last' })).toBe('waysMeet a b')
  })
})

describe('what goes on in a sub-process', () => {
  const holding = (id: string, inside: DefinedNode[], behind: DefinedNode[] = []): Revision => {
    const held = [{ id: `${id}s`, kind: 'start' as const, name: '' }, ...inside, { id: `${id}e`, kind: 'end' as const, name: '' }].map(node => ({
      ...node,
      within: id,
    }))
    const around = [
      { id: 's', kind: 'start' as const, name: '' },
      { id, kind: 'subprocess' as const, name: '' },
      ...behind,
      { id: 'e', kind: 'end' as const, name: '' },
    ]
    const lines = [held, around].flatMap(list => list.slice(1).map((node, at) => ({ id: `${list[at]?.id} ${node.id}`, from: list[at]?.id ?? '', to: node.id })))
    return revision([...around, ...held], lines)
  }

  it('goes on in what that has become, and nowhere else', () => {
    const before = holding('n', [user('a', ['ann']), user('b', ['ben'])])
    const state = begun(before)
    const after = holding('m', [user('first', ['zoe']), user('b', ['ben']), user('a', ['ann'])])
    const moved = onto(before, after, state, { n: 'm' }).state
    expect([asked(moved), moved.tokens.map(({ node }) => node)]).toEqual([['a ann'], ['m', 'a']])
    expect(approve(after, moved, 'ann').result).toBe('approved')
    expect(refusal(before, after, state)).toBe('stepGone n')
    expect(refusal(before, row(user('a', ['ann'])), state)).toBe('stepGone n')
    expect(refusal(before, row(user('n', ['ann']), user('a', ['ann'])), state)).toBe('stepUnfit n')
    expect(refusal(before, holding('n', [user('x', ['ann'])], [user('a', ['ann'])]), state)).toBe('otherSubprocess a')
    expect(refusal(row(user('a', ['ann'])), holding('n', [user('a', ['ann'])]), begun(row(user('a', ['ann']))))).toBe('otherSubprocess a')
  })
})
