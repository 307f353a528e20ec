// A flow played without a database: who is asked, which branch is gone and on what data, and what a kept case expects.
import { expect, it } from 'vitest'
import type { FlowDefinition } from '../../api/flow/definition.ts'
import { formulaNames } from '../../api/flow/formula.ts'
import { endOf, play, testFault, wayOf, type AskPeople, type PlayInput, type TestCase } from '../../api/flow/play.ts'

const people = (...users: string[]) => ({ approvers: { by: 'people' as const, users } })
/** What is long goes to human resources; the leader may change the days. */
const flow: FlowDefinition = {
  model: 'main/leave',
  nodes: [
    { id: 'start', kind: 'start', name: 'Start' },
    { id: 'lead', kind: 'user', name: 'Lead', ...people('ann'), fields: { days: 'write', note: 'required', reason: 'read' } },
    { id: 'choice', kind: 'exclusive', name: '' },
    { id: 'hr', kind: 'user', name: 'HR', approvers: { by: 'earlier', node: 'lead' } },
    { id: 'tell', kind: 'copy', name: 'Told', approvers: { by: 'starter' } },
    { id: 'end', kind: 'end', name: 'End' },
  ],
  lines: [
    { id: 'a', from: 'start', to: 'lead' },
    { id: 'b', from: 'lead', to: 'choice' },
    {
      id: 'long',
      from: 'choice',
      to: 'hr',
      label: 'Long',
      conditions: { conjunction: 'and', children: [{ left: { type: 'field', field: 'days' }, op: 'greater', right: 3 }] },
    },
    { id: 'else', from: 'choice', to: 'tell', isDefault: true },
    { id: 'c', from: 'hr', to: 'tell' },
    { id: 'd', from: 'tell', to: 'end' },
  ],
}
const ask: AskPeople = async (id, { starter, decided }) => {
  const rule = flow.nodes.find(node => node.id === id)?.approvers
  if (rule?.by === 'people') return rule.users
  return rule?.by === 'earlier' ? [...(decided[rule.node] ?? [])] : [starter ?? '']
}
const input = (more: Partial<PlayInput> = {}): PlayInput => ({ starter: 'ben', values: { days: 2 }, steps: [], ...more })
const approve = (node: string, user: string, values?: Record<string, unknown>) => ({ node, act: 'approve' as const, user, ...(values && { values }) })
const test = (more: Partial<TestCase>): TestCase => ({ ...input(), id: 't', name: 'T', way: [], ends: 'waiting', ...more })

it('goes the way of its data, says which conditions were asked, and takes what an approver changes', async () => {
  const short = await play(flow, input({ steps: [approve('lead', 'ann', { note: 'x' })] }), ask)
  expect([endOf(short.state), wayOf(flow, short.moments)]).toEqual(['approved', ['lead', 'tell', 'end']])
  expect([...(short.moments[1]?.asked ?? [])]).toEqual([['long', false]])
  expect(short.moments[1]?.found.get('tell')).toEqual(['ben'])

  // Only fields that the step names as writable are changed.
  const long = await play(flow, input({ steps: [approve('lead', 'ann', { note: 'x', days: 4, reason: 'forged' })] }), ask)
  expect([endOf(long.state), wayOf(flow, long.moments)]).toEqual(['waiting', ['lead', 'hr']])
  expect(long.facts.values).toEqual({ days: 4, note: 'x' })
  expect(long.state.tasks).toMatchObject([{ node: 'hr', assignee: 'ann' }])
})

it('asks a formula with the data of the case, as the engine does, and says where it comes to nothing', async () => {
  const lines = flow.lines.map(({ conditions: _old, ...line }) =>
    line.id === 'long' ? { ...line, conditionType: 'formula' as const, formula: 'days / share > 3' } : line,
  )
  const byFormula = { ...flow, lines }
  const after = async (values: Record<string, unknown>) => {
    const { state, moments } = await play(byFormula, input({ values, steps: [approve('lead', 'ann', { note: 'x' })] }), ask)
    return [endOf(state), moments[1]?.asked.get('long'), [...(moments[1]?.nothing ?? [])]]
  }
  expect(await after({ days: 8, share: 2 })).toEqual(['waiting', true, []])
  expect(await after({ days: 4, share: 2 })).toEqual(['approved', false, []])
  const bare = { ...byFormula, lines: lines.map(line => (line.id === 'long' ? { ...line, formula: 'days / share' } : line)) }
  const { moments } = await play(bare, input({ values: { days: 4, share: 0 }, steps: [approve('lead', 'ann', { note: 'x' })] }), ask)
  expect([moments[1]?.asked.get('long'), [...(moments[1]?.nothing ?? [])]]).toEqual([false, ['long']])
  expect(formulaNames('SUM(days, more.hours) > 3 && !urgent')).toEqual(['days', 'more.hours', 'urgent'])
})

