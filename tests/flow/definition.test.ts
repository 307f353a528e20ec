import { describe, expect, it } from 'vitest'
import { definitionFaults, namesOf, newDefinition, shapeOf, type DefinedNode, type FlowDefinition, type Parameter } from '../../api/flow/definition.ts'
import { flowGraph } from '../../api/flow/graph.ts'
import { startCase } from '../../api/flow/run.ts'

const WORDS = { start: 'Start', approval: 'Approval', end: 'End' }
const base = () => newDefinition('main/leave', WORDS)
const codes = (definition: FlowDefinition) => definitionFaults(definition).map(({ code, at }) => (at === undefined ? code : `${code} ${at}`))
const withNode = (more: Partial<DefinedNode>): FlowDefinition => {
  const made = base()
  return { ...made, nodes: made.nodes.map(node => (node.id === 'approval' ? { ...node, ...more } : node)) }
}
const choice = (line: Partial<FlowDefinition['lines'][number]>): FlowDefinition => ({
  model: 'main/leave',
  nodes: [
    { id: 'start', kind: 'start', name: '' },
    { id: 'gate', kind: 'exclusive', name: '' },
    { id: 'ask', kind: 'user', name: '', approvers: { by: 'starter' } },
    { id: 'end', kind: 'end', name: '' },
  ],
  lines: [
    { id: 'a', from: 'start', to: 'gate' },
    { id: 'b', from: 'gate', to: 'ask', ...line },
    { id: 'c', from: 'gate', to: 'end', isDefault: true },
    { id: 'd', from: 'ask', to: 'end' },
  ],
})
const HOLDS = { conjunction: 'and' as const, children: [{ left: { type: 'field' as const, field: 'days' }, op: 'greater', right: 3 }] }
const parameter = (more: Partial<Parameter>): Parameter => ({ id: 'p', name: 'reason', type: 'string', ...more })

