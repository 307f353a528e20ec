// The engine of flows against a plain reading of the blocks that a flow was drawn from, and what operators and approvers do with a case.
import { describe, expect, it } from 'vitest'
import { flowGraph, type FlowGraph, type FlowNode, type FlowShape } from '../../api/flow/graph.ts'
import { abortCase, addInPlace, decideTask, finishJob, fireBorder, moveToken, removeApprover, sendBack, startCase, transferTask } from '../../api/flow/run.ts'
import { backTargets, planMove } from '../../api/flow/moves.ts'
import type { Outcome } from '../../api/flow/running.ts'
import { numbersOf, randomBlock, Reading, shapeOf, type Choose } from './blocks.ts'
import type { Facts, State } from '../../api/flow/state.ts'

const ROUNDS = Number(process.env.TESSERA_FLOW_ROUNDS ?? 1500)
const MOST_ROUNDS_OF_LOOP = 2

/** Choices that depend on the gateway and how often it was passed, so that engine and plain reading choose alike. */
function chooser(seed: number): Choose {
  const passed = new Map<string, number>()
  return (gateway, ways, kind) => {
    const times = passed.get(gateway) ?? 0
    passed.set(gateway, times + 1)
    const random = numbersOf(seed + times * 7919 + [...gateway].reduce((sum, sign) => sum * 31 + sign.charCodeAt(0), 0))
    if (kind === 'exclusive') return [times >= MOST_ROUNDS_OF_LOOP ? 0 : Math.floor(random() * ways)]
    const chosen = Array.from({ length: ways }, (_, at) => at).filter(at => at > 0 && random() < 0.5)
    return chosen.length > 0 ? chosen : [0]
  }
}

/** Facts of a flow of blocks: a gateway chooses when its first line is asked for. */
function factsOf(graph: FlowGraph, choose: Choose): Facts {
  let chosen: { gateway: string; ways: number[] } | undefined
  return {
    holds(line) {
      const [gateway = '', way = ''] = line.id.split('#')
      const [first] = graph.outOf(gateway).filter(({ isDefault }) => !isDefault)
      if (chosen?.gateway !== gateway || line.id === first?.id)
        chosen = { gateway, ways: choose(gateway, graph.outOf(gateway).length, graph.node(gateway).kind === 'inclusive' ? 'inclusive' : 'exclusive') }
      return chosen.ways.includes(Number(way))
    },
    approvers: ({ id }) => [`user of ${id}`],
  }
}

const openIn = (state: State) => state.tasks.map(({ node }) => node).toSorted()

/** What holds of a case at every moment. */
function unsound(state: State, graph?: FlowGraph): string | undefined {
  const tokenOf = (id: number) => state.tokens.find(token => token.id === id)
  if (state.status !== 'running' && (state.tokens.length > 0 || state.tasks.length > 0)) return 'something is left of an ended case'
  if (state.status === 'running' && state.tokens.length === 0) return 'a running case stands nowhere'
  if (state.tasks.some(({ token }) => tokenOf(token)?.state !== 'wait')) return 'a task has no token'
  if (state.tokens.some(({ id, state: at }) => at === 'inside' && !state.tokens.some(({ scope }) => scope === id))) return 'nothing goes on in a sub-process'
  const around = (scope?: number): string[] => {
    const at = scope === undefined ? undefined : tokenOf(scope)
    return at ? [...around(at.scope), at.node] : scope === undefined ? [] : ['nothing']
  }
  if (graph && state.tokens.some(({ node, scope }) => around(scope).join(' ') !== graph.around(node).join(' '))) return 'what is in a sub-process is not in it'
  if (state.tokens.some(({ id, state: at }) => at === 'wait' && !state.tasks.some(({ token }) => token === id))) return 'a token waits for nobody'
  if (new Set([...state.tokens, ...state.tasks].map(({ id }) => id)).size !== state.tokens.length + state.tasks.length) return 'a number stands twice'
  return undefined
}

/** Rules by which the engine joins and moves, made wrong. */
type Mutation = Partial<Pick<FlowGraph, 'canArrive' | 'leadsTo' | 'meetUnjoined' | 'around'>>

/** What may happen on borders: a time is over once for each visit of its step, a message beside it may come again. */
const dueIn = (graph: FlowGraph, state: State, fired: ReadonlySet<string>) =>
  state.tokens.flatMap(({ id: token, node }) =>
    graph.bordersOf(node).flatMap(({ id: border, border: its }) => {
      const keys = its?.event === 'message' ? [`${token} ${border}`, `${token} ${border} again`] : [`${token} ${border}`]
      const key = keys.find(one => !fired.has(one))
      return key === undefined ? [] : [{ token, border, key }]
    }),
  )

