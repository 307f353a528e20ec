// A flow that goes straight on as a list of steps, as most approvals are: what is edited as cards one below the other. Pure.
import type { ApproverRule, DefinedNode, EmptyPolicy, FlowDefinition } from './definition.ts'
import type { Deciding } from './graph.ts'

/** One card; of a rule it has what belongs to it. */
export interface Step {
  id?: string
  kind: 'user' | 'copy'
  name: string
  by: ApproverRule['by']
  users?: string[]
  roles?: string[]
  level?: number
  levels?: number
  field?: string
  node?: string
  deciding?: Deciding['by']
  percent?: number
  empty?: EmptyPolicy['then']
  emptyUsers?: string[]
}

/** Nodes between start and end in their order; undefined where the flow has more than one way, or none to its end. */
function inOrder({ nodes, lines }: Pick<FlowDefinition, 'nodes' | 'lines'>): DefinedNode[] | undefined {
  const start = nodes.find(({ kind }) => kind === 'start')
  const found: DefinedNode[] = []
  let at = start
  for (let count = 0; at && count < nodes.length; count++) {
    const ways: FlowDefinition['lines'] = lines.filter(({ from }) => from === at?.id)
    const next: DefinedNode | undefined = nodes.find(({ id }) => id === ways[0]?.to)
    if (ways.length !== 1 || !next) return undefined
    if (next.kind === 'end') return found.length === nodes.length - 2 ? found : undefined
    if (next.kind !== 'user' && next.kind !== 'copy') return undefined
    found.push(next)
    at = next
  }
  return undefined
}

function stepOf({ id, kind, name, approvers, deciding, empty }: DefinedNode): Step {
  const { by = 'leader', ...rest } = approvers ?? {}
  return {
    id,
    kind: kind === 'copy' ? 'copy' : 'user',
    name,
    by,
    ...rest,
    ...(deciding && { deciding: deciding.by, ...(deciding.by === 'ratio' && { percent: deciding.percent }) }),
    ...(empty && { empty: empty.then, ...(empty.then === 'people' && { emptyUsers: empty.users }) }),
  }
}

/** The steps of a flow; undefined where it does not go straight on. */
export const stepsOf = (definition: Pick<FlowDefinition, 'nodes' | 'lines'>): Step[] | undefined => inOrder(definition)?.map(stepOf)

function ruleOf({ by, users = [], roles = [], level = 1, levels = 1, field = '', node = '' }: Step): ApproverRule {
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

function nodeOf(step: Step, id: string, before: DefinedNode | undefined): DefinedNode {
  const { kind, name, deciding, percent = 100, empty, emptyUsers = [] } = step
  const node: DefinedNode = { ...(before?.fields && { fields: before.fields }), id, kind, name, approvers: ruleOf(step) }
  if (kind === 'copy') return node
  return {
    ...node,
    ...(before?.overdue && { overdue: before.overdue }),
    ...(deciding && { deciding: deciding === 'ratio' ? { by: deciding, percent } : { by: deciding } }),
    ...(empty && { empty: empty === 'people' ? { then: empty, users: emptyUsers } : { then: empty } }),
  }
}

/** The same flow with other steps; those that were there keep what cards do not show. */
export function withSteps(definition: FlowDefinition, steps: readonly Step[]): FlowDefinition {
  const { nodes } = definition
  const start = nodes.find(({ kind }) => kind === 'start') ?? { id: 'start', kind: 'start' as const, name: '' }
  const end = nodes.find(({ kind }) => kind === 'end') ?? { id: 'end', kind: 'end' as const, name: '' }
  const taken = new Set([start.id, end.id])
  // An id that comes twice, as from a card that was copied, is the first one's.
  const ids = steps.map(({ id }) => {
    if (!id || taken.has(id)) return undefined
    taken.add(id)
    return id
  })
  let last = 0
  const fresh = () => {
    do last++
    while (taken.has(`step${last}`))
    return `step${last}`
  }
  const made = steps.map((step, at) => {
    const id = ids[at] ?? fresh()
    return nodeOf(
      step,
      id,
      nodes.find(node => node.id === ids[at]),
    )
  })
  const all = [start, ...made, end]
  return { ...definition, nodes: all, lines: all.slice(1).map(({ id }, at) => ({ id: `line${at + 1}`, from: all[at]?.id ?? '', to: id })) }
}
