// What a designer makes of a flow: nodes with who decides, lines with conditions, parameters. BPMN is only how it comes and goes.
import { conditionFault, type ConditionFault, type ConditionGroup } from './conditions.ts'
import { flowFaults, type Border, type Deciding, type FlowFaultCode, type FlowShape, type NodeKind } from './graph.ts'
import { formulaFault, type FormulaFault } from './formula.ts'
import { durationFits, overdueFaults, type Duration, type OverdueAction, type OverdueFault } from './overdue.ts'
import type { TestCase } from './play.ts'
import { fitsParameter, isAskedFor } from './parameters.ts'
import { calendarFault, type CalendarFault, type WorkCalendar } from './calendar.ts'
import { serviceFaults, type ServiceAct, type ServiceFault } from './service.ts'

/** Who decides at a task. Levels count departments upwards from the starter's own, which is 1. */
export type ApproverRule =
  | { by: 'people'; users: string[] }
  | { by: 'roles'; roles: string[] }
  | { by: 'leader'; level: number }
  | { by: 'leaders'; levels: number }
  | { by: 'field'; field: string }
  | { by: 'starter' }
  | { by: 'choice' }
  | { by: 'earlier'; node: string }
/** What happens where a rule finds nobody: go on, ask the leader above, ask these, stop as an incident, or wait for an operator. */
export type EmptyPolicy = { then: 'pass' | 'upper' | 'exception' | 'nobody' } | { then: 'people'; users: string[] }
export type FieldRight = 'hidden' | 'read' | 'write' | 'required'

/** What may happen to a step while it waits. */
export interface DefinedBorder extends Border {
  /** Of a timer: how long the step may take. */
  after?: Duration
  /** Its time counts in the working hours of the flow alone. */
  workingTime?: boolean
}

/** What is waited for: the message of this name whose value is that of `match`, a formula; without one it is the id of the row. */
export interface Awaited {
  messageName: string
  match?: string
}

export interface DefinedNode {
  id: string
  kind: NodeKind
  name: string
  /** The sub-process that it stands in. */
  within?: string
  x?: number
  y?: number
  /** Of a sub-process, how large it is drawn. */
  width?: number
  height?: number
  approvers?: ApproverRule
  deciding?: Deciding
  empty?: EmptyPolicy
  /** By keys of fields; what is not named may be read. */
  fields?: Record<string, FieldRight>
  overdue?: OverdueAction[]
  /** What is done at a step without people. */
  service?: ServiceAct
  border?: DefinedBorder
  /** Of an event that is a message. */
  awaits?: Awaited
}
export interface DefinedLine {
  id: string
  from: string
  to: string
  label?: string
  isDefault?: boolean
  conditionType?: 'condition' | 'formula'
  conditions?: ConditionGroup
  formula?: string
  /** How its conditions are edited: one list of them, or groups within groups. */
  filterMode?: 'simple' | 'full'
}
export const PARAMETER_TYPES = ['string', 'int', 'float', 'boolean', 'entity', 'object'] as const
export interface Parameter {
  id: string
  name: string
  type: (typeof PARAMETER_TYPES)[number]
  isArray?: boolean
  required?: boolean
  default?: unknown
  description?: string
  /** Keys of source and model, of an entity. */
  entity?: string
  /** Its fields stand beside it as parameters of their own. */
  flatEntity?: boolean
  fields?: { name: string; type: string }[]
}
export interface FlowDefinition {
  /** Keys of source and model whose rows go through the flow, as `main/leave`. */
  model: string
  /** Of a case; `{{field}}` puts a value in its place. */
  title?: string
  nodes: DefinedNode[]
  lines: DefinedLine[]
  parameters?: Parameter[]
  initiators?: { by: 'everyone' } | { by: 'chosen'; users: string[]; roles: string[]; departments?: string[] }
  /** For nodes that do not say it. */
  empty?: EmptyPolicy
  /** Somebody who decided before in the same case: ask again, or take it as approved. */
  sameApprover?: 'ask' | 'pass'
  /** Several of its tasks may be approved at once, from the list. */
  batch?: boolean
  /** The working hours that overdue actions count in. */
  calendar?: WorkCalendar
  /** Played before a version is enabled. */
  tests?: TestCase[]
}
export type DefinitionFaultCode =
  | FlowFaultCode
  | ConditionFault
  | OverdueFault
  | CalendarFault
  | 'calendarMissing'
  | 'borderTime'
  | 'messageMissing'
  | 'messageTwice'
  | FormulaFault
  | ServiceFault
  | 'modelMissing'
  | 'approversMissing'
  | 'approversEmpty'
  | 'earlierUnknown'
  | 'copyToNobody'
  | 'conditionMissing'
  | 'formulaMissing'
  | 'parameterName'
  | 'parameterTwice'
  | 'parameterEntity'
  | 'parameterDefault'
  | 'parameterUnfilled'