it('halts at a decision that nobody can give', async () => {
  expect((await play(flow, input({ steps: [approve('lead', 'zoe', { note: 'x' })] }), ask)).halted).toMatchObject({ at: 0, why: 'notAsked' })
  expect((await play(flow, input({ steps: [approve('lead', 'ann')] }), ask)).halted).toMatchObject({ why: 'fieldMissing', field: 'note' })
  expect((await play(flow, input({ steps: [{ node: 'lead', act: 'name', user: 'zoe' }] }), ask)).halted?.why).toBe('notWaiting')
  expect((await play(flow, input({ steps: [{ node: 'lead', act: 'done' }] }), ask)).halted?.why).toBe('noJob')
})

it('names somebody where nobody is found, and stands still where it is to', async () => {
  const named = await play(flow, input({ steps: [{ node: 'lead', act: 'name', user: 'zoe' }, approve('lead', 'zoe', { note: 'x' })] }), async id =>
    id === 'lead' ? 'nobody' : ['ben'],
  )
  expect(endOf(named.state)).toBe('approved')
  expect(endOf((await play(flow, input(), async () => 'exception')).state)).toBe('stopped')
  expect(wayOf(flow, (await play(flow, input(), async () => 'pass')).moments)).toEqual(['lead', 'tell', 'end'])
})

it('holds a kept case against what it expects', async () => {
  const steps = [approve('lead', 'ann', { note: 'x' })]
  const faultOf = async (more: Partial<TestCase>) => {
    const kept = test({ steps, ...more })
    return testFault(flow, kept, await play(flow, kept, ask))
  }
  expect(await faultOf({ way: ['lead', 'tell', 'end'], ends: 'approved' })).toBeUndefined()
  expect(await faultOf({ way: ['lead', 'hr'], ends: 'waiting' })).toEqual({ code: 'otherStep', expected: 'hr', got: 'tell' })
  expect(await faultOf({ way: ['lead', 'tell', 'end', 'end'], ends: 'approved' })).toEqual({ code: 'stepMissing', expected: 'end' })
  expect(await faultOf({ way: ['lead'], ends: 'waiting' })).toEqual({ code: 'stepMore', got: 'tell' })
  expect(await faultOf({ way: ['lead', 'tell', 'end'], ends: 'rejected' })).toEqual({ code: 'otherEnd', expected: 'rejected', got: 'approved' })
  expect(await faultOf({ steps: [approve('lead', 'zoe')], way: [], ends: 'waiting' })).toEqual({ code: 'notAsked', node: 'lead', user: 'zoe' })
})

it('goes the way of a time that is over, and of a service that fails', async () => {
  const bordered: FlowDefinition = {
    ...flow,
    nodes: [
      ...flow.nodes,
      { id: 'late', kind: 'border', name: 'Late', border: { on: 'lead', event: 'timer', after: { value: 1, unit: 'day' } } },
      { id: 'job', kind: 'service', name: 'Job' },
      { id: 'failed', kind: 'border', name: 'Failed', border: { on: 'job', event: 'error' } },
    ],
    lines: [...flow.lines, { id: 'x', from: 'late', to: 'job' }, { id: 'y', from: 'job', to: 'tell' }, { id: 'z', from: 'failed', to: 'hr' }],
  }
  const late = { node: 'late', act: 'due' as const }
  const over = await play(bordered, input({ steps: [late, { node: 'job', act: 'fail' }] }), async () => ['zoe'])
  expect([endOf(over.state), wayOf(bordered, over.moments)]).toEqual(['waiting', ['lead', 'job', 'hr']])
  expect((await play(bordered, input({ steps: [late, late] }), ask)).halted?.why).toBe('notDue')
  const asked = { id: 'asked', kind: 'border' as const, name: 'Asked', border: { on: 'lead', event: 'message' as const, isBeside: true as const } }
  const awaiting = {
    ...bordered,
    nodes: [...bordered.nodes, { ...asked, awaits: { messageName: 'asked' } }],
    lines: [...bordered.lines, { id: 'm', from: 'asked', to: 'hr' }],
  }
  const comes = { node: 'asked', act: 'message' as const }
  const heard = await play(awaiting, input({ steps: [comes, late] }), async () => ['zoe'])
  expect([endOf(heard.state), wayOf(awaiting, heard.moments)]).toEqual(['waiting', ['lead', 'hr', 'job']])
  expect((await play(awaiting, input({ steps: [late, comes] }), async () => ['zoe'])).halted?.why).toBe('notAwaited')
  expect((await play(awaiting, input({ steps: [{ ...comes, node: 'late' }] }), ask)).halted?.why).toBe('notAwaited')
  expect((await play(bordered, input({ steps: [{ node: 'failed', act: 'due' }] }), ask)).halted?.why).toBe('notDue')
})