/** Plays a case of a random flow; what went wrong, where something did. */
function playedWrong(seed: number, spoil: (shape: FlowShape) => FlowShape = shape => shape, mutate: Mutation = {}): string | undefined {
  const random = numbersOf(seed)
  const block = randomBlock(random)
  const rules = flowGraph(spoil(shapeOf(block)))
  const graph = { ...rules, ...mutate }
  const facts = factsOf(graph, chooser(seed))
  const reading = new Reading(block, chooser(seed))
  let { state } = startCase(graph, facts)
  const fired = new Set<string>()
  for (let step = 0; step < 400; step++) {
    const wrong = unsound(state, rules)
    if (wrong !== undefined) return wrong
    if (openIn(state).join(' ') !== reading.open().join(' ')) return `open: ${openIn(state).join(' ')}, should be: ${reading.open().join(' ')}`
    const due = dueIn(graph, state, fired)
    const one = due[Math.floor(random() * due.length)]
    if (one && random() < 0.4) {
      fired.add(one.key)
      reading.fire(one.border)
      ;({ state } = fireBorder(graph, state, facts, one))
      continue
    }
    const task = state.tasks[Math.floor(random() * state.tasks.length)]
    if (!task) return state.status === 'finished' && state.result === 'approved' ? undefined : `stands as ${state.status}`
    reading.done(task.node)
    ;({ state } = decideTask(graph, state, facts, { task: task.id, user: `user of ${task.node}`, decision: 'approve' }))
  }
  return 'does not end'
}

/** The same with moves in between: every case comes to its end, and no task is open twice. */
function movedWrong(seed: number, mutate: Mutation = {}): string | undefined {
  const random = numbersOf(seed)
  const shape = shapeOf(randomBlock(random))
  const rules = flowGraph(shape)
  const graph = { ...rules, ...mutate }
  const facts = factsOf(graph, chooser(seed))
  const any = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)]
  const targets = shape.nodes.filter(({ kind }) => kind === 'user')
  let { state } = startCase(graph, facts)
  let moves = 4
  const fired = new Set<string>()
  const besideWays = new Set(
    shape.nodes.flatMap(({ id, border }) => (border?.isBeside ? shape.nodes.filter(node => graph.leadsTo(id, node.id)).map(node => node.id) : [])),
  )
  const visited = new Set<string>()
  for (let step = 0; step < 400; step++) {
    const wrong = unsound(state, rules)
    if (wrong !== undefined) return wrong
    if (state.status !== 'running') return undefined
    if (state.tokens.some(({ incident }) => incident)) return 'has an incident'
    const open = openIn(state)
    if (new Set(open).size < open.length) return `open twice: ${open.join(' ')}`
    const task = any(state.tasks)
    const target = any(targets)
    if (!task || !target) return 'nothing is open'
    const user = task.assignee ?? ''
    // What was moved into a way beside would be there a second time with what begins it.
    const isBesideOpen = state.tokens.some(({ node }) => besideWays.has(node))
    const border = any(dueIn(graph, state, fired).filter(one => !isBesideOpen || !graph.node(one.border).border?.isBeside))
    if (border && random() < 0.15) {
      fired.add(border.key)
      ;({ state } = fireBorder(graph, state, facts, border))
      continue
    }
    const act = moves > 0 ? random() : 1
    if (act < 0.5) moves--
    if (act < 0.2) ({ state } = moveToken(graph, state, facts, planMove(graph, state, { token: task.token, target: target.id })))
    else if (act < 0.35) {
      // Asks others first or afterwards: whoever they are, they have to approve as well.
      const people = [`first ${step}`, `second ${step}`]
      ;({ state } = addInPlace(graph, state, facts, { task: task.id, user, people, when: random() < 0.5 ? 'before' : 'after' }))
    } else if (act < 0.5) {
      const back = any(backTargets(graph, task.node, visited)) ?? ''
      ;({ state } = sendBack(graph, state, facts, { task: task.id, user, target: back, starter: 'starter' }))
    } else {
      visited.add(task.node)
      ;({ state } = decideTask(graph, state, facts, { task: task.id, user, decision: 'approve' }))
    }
  }
  return 'does not end'
}

const seeds = Array.from({ length: ROUNDS }, (_, at) => at + 1)
const failing = (play: (seed: number) => string | undefined) => seeds.flatMap(seed => (play(seed) === undefined ? [] : [`${seed}: ${play(seed)}`]))
/** A flow with gateways of another kind, which the plain reading does not know of. */
const turned = (from: FlowNode['kind'], to: FlowNode['kind'], which: (id: string) => boolean) => (shape: FlowShape) => ({
  ...shape,
  nodes: shape.nodes.map(node => (node.kind === from && which(node.id) ? { ...node, kind: to } : node)),
})

const withBorders = (of: (border: NonNullable<FlowNode['border']>) => NonNullable<FlowNode['border']>) => (shape: FlowShape) => ({
  ...shape,
  nodes: shape.nodes.map(node => (node.border ? { ...node, border: of(node.border) } : node)),
})

