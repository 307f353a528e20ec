// What operators do to a running case, on the pure engine.
import { describe, expect, it } from 'vitest'
import { flowGraph, type Deciding } from '../../api/flow/graph.ts'
import { addApprover, decideTask, removeApprover, restartCase, retryIncidents, startCase, transferTask } from '../../api/flow/run.ts'
import type { Outcome } from '../../api/flow/running.ts'
import type { Facts, State } from '../../api/flow/state.ts'

const graph = (deciding?: Deciding) =>
  flowGraph({
    nodes: [
      { id: 's', kind: 'start' },
      { id: 'a', kind: 'user', ...(deciding && { deciding }) },
      { id: 'b', kind: 'user' },
      { id: 'e', kind: 'end' },
    ],
    lines: [
      { id: '1', from: 's', to: 'a' },
      { id: '2', from: 'a', to: 'b' },
      { id: '3', from: 'b', to: 'e' },
    ],
  })
const facts = (users: Record<string, ReturnType<Facts['approvers']>>): Facts => ({ holds: () => false, approvers: ({ id }) => users[id] ?? ['zoe'] })
const who = ({ tasks }: State) => tasks.map(({ node, assignee }) => `${node} ${assignee}`)
const tokenAt = ({ tokens }: State, node: string) => tokens.find(one => one.node === node)?.id ?? -1
const taskOf = ({ tasks }: State, user: string) => tasks.find(({ assignee }) => assignee === user)?.id ?? -1
const approve = (made: ReturnType<typeof graph>, { state }: Outcome, user: string, its: Facts) =>
  decideTask(made, state, its, { task: taskOf(state, user), user, decision: 'approve' })

describe('approvers who come and go', () => {
  const its = facts({ a: ['ann', 'ben'] })

  it('are asked beside the others, and in turn after them', () => {
    for (const by of ['one', 'all', 'inTurn'] as const) {
      const made = graph({ by })
      const { state } = startCase(made, its)
      const added = addApprover(made, state, its, { token: tokenAt(state, 'a'), user: 'cyd' })
      expect(who(added.state), by).toEqual(by === 'inTurn' ? ['a ann'] : ['a ann', 'a ben', 'a cyd'])
      expect(() => addApprover(made, added.state, its, { token: tokenAt(state, 'a'), user: 'cyd' })).toThrow('alreadyAsked')
    }
  })

  it('decide where nobody was found', () => {
    const made = graph()
    const none = facts({ a: 'nobody' })
    const { state } = startCase(made, none)
    expect(who(state)).toEqual(['a null'])
    const added = addApprover(made, state, none, { token: tokenAt(state, 'a'), user: 'cyd' })
    expect(who(added.state)).toEqual(['a cyd'])
    expect(who(approve(made, added, 'cyd', none).state)).toEqual(['b zoe'])
  })

  it('are asked no more; the case goes on where the others have decided', () => {
    const made = graph({ by: 'all' })
    const begun = startCase(made, its)
    const one = approve(made, begun, 'ann', its)
    const without = removeApprover(made, one.state, its, { token: tokenAt(one.state, 'a'), user: 'ben' })
    expect(who(without.state)).toEqual(['b zoe'])
    expect(without.events.filter(({ type }) => type === 'taskDropped')).toHaveLength(1)
  })

  it('who have decided, who were not asked, and the last one stay', () => {
    const made = graph({ by: 'all' })
    const begun = startCase(made, its)
    const token = tokenAt(begun.state, 'a')
    const decided = approve(made, begun, 'ann', its)
    expect(() => removeApprover(made, decided.state, its, { token, user: 'ann' })).toThrow('notAsked')
    expect(() => removeApprover(made, begun.state, its, { token, user: 'dee' })).toThrow('notAsked')
    const single = removeApprover(made, begun.state, its, { token, user: 'ann' })
    expect(who(single.state)).toEqual(['a ben'])
    expect(() => removeApprover(made, single.state, its, { token, user: 'ben' })).toThrow('lastApprover')
    expect(() => removeApprover(made, begun.state, its, { token: 99, user: 'ann' })).toThrow('tokenGone')
  })

  it('in turn: whose turn it is passes it on, who comes later is not asked', () => {
    const three = facts({ a: ['ann', 'ben', 'cyd'] })
    const made = graph({ by: 'inTurn' })
    const begun = startCase(made, three)
    const token = tokenAt(begun.state, 'a')
    expect(who(removeApprover(made, begun.state, three, { token, user: 'ann' }).state)).toEqual(['a ben'])
    const later = removeApprover(made, begun.state, three, { token, user: 'ben' })
    expect(who(later.state)).toEqual(['a ann'])
    expect(who(approve(made, later, 'ann', three).state)).toEqual(['a cyd'])
    const last = approve(made, approve(made, begun, 'ann', three), 'ben', three)
    expect(who(removeApprover(made, last.state, three, { token, user: 'cyd' }).state)).toEqual(['b zoe'])
  })

  it('of whom one rejected: the rest decides without the one who went', () => {
    const made = graph({ by: 'ratio', percent: 50 })
    const three = facts({ a: ['ann', 'ben', 'cyd'] })
    const begun = startCase(made, three)
    const rejected = decideTask(made, begun.state, three, { task: taskOf(begun.state, 'ann'), user: 'ann', decision: 'reject' })
    const two = removeApprover(made, rejected.state, three, { token: tokenAt(begun.state, 'a'), user: 'ben' })
    expect(two.state.status).toBe('running')
    expect(who(approve(made, two, 'cyd', three).state)).toEqual(['b zoe'])
  })
})

describe('what stands still', () => {
  it('goes on when it is tried again with people there, and stands still again without', () => {
    const made = graph()
    const stopped = startCase(made, facts({ a: 'exception' }))
    expect(stopped.state.tokens).toMatchObject([{ node: 'a', incident: 'noApprover' }])
    const again = retryIncidents(made, stopped.state, facts({ a: 'exception' }))
    expect(again.state.tokens).toMatchObject([{ node: 'a', incident: 'noApprover' }])
    expect(again.events.map(({ type }) => type)).toEqual(['retried', 'entered', 'incident'])
    expect(who(retryIncidents(made, again.state, facts({ a: ['ann'] })).state)).toEqual(['a ann'])
  })

  it('is nothing where nothing stands still', () => {
    const made = graph()
    const { state } = startCase(made, facts({ a: ['ann'] }))
    const again = retryIncidents(made, state, facts({ a: ['ben'] }))
    expect(again).toEqual({ state, events: [] })
  })
})

describe('a case that begins again', () => {
  it('drops what is open, and gives no number twice', () => {
    const made = graph()
    const its = facts({ a: ['ann'] })
    const begun = startCase(made, its)
    const [first] = begun.state.tasks
    const second = approve(made, begun, 'ann', its)
    const again = restartCase(made, second.state, its)
    expect(who(again.state)).toEqual(['a ann'])
    expect(again.state.tasks[0]?.id).toBeGreaterThan(first?.id ?? 0)
    expect(new Set([...begun.state.tasks, ...second.state.tasks, ...again.state.tasks].map(({ id }) => id)).size).toBe(3)
    expect(again.events.map(({ type }) => type)).toEqual(['taskDropped', 'restarted', 'entered', 'left', 'entered', 'taskOpened'])
    expect(() => decideTask(made, again.state, its, { task: first?.id ?? 0, user: 'ann', decision: 'approve' })).toThrow('taskGone')
    expect(() => transferTask(made, again.state, its, { task: first?.id ?? 0, to: 'ben' })).toThrow('taskGone')
  })
})
