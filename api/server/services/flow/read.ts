// A definition as a call brings it, made into the one that the engine and the rules know: each rule has what belongs to it, and nothing else.
import type { ConditionGroup } from '../../../flow/conditions.ts'
import { ruleOf, type DefinedBorder, type DefinedNode, type EmptyPolicy, type FlowDefinition, type Parameter } from '../../../flow/definition.ts'
import type { Deciding } from '../../../flow/graph.ts'
import type { OverdueAction } from '../../../flow/overdue.ts'
import { actOf, type LooseAct } from '../../../flow/service.ts'
import type { CallTypes } from '../../../generated/types.ts'

export type MadeFlow = CallTypes['flow.create']['body']['definition']
type MadeNode = MadeFlow['nodes'][number]

export const emptyFrom = ({ then, users = [] }: NonNullable<MadeNode['empty']>): EmptyPolicy => (then === 'people' ? { then, users } : { then })
const decidingOf = ({ by, percent = 100 }: NonNullable<MadeNode['deciding']>): Deciding => (by === 'ratio' ? { by, percent } : { by })

const borderOf = ({ on, event, isBeside, after, workingTime }: NonNullable<MadeNode['border']>): DefinedBorder => ({
  on,
  event,
  ...(isBeside && { isBeside }),
  ...(event === 'timer' && after && { after }),
  ...(event === 'timer' && workingTime && { workingTime }),
})

const nodeOf = ({
  id,
  kind,
  name,
  within,
  x,
  y,
  width,
  height,
  approvers,
  deciding,
  empty,
  fields,
  overdue,
  service,
  border,
  awaits,
}: MadeNode): DefinedNode => ({
  id,
  kind,
  name,
  ...(x !== undefined && { x }),
  ...(y !== undefined && { y }),
  ...(within !== undefined && { within }),
  ...(kind === 'subprocess' && width !== undefined && height !== undefined && { width, height }),
  ...(approvers && { approvers: ruleOf(approvers) }),
  ...(deciding && { deciding: decidingOf(deciding) }),
  ...(empty && { empty: emptyFrom(empty) }),
  ...(fields && { fields }),
  ...(service && { service: actOf({ ...service, ...(service.to && { to: ruleOf(service.to) }) } as LooseAct) }),
  ...(border && { border: borderOf(border) }),
  ...(border?.event === 'message' && awaits && { awaits: { messageName: awaits.messageName, ...(awaits.match?.trim() && { match: awaits.match }) } }),
  ...(overdue?.length && { overdue: overdue as unknown as OverdueAction[] }),
})

const chosenOf = ({ users = [], roles = [], departments = [] }: NonNullable<MadeFlow['initiators']>): FlowDefinition['initiators'] => ({
  by: 'chosen',
  users,
  roles,
  ...(departments.length > 0 && { departments }),
})

export function readFlow({ model, title, nodes, lines, initiators, empty, parameters, sameApprover, batch, calendar, tests }: MadeFlow): FlowDefinition {
  return {
    model,
    ...(title !== undefined && { title }),
    nodes: nodes.map(nodeOf),
    lines: lines.map(({ id, from, to, label, isDefault, conditionType, conditions, formula, filterMode }) => ({
      id,
      from,
      to,
      ...(label !== undefined && { label }),
      ...(isDefault && { isDefault }),
      ...(conditionType && { conditionType }),
      ...(filterMode && { filterMode }),
      // Anything else than a tree of conditions is told before the flow is enabled.
      ...(formula !== undefined && { formula }),
      ...(conditions && { conditions: conditions as unknown as ConditionGroup }),
    })),
    initiators: initiators?.by === 'chosen' ? chosenOf(initiators) : { by: 'everyone' },
    ...(empty && { empty: emptyFrom(empty) }),
    ...(sameApprover && { sameApprover }),
    ...(batch && { batch }),
    ...(calendar && { calendar }),
    ...(tests?.length && { tests }),
    ...(parameters?.length && { parameters: parameters as Parameter[] }),
  }
}
