import { describe, expect, it } from 'vitest'
import type { DefinedNode } from '../../api/flow/definition.ts'
import { stepOf, withStep, type Step } from '../../api/flow/steps.ts'

const USER: DefinedNode = {
  id: 'a',
  kind: 'user',
  name: 'Board',
  x: 10,
  approvers: { by: 'people', users: ['u'] },
  deciding: { by: 'ratio', percent: 60 },
  empty: { then: 'people', users: ['v'] },
  fields: { note: 'write' },
}
const STEPS: [string, Step][] = [
  ['people', { name: 'n', by: 'people', users: ['u'], rights: [] }],
  ['roles', { name: 'n', by: 'roles', roles: ['r'], deciding: 'all', rights: [] }],
  ['a leader', { name: 'n', by: 'leader', level: 2, empty: 'upper', rights: [] }],
  ['leaders', { name: 'n', by: 'leaders', levels: 3, rights: [{ field: 'note', right: 'hidden' }] }],
  ['a field', { name: 'n', by: 'field', field: 'boss', deciding: 'ratio', percent: 70, rights: [] }],
  ['an earlier step', { name: 'n', by: 'earlier', node: 'x', empty: 'people', emptyUsers: ['v'], rights: [] }],
  ['the starter', { name: 'n', by: 'starter', rights: [] }],
]

describe('a step in a form', () => {
  it('is the same node when nothing is changed, with what the form does not show', () => {
    expect(withStep(USER, stepOf(USER))).toEqual(USER)
  })
  it.each(STEPS)('comes back as it was filled in: %s', (_name, step) => {
    expect(stepOf(withStep({ id: 'a', kind: 'user', name: '' }, step))).toEqual(step)
  })
  it('keeps nothing of a rule that was another one before', () => {
    expect(withStep(USER, { ...stepOf(USER), by: 'leader', level: 1 }).approvers).toEqual({ by: 'leader', level: 1 })
  })
  it('decides nothing where people are only told, or nobody is', () => {
    expect(withStep({ id: 'c', kind: 'copy', name: '' }, { name: 'c', by: 'starter', deciding: 'all', empty: 'pass' })).toEqual({
      id: 'c',
      kind: 'copy',
      name: 'c',
      approvers: { by: 'starter' },
    })
    expect(withStep({ id: 's', kind: 'start', name: '' }, { name: 's', by: 'leader', rights: [{ field: 'note', right: 'required' }] })).toEqual({
      id: 's',
      kind: 'start',
      name: 's',
      fields: { note: 'required' },
    })
  })
})
