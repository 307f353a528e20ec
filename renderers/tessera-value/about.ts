// What a value of a field takes: the format of the field, or its choices where several of them are the value.
import type { Properties } from '../about.ts'

// A table shows many of them at once.
export const isLazy = false
export const properties: Properties = {
  format: ['e', 'email', 'phone', 'url', 'color', 'rating', 'percent', 'currency'],
  currency: 'str',
  scale: 'num',
  options: ['a', ['o', { value: 'str', label: 'str' }, 0, ['value', 'label']]],
}
