// flowDesign.designer: a flow on a canvas. What was drawn becomes part of it, what was not touched keeps all that is set, and steps never stand on each other.
import { describe, expect, it } from 'vitest'
import { changesBetween } from '../../api/flow/changes.ts'
import { definitionFaults, newDefinition, type DefinedNode, type FlowDefinition } from '../../api/flow/definition.ts'
import { drawnFlow, type DrawnLine, type DrawnNode } from '../../api/flow/drawing.ts'
import { addSplit, addStep } from '../../api/flow/edit.ts'
import type { NodeKind } from '../../api/flow/graph.ts'
import { boxOf, placed, wayAround, type Laid } from '../../api/flow/layout.ts'
import { numbersOf, randomBlock, shapeOf } from './blocks.ts'

const ROUNDS = Number(process.env.TESSERA_FLOW_ROUNDS ?? 100)
const made = (kind: NodeKind): Omit<DefinedNode, 'id'> => ({ kind, name: `New ${kind}`, ...(kind === 'user' && { approvers: { by: 'leader', level: 1 } }) })
const base = () => newDefinition('main/leave', { start: 'Start', approval: 'Boss', end: 'End' })

/** The canvas, as it shows a flow. */
function canvasOf(flow: FlowDefinition): { nodes: DrawnNode[]; lines: DrawnLine[] } {
  const places = placed(flow)
  return {
    nodes: flow.nodes.map(({ id, kind, name, within }) => ({ id, kind, name, ...(within !== undefined && { within }), ...(places.get(id) ?? { x: 0, y: 0 }) })),
    lines: flow.lines.map(({ id, from, to, label = '' }) => ({ id, from, to, label })),
  }
}
function randomFlow(seed: number): FlowDefinition {
  const random = numbersOf(seed)
  const { nodes, lines } = shapeOf(randomBlock(random))
  return {
    model: 'main/order',
    nodes: nodes.map(node => ({
      ...node,
      name: node.id,
      ...(node.kind === 'user' && { approvers: { by: 'starter' as const }, fields: { total: 'write' as const } }),
    })),
    lines: lines.map(line => ({
      ...line,
      ...(/#/.test(line.id) && !line.isDefault && { conditionType: 'formula' as const, formula: `total > ${line.id.length}`, label: line.id }),
    })),
  }
}
const boxesOf = ({ nodes }: FlowDefinition, places: ReadonlyMap<string, Laid>) =>
  nodes.map(({ id, kind, within }) => {
    const { x, y, width, height } = boxOf({ kind, ...(places.get(id) ?? { x: Number.NaN, y: Number.NaN }) })
    return { id, within, left: x, top: y, right: x + width, bottom: y + height }
  })
/** What stands partly outside of the sub-process that holds it. */
const outside = (boxes: ReturnType<typeof boxesOf>) =>
  boxes.filter(({ within, left, top, right, bottom }) => {
    const holder = boxes.find(({ id }) => id === within)
    return holder && !(left >= holder.left && top >= holder.top && right <= holder.right && bottom <= holder.bottom)
  })
const overlaps = (boxes: ReturnType<typeof boxesOf>) =>
  boxes.flatMap((one, at) =>
    boxes
      .slice(at + 1)
      .flatMap(other =>
        one.within === other.within && one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom
          ? [`${one.id} ${other.id}`]
          : [],
      ),
  )

describe('a flow that is drawn', () => {
  it(`is the same flow when nothing was drawn: ${ROUNDS} flows`, () => {
    for (let seed = 1; seed <= ROUNDS; seed++) {
      const flow = randomFlow(seed)
      const drawn = drawnFlow(flow, canvasOf(flow), made)
      expect(
        drawn.nodes.map(({ x: _x, y: _y, width: _width, height: _height, ...node }) => node),
        `seed ${seed}`,
      ).toEqual(flow.nodes)
      expect(drawn.lines).toEqual(flow.lines)
      expect(changesBetween(flow, drawn)).toEqual([])
      // What comes from the canvas is shown by it as it is.
      expect(drawnFlow(drawn, canvasOf(drawn), made)).toEqual(drawn)
    }
  })

  it('takes over names, places, new steps and lines, and loses what was deleted', () => {
    const was = base()
    const canvas = canvasOf(was)
    const boss = canvas.nodes.find(({ id }) => id === 'approval') as DrawnNode
    Object.assign(boss, { name: 'The boss', x: 300.4 })
    canvas.nodes.push({ id: 'Activity_1', kind: 'user', name: '', x: 500, y: 60 })
    canvas.lines = canvas.lines.filter(({ id }) => id !== 'line2')
    canvas.lines.push({ id: 'Flow_1', from: 'approval', to: 'Activity_1', label: '' }, { id: 'Flow_2', from: 'Activity_1', to: 'end', label: '' })
    const flow = drawnFlow(was, canvas, made)
    expect(flow.nodes.find(({ id }) => id === 'approval')).toEqual({ ...was.nodes[1], name: 'The boss', x: 300, y: boss.y })
    expect(flow.nodes.find(({ id }) => id === 'Activity_1')).toMatchObject({ kind: 'user', name: 'New user', approvers: { by: 'leader', level: 1 }, x: 500 })
    expect(flow.lines.map(({ id }) => id)).toEqual(['line1', 'Flow_1', 'Flow_2'])
    expect(definitionFaults(flow)).toEqual([])
  })

  it('asks on the ways of a choice, and lets the last of them take all other cases', () => {
    const canvas = canvasOf(base())
    canvas.nodes.push({ id: 'g', kind: 'exclusive', name: '', x: 300, y: 300 }, { id: 'b', kind: 'user', name: 'B', x: 400, y: 300 })
    canvas.lines = [
      { id: 'a', from: 'start', to: 'g', label: '' },
      { id: 'c', from: 'g', to: 'approval', label: '' },
    ]
    const one = drawnFlow(base(), canvas, made)
    expect(one.lines.at(-1)).toEqual({ id: 'c', from: 'g', to: 'approval' })
    canvas.lines.push({ id: 'd', from: 'g', to: 'b', label: '' })
    const two = drawnFlow(one, canvas, made)
    expect(two.lines.slice(1)).toEqual([
      { id: 'c', from: 'g', to: 'approval', conditionType: 'condition' },
      { id: 'd', from: 'g', to: 'b', isDefault: true },
    ])
  })

  it('gives the other cases to another way when theirs is deleted, and takes no condition from anybody for it', () => {
    const { flow, id } = addSplit(base(), 'line2', 'exclusive', ['Long', 'Otherwise'])
    const canvas = canvasOf(flow)
    const other = flow.lines.find(line => line.isDefault)?.id
    canvas.nodes.push({ id: 'x', kind: 'end', name: '', x: 900, y: 900 })
    canvas.lines = [...canvas.lines.filter(line => line.id !== other), { id: 'third', from: id, to: 'x', label: 'Third' }]
    const drawn = drawnFlow(flow, canvas, made)
    expect(drawn.lines.filter(({ from }) => from === id).map(({ label, isDefault }) => [label, isDefault])).toEqual([
      ['Long', undefined],
      ['Third', true],
    ])
    // Only ways with a condition that was written: which of them is for the others has to be said.
    const written = {
      ...flow,
      lines: flow.lines.map(line => (line.from === id && !line.isDefault ? { ...line, conditionType: 'formula' as const, formula: 'days > 3' } : line)),
    }
    const both = { ...canvas, lines: [...canvas.lines.filter(line => line.id !== 'third'), { id: 'third', from: id, to: 'x', label: '' }] }
    const kept = drawnFlow(written, both, made)
    expect(kept.lines.find(({ label }) => label === 'Long')?.formula).toBe('days > 3')
  })
})

describe('places', () => {
  it(`never stand on each other, whatever was placed before: ${ROUNDS} flows`, () => {
    for (let seed = 1; seed <= ROUNDS; seed++) {
      const flow = randomFlow(seed)
      const places = placed(flow)
      // What is on a border stands on its step.
      const steps = { ...flow, nodes: flow.nodes.filter(({ border }) => !border) }
      expect(overlaps(boxesOf(steps, places)), `seed ${seed}`).toEqual([])
      expect(outside(boxesOf(flow, places)), `seed ${seed}`).toEqual([])
      for (const { id, border } of flow.nodes)
        if (border)
          expect(
            (places.get(border.on)?.y ?? 0) + (places.get(border.on)?.height ?? 70) - (places.get(id)?.y ?? 0),
            `seed ${seed}: ${id} stands on the border of its step`,
          ).toBe(18)
      const random = numbersOf(seed)
      const part = { ...flow, nodes: flow.nodes.map(node => (random() < 0.6 ? { ...node, ...places.get(node.id) } : node)) }
      expect(outside(boxesOf(part, placed(part))), `seed ${seed}, in part`).toEqual([])
      expect(overlaps(boxesOf({ ...part, nodes: part.nodes.filter(({ border }) => !border) }, placed(part))), `seed ${seed}, in part`).toEqual([])
    }
  })

  it('are kept, and a step between two makes what is behind it move on', () => {
    const was = base()
    const places = placed(was)
    const flow = { ...was, nodes: was.nodes.map(node => ({ ...node, ...places.get(node.id) })) }
    expect(placed(flow)).toEqual(places)
    const { flow: longer, id } = addStep(flow, 'line2', { kind: 'user', name: 'Second' })
    const now = placed(longer)
    expect(now.get('start')).toEqual(places.get('start'))
    expect(now.get('approval')).toEqual(places.get('approval'))
    expect(now.get(id)?.x).toBeGreaterThan((now.get('approval')?.x ?? 0) + 120)
    expect(now.get('end')?.x).toBeGreaterThan((now.get(id)?.x ?? 0) + 120)
  })

  it('have lines that go below what stands between the two, and below what stands there, but only then', () => {
    const box = (x: number, y: number) => ({ x, y, width: 120, height: 70 })
    const [from, to] = [box(0, 0), box(360, 0)]
    expect(wayAround(from, to, [box(180, 110)])).toBeUndefined()
    expect(wayAround(to, from, [box(180, 0)])).toBeUndefined()
    expect(wayAround(from, to, [box(180, 0)])).toEqual([
      { x: 60, y: 70 },
      { x: 60, y: 90 },
      { x: 420, y: 90 },
      { x: 420, y: 70 },
    ])
    expect(wayAround(from, to, [box(180, 0), box(180, 80)])?.[1]).toEqual({ x: 60, y: 170 })
  })
})
