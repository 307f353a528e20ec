// The fields of a model as the designer of flows offers them.
import type { CallTypes } from '../../../generated/types.ts'
import type { Described } from './screens.ts'

type Source = CallTypes['flow.getConditionSource']['data']
type Type = Source['fields'][number]['type']

/** How values are compared; kinds that are not named say nothing that a condition could ask. */
const TYPES: Readonly<Record<string, Type>> = {
  text: 'text',
  longText: 'text',
  email: 'text',
  phone: 'text',
  url: 'text',
  autoNumber: 'text',
  integer: 'number',
  decimal: 'number',
  money: 'number',
  percent: 'number',
  number: 'number',
  boolean: 'boolean',
  date: 'date',
  datetime: 'datetime',
  time: 'time',
  enum: 'select',
}

export function conditionSource(described: readonly Described[]): Source {
  const named = described.map(({ key, name }) => ({ value: key, label: name }))
  const fields = described.flatMap(({ key, name, type, options }) => {
    const as = TYPES[type]
    return as ? [{ name: key, label: name, type: as, ...(as === 'select' && { options: options.map(({ value, label }) => ({ value, label })) }) }] : []
  })
  return { fields, people: described.filter(({ type }) => type === 'user').map(({ key, name }) => ({ value: key, label: name })), all: named }
}
