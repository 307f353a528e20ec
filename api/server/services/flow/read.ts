// A definition as a call brings it, made into the one that the engine and the rules know: each rule has what belongs to it, and nothing else.
import type { ConditionGroup } from '../../../flow/conditions.ts'
import type { ApproverRule, DefinedNode, EmptyPolicy, FlowDefinition } from '../../../flow/definition.ts'
import type { Deciding } from '../../../flow/graph.ts'
import type { CallTypes } from '../../../generated/types.ts'

export type MadeFlow = CallTypes['flow.create']['body']['definition']
type MadeNode = MadeFlow['nodes'][number]

function approversOf({ by, users = [], roles = [], level = 1, levels = 1, field = '', node = '' }: NonNullable<MadeNode['approvers']>): ApproverRule {
  switch (by) {
    case 'people':
      return { by, users }
    case 'roles':
      return { by, roles }
    case 'leader':
      return { by, level }
    case 'leaders':
      return { by, levels }
    case 'field':
      return { by, field }
    case 'earlier':
      return { by, node }
    default:
      return { by }
  }
}
const emptyOf = ({ then, users = [] }: NonNullable<MadeNode['empty']>): EmptyPolicy => (then === 'people' ? { then, users } : { then })
const decidingOf = ({ by, percent = 100 }: NonNullable<MadeNode['deciding']>): Deciding => (by === 'ratio' ? { by, percent } : { by })

const nodeOf = ({ id, kind, name, x, y, approvers, deciding, empty, fields }: MadeNode): DefinedNode => ({
  id,
  kind,
  name,
  ...(x !== undefined && { x }),
  ...(y !== undefined && { y }),
  ...(approvers && { approvers: approversOf(approvers) }),
  ...(deciding && { deciding: decidingOf(deciding) }),
  ...(empty && { empty: emptyOf(empty) }),
  ...(fields && { fields }),
})

export function readFlow({ model, title, nodes, lines, initiators, empty, sameApprover }: MadeFlow): FlowDefinition {
  return {
    model,
    ...(title !== undefined && { title }),
    nodes: nodes.map(nodeOf),
    lines: lines.map(({ id, from, to, label, isDefault, conditions }) => ({
      id,
      from,
      to,
      ...(label !== undefined && { label }),
      ...(isDefault && { isDefault }),
      // Anything else than a tree of conditions is told before the flow is enabled.
      ...(conditions && { conditions: conditions as unknown as ConditionGroup }),
    })),
    initiators: initiators?.by === 'chosen' ? { by: 'chosen', users: initiators.users ?? [], roles: initiators.roles ?? [] } : { by: 'everyone' },
    ...(empty && { empty: emptyOf(empty) }),
    ...(sameApprover && { sameApprover }),
  }
}
