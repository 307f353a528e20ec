import { describe, expect, it } from 'vitest'
import { definitionFaults, newDefinition, type FlowDefinition } from '../../api/flow/definition.ts'
import { stepsOf, withSteps, type Step } from '../../api/flow/steps.ts'

const base = () => newDefinition('main/leave', { start: 'Start', approval: 'Approval', end: 'End' })
const STEPS: Step[] = [
  { kind: 'user', name: 'Lead', by: 'leader', level: 1, empty: 'upper' },
  { kind: 'copy', name: 'Told', by: 'roles', roles: ['r'] },
  { kind: 'user', name: 'Board', by: 'people', users: ['a', 'b'], deciding: 'ratio', percent: 60, empty: 'people', emptyUsers: ['c'] },
  { kind: 'user', name: 'Again', by: 'earlier', node: 'step1' },
]

describe('a flow as steps', () => {
  it('is the same when it is read again', () => {
    const made = withSteps(base(), STEPS)
    expect(stepsOf(made)).toEqual(STEPS.map((step, at) => ({ ...step, id: `step${at + 1}` })))
    expect(definitionFaults(made)).toEqual([])
    expect(withSteps(made, stepsOf(made) ?? [])).toEqual(made)
  })

  it('keeps what cards do not show, and the ids of what stays', () => {
    const definition = base()
    const [approval] = definition.nodes.filter(({ kind }) => kind === 'user')
    if (approval) approval.fields = { note: 'write' }
    const [step] = stepsOf(definition) ?? []
    const made = withSteps(definition, [{ kind: 'copy', name: 'First', by: 'starter' }, { ...step, name: 'Renamed' } as Step])
    expect(made.nodes.map(({ id, name, fields }) => [id, name, fields])).toEqual([
      ['start', 'Start', undefined],
      ['step1', 'First', undefined],
      ['approval', 'Renamed', { note: 'write' }],
      ['end', 'End', undefined],
    ])
  })

  it('gives copied cards ids of their own, and none that start or end have', () => {
    const twice = [
      { ...(STEPS[0] as Step), id: 'x' },
      { ...(STEPS[0] as Step), id: 'x' },
      { ...(STEPS[0] as Step), id: 'start' },
    ]
    expect(withSteps(base(), twice).nodes.map(({ id }) => id)).toEqual(['start', 'x', 'step1', 'step2', 'end'])
  })

  it('may have none', () => {
    expect(stepsOf(withSteps(base(), []))).toEqual([])
  })

  it.each([
    ['two ways', { nodes: [], lines: [{ id: 'z', from: 'start', to: 'end' }] }],
    ['a gateway', { nodes: [{ id: 'g', kind: 'exclusive', name: '' }], lines: [] }],
    ['a step beside the way', { nodes: [{ id: 'g', kind: 'user', name: '' }], lines: [] }],
  ] as [string, Pick<FlowDefinition, 'nodes' | 'lines'>][])('is none with %s', (_name, more) => {
    const { nodes, lines } = base()
    expect(stepsOf({ nodes: [...nodes, ...more.nodes], lines: [...lines, ...more.lines] })).toBeUndefined()
  })

  it('is none in a loop or without a start', () => {
    const { nodes, lines } = base()
    expect(stepsOf({ nodes, lines: lines.map(line => (line.to === 'end' ? { ...line, to: 'approval' } : line)) })).toBeUndefined()
    expect(stepsOf({ nodes: nodes.slice(1), lines })).toBeUndefined()
  })
})
