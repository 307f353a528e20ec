// What a flow says in short: who decides at a step, when a branch is gone, what is different.
import type { FlowChange } from '../../api/flow/changes.ts'
import type { ConditionGroup, ConditionLeaf } from '../../api/flow/conditions.ts'
import type { DefinedLine, DefinedNode, FlowDefinition } from '../../api/flow/definition.ts'
import type { Duration } from '../../api/flow/overdue.ts'
import type { Say } from '../words.ts'

export interface SourceField {
  name: string
  label: string
  type?: string
  options?: { value: string; label: string }[]
}

export function whoOf(say: Say, { approvers }: Partial<DefinedNode>, labelOf: (field: string) => string): string {
  switch (approvers?.by) {
    case 'people':
      return approvers.users.length === 1 ? say('1 person') : say('{count} people', { count: approvers.users.length })
    case 'roles':
      return approvers.roles.length === 1 ? say('Who holds a role') : say('Who holds one of {count} roles', { count: approvers.roles.length })
    case 'leader':
      return approvers.level === 1 ? say("Leader of the starter's department") : say('Leader {level} departments upwards', { level: approvers.level })
    case 'leaders':
      return say('{count} leaders upwards, one after the other', { count: approvers.levels })
    case 'field':
      return say('Whom “{field}” names', { field: labelOf(approvers.field) })
    case 'starter':
      return say('The starter')
    case 'choice':
      return say('Whom the starter chooses')
    case 'earlier':
      return say('Who decided at an earlier step')
    default:
      return say('Nobody yet')
  }
}

const UNITS: Record<Duration['unit'], [string, string]> = {
  minute: ['1 minute', '{count} minutes'],
  hour: ['1 hour', '{count} hours'],
  day: ['1 day', '{count} days'],
  week: ['1 week', '{count} weeks'],
  month: ['1 month', '{count} months'],
  year: ['1 year', '{count} years'],
}
export const durationText = (say: Say, { value, unit }: Duration) => (value === 1 ? say(UNITS[unit][0]) : say(UNITS[unit][1], { count: value }))

/** What an event on the border of a step is called. */
export const borderTitle = (say: Say, { name, border }: Partial<DefinedNode>): string =>
  name || (border?.event === 'error' ? say('It fails|border') : border?.event === 'message' ? say('A message comes') : say('Time is over'))

/** When it happens, and what becomes of the step. */
export function borderText(say: Say, { border, awaits }: Partial<DefinedNode>): string {
  if (border?.event === 'error') return say('Where the step fails for good')
  if (border?.event === 'message') {
    const message = awaits?.messageName || '…'
    return border.isBeside ? say('When “{message}” comes, beside the step', { message }) : say('When “{message}” comes, instead of the step', { message })
  }
  const span = border?.after ? durationText(say, border.after) : '…'
  const time = border?.workingTime ? say('{time} of working time', { time: span }) : span
  return border?.isBeside ? say('After {time}, beside the step', { time }) : say('After {time}, instead of the step', { time })
}

/** What a step without people does. `nameOf` says how what it names is called. */
export function serviceText(say: Say, { service }: DefinedNode, nameOf: (of: 'api' | 'query' | 'flow' | 'model' | 'field', key: string) => string): string {
  switch (service?.do) {
    case 'api':
      return service.key ? say('Calls “{name}”', { name: nameOf('api', service.key) }) : say('No API yet')
    case 'query':
      return service.key ? say('Asks “{name}”', { name: nameOf('query', service.key) }) : say('No query yet')
    case 'call':
      return service.key ? say('Starts “{name}” and waits for its end', { name: nameOf('flow', service.key) }) : say('No flow yet')
    case 'set':
      return service.values.length
        ? say('Writes {fields}', { fields: service.values.map(({ name }) => nameOf('field', name)).join(', ') })
        : say('Nothing to write yet')
    case 'create':
      return service.model ? say('Adds a row of “{name}”', { name: nameOf('model', service.model) }) : say('No model yet')
    case 'update':
      return service.model ? say('Changes a row of “{name}”', { name: nameOf('model', service.model) }) : say('No model yet')
    case 'message':
      return say('Tells: {who}', { who: whoOf(say, { approvers: service.to }, key => nameOf('field', key)) })
    case 'deliver':
      return service.messageName ? say('Delivers “{message}” to whoever waits for it', { message: service.messageName }) : say('No message yet')
    default:
      return say('Does nothing yet')
  }
}

