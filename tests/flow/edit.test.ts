import { describe, expect, it } from 'vitest'
import { newDefinition, shapeOf, type FlowDefinition } from '../../api/flow/definition.ts'
import {
  addBorder,
  addBranch,
  addSplit,
  addStep,
  addSubprocess,
  copyStep,
  endBorder,
  endBranch,
  moveBranch,
  moveStep,
  removeBranch,
  removeNode,
  setBorder,
  splitAt,
} from '../../api/flow/edit.ts'
import { flowFaults } from '../../api/flow/graph.ts'
import { idsWithin, itemsIn, treeOf, type Item } from '../../api/flow/tree.ts'
import { numbersOf, randomBlock, shapeOf as shapeOfBlock } from './blocks.ts'

const base = () => newDefinition('main/leave', { start: 'Start', approval: 'Approval', end: 'End' })
const LABELS = ['Long', 'Otherwise'] as const
const names = (items: readonly Item[]): unknown[] =>
  items.map(item => (item.kind === 'split' ? [item.node.kind, ...item.branches.map(branch => names(branch.items))] : item.node.name))
const TIMER = { event: 'timer' as const, after: { value: 1, unit: 'day' as const } }
const drawn = (flow: FlowDefinition) => names(treeOf(flow)?.items ?? [])
const user = (name: string) => ({ kind: 'user' as const, name, approvers: { by: 'starter' as const } })

/** Start, approval, a choice with a step in its first branch, end. */
function withChoice() {
  const { flow, id: split } = addSplit(base(), 'line2', 'exclusive', LABELS)
  const [first, other] = flow.lines.filter(({ from }) => from === split).map(({ id }) => id)
  const added = addStep(flow, first ?? '', user('Board'))
  return { flow: added.flow, split, first: first ?? '', other: other ?? '', board: added.id }
}

describe('a flow in columns', () => {
  it('has its steps below each other and its branches side by side', () => {
    expect(drawn(base())).toEqual(['Approval', 'End'])
    expect(drawn(withChoice().flow)).toEqual(['Approval', ['exclusive', ['Board'], []], 'End'])
  })

  it('is none where lines lead back, or meet in another way than they parted', () => {
    const { flow, board } = withChoice()
    const back = flow.lines.map(line => (line.from === board ? { ...line, to: 'approval' } : line))
    expect(treeOf({ ...flow, lines: back })).toBeUndefined()
    const other = flow.nodes.map(node => (node.id.startsWith('join') ? { ...node, kind: 'parallel' as const } : node))
    expect(treeOf({ ...flow, nodes: other })).toBeUndefined()
    expect(treeOf({ nodes: flow.nodes.slice(1), lines: flow.lines })).toBeUndefined()
    expect(treeOf({ nodes: [...flow.nodes, { id: 'alone', kind: 'user', name: '' }], lines: flow.lines })).toBeUndefined()
  })

  it('tells of 500 flows of nested blocks by a seed whether they have loops', () => {
    for (let seed = 1; seed <= 500; seed++) {
      const block = randomBlock(numbersOf(seed))
      const shape = shapeOfBlock(block)
      const flow = { nodes: shape.nodes.map(node => ({ ...node, name: node.id })), lines: shape.lines }
      const tree = treeOf(flow)
      const hasLoop = JSON.stringify(block).includes('"loop"')
      if (hasLoop) expect(tree, `seed ${seed}`).toBeUndefined()
      else if (tree) expect(idsWithin(tree.items).length + 2, `seed ${seed}`).toBe(flow.nodes.length)
    }
  })
})

