// What a trigger is: its shape is the contract's, what its parts say of each other is here.
import { conditionFault, conditionHolds, type ConditionGroup } from '../../../flow/conditions.ts'
import type { CallTypes } from '../../../generated/types.ts'
import { ApiError, type FieldText } from '../../errors.ts'
import { shapeFault } from '../foundation/kept-shape.ts'
import { planFault } from './times.ts'

/** What triggers are called among the resources of an app. */
export const KIND = 'trigger'

export type TriggerDefinition = CallTypes['trigger.update']['body']['definition']
export type TriggerAction = TriggerDefinition['actions'][number]
export type RowKind = 'create' | 'update' | 'delete'

export const PER_MINUTE = 600

/** A condition builder that was opened and left empty says nothing. */
export const isCondition = (tree: unknown): tree is ConditionGroup =>
  typeof tree === 'object' &&
  tree !== null &&
  Object.keys(tree).length > 0 &&
  !(Array.isArray((tree as ConditionGroup).children) && !(tree as ConditionGroup).children.length)
export const isOfRows = ({ event }: Pick<TriggerDefinition, 'event'>) => event === 'rows' || event === 'form'
export const changesOf = ({ event, changes }: TriggerDefinition): readonly RowKind[] =>
  event === 'form' && !changes?.length ? ['create', 'update'] : (changes ?? [])

function* actionProblems(action: TriggerAction, definition: TriggerDefinition): Generator<[string, FieldText]> {
  const { do: what, model, flow, api, to, subject, filter, messageName, match, values = [] } = action
  if ((what === 'create' || what === 'update') && !model) yield ['model', 'Choose a model']
  if (what === 'update' && !isCondition(filter)) yield ['filter', 'Say which rows']
  else if (what === 'update' && conditionFault(filter)) yield ['filter', 'This condition is not complete']
  if (what === 'flow' && !flow) yield ['flow', 'Choose a flow']
  if (what === 'api' && !api) yield ['api', 'Choose an API']
  if (what === 'message' && !to?.trim()) yield ['to', 'Say who gets it']
  if (what === 'message' && !subject?.trim()) yield ['subject', 'Please enter the subject']
  if (what === 'deliver' && !messageName?.trim()) yield ['messageName', 'Say which message']
  if (what === 'deliver' && !match?.trim()) yield ['match', 'Say which instances are meant']
  if ((what === 'set' || what === 'update') && !values.length) yield ['values', 'Name at least one field']
  if (what === 'set' && (!isOfRows(definition) || !changesOf(definition).some(kind => kind !== 'delete')))
    yield ['do', 'Only a row that was added or changed has fields to fill']
  const seen = new Set<string>()
  for (const [at, { field }] of values.entries()) {
    if (seen.has(field)) yield [`values.${at}.field`, 'This field is named twice']
    seen.add(field)
  }
}

function* problems(definition: TriggerDefinition): Generator<[string, FieldText]> {
  const { condition, model, changes, event } = definition
  if (isOfRows(definition)) {
    if (!model) yield ['model', 'Choose a model']
    if (event === 'rows' && !changes?.length) yield ['changes', 'Choose at least one']
    if (isCondition(condition) && conditionFault(condition)) yield ['condition', 'This condition is not complete']
  }
  if (!definition.actions.length) yield ['actions', 'Add at least one action']
  if (event === 'time') {
    const fault = planFault(definition.cron ?? '', definition.zone ?? '')
    if (fault) yield [fault.field, fault.text]
  }
  if (event === 'flow' && !definition.flow) yield ['flow', 'Choose a flow']
  if (event === 'flow' && !definition.results?.length) yield ['results', 'Choose at least one']
  for (const [at, action] of definition.actions.entries())
    for (const [place, text] of actionProblems(action, definition)) yield [`actions.${at}.${place}`, text]
}

/** Refuses what cannot run, with each problem at its place. */
export function checkDefinition(definition: TriggerDefinition) {
  const fields = Object.fromEntries([...problems(definition)].map(([place, text]) => [`definition.${place}`, text]))
  if (Object.keys(fields).length) throw new ApiError('trigger.invalid', 'Check the trigger', 422, { fields })
}

/** What is kept, or came with a package, as it may be worked on; undefined where it is damaged. */
export const readShape = (kept: unknown): TriggerDefinition | undefined =>
  shapeFault('trigger.update', kept) === undefined ? (kept as TriggerDefinition) : undefined
/** The same, where it can run. */
export function readDefinition(kept: unknown): TriggerDefinition | undefined {
  const definition = readShape(kept)
  return definition && ![...problems(definition)].length ? definition : undefined
}

/** The first place of what saving it by hand would refuse. */
export function keptFault(kept: unknown): string | undefined {
  const unshaped = shapeFault('trigger.update', kept)
  if (unshaped !== undefined) return unshaped
  const [problem] = problems(kept as TriggerDefinition)
  return problem && `definition.${problem[0]}`
}

const OF_ACTION: Record<TriggerAction['do'], readonly (keyof TriggerAction)[]> = {
  set: ['values'],
  create: ['model', 'values'],
  update: ['model', 'filter', 'values'],
  flow: ['flow', 'values'],
  api: ['api', 'values'],
  message: ['to', 'subject', 'text'],
  deliver: ['messageName', 'match'],
}
const OF_EVENT: Record<TriggerDefinition['event'], readonly (keyof TriggerDefinition)[]> = {
  rows: ['model', 'changes', 'fields', 'condition'],
  form: ['model', 'changes', 'fields', 'condition'],
  time: ['cron', 'zone'],
  webhook: [],
  flow: ['flow', 'results'],
}
function only<T extends object>(from: T, keys: readonly (keyof T)[]): T {
  return Object.fromEntries(keys.flatMap(key => (from[key] === undefined || from[key] === null ? [] : [[key, from[key]]]))) as T
}
/** Without what a form still holds of what was chosen before. */
export const tidy = (definition: TriggerDefinition): TriggerDefinition => ({
  ...only(definition, ['event', 'perMinute', ...OF_EVENT[definition.event]]),
  actions: definition.actions.map(action => only(action, ['do', ...OF_ACTION[action.do]])),
})

export const holds = ({ condition }: TriggerDefinition, values: Readonly<Record<string, unknown>>) =>
  !isCondition(condition) || conditionHolds(condition, values)

const SOURCES = { rows: 'trigger', form: 'trigger', time: 'trigger', webhook: 'api', flow: 'flow' } as const
const TYPES = { rows: 'model-entity-event', form: 'form-entity-event', time: 'time-start', webhook: 'api-call', flow: 'flow-ended' } as const
/** Where what starts a trigger comes from, and what it is, as the list names them. */
export const sourceOf = ({ event }: Pick<TriggerDefinition, 'event'>) => SOURCES[event]
export const typeOf = ({ event }: Pick<TriggerDefinition, 'event'>) => TYPES[event]