const onSubprocesses = (of: (border: NonNullable<FlowNode['border']>) => NonNullable<FlowNode['border']>) => (shape: FlowShape) => {
  const kinds = new Map(shape.nodes.map(({ id, kind }) => [id, kind]))
  return withBorders(border => (kinds.get(border.on) === 'subprocess' ? of(border) : border))(shape)
}

describe('random flows', () => {
  it('stand where the blocks stand that they were drawn from', () => {
    expect(failing(seed => playedWrong(seed))).toEqual([])
  })

  it('come to their end after moves, with no task open twice', () => {
    expect(failing(seed => movedWrong(seed))).toEqual([])
  })

  it.each([
    ['joins that let everything through', turned('inclusive', 'exclusive', id => id.endsWith('out'))],
    ['joins that wait for every line', turned('inclusive', 'parallel', id => id.endsWith('out'))],
    ['parallel joins that let everything through', turned('parallel', 'exclusive', id => id.endsWith('out'))],
    ['inclusive gateways that take one way', turned('inclusive', 'exclusive', id => !id.endsWith('out'))],
    ['events on borders that all leave their step as it is', withBorders(border => ({ ...border, isBeside: true }))],
    ['events on borders that all end their step', withBorders(({ on, event }) => ({ on, event }))],
    ['events on sub-processes that leave them as they are', onSubprocesses(border => ({ ...border, isBeside: true }))],
    ['events on sub-processes that end them', onSubprocesses(({ on, event }) => ({ on, event }))],
    ['messages that leave their step as it is', withBorders(border => (border.event === 'message' ? { ...border, isBeside: true } : border))],
    ['messages that all end their step', withBorders(({ isBeside, ...border }) => ({ ...border, ...(isBeside && border.event === 'timer' && { isBeside }) }))],
  ])('are told from %s', (_, spoil) => {
    expect(failing(seed => playedWrong(seed, spoil)).length).toBeGreaterThan(seeds.length / 50)
  })

  it.each<[string, Mutation, (seed: number, mutate: Mutation) => string | undefined]>([
    ['joins that wait for nothing', { canArrive: () => false }, (seed, mutate) => playedWrong(seed, undefined, mutate)],
    ['joins that wait for everything', { canArrive: () => true }, (seed, mutate) => playedWrong(seed, undefined, mutate)],
    ['moves after which no join waits', { canArrive: () => false }, movedWrong],
    ['moves that end nothing beside themselves', { leadsTo: () => false, meetUnjoined: () => false }, movedWrong],
    ['moves that leave the other ways of a choice', { meetUnjoined: () => false }, movedWrong],
    ['moves that take no notice of sub-processes', { around: () => [] }, movedWrong],
  ])('tell %s from the rules of the engine', (_, mutate, play) => {
    const some = seeds.slice(0, 1500)
    expect(some.some(seed => play(seed, mutate) !== undefined)).toBe(true)
  })
})

const line = (from: string, to: string, more = {}) => ({ id: `${from}>${to}`, from, to, ...more })
const oneTask = (node: Partial<FlowNode> = {}) =>
  flowGraph({
    nodes: [
      { id: 'start', kind: 'start' },
      { id: 'ask', kind: 'user', ...node },
      { id: 'end', kind: 'end' },
    ],
    lines: [line('start', 'ask'), line('ask', 'end')],
  })
const askedBy = (...users: string[]): Facts => ({ holds: () => false, approvers: () => users })
type Vote = [user: string, decision: 'approve' | 'reject']
function voted(graph: FlowGraph, facts: Facts, votes: Vote[]): Outcome {
  let outcome = startCase(graph, facts)
  for (const [user, decision] of votes) {
    const task = outcome.state.tasks.find(({ assignee }) => assignee === user)
    if (!task) throw new Error(`${user} was not asked`)
    outcome = decideTask(graph, outcome.state, facts, { task: task.id, user, decision })
  }
  return outcome
}
const refusal = (act: () => unknown) => {
  try {
    act()
  } catch (error) {
    return (error as { code?: string }).code
  }
  return 'done'
}

