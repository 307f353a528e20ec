// What happened in a played case in words: each decision, and the reason of each branch.
import { valueAt, type ConditionGroup, type ConditionLeaf, type Values } from '../../api/flow/conditions.ts'
import type { FlowDefinition } from '../../api/flow/definition.ts'
import { formulaNames } from '../../api/flow/formula.ts'
import type { Moment } from '../../api/flow/play.ts'
import { SPLITS } from '../../api/flow/tree.ts'
import type { Say } from '../words.ts'
import type { Source } from './panel.tsx'
import { conditionText, type SourceField } from './sentences.ts'

function leavesOf(tree: ConditionGroup | ConditionLeaf | undefined): string[] {
  if (!tree) return []
  return 'children' in tree ? [...new Set(tree.children.flatMap(leavesOf))] : [tree.left.field]
}

/** A decision in words. */
export function headOf(say: Say, { step }: Moment, starter: string, user: string, node: string): string {
  switch (step?.act) {
    case 'approve':
      return say('{person} approves at “{name}”', { person: user, name: node })
    case 'reject':
      return say('{person} rejects at “{name}”', { person: user, name: node })
    case 'name':
      return say('{person} is named at “{name}”', { person: user, name: node })
    case 'done':
      return say('The service of “{name}” answers', { name: node })
    case 'due':
      return say('The time of “{name}” is over', { name: node })
    case 'message':
      return say('The message for “{name}” comes', { name: node })
    case 'fail':
      return say('The service of “{name}” fails', { name: node })
    default:
      return say('{person} starts it', { person: starter })
  }
}

function valuesText(say: Say, names: readonly string[], fields: ReadonlyMap<string, SourceField>, values: Values): string {
  return names
    .map(name => {
      const field = fields.get(name)
      const value = valueAt(values, name)
      const shown = field?.options?.find(option => option.value === value)?.label ?? (typeof value === 'object' ? JSON.stringify(value) : String(value))
      const label = field?.label ?? name
      return value === undefined || value === null || value === ''
        ? say('{name} is empty', { name: label })
        : say('{name} is {value}', { name: label, value: shown })
    })
    .join(', ')
}

interface Line {
  text: string
  is: '' | 'is-taken' | 'is-left' | 'is-bad'
}
/** What happened after a decision, with the reason of each branch. */
export function linesOf(
  say: Say,
  flow: FlowDefinition,
  { events, asked, nothing, found, values }: Moment,
  source: Source,
  people: (ids: readonly string[]) => string,
  nodeName: (id: string | undefined) => string,
): Line[] {
  const fields = new Map(source.fields.map(field => [field.name, field]))
  const kinds = new Map(flow.nodes.map(({ id, kind }) => [id, kind]))
  const outs = (id: string) => flow.lines.filter(({ from }) => from === id)
  const taken = new Set(events.flatMap(({ type, line }) => (type === 'left' && line ? [line] : [])))
  const told = new Set<string>()
  const branches = (id: string): Line[] => {
    const kind = kinds.get(id)
    const lines = outs(id)
    if (told.has(id) || !kind || !SPLITS.has(kind) || lines.length < 2) return []
    told.add(id)
    if (kind === 'parallel') return [{ text: say('“{name}”: all branches are taken', { name: nodeName(id) }), is: 'is-taken' }]
    return lines.flatMap((line, at): Line[] => {
      const name = line.label || say('Branch {number}', { number: at + 1 })
      if (line.isDefault) return taken.has(line.id) ? [{ text: say('“{name}” is taken: no other branch fits', { name }), is: 'is-taken' }] : []
      if (!asked.has(line.id)) return []
      const formula = line.conditionType === 'formula' ? line.formula : undefined
      const condition = formula ?? conditionText(say, line.conditions, fields)
      const now = valuesText(say, formula === undefined ? leavesOf(line.conditions) : formulaNames(formula), fields, values)
      const why = { name, condition, values: now }
      return taken.has(line.id)
        ? [{ text: say('“{name}” is taken: {condition} ({values})', why), is: 'is-taken' }]
        : asked.get(line.id)
          ? [{ text: say('“{name}” would fit too: {condition} ({values})', why), is: 'is-left' }]
          : nothing.has(line.id)
            ? [{ text: say('“{name}” is not taken: {condition} comes to no value ({values})', why), is: 'is-bad' }]
            : [{ text: say('“{name}” is not taken: {condition} does not hold ({values})', why), is: 'is-left' }]
    })
  }
  return events.flatMap(({ type, node = '', incident, result, event, isBeside }): Line[] => {
    const name = nodeName(node)
    if (type === 'left') return branches(node)
    if (type === 'copied') {
      const who = found.get(node)
      return [
        {
          text: Array.isArray(who) && who.length ? say('“{name}” tells {people}', { name, people: people(who) }) : say('“{name}” tells nobody', { name }),
          is: '',
        },
      ]
    }
    if (type === 'entered' && kinds.get(node) === 'user') {
      const who = found.get(node)
      if (who === 'pass') return [{ text: say('“{name}”: nobody has to decide, it goes on', { name }), is: '' }]
      if (who === 'nobody') return [{ text: say('“{name}”: nobody is found', { name }), is: 'is-bad' }]
      return Array.isArray(who) ? [{ text: say('“{name}” asks {people}', { name, people: people(who) }), is: '' }] : []
    }
    if (type === 'entered' && kinds.get(node) === 'subprocess') return [{ text: say('“{name}” begins: its own steps come now', { name }), is: '' }]
    if (type === 'subprocessDone') return [{ text: say('“{name}” is done with all its steps', { name }), is: '' }]
    if (type === 'border')
      return [
        {
          text:
            event === 'error'
              ? say('“{name}” fails: it goes on along its way for errors', { name })
              : isBeside
                ? say('Something else begins beside “{name}”', { name })
                : say('“{name}” is left', { name }),
          is: 'is-taken',
        },
      ]
    if (type === 'incident')
      return [
        {
          text: incident === 'noApprover' ? say('“{name}”: nobody is found, it stands still', { name }) : say('It stands still at “{name}”', { name }),
          is: 'is-bad',
        },
      ]
    if (type === 'ended') return [{ text: result === 'approved' ? say('It ends: approved') : say('It ends: rejected'), is: 'is-taken' }]
    return []
  })
}
