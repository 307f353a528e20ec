// A step as a form edits it: everything on one level, where a definition nests it. Pure.
import { ruleOf, type DefinedNode, type EmptyPolicy, type FieldRight, type LooseRule } from './definition.ts'
import type { Deciding } from './graph.ts'

export interface Step extends LooseRule {
  name: string
  deciding?: Deciding['by']
  percent?: number
  /** Empty: as the flow says. */
  empty?: EmptyPolicy['then'] | ''
  emptyUsers?: string[]
  /** Only what is not as it is without saying. */
  rights?: { field: string; right: FieldRight }[]
}

export function stepOf({ name, approvers, deciding, empty, fields = {} }: DefinedNode): Step {
  const { by = 'leader', ...rest } = approvers ?? {}
  return {
    name,
    by,
    ...rest,
    ...(deciding && { deciding: deciding.by, ...(deciding.by === 'ratio' && { percent: deciding.percent }) }),
    ...(empty && { empty: empty.then, ...(empty.then === 'people' && { emptyUsers: empty.users }) }),
    rights: Object.entries(fields).map(([field, right]) => ({ field, right })),
  }
}

/** The node as a form left it; what the form does not show stays. */
export function withStep(node: DefinedNode, step: Step): DefinedNode {
  const { name, deciding, percent = 50, empty, emptyUsers = [], rights = [] } = step
  const { approvers: _approvers, deciding: _deciding, empty: _empty, fields: _fields, ...rest } = node
  const fields = Object.fromEntries(rights.flatMap(({ field, right }) => (field && right ? [[field, right]] : [])))
  const asks = node.kind === 'user'
  return {
    ...rest,
    name,
    ...((asks || node.kind === 'copy') && { approvers: ruleOf(step) }),
    ...(asks && deciding && (deciding !== 'one' || node.deciding) && { deciding: deciding === 'ratio' ? { by: deciding, percent } : { by: deciding } }),
    ...(asks && empty && { empty: empty === 'people' ? { then: empty, users: emptyUsers } : { then: empty } }),
    ...(Object.keys(fields).length > 0 && { fields }),
  }
}