describe('approvers', () => {
  const three = askedBy('Ann', 'Bob', 'Cy', 'Ann')
  it.each<[string, FlowNode['deciding'], Vote[], string, string[]]>([
    ['one of them is enough', { by: 'one' }, [['Bob', 'approve']], 'approved', []],
    ['the first who decides rejects', { by: 'one' }, [['Cy', 'reject']], 'rejected', []],
    [
      'all of them, one missing',
      { by: 'all' },
      [
        ['Ann', 'approve'],
        ['Cy', 'approve'],
      ],
      'running',
      ['Bob'],
    ],
    [
      'all of them',
      { by: 'all' },
      [
        ['Ann', 'approve'],
        ['Cy', 'approve'],
        ['Bob', 'approve'],
      ],
      'approved',
      [],
    ],
    [
      'all of them, one rejects',
      { by: 'all' },
      [
        ['Ann', 'approve'],
        ['Cy', 'reject'],
      ],
      'rejected',
      [],
    ],
    ['in turn, the first', { by: 'inTurn' }, [], 'running', ['Ann']],
    ['in turn, the second', { by: 'inTurn' }, [['Ann', 'approve']], 'running', ['Bob']],
    [
      'in turn, the last',
      { by: 'inTurn' },
      [
        ['Ann', 'approve'],
        ['Bob', 'approve'],
        ['Cy', 'approve'],
      ],
      'approved',
      [],
    ],
    [
      'two thirds',
      { by: 'ratio', percent: 60 },
      [
        ['Ann', 'approve'],
        ['Bob', 'reject'],
        ['Cy', 'approve'],
      ],
      'approved',
      [],
    ],
    [
      'two thirds out of reach',
      { by: 'ratio', percent: 60 },
      [
        ['Ann', 'reject'],
        ['Bob', 'reject'],
      ],
      'rejected',
      [],
    ],
    ['two thirds in reach', { by: 'ratio', percent: 60 }, [['Ann', 'reject']], 'running', ['Bob', 'Cy']],
  ])('%s', (_, deciding, votes, stands, asked) => {
    const { state } = voted(oneTask(deciding && { deciding }), three, votes)
    expect([state.result ?? state.status, state.tasks.map(({ assignee }) => assignee)]).toEqual([stands, asked])
    expect(unsound(state)).toBeUndefined()
  })

  it('that are none let it pass, leave it to an operator or stop it, as the flow says', () => {
    const graph = oneTask()
    expect(startCase(graph, { ...three, approvers: () => 'pass' }).state.result).toBe('approved')
    expect(startCase(graph, { ...three, approvers: () => 'exception' }).state.tokens.map(({ incident }) => incident)).toEqual(['noApprover'])
    const { state } = startCase(graph, { ...three, approvers: () => 'nobody' })
    expect(state.tasks.map(({ assignee }) => assignee)).toEqual([null])
    const named = transferTask(graph, state, three, { task: state.tasks[0]?.id ?? 0, to: 'Dee' })
    expect(named.state.tasks.map(({ assignee }) => assignee)).toEqual(['Dee'])
    expect(decideTask(graph, named.state, three, { task: named.state.tasks[0]?.id ?? 0, user: 'Dee', decision: 'approve' }).state.result).toBe('approved')
  })

  it("decide what is theirs, once; a transferred task is the new one's alone", () => {
    const graph = oneTask({ deciding: { by: 'all' } })
    const { state } = startCase(graph, three)
    const [ann, bob] = state.tasks.map(({ id }) => id)
    const decide =
      (of: State, task = 0, user = '') =>
      () =>
        decideTask(graph, of, three, { task, user, decision: 'approve' })
    expect(refusal(decide(state, ann, 'Bob'))).toBe('notYours')
    const after = decideTask(graph, state, three, { task: ann ?? 0, user: 'Ann', decision: 'approve' }).state
    expect(refusal(decide(after, ann, 'Ann'))).toBe('taskGone')
    expect(refusal(() => transferTask(graph, after, three, { task: bob ?? 0, to: 'Cy' }))).toBe('alreadyAsked')
    const given = transferTask(graph, after, three, { task: bob ?? 0, to: 'Eve' }).state
    expect(refusal(decide(given, bob, 'Bob'))).toBe('notYours')
    expect(decide(given, bob, 'Eve')().state.tasks.map(({ assignee }) => assignee)).toEqual(['Cy'])
    const ended = abortCase(graph, given, three).state
    expect([ended.status, ended.tasks, ended.tokens, refusal(decide(ended, bob, 'Eve'))]).toEqual(['aborted', [], [], 'ended'])
  })
})

