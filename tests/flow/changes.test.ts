import { describe, expect, it } from 'vitest'
import { changesBetween } from '../../api/flow/changes.ts'
import { newDefinition } from '../../api/flow/definition.ts'
import { addSplit, addStep, withLine, withNode } from '../../api/flow/edit.ts'

const base = () => newDefinition('main/leave', { start: 'Start', approval: 'Approval', end: 'End' })

describe('what is different between two versions', () => {
  it('is nothing where keys only stand in another order, or parts elsewhere on the drawing', () => {
    const flow = base()
    const turned = { ...flow, nodes: flow.nodes.map(node => ({ ...Object.fromEntries(Object.entries(node).reverse()), x: 7 }) as typeof node) }
    expect(changesBetween(flow, turned)).toEqual([])
  })

  it('is told part by part, a split once', () => {
    const { flow, id } = addSplit(base(), 'line2', 'exclusive', ['Long', 'Otherwise'])
    expect(changesBetween(base(), flow).map(({ change, of, name }) => [change, of, name])).toEqual([
      ['added', 'node', ''],
      ['added', 'line', 'Long'],
      ['added', 'line', 'Otherwise'],
    ])
    expect(changesBetween(flow, base()).map(({ change, at }) => [change, at])).toContainEqual(['removed', id])
  })

  it('names the properties that are other ones', () => {
    const added = addStep(base(), 'line2', { kind: 'user', name: 'Board', approvers: { by: 'starter' } }).flow
    const approval = added.nodes.find(({ id }) => id === 'approval')
    const renamed = withNode(added, { ...approval!, name: 'Lead', approvers: { by: 'leader', level: 2 } })
    expect(changesBetween(added, { ...renamed, title: '{{reason}}' })).toEqual([
      { change: 'changed', of: 'node', at: 'approval', name: 'Lead', what: ['name', 'approvers'] },
      { change: 'changed', of: 'flow', at: '', name: '', what: ['title'] },
    ])
    const { flow } = addSplit(base(), 'line2', 'exclusive', ['Long', 'Otherwise'])
    const line = flow.lines.find(({ label }) => label === 'Long')
    const asked = withLine(flow, {
      ...line!,
      conditions: { conjunction: 'and', children: [{ left: { type: 'field', field: 'days' }, op: 'greater', right: 3 }] },
    })
    expect(changesBetween(flow, asked)).toMatchObject([{ change: 'changed', of: 'line', name: 'Long', what: ['conditions'] }])
  })
})