describe('a definition of a flow', () => {
  it('begins as one that can be enabled and run', () => {
    expect(definitionFaults(base())).toEqual([])
    const { state } = startCase(flowGraph(shapeOf(base())), { holds: () => false, approvers: () => ['ann'] })
    expect(state.tasks).toMatchObject([{ node: 'approval', assignee: 'ann' }])
  })

  it('tells what its graph lacks', () => {
    expect(codes({ ...base(), lines: [] })).toContain('waysOut start')
    expect(codes({ ...base(), model: '' })).toEqual(['modelMissing'])
  })

  it.each([
    ['nobody who decides', { approvers: undefined }, 'approversMissing'],
    ['no people', { approvers: { by: 'people', users: [] } }, 'approversEmpty'],
    ['no roles', { approvers: { by: 'roles', roles: [] } }, 'approversEmpty'],
    ['no field', { approvers: { by: 'field', field: '' } }, 'approversEmpty'],
    ['a task that is none', { approvers: { by: 'earlier', node: 'start' } }, 'earlierUnknown'],
    ['itself', { approvers: { by: 'earlier', node: 'approval' } }, 'earlierUnknown'],
    ['nobody instead', { empty: { then: 'people', users: [] } }, 'approversEmpty'],
  ] as [string, Partial<DefinedNode>, string][])('tells of a task with %s', (_name, more, code) => {
    const definition = withNode(more)
    if ('approvers' in more && more.approvers === undefined) for (const node of definition.nodes) if (node.id === 'approval') delete node.approvers
    expect(codes(definition)).toEqual([`${code} approval`])
  })

  it('tells of a message without a name, one that is matched by what is no formula, and one that a step waits for twice', () => {
    const on = (...all: (Partial<DefinedNode> | undefined)[]): FlowDefinition => {
      const made = base()
      const borders = all.map((more, at): DefinedNode => ({ id: `b${at}`, kind: 'border', name: '', border: { on: 'approval', event: 'message' }, ...more }))
      return { ...made, nodes: [...made.nodes, ...borders], lines: [...made.lines, ...borders.map(({ id }) => ({ id: `l${id}`, from: id, to: 'end' }))] }
    }
    expect(codes(on({ awaits: { messageName: 'paid' } }, { awaits: { messageName: 'gone', match: 'orderNo' } }))).toEqual([])
    expect(codes(on(undefined, { awaits: { messageName: ' ' } }))).toEqual(['messageMissing b0', 'messageMissing b1'])
    expect(codes(on({ awaits: { messageName: 'paid', match: 'window:location' } }))).toEqual(['formulaForbidden b0'])
    expect(codes(on({ awaits: { messageName: 'paid' } }, { awaits: { messageName: 'paid ', match: 'orderNo' } }))).toEqual(['messageTwice b1'])
  })

  it('takes the people of a task before, not of one behind', () => {
    const made = base()
    const second: DefinedNode = { id: 'second', kind: 'user', name: '', approvers: { by: 'earlier', node: 'approval' } }
    const lines = [...made.lines.slice(0, 1), { id: 'x', from: 'approval', to: 'second' }, { id: 'y', from: 'second', to: 'end' }]
    expect(codes({ ...made, nodes: [...made.nodes, second], lines })).toEqual([])
    const turned = made.nodes.map(node => (node.id === 'approval' ? { ...node, approvers: { by: 'earlier' as const, node: 'second' } } : node))
    expect(codes({ ...made, nodes: [...turned, { ...second, approvers: { by: 'starter' } }], lines })).toEqual(['earlierUnknown approval'])
  })

  it('wants a condition on each way of a choice but the other one', () => {
    expect(codes(choice({ conditions: HOLDS }))).toEqual([])
    expect(codes(choice({}))).toEqual(['conditionMissing b'])
    expect(codes(choice({ conditionType: 'formula' }))).toEqual(['formulaMissing b'])
    expect(codes(choice({ conditions: { conjunction: 'and', children: [] } }))).toEqual(['conditionEmpty b'])
  })

  it('holds names of parameters by their rule, with the fields that stand beside them', () => {
    const of = (...parameters: Parameter[]) => codes({ ...base(), parameters })
    for (const name of ['a', 'A_1', 'a.b.c', '1']) expect(of(parameter({ name })), name).toEqual([])
    for (const name of ['', 'a.', '.a', 'a..b', 'a b', 'ä', 'a-b']) expect(of(parameter({ name })), name).toEqual(['parameterName p'])
    expect(of(parameter({}), parameter({ id: 'q' }))).toEqual(['parameterTwice q'])
    expect(of(parameter({ type: 'entity' }))).toEqual(['parameterEntity p'])
    const leave = parameter({ name: 'leave', type: 'entity', entity: 'main/leave', flatEntity: true, fields: [{ name: 'days', type: 'integer' }] })
    expect(namesOf(leave)).toEqual(['leave', 'leave.days'])
    expect(of(leave, parameter({ id: 'q', name: 'leave.days' }))).toEqual(['parameterTwice q'])
    expect(of({ ...leave, flatEntity: false }, parameter({ id: 'q', name: 'leave.days' }))).toEqual([])
  })

  it('tells of copies that nobody gets, and goes on behind those that somebody gets', () => {
    const made = base()
    const copy: DefinedNode = { id: 'copy', kind: 'copy', name: '' }
    const lines = [{ id: 'x', from: 'start', to: 'copy' }, { id: 'y', from: 'copy', to: 'approval' }, ...made.lines.slice(1)]
    const full = (node: DefinedNode) => ({ ...made, nodes: [...made.nodes, node], lines })
    expect(codes(full(copy))).toEqual(['copyToNobody copy'])
    const definition = full({ ...copy, approvers: { by: 'starter' } })
    expect(codes(definition)).toEqual([])
    const { events } = startCase(flowGraph(shapeOf(definition)), { holds: () => false, approvers: () => ['ann'] })
    expect(events.map(({ type, node }) => `${type} ${node ?? ''}`)).toEqual([
      'entered start',
      'left start',
      'entered copy',
      'copied copy',
      'left copy',
      'entered approval',
      'taskOpened approval',
    ])
  })
})