describe('others who are asked too', () => {
  const graph = oneTask({ deciding: { by: 'all' } })
  const facts = askedBy('Ann', 'Bob')
  const begun = startCase(graph, facts).state
  const task = (state: State, user: string) => state.tasks.find(({ assignee }) => assignee === user)?.id ?? 0
  const asks = (state: State, user: string, when: 'before' | 'after', ...people: string[]) =>
    addInPlace(graph, state, facts, { task: task(state, user), user, people, when }).state
  const says = (state: State, user: string, decision: 'approve' | 'reject' = 'approve') =>
    decideTask(graph, state, facts, { task: task(state, user), user, decision }).state
  const asked = (state: State) => state.tasks.map(({ assignee }) => assignee).toSorted()

  it('decide first, then who asked them decides', () => {
    let state = asks(begun, 'Ann', 'before', 'Cy', 'Dee')
    expect(asked(state)).toEqual(['Bob', 'Cy'])
    state = says(state, 'Cy')
    expect(asked(state)).toEqual(['Bob', 'Dee'])
    state = says(state, 'Dee')
    expect(asked(state)).toEqual(['Ann', 'Bob'])
    state = says(says(state, 'Ann'), 'Bob')
    expect([state.result, unsound(state)]).toEqual(['approved', undefined])
  })

  it('decide afterwards, and only then it counts', () => {
    let state = says(asks(begun, 'Ann', 'after', 'Cy'), 'Ann')
    expect([asked(state), state.tokens[0]?.work?.approved]).toEqual([['Bob', 'Cy'], 0])
    state = says(state, 'Bob')
    expect(state.status).toBe('running')
    expect(says(state, 'Cy').result).toBe('approved')
    expect(says(state, 'Cy', 'reject').result).toBe('rejected')
  })

  it('may ask others in turn, before and after', () => {
    const state = asks(asks(asks(begun, 'Ann', 'before', 'Cy'), 'Cy', 'before', 'Dee'), 'Dee', 'after', 'Eve')
    const order = ['Dee', 'Eve', 'Cy', 'Ann']
    expect(order.reduce((at, user) => (expect(asked(at)).toContain(user), says(at, user)), state).tokens[0]?.work).toMatchObject({ approved: 1 })
  })

  it('are passed on, and taken out again', () => {
    const state = asks(begun, 'Ann', 'before', 'Cy', 'Dee')
    const passed = transferTask(graph, state, facts, { task: task(state, 'Cy'), to: 'Eve' }).state
    expect(asked(passed)).toEqual(['Bob', 'Eve'])
    const token = passed.tokens[0]?.id ?? 0
    const fewer = removeApprover(graph, removeApprover(graph, passed, facts, { token, user: 'Dee' }).state, facts, { token, user: 'Eve' }).state
    expect(asked(fewer)).toEqual(['Ann', 'Bob'])
    const after = says(asks(begun, 'Ann', 'after', 'Cy'), 'Ann')
    const counted = removeApprover(graph, after, facts, { token: after.tokens[0]?.id ?? 0, user: 'Cy' }).state
    expect([asked(counted), counted.tokens[0]?.work?.approved]).toEqual([['Bob'], 1])
    // Who decides in the place of somebody goes with them.
    expect(asked(removeApprover(graph, state, facts, { token: state.tokens[0]?.id ?? 0, user: 'Ann' }).state)).toEqual(['Bob'])
  })

  it('are nobody who is asked already, and asked by nobody else', () => {
    expect(refusal(() => asks(begun, 'Ann', 'before', 'Bob'))).toBe('alreadyAsked')
    expect(refusal(() => asks(asks(begun, 'Ann', 'after', 'Cy'), 'Bob', 'after', 'Cy'))).toBe('alreadyAsked')
    expect(refusal(() => addInPlace(graph, begun, facts, { task: task(begun, 'Ann'), user: 'Bob', people: ['Cy'], when: 'before' }))).toBe('notYours')
  })
})

/** Does the tasks of these nodes one after the other. */
const doneInTurn = (graph: FlowGraph, facts: Facts, nodes: string[]) =>
  nodes.reduce(
    (outcome, node) => {
      const task = outcome.state.tasks.find(open => open.node === node)
      return decideTask(graph, outcome.state, facts, { task: task?.id ?? 0, user: 'Ann', decision: 'approve' })
    },
    startCase(graph, facts),
  )
const GATEWAYS: Record<string, FlowNode['kind']> = {
  P: 'parallel',
  J: 'parallel',
  I: 'inclusive',
  K: 'inclusive',
  x: 'exclusive',
  m: 'exclusive',
  start: 'start',
  end: 'end',
}
/** A flow in short: `a>b a>c!`; small letters are tasks but for those of gateways, `!` is the default. */
function drawn(text: string) {
  const lines = text.split(' ').map(way => {
    const [from = '', to = ''] = way.replace('!', '').split('>')
    return line(from, to, way.endsWith('!') ? { isDefault: true } : {})
  })
  return flowGraph({ nodes: [...new Set(lines.flatMap(({ from, to }) => [from, to]))].map(id => ({ id, kind: GATEWAYS[id] ?? 'user' })), lines })
}

describe('flows that are not made of blocks', () => {
  it('an inclusive join does not wait for what can come by a line that has come', () => {
    const graph = drawn('start>P P>a P>b a>K b>x x>a x>K! K>n n>end')
    expect(openIn(doneInTurn(graph, askedBy('Ann'), ['a']).state)).toEqual(['b', 'n'])
  })

  it('a parallel join takes one token of each line, and what is left over is told', () => {
    const graph = drawn('start>P P>a P>b P>c a>m b>m m>J c>J J>n n>end')
    const { state } = doneInTurn(graph, askedBy('Ann'), ['a', 'b', 'c'])
    expect([openIn(state), state.tokens.map(({ node, incident }) => [node, incident])]).toEqual([
      ['n'],
      [
        ['J', 'joinNeverFills'],
        ['n', undefined],
      ],
    ])
  })
})

