import { describe, expect, it } from 'vitest'
import { flowFaults, flowGraph, MOST_NODES, type FlowNode, type FlowShape } from '../../api/flow/graph.ts'
import { randomBlock, numbersOf, shapeOf } from './blocks.ts'

const line = (from: string, to: string, more = {}) => ({ id: `${from}>${to}`, from, to, ...more })
const kinds: Record<string, FlowNode['kind']> = {
  s: 'start',
  e: 'end',
  u: 'user',
  v: 'user',
  j: 'service',
  n: 'subprocess',
  m: 'subprocess',
  S: 'start',
  E: 'end',
  x: 'exclusive',
  y: 'exclusive',
  p: 'parallel',
  i: 'inclusive',
}
/** A flow in short: `s>u u>e`; a line with `!` is the default. */
const flow = (text: string, more: FlowNode[] = []): FlowShape => {
  const lines = text.split(' ').map(way => {
    const [from = '', to = ''] = way.replace('!', '').split('>')
    return line(from, to, way.endsWith('!') ? { isDefault: true } : {})
  })
  const ids = new Set(lines.flatMap(({ from, to }) => [from, to]).filter(id => id in kinds))
  return { nodes: [...[...ids].map(id => ({ id, kind: kinds[id] ?? 'user' })), ...more], lines }
}

/** With nodes put into sub-processes: `n:u,v` puts u and v into n. */
const held = (shape: FlowShape, ...puts: string[]): FlowShape => {
  const holder = new Map(puts.flatMap(put => (put.split(':')[1] ?? '').split(',').map(id => [id, put.split(':')[0] ?? ''])))
  return { ...shape, nodes: shape.nodes.map(node => ({ ...node, ...(holder.has(node.id) && { within: holder.get(node.id) as string }) })) }
}
const deep = Array.from({ length: 6 }, (_, at): FlowNode => ({ id: `n${at}`, kind: 'subprocess', ...(at > 0 && { within: `n${at - 1}` }) }))
const on = (id: string, host: string, event: 'timer' | 'error' | 'message' = 'timer', isBeside = false): FlowNode => ({
  id,
  kind: 'border',
  border: { on: host, event, ...(isBeside && { isBeside: true as const }) },
})