/** `at` is the id of a node, line or parameter. */
export interface DefinitionFault {
  code: DefinitionFaultCode
  at?: string
}

/** What a rule may hold before it is known which of it belongs to it. */
export interface LooseRule {
  by: ApproverRule['by']
  users?: string[]
  roles?: string[]
  level?: number
  levels?: number
  field?: string
  node?: string
}
/** The rule with what belongs to it, and nothing else. */
export function ruleOf({ by, users = [], roles = [], level = 1, levels = 1, field = '', node = '' }: LooseRule): ApproverRule {
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

const PARAMETER_NAME = /^[A-Za-z0-9_]+(\.[A-Za-z0-9_]+)*$/

/** What the engine needs of a definition. */
export const shapeOf = ({ nodes, lines }: Pick<FlowDefinition, 'nodes' | 'lines'>): FlowShape => ({
  nodes: nodes.map(({ id, kind, within, deciding, approvers, border }) => {
    // Leaders one above the other are asked one after the other.
    const how = deciding ?? (approvers?.by === 'leaders' ? { by: 'inTurn' as const } : undefined)
    const its = border && { on: border.on, event: border.event, ...(border.isBeside && { isBeside: border.isBeside }) }
    return { id, kind, ...(within !== undefined && { within }), ...(how && { deciding: how }), ...(its && { border: its }) }
  }),
  lines: lines.map(({ id, from, to, isDefault }) => ({ id, from, to, ...(isDefault && { isDefault }) })),
})

/** All names that a parameter takes: its own, and those of the fields that stand beside it. */
export const namesOf = ({ name, flatEntity, fields = [] }: Pick<Parameter, 'name' | 'flatEntity' | 'fields'>): string[] => [
  name,
  ...(flatEntity ? fields.map(field => `${name}.${field.name}`) : []),
]

function parameterFaults(parameters: readonly Parameter[]): DefinitionFault[] {
  const faults: DefinitionFault[] = []
  const taken = new Set<string>()
  for (const parameter of parameters) {
    const { id, name, type, entity } = parameter
    if (!PARAMETER_NAME.test(name)) faults.push({ code: 'parameterName', at: id })
    if (type === 'entity' && !entity) faults.push({ code: 'parameterEntity', at: id })
    if (parameter.default === undefined || parameter.default === null) {
      if (parameter.required && !isAskedFor(parameter)) faults.push({ code: 'parameterUnfilled', at: id })
    } else if (!fitsParameter(parameter, parameter.default)) faults.push({ code: 'parameterDefault', at: id })
    const names = namesOf(parameter)
    if (names.some(one => taken.has(one)) || new Set(names).size < names.length) faults.push({ code: 'parameterTwice', at: id })
    for (const one of names) taken.add(one)
  }
  return faults
}

function approverFault(rule: ApproverRule | undefined, isBefore: (id: string) => boolean): DefinitionFaultCode | undefined {
  if (!rule) return 'approversMissing'
  switch (rule.by) {
    case 'people':
      return rule.users.length === 0 ? 'approversEmpty' : undefined
    case 'roles':
      return rule.roles.length === 0 ? 'approversEmpty' : undefined
    case 'field':
      return rule.field === '' ? 'approversEmpty' : undefined
    case 'earlier':
      return isBefore(rule.node) ? undefined : 'earlierUnknown'
    default:
      return undefined
  }
}

const emptyFault = (policy: EmptyPolicy | undefined): DefinitionFaultCode | undefined =>
  policy?.then === 'people' && policy.users.length === 0 ? 'approversEmpty' : undefined

/** What stands against waiting for a message. */
function awaitedFault({ messageName, match }: Awaited = { messageName: '' }): DefinitionFaultCode | undefined {
  if (!messageName.trim()) return 'messageMissing'
  return match === undefined ? undefined : formulaFault(match)
}
/** Events of one step that wait for the same message. */
function sameMessages(nodes: readonly DefinedNode[]): DefinitionFault[] {
  const known = new Set<string>()
  return nodes.flatMap(({ id, border, awaits }) => {
    if (border?.event !== 'message' || !awaits?.messageName) return []
    const key = JSON.stringify([border.on, awaits.messageName.trim()])
    if (known.has(key)) return [{ code: 'messageTwice' as const, at: id }]
    known.add(key)
    return []
  })
}

function nodeFaults(node: DefinedNode, isBefore: (from: string, to: string) => boolean): DefinitionFaultCode[] {
  const { id, kind, approvers, empty, service, border, awaits, overdue = [] } = node
  const before = (from: string) => from !== id && isBefore(from, id)
  const tells = kind === 'copy' ? approvers : service?.do === 'message' ? service.to : undefined
  if (kind === 'service' && !tells) return serviceFaults(service)
  if (kind === 'copy' || kind === 'service') {
    const fault = approverFault(tells, before)
    const more = kind === 'service' ? serviceFaults(service) : []
    if (!fault || more.length) return more
    return fault === 'approversMissing' || fault === 'approversEmpty' ? ['copyToNobody'] : fault ? [fault] : []
  }
  if (border?.event === 'timer' && !durationFits(border.after)) return ['borderTime']
  if (border?.event === 'message') return [awaitedFault(awaits)].filter(fault => fault !== undefined)
  if (kind !== 'user') return []
  return [approverFault(approvers, before), emptyFault(empty), ...overdueFaults(overdue)].filter(fault => fault !== undefined)
}

function lineFaults({ nodes, lines }: FlowDefinition): DefinitionFault[] {
  const chooses = new Set(nodes.filter(({ kind }) => kind === 'exclusive' || kind === 'inclusive').map(({ id }) => id))
  const ways = new Map<string, number>()
  for (const { from } of lines) ways.set(from, (ways.get(from) ?? 0) + 1)
  return lines.flatMap(({ id, from, isDefault, conditionType, conditions, formula }): DefinitionFault[] => {
    if (isDefault || !chooses.has(from) || (ways.get(from) ?? 0) < 2) return []
    if (conditionType === 'formula') {
      const code = formula?.trim() ? formulaFault(formula) : 'formulaMissing'
      return code ? [{ code, at: id }] : []
    }
    const fault = conditionFault(conditions)
    if (!fault) return []
    return [{ code: fault === 'conditionEmpty' && conditions === undefined ? 'conditionMissing' : fault, at: id }]
  })
}

/** Everything that stands against enabling a definition. */
export function definitionFaults(definition: FlowDefinition): DefinitionFault[] {
  const { nodes, lines, parameters = [], empty, model } = definition
  const shape: DefinitionFault[] = flowFaults(shapeOf(definition))
  if (shape.some(({ code }) => code === 'tooLarge')) return shape
  const held = new Map<string, DefinedNode[]>()
  for (const node of nodes) if (node.within !== undefined) held.set(node.within, [...(held.get(node.within) ?? []), node])
  // Behind a sub-process all of it came before; where it begins, only what is before it.
  const behind = (id: string) => (held.has(id) ? `behind ${id}` : id)
  const into = new Map<string, string[]>()
  for (const { from, to } of lines) into.set(to, [...(into.get(to) ?? []), behind(from)])
  for (const { id, border } of nodes) if (border) into.set(id, [behind(border.on)])
  for (const [id, inside] of held) {
    into.set(behind(id), [id, ...inside.map(one => behind(one.id))])
    for (const one of inside) if (one.kind === 'start') into.set(one.id, [id])
  }
  const users = new Set(nodes.filter(({ kind }) => kind === 'user').map(({ id }) => id))
  const isBefore = (from: string, to: string) => {
    if (!users.has(from)) return false
    const seen = new Set([to])
    const open = [to]
    for (let at = open.pop(); at !== undefined; at = open.pop())
      for (const one of into.get(at) ?? []) {
        if (one === from) return true
        if (!seen.has(one)) {
          seen.add(one)
          open.push(one)
        }
      }
    return false
  }
  const general = emptyFault(empty)
  const hours = definition.calendar && calendarFault(definition.calendar)
  const unhoured = definition.calendar ? [] : nodes.filter(({ overdue = [], border }) => border?.workingTime || overdue.some(({ workingTime }) => workingTime))
  return [
    ...(model ? [] : [{ code: 'modelMissing' as const }]),
    ...(general ? [{ code: general }] : []),
    ...(hours ? [{ code: hours }] : []),
    ...unhoured.map(({ id }) => ({ code: 'calendarMissing' as const, at: id })),
    ...shape,
    ...nodes.flatMap(node => nodeFaults(node, isBefore).map(code => ({ code, at: node.id }))),
    ...sameMessages(nodes),
    ...lineFaults(definition),
    ...parameterFaults(parameters),
  ]
}

/** What an approval begins with: the starter asks the leader of the own department, and it ends. */
export const newDefinition = (model: string, words: { start: string; approval: string; end: string }): FlowDefinition => ({
  model,
  nodes: [
    { id: 'start', kind: 'start', name: words.start },
    { id: 'approval', kind: 'user', name: words.approval, approvers: { by: 'leader', level: 1 }, empty: { then: 'nobody' } },
    { id: 'end', kind: 'end', name: words.end },
  ],
  lines: [
    { id: 'line1', from: 'start', to: 'approval' },
    { id: 'line2', from: 'approval', to: 'end' },
  ],
  initiators: { by: 'everyone' },
})