describe('sending back', () => {
  const graph = drawn('start>a a>P P>b P>c b>J c>J J>d d>end')
  const at = (nodes: string[]) => doneInTurn(graph, askedBy('Ann'), nodes).state
  const back = (state: State, node: string, target: string) =>
    sendBack(graph, state, askedBy('Ann'), { task: state.tasks.find(open => open.node === node)?.id ?? 0, user: 'Ann', target, starter: 'Ben' })
  const go = (state: State, node: string) =>
    decideTask(graph, state, askedBy('Ann'), { task: state.tasks.find(open => open.node === node)?.id ?? 0, user: 'Ann', decision: 'approve' }).state

  it('offers the steps that came before on the way', () => {
    expect(backTargets(graph, 'd', new Set(['a', 'b', 'c']))).toEqual(['start', 'a', 'b', 'c'])
    expect(backTargets(graph, 'b', new Set(['a', 'c']))).toEqual(['start', 'a'])
  })

  it('before branches ends them, and all is done again', () => {
    const { state, events } = back(at(['a', 'b']), 'c', 'a')
    expect([openIn(state), events.filter(({ type }) => type === 'sentBack')]).toEqual([['a'], [expect.objectContaining({ node: 'c', to: 'a', user: 'Ann' })]])
    expect(['a', 'b', 'c', 'd'].reduce(go, state).result).toBe('approved')
  })

  it('into one branch does that again alone', () => {
    const { state } = back(at(['a', 'b', 'c']), 'd', 'b')
    expect(openIn(state)).toEqual(['b'])
    expect(['b', 'd'].reduce(go, state).result).toBe('approved')
  })

  it('to the start asks who started it; from there it goes all the way', () => {
    const { state } = back(at(['a', 'b']), 'c', 'start')
    expect(state.tasks).toMatchObject([{ node: 'start', assignee: 'Ben' }])
    expect(state.tokens).toHaveLength(1)
    const sent = decideTask(graph, state, askedBy('Ann'), { task: state.tasks[0]?.id ?? 0, user: 'Ben', decision: 'approve' }).state
    expect(openIn(sent)).toEqual(['a'])
  })

  it('is for whose task it is', () => {
    const state = at(['a'])
    expect(refusal(() => sendBack(graph, state, askedBy('Ann'), { task: state.tasks[0]?.id ?? 0, user: 'Bob', target: 'a', starter: null }))).toBe('notYours')
  })
})

describe('a sub-process', () => {
  const its: Facts = { holds: () => true, approvers: ({ id }) => [`user of ${id}`] }
  const within = 'n'
  /** Two steps at the same time in it, in a sub-process of their own, begun anew with each message beside the step before. */
  const graph = flowGraph({
    nodes: [
      { id: 's', kind: 'start' },
      { id: 'a', kind: 'user' },
      { id: 'x', kind: 'border', border: { on: 'a', event: 'message', isBeside: true } },
      { id: 'n', kind: 'subprocess' },
      { id: 'ns', kind: 'start', within },
      { id: 'p', kind: 'parallel', within },
      { id: 'b', kind: 'user', within },
      { id: 'c', kind: 'service', within },
      { id: 'j', kind: 'parallel', within },
      { id: 'ne', kind: 'end', within },
      { id: 'last', kind: 'user' },
      { id: 'e', kind: 'end' },
      { id: 'f', kind: 'end' },
    ],
    lines: [
      line('s', 'a'),
      line('a', 'e'),
      line('x', 'n'),
      line('n', 'last'),
      line('last', 'f'),
      line('ns', 'p'),
      line('p', 'b'),
      line('p', 'c'),
      line('b', 'j'),
      line('c', 'j'),
      line('j', 'ne'),
    ],
  })
  const standing = (state: State) => state.tokens.map(({ node, scope = 0 }) => `${node} ${scope}`)

  it('that is gone into twice at once joins what is of the same visit alone', () => {
    const begun = startCase(graph, its)
    const token = begun.state.tokens[0]?.id ?? 0
    let state = begun.state
    for (let visit = 0; visit < 2; visit++) ({ state } = fireBorder(graph, state, its, { token, border: 'x' }))
    const [first, second] = state.tokens.filter(({ node }) => node === 'n').map(({ id }) => id)
    const of = (node: string, scope: number | undefined) => state.tokens.find(one => one.node === node && one.scope === scope)?.id ?? 0
    const decide = (node: string, scope: number | undefined) => {
      const task = state.tasks.find(one => one.token === of(node, scope))?.id ?? 0
      ;({ state } = decideTask(graph, state, its, { task, user: `user of ${node}`, decision: 'approve' }))
    }
    decide('b', first)
    ;({ state } = finishJob(graph, state, its, { token: of('c', second), done: true }))
    // One step of each visit is done: neither goes on.
    expect([openIn(state), unsound(state, graph)]).toEqual([['a', 'b'], undefined])
    ;({ state } = finishJob(graph, state, its, { token: of('c', first), done: true }))
    expect(openIn(state)).toEqual(['a', 'b', 'last'])
    decide('b', second)
    expect(openIn(state)).toEqual(['a', 'last', 'last'])
  })

  it('takes a failure for good on its own border, else stands still; is moved out of with all of it, and into at a step', () => {
    const begun = startCase(graph, its)
    const inside = fireBorder(graph, begun.state, its, { token: begun.state.tokens[0]?.id ?? 0, border: 'x' }).state
    const job = inside.tokens.find(({ node }) => node === 'c')?.id ?? 0
    expect(finishJob(graph, inside, its, { token: job, done: false }).state.tokens.find(({ id }) => id === job)?.incident).toBe('jobFailed')
    const plan = planMove(graph, inside, { token: job, target: 'last' })
    const out = moveToken(graph, inside, its, plan).state
    expect([plan.token, standing(out)]).toEqual([inside.tokens.find(({ node }) => node === 'n')?.id, ['a 0', 'last 0']])
    const again = moveToken(graph, out, its, planMove(graph, out, { token: out.tokens.find(({ node }) => node === 'last')?.id ?? 0, target: 'b' })).state
    expect([openIn(again), unsound(again, graph), again.tokens.map(({ node }) => node)]).toEqual([['a', 'b'], undefined, ['a', 'n', 'b']])
    // Sent back out of it, and into it when it is over.
    expect(backTargets(graph, 'b', new Set(['a', 'b', 'last']))).toEqual(['s'])
    expect(backTargets(graph, 'last', new Set(['a', 'b', 'last']))).toEqual(['s', 'b'])
    expect(refusal(() => planMove(graph, inside, { token: job, target: 'ns' }))).toBe('targetUnknown')
    const ended = decideTask(graph, again, its, { task: again.tasks.find(({ node }) => node === 'b')?.id ?? 0, user: 'user of b', decision: 'reject' }).state
    expect([ended.result, ended.tokens]).toEqual(['rejected', []])
  })
})