describe('what stands against running a flow', () => {
  it.each<[string, FlowShape, string[]]>([
    ['nothing', flow('s>u u>x x>u x>e!'), []],
    ['no start', flow('u>e'), ['startMissing']],
    ['two starts', flow('s>u u>e', [{ id: 'S', kind: 'start' }]), ['severalStarts S', 'waysOut S', 'unreachable S']],
    ['a line to what is not there', flow('s>u u>e u>nobody'), ['lineToNowhere u>nobody']],
    ['the same id twice', flow('s>u u>e', [{ id: 'u', kind: 'user' }]), ['sameId u']],
    ['a line into the start', flow('s>x x>u! x>s u>e'), ['lineIntoStart s', 'endless s']],
    ['a line out of the end', flow('s>u u>e e>v v>e'), ['lineOutOfEnd e']],
    ['a task with two ways out', flow('s>u u>e u>v v>e'), ['waysOut u']],
    ['a choice without a default', flow('s>x x>u x>v u>e v>e'), ['defaultMissing x']],
    ['a choice with two defaults', flow('s>i i>u! i>v! u>e v>e'), ['defaultMissing i']],
    ['a task that nothing leads to', flow('s>u u>e v>e'), ['unreachable v']],
    ['a task from which no end is reached', flow('s>x x>u! x>v u>e v>y y>v'), ['noEnd v', 'noEnd y']],
    ['a loop in which nothing waits', flow('s>x x>y! x>u y>x! y>e u>e'), ['endless x']],
    ['a time on the border of a task', flow('s>u u>e b>v v>e', [on('b', 'u')]), []],
    ['a message beside a task, and one for a service', flow('s>u u>j j>e b>v c>v v>e', [on('b', 'u', 'message', true), on('c', 'j', 'message')]), []],
    ['a loop that only a message leaves', flow('s>u u>j j>e b>u', [on('b', 'j', 'message')]), []],
    ['an error on the border of a task', flow('s>u u>e b>v v>e', [on('b', 'u', 'error')]), ['borderMisplaced b']],
    ['an error on a service, twice', flow('s>j j>e b>v c>v v>e', [on('b', 'j', 'error'), on('c', 'j', 'error')]), ['borderTwice c']],
    ['an error beside a service', flow('s>j j>e b>v v>e', [on('b', 'j', 'error', true)]), ['borderMisplaced b']],
    ['an event on the border of nothing', flow('s>u u>e b>v v>e', [on('b', 'gone')]), ['unreachable v', 'unreachable b', 'borderAlone b']],
    ['an event on the border of a choice', flow('s>x x>u! x>v u>e v>e b>e', [on('b', 'x')]), ['borderMisplaced b']],
    ['an event on the border of itself', flow('s>u u>e b>e', [on('b', 'b')]), ['unreachable b', 'borderMisplaced b']],
    ['a line to an event on a border', flow('s>u u>b b>e', [on('b', 'u')]), ['lineIntoBorder b']],
    ['an event that leads nowhere', flow('s>u u>e', [on('b', 'u')]), ['waysOut b', 'noEnd b']],
    ['a service that is tried again without end', flow('s>y y>j j>e b>y', [on('b', 'j', 'error')]), ['endless y']],
    ['a service that is tried again after a time', flow('s>y y>j j>e b>y', [on('b', 'j')]), []],
    ['a sub-process', held(flow('s>n n>e S>u u>E'), 'n:S,u,E'), []],
    ['a time and an error on a sub-process', held(flow('s>n n>e S>u u>E b>v c>v v>e', [on('b', 'n'), on('c', 'n', 'error')]), 'n:S,u,E'), []],
    ['a line into a sub-process, and one out of it', held(flow('s>u u>n n>e S>v v>E'), 'n:S,u,v,E'), ['lineAcross s>u', 'lineAcross u>n']],
    [
      'an event on the border of a step in a sub-process, outside of it',
      held(flow('s>n n>e S>u u>E b>v v>e', [on('b', 'u')]), 'n:S,u,E'),
      ['borderMisplaced b'],
    ],
    ['a sub-process with nothing in it', held(flow('s>n n>e S>E'), 'n:S,E'), ['subprocessEmpty n']],
    ['a sub-process without a start', held(flow('s>n n>e u>E'), 'n:u,E'), ['subprocessStarts n']],
    ['a sub-process with two starts', held(flow('s>n n>e S>u u>E', [{ id: 'T', kind: 'start' }]), 'n:S,u,E,T'), ['subprocessStarts n']],
    ['a sub-process without an end', held(flow('s>n n>e S>x x>u! x>v u>x v>x'), 'n:S,x,u,v'), ['unreachable e', 'noEnd S', 'noEnd x', 'noEnd u', 'noEnd v']],
    ['a step in a sub-process that nothing leads to', held(flow('s>n n>e S>u u>E v>E'), 'n:S,u,v,E'), ['unreachable v']],
    ['a step in what is no sub-process', held(flow('s>u u>v v>e'), 'u:v'), ['withinUnknown v', 'lineAcross u>v', 'lineAcross v>e']],
    ['sub-processes in each other', held(flow('s>n n>e'), 'n:m', 'm:n'), ['withinUnknown n', 'subprocessEmpty n', 'lineAcross s>n', 'lineAcross n>e']],
    [
      'sub-processes six deep',
      { nodes: deep, lines: [] },
      ['subprocessStarts n0', 'subprocessStarts n1', 'subprocessStarts n2', 'subprocessStarts n3', 'subprocessStarts n4', 'tooDeep n5', 'subprocessEmpty n5'],
    ],
    ['a loop around a sub-process in which somebody is asked', held(flow('s>y y>n n>x x>y x>e! S>u u>E'), 'n:S,u,E'), []],
    ['a loop around a sub-process that nobody waits in', held(flow('s>y y>n n>x x>y x>e! S>j j>E'), 'n:S,j,E'), ['endless y']],
    ['a loop in a sub-process in which nothing waits', held(flow('s>n n>e S>x x>y! x>u y>x! y>E u>E'), 'n:S,x,y,u,E'), ['endless x']],
    ['too many nodes', { nodes: Array.from({ length: MOST_NODES + 1 }, (_, at) => ({ id: `${at}`, kind: 'user' as const })), lines: [] }, ['tooLarge']],
  ])('%s', (_, shape, faults) => {
    expect(flowFaults(shape).map(({ code, at }) => (at === undefined ? code : `${code} ${at}`))).toEqual(faults)
    if (faults.length > 0) expect(() => flowGraph(shape)).toThrow('This flow cannot run')
  })

  it('is nothing in flows made of blocks', () => {
    for (let seed = 1; seed <= 300; seed++) expect(flowFaults(shapeOf(randomBlock(numbersOf(seed))))).toEqual([])
  })

  it('is found in the longest row of tasks without running out of calls', () => {
    const nodes: FlowNode[] = Array.from({ length: MOST_NODES }, (_, at) => ({
      id: `${at}`,
      kind: at === 0 ? 'start' : at === MOST_NODES - 1 ? 'end' : 'user',
    }))
    const graph = flowGraph({ nodes, lines: nodes.slice(1).map(({ id }, at) => line(`${at}`, id)) })
    expect([graph.leadsTo('0', `${MOST_NODES - 1}`), graph.leadsTo('5', '4')]).toEqual([true, false])
  })
})