const SIGNS: Readonly<Record<string, string>> = {
  equal: '=',
  not_equal: '≠',
  greater: '>',
  greater_or_equal: '≥',
  less: '<',
  less_or_equal: '≤',
  select_equals: '=',
  select_not_equals: '≠',
}

function leafText(say: Say, { left, op, right }: ConditionLeaf, fields: ReadonlyMap<string, SourceField>): string {
  const field = fields.get(left?.field ?? '')
  const name = field?.label ?? left?.field ?? ''
  const word = (value: unknown) =>
    field?.options?.find(option => option.value === value)?.label ?? (value === undefined || value === null ? '…' : String(value))
  const value = Array.isArray(right) ? right.map(word).join(', ') : word(right)
  const sign = SIGNS[op]
  if (sign) return `${name} ${sign} ${value}`
  switch (op) {
    case 'is_empty':
      return say('{name} is empty', { name })
    case 'is_not_empty':
      return say('{name} is not empty', { name })
    case 'like':
      return say('{name} contains {value}', { name, value })
    case 'not_like':
      return say('{name} does not contain {value}', { name, value })
    case 'starts_with':
      return say('{name} begins with {value}', { name, value })
    case 'ends_with':
      return say('{name} ends with {value}', { name, value })
    case 'between':
      return say('{name} is between {value}', { name, value })
    case 'not_between':
      return say('{name} is not between {value}', { name, value })
    case 'select_any_in':
      return say('{name} is one of {value}', { name, value })
    case 'select_not_any_in':
      return say('{name} is none of {value}', { name, value })
    default:
      return name
  }
}

export function conditionText(say: Say, tree: ConditionGroup | undefined, fields: ReadonlyMap<string, SourceField>): string {
  if (!Array.isArray(tree?.children) || !tree.children.length) return ''
  const parts = tree.children.map(child => ('children' in child ? `(${conditionText(say, child, fields)})` : leafText(say, child, fields)))
  const text = parts.reduce((one, other) => (tree.conjunction === 'or' ? say('{one} or {other}', { one, other }) : say('{one} and {other}', { one, other })))
  return tree.not ? say('not ({text})', { text }) : text
}

export function branchText(
  say: Say,
  { isDefault, conditions, conditionType, formula }: DefinedLine,
  isChoice: boolean,
  fields: ReadonlyMap<string, SourceField>,
): string {
  if (!isChoice) return say('Always gone')
  if (isDefault) return say('All other cases')
  if (conditionType === 'formula') return formula?.trim() || say('No formula yet')
  return conditionText(say, conditions, fields) || say('No condition yet')
}

/** Properties as the forms beside the flow name them. */
function propertyText(say: Say, key: string): string {
  switch (key) {
    case 'name':
    case 'label':
      return say('name')
    case 'approvers':
      return say('who decides')
    case 'deciding':
      return say('how several decide')
    case 'empty':
      return say('where nobody is found')
    case 'fields':
      return say('fields')
    case 'conditions':
    case 'conditionType':
    case 'formula':
    case 'filterMode':
      return say('condition')
    case 'isDefault':
      return say('all other cases')
    case 'title':
      return say('title of an instance')
    case 'sameApprover':
      return say('who approved before')
    case 'batch':
      return say('approving several at once')
    case 'initiators':
      return say('who may start it')
    case 'model':
      return say('model')
    case 'overdue':
      return say('overdue actions')
    case 'calendar':
      return say('working hours')
    case 'tests':
      return say('test cases')
    case 'parameters':
      return say('variables')
    case 'service':
      return say('what it does')
    case 'within':
      return say('the sub-process that it is in')
    case 'border':
    case 'awaits':
      return say('when it happens')
    default:
      return key
  }
}

/** What a sub-process holds. */
export function subprocessText(say: Say, { nodes }: Pick<FlowDefinition, 'nodes'>, id: string): string {
  const steps = nodes.filter(({ within, kind }) => within === id && ['user', 'copy', 'service', 'subprocess'].includes(kind)).length
  return steps === 1 ? say('1 step of its own') : say('{count} steps of its own', { count: steps })
}

/** One difference in words. */
export function changeText(say: Say, { change, of, name, what }: FlowChange): string {
  const told = [...new Set(what.map(key => propertyText(say, key)))].join(', ')
  if (of === 'flow') return say('The flow itself: {what}', { what: told })
  const shown = name || (of === 'node' ? say('Branches') : say('A line'))
  if (change === 'added') return say('Added: {name}', { name: shown })
  if (change === 'removed') return say('Removed: {name}', { name: shown })
  return say('Changed: {name} ({what})', { name: shown, what: told })
}