describe('events on the border of a step', () => {
  const its: Facts = { holds: () => true, approvers: ({ id }) => [`user of ${id}`] }
  const bordered = (border: FlowNode['border'], kind: FlowNode['kind'] = 'user') =>
    flowGraph({
      nodes: [
        { id: 's', kind: 'start' },
        { id: 'a', kind },
        { id: 'x', kind: 'border', ...(border && { border }) },
        { id: 'boss', kind: 'user' },
        { id: 'next', kind: 'user' },
        { id: 'e', kind: 'end' },
      ],
      lines: [line('s', 'a'), line('a', 'next'), line('x', 'boss'), line('boss', 'e'), line('next', 'e')],
    })
  const tokenOf = ({ state }: Outcome) => state.tokens[0]?.id ?? 0

  it('end it in the middle of what people decide, or go on beside it', () => {
    const ends = bordered({ on: 'a', event: 'timer' })
    const begun = startCase(ends, its)
    const late = fireBorder(ends, begun.state, its, { token: tokenOf(begun), border: 'x' })
    expect(openIn(late.state)).toEqual(['boss'])
    expect(late.events.map(({ type, node, to }) => [type, node, to].filter(Boolean).join(' '))).toEqual([
      'border a x',
      'taskDropped a',
      'left x',
      'entered boss',
      'taskOpened boss',
    ])
    // It is over once it has happened.
    expect(refusal(() => fireBorder(ends, late.state, its, { token: tokenOf(begun), border: 'x' }))).toBe('tokenGone')
    const beside = bordered({ on: 'a', event: 'timer', isBeside: true })
    const both = startCase(beside, its)
    expect(openIn(fireBorder(beside, both.state, its, { token: tokenOf(both), border: 'x' }).state)).toEqual(['a', 'boss'])
  })

  it('take what fails for good along a line of its own, instead of standing still', () => {
    const graph = bordered({ on: 'a', event: 'error' }, 'service')
    const begun = startCase(graph, its)
    const failed = finishJob(graph, begun.state, its, { token: tokenOf(begun), done: false })
    expect([openIn(failed.state), failed.events.some(({ type }) => type === 'incident')]).toEqual([['boss'], false])
    expect(openIn(finishJob(graph, begun.state, its, { token: tokenOf(begun), done: true }).state)).toEqual(['next'])
    expect(refusal(() => fireBorder(graph, begun.state, its, { token: tokenOf(begun), border: 'x' }))).toBe('tokenGone')
  })

  it('begin beside their step with each message that comes, and with one that ends it no more', () => {
    const beside = bordered({ on: 'a', event: 'message', isBeside: true })
    const begun = startCase(beside, its)
    const token = tokenOf(begun)
    const twice = fireBorder(beside, fireBorder(beside, begun.state, its, { token, border: 'x', heard: 3 }).state, its, { token, border: 'x', heard: 1 })
    expect(openIn(twice.state)).toEqual(['a', 'boss', 'boss'])
    // How many messages led to it is known of the longest way.
    expect(twice.state.heard).toBe(3)
    expect(twice.events[0]).toMatchObject({ type: 'border', node: 'a', to: 'x', event: 'message', isBeside: true })
    const ends = bordered({ on: 'a', event: 'message' }, 'service')
    const ended = fireBorder(ends, startCase(ends, its).state, its, { token, border: 'x' })
    expect(openIn(ended.state)).toEqual(['boss'])
    expect(refusal(() => fireBorder(ends, ended.state, its, { token, border: 'x' }))).toBe('tokenGone')
    expect(refusal(() => finishJob(ends, ended.state, its, { token, done: true }))).toBe('jobGone')
  })

  it('are waited for by joins to which they alone lead, and nothing is moved to them', () => {
    const graph = flowGraph({
      nodes: [
        { id: 's', kind: 'start' },
        { id: 'p', kind: 'parallel' },
        { id: 'a', kind: 'user' },
        { id: 'x', kind: 'border', border: { on: 'a', event: 'timer' } },
        { id: 'b', kind: 'user' },
        { id: 'j', kind: 'inclusive' },
        { id: 'last', kind: 'user' },
        { id: 'e', kind: 'end' },
      ],
      lines: [line('s', 'p'), line('p', 'a'), line('p', 'b'), line('a', 'e'), line('b', 'j'), line('x', 'j'), line('j', 'last'), line('last', 'e')],
    })
    const begun = startCase(graph, its)
    const task = begun.state.tasks.find(({ node }) => node === 'b')?.id ?? 0
    const one = decideTask(graph, begun.state, its, { task, user: 'user of b', decision: 'approve' })
    expect(openIn(one.state)).toEqual(['a'])
    const token = one.state.tokens.find(({ node }) => node === 'a')?.id ?? 0
    expect(openIn(fireBorder(graph, one.state, its, { token, border: 'x' }).state)).toEqual(['last'])
    expect(refusal(() => planMove(graph, one.state, { token, target: 'x' }))).toBe('targetUnknown')
  })
})