describe('editing a flow', () => {
  it('puts steps on lines, which keep their conditions', () => {
    const { flow, first } = withChoice()
    expect(flow.lines.find(({ id }) => id === first)).toMatchObject({ label: 'Long', conditionType: 'condition' })
    expect(drawn(addStep(base(), 'line1', user('First')).flow)).toEqual(['First', 'Approval', 'End'])
    expect(drawn(copyStep(base(), 'approval').flow)).toEqual(['Approval', 'Approval', 'End'])
    const unknown = addStep(base(), 'nowhere', user('x'))
    expect(unknown).toEqual({ flow: base(), id: '' })
  })

  it('takes steps away, and a split with everything in it', () => {
    const { flow, split, board } = withChoice()
    expect(drawn(removeNode(flow, board))).toEqual(['Approval', ['exclusive', [], []], 'End'])
    expect(removeNode(flow, split)).toEqual(base())
    expect(removeNode(flow, 'start')).toBe(flow)
    expect(removeNode(flow, 'end')).toBe(flow)
  })

  it('adds branches before the one for all other cases, and takes them away down to none', () => {
    const { flow, split, first, other } = withChoice()
    const three = addBranch(flow, split, 'Short')
    expect(three.flow.lines.filter(({ from }) => from === split).map(({ label }) => label)).toEqual(['Long', 'Short', 'Otherwise'])
    const two = removeBranch(three.flow, split, first)
    expect(drawn(two)).toEqual(['Approval', ['exclusive', [], []], 'End'])
    expect(drawn(removeBranch(flow, split, other))).toEqual(['Approval', 'Board', 'End'])
    expect(drawn(removeBranch(flow, split, first))).toEqual(['Approval', 'End'])
  })

  it('lets the last branch take all other cases where that one goes', () => {
    const { flow, split, other } = withChoice()
    const left = removeBranch(addBranch(flow, split, 'Short').flow, split, other)
    expect(left.lines.filter(({ from }) => from === split).map(({ label, isDefault }) => [label, isDefault])).toEqual([
      ['Long', undefined],
      ['Short', true],
    ])
  })

  it('lets a branch end the flow, and meet the others again', () => {
    const { flow, split, first, other } = withChoice()
    const ended = endBranch(flow, split, first, true)
    expect(drawn(ended)).toEqual(['Approval', ['exclusive', ['Board', 'End'], []], 'End'])
    expect(endBranch(ended, split, first, false)).toEqual(flow)
    // The last one that goes on would take with it what stands behind.
    expect(endBranch(ended, split, other, true)).toBe(ended)
    expect(removeBranch(ended, split, other)).toBe(ended)
  })

  it('puts events on the border of a step: what begins goes on behind it, or ends by itself', () => {
    const { flow, id } = addBorder(base(), 'approval', TIMER, 'Late')
    const { flow: asked, id: boss } = addStep(flow, flow.lines.find(({ from }) => from === id)?.id ?? '', user('Boss'))
    const item = treeOf(asked)?.items[0]
    expect(item).toMatchObject({
      node: { id: 'approval' },
      borders: [{ node: { id }, ends: false, items: [{ node: { id: boss } }] }],
      meets: { main: { items: [] } },
    })
    expect(drawn(asked)).toEqual(['Approval', 'End'])
    const ended = endBorder(asked, id, true)
    expect(treeOf(ended)?.items[0]).toMatchObject({ borders: [{ ends: true, items: [{ node: { id: boss } }, { kind: 'end' }] }] })
    expect(endBorder(ended, id, false).lines.length).toBe(asked.lines.length)
    // Beside the step, it ends by itself.
    const node = asked.nodes.find(one => one.id === id)
    expect(treeOf(setBorder(asked, { ...node, border: { on: 'approval', ...TIMER, isBeside: true } } as never))?.items[0]).toMatchObject({
      borders: [{ ends: true }],
    })
    expect(removeNode(asked, id)).toEqual(base())
    expect(drawn(removeNode(asked, 'approval'))).toEqual(['End'])
    expect(drawn(moveStep(addStep(asked, 'line1', user('First')).flow, 'approval', 'line1'))).toEqual(['Approval', 'First', 'End'])
  })

  it('moves branches, but not past the one for all other cases', () => {
    const { flow, split, first } = withChoice()
    const { flow: three, id } = addBranch(flow, split, 'Short')
    const order = (of: FlowDefinition) => splitAt(of, split)?.branches.map(({ line }) => line.label)
    expect(order(moveBranch(three, split, id, -1))).toEqual(['Short', 'Long', 'Otherwise'])
    expect(moveBranch(three, split, id, 1)).toBe(three)
    expect(moveBranch(three, split, first, -1)).toBe(three)
  })

  it('moves steps and whole splits, and not a split into itself', () => {
    const { flow, split, first, board } = withChoice()
    expect(drawn(moveStep(flow, board, 'line1'))).toEqual(['Board', 'Approval', ['exclusive', [], []], 'End'])
    expect(drawn(moveStep(flow, split, 'line1'))).toEqual([['exclusive', ['Board'], []], 'Approval', 'End'])
    expect(moveStep(flow, split, first)).toBe(flow)
  })

  it('puts sub-processes on lines, moves steps into them and out of them, and takes them away with all that they hold', () => {
    const { flow, id } = addSubprocess(base(), 'line2', { name: 'Customs', step: user('Weigh'), start: 'Begin' })
    const inside = (of: FlowDefinition) => of.nodes.filter(({ within }) => within === id).map(({ name }) => name)
    expect([drawn(flow), inside(flow), flowFaults(shapeOf(flow))]).toEqual([['Approval', 'Customs', 'End'], ['Begin', 'Weigh', 'End'], []])
    const weigh = flow.nodes.find(({ name }) => name === 'Weigh')?.id ?? ''
    const before = flow.lines.find(({ to }) => to === weigh)?.id ?? ''
    const moved = moveStep(flow, 'approval', before)
    expect([drawn(moved), inside(moved), flowFaults(shapeOf(moved))]).toEqual([['Customs', 'End'], ['Approval', 'Begin', 'Weigh', 'End'], []])
    // Not into itself; out again; a choice goes with the way of it that ends.
    expect(moveStep(moved, id, before)).toBe(moved)
    expect(inside(moveStep(moved, 'approval', moved.lines.find(({ from }) => from === 'start')?.id ?? ''))).toEqual(['Begin', 'Weigh', 'End'])
    const { flow: choice, split, first } = withChoice()
    const ended = endBranch(choice, split, first, true)
    const held = addSubprocess(ended, 'line1', { name: 'Customs', step: user('Weigh'), start: 'Begin' })
    const way = held.flow.lines.find(({ from }) => held.flow.nodes.some(node => node.id === from && node.within === held.id))?.id ?? ''
    const gone = moveStep(held.flow, split, way)
    expect([drawn(gone), flowFaults(shapeOf(gone))]).toEqual([['Customs', 'Approval', 'End'], []])
    expect(removeNode(gone, held.id).nodes.map(({ id: one }) => one)).toEqual(['start', 'approval', 'end'])
    const border = addBorder(flow, id, TIMER, 'late').flow
    expect(flowFaults(shapeOf(border))).toEqual([])
    expect(removeNode(border, id)).toEqual(base())
  })

  it('keeps 200 flows in columns and able to run through 40 random acts each', () => {
    for (let seed = 1; seed <= 200; seed++) {
      const random = numbersOf(seed)
      const one = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)]
      let flow = base()
      const told: string[] = []
      for (let act = 0; act < 40; act++) {
        const line = one(flow.lines)?.id ?? ''
        const node = one(flow.nodes)?.id ?? ''
        const split = one(itemsIn(treeOf(flow)?.items ?? []).filter(({ kind }) => kind === 'split'))?.node.id ?? ''
        const branch = one(flow.lines.filter(({ from }) => from === split))?.id ?? ''
        const acts: Record<string, () => FlowDefinition> = {
          step: () => addStep(flow, line, user(`s${act}`)).flow,
          subprocess: () => addSubprocess(flow, line, { name: `p${act}`, step: user(`i${act}`), start: 'Begin' }).flow,
          split: () => addSplit(flow, line, one(['exclusive', 'parallel', 'inclusive'] as const) ?? 'parallel', LABELS).flow,
          branch: () => addBranch(flow, split, 'b').flow,
          copy: () => copyStep(flow, node).flow,
          remove: () => (random() < 0.5 ? removeNode(flow, node) : flow),
          removeBranch: () => removeBranch(flow, split, branch),
          end: () => endBranch(flow, split, branch, random() < 0.7),
          moveBranch: () => moveBranch(flow, split, branch, random() < 0.5 ? -1 : 1),
          move: () => moveStep(flow, node, line),
          border: () => {
            const on = one(flow.nodes.filter(({ kind }) => kind === 'user' || kind === 'subprocess'))?.id
            return on === undefined ? flow : addBorder(flow, on, { ...TIMER, ...(random() < 0.4 && { isBeside: true }) }, 'late').flow
          },
          endBorder: () => endBorder(flow, one(flow.nodes.filter(({ kind }) => kind === 'border'))?.id ?? '', random() < 0.5),
          beside: () => {
            const border = one(flow.nodes.filter(({ kind }) => kind === 'border'))
            if (!border?.border) return flow
            const { isBeside, ...rest } = border.border
            return setBorder(flow, { ...border, border: isBeside ? rest : { ...rest, isBeside: true } })
          },
        }
        const name = one(Object.keys(acts)) ?? 'step'
        told.push(`${name} ${node} ${line} ${split} ${branch}`)
        flow = acts[name]?.() ?? flow
        // What is still empty, or deeper than it may be, is told by the designer.
        const faults = flowFaults(shapeOf(flow)).filter(({ code }) => code !== 'subprocessEmpty' && code !== 'tooDeep')
        if (!treeOf(flow) || faults.length)
          expect.fail(`seed ${seed}: ${told.slice(-3).join('; ')}: ${JSON.stringify(flowFaults(shapeOf(flow)))} ${JSON.stringify(flow.lines)}`)
      }
    }
  })
})