describe('what cannot go on', () => {
  it('a parallel gateway behind a choice, where nothing more can come, is told', () => {
    const graph = flowGraph({
      nodes: [
        { id: 'start', kind: 'start' },
        { id: 'either', kind: 'exclusive' },
        { id: 'a', kind: 'user' },
        { id: 'b', kind: 'user' },
        { id: 'both', kind: 'parallel' },
        { id: 'end', kind: 'end' },
      ],
      lines: [
        line('start', 'either'),
        line('either', 'a', { isDefault: true }),
        line('either', 'b'),
        line('a', 'both'),
        line('b', 'both'),
        line('both', 'end'),
      ],
    })
    const { state, events } = voted(graph, askedBy('Ann'), [['Ann', 'approve']])
    expect(state.tokens.map(({ node, incident }) => [node, incident])).toEqual([['both', 'joinNeverFills']])
    expect(events.at(-1)).toMatchObject({ type: 'incident', node: 'both' })
    const moved = moveToken(graph, state, askedBy('Ann'), planMove(graph, state, { token: state.tokens[0]?.id ?? 0, target: 'b' })).state
    expect(decideTask(graph, moved, askedBy('Ann'), { task: moved.tasks[0]?.id ?? 0, user: 'Ann', decision: 'approve' }).state.result).toBe('approved')
  })

  it('a job that failed keeps its place and can be done again; an answer that comes twice is dropped', () => {
    const graph = oneTask({ kind: 'service' })
    const facts = askedBy()
    const { state } = startCase(graph, facts)
    const token = state.tokens[0]?.id ?? 0
    const failed = finishJob(graph, state, facts, { token, done: false }).state
    expect(failed.tokens).toMatchObject([{ state: 'job', incident: 'jobFailed' }])
    const done = finishJob(graph, failed, facts, { token, done: true }).state
    expect(done.result).toBe('approved')
    expect(refusal(() => finishJob(graph, { ...failed, tokens: [] }, facts, { token, done: true }))).toBe('jobGone')
  })

  it('rounds over tasks that all pass end with an incident, not never', () => {
    const graph = flowGraph({
      nodes: [
        { id: 'start', kind: 'start' },
        { id: 'in', kind: 'exclusive' },
        { id: 'a', kind: 'user' },
        { id: 'again', kind: 'exclusive' },
        { id: 'end', kind: 'end' },
      ],
      lines: [line('start', 'in'), line('in', 'a'), line('a', 'again'), line('again', 'in'), line('again', 'end', { isDefault: true })],
    })
    const { state } = startCase(graph, { holds: () => true, approvers: () => 'pass' })
    expect(state.tokens.map(({ incident }) => incident)).toEqual(['tooManySteps'])
  })

  it('moves to nowhere, to the start, and of what is gone are refused', () => {
    const graph = oneTask()
    const { state } = startCase(graph, askedBy('Ann'))
    const token = state.tokens[0]?.id ?? 0
    expect(['nowhere', 'start'].map(target => refusal(() => planMove(graph, state, { token, target })))).toEqual(['targetUnknown', 'targetUnknown'])
    expect(refusal(() => planMove(graph, state, { token: 99, target: 'end' }))).toBe('tokenGone')
  })
})
