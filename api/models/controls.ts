// The form control of a field by its type and rules: the same in tables of rows, in what the designer builds and in pages that are made of a model.
// What is wrong with a value the server says at the field.
import { isAutomatic, isFigure, MOST_STARS, type FieldFormat } from './formats.ts'

interface ControlField {
  key: string
  name: string
  type: string
  required: boolean
  unique?: boolean
  options?: readonly { value: string; label: string }[]
  rules?: { min?: number; max?: number; maxLength?: number }
  scale?: number | null
  format?: FieldFormat
  currency?: string
  description?: string
}
interface ControlWords {
  required: string
  search: string
  noJson: string
  yes: string
  no: string
}

/** An amis control; files and pictures are the caller's, as what is sent of them differs. `choices`: address of the field's choices. */
export function rowControl(field: ControlField, choices: string, words: ControlWords) {
  const { key, name, type, rules = {}, options = [] } = field
  const control = {
    name: key,
    label: name,
    ...(field.description && { description: field.description }),
    ...(field.required && { required: true, validationErrors: { isRequired: words.required } }),
  }
  const range = { ...(rules.min !== undefined && { min: rules.min }), ...(rules.max !== undefined && { max: rules.max }) }
  const length = rules.maxLength ? { maxLength: rules.maxLength } : {}
  const unit = field.format === 'percent' ? '%' : field.currency
  const suffix = unit ? { suffix: ` ${unit}` } : {}
  switch (field.format) {
    case 'email':
    case 'url':
      return { ...control, type: `input-${field.format}`, clearable: true, ...length }
    case 'color':
      return { ...control, type: 'input-color', format: 'hex', clearable: true }
    case 'rating':
      return { ...control, type: 'input-rating', count: MOST_STARS }
    case 'location':
      return { ...control, type: 'tessera-location' }
  }
  switch (type) {
    case 'longText':
      return { ...control, type: 'textarea', minRows: 4, maxRows: 16, ...length }
    case 'integer':
      return { ...control, type: 'input-number', precision: 0, ...range }
    case 'decimal':
      // Kept as text, so that nothing is rounded on the way.
      return { ...control, type: 'input-number', precision: field.scale ?? 2, big: true, ...suffix, ...range }
    case 'boolean':
      // A switch cannot say that nothing was said.
      return field.required
        ? { ...control, required: false, type: 'switch', trueValue: true, falseValue: false }
        : {
            ...control,
            type: 'select',
            clearable: true,
            options: [
              { value: true, label: words.yes },
              { value: false, label: words.no },
            ],
          }
    case 'date':
      return { ...control, type: 'input-date', valueFormat: 'YYYY-MM-DD', displayFormat: 'YYYY-MM-DD', clearable: true }
    case 'time':
      return { ...control, type: 'input-time', valueFormat: 'HH:mm:ss', displayFormat: 'HH:mm:ss', timeFormat: 'HH:mm:ss', clearable: true }
    case 'datetime':
      return { ...control, type: 'input-datetime', valueFormat: 'YYYY-MM-DDTHH:mm:ss.SSSZ', displayFormat: 'YYYY-MM-DD HH:mm:ss', clearable: true }
    case 'enum':
      return { ...control, type: 'select', options: [...options], searchable: options.length > 8, clearable: true }
    case 'multiEnum':
      return {
        ...control,
        type: 'select',
        multiple: true,
        joinValues: false,
        extractValue: true,
        options: [...options],
        searchable: options.length > 8,
        clearable: true,
      }
    case 'user':
    case 'department':
    case 'relationOne':
      return {
        ...control,
        type: 'select',
        clearable: true,
        searchable: true,
        source: `${choices}?selected=\${${key}|url_encode}`,
        autoComplete: `${choices}?keywords=\${term|url_encode}&selected=\${${key}|url_encode}`,
        placeholder: words.search,
      }
    case 'json':
      return {
        ...control,
        type: 'textarea',
        minRows: 4,
        maxRows: 16,
        inputClassName: 't-code',
        validations: { isJson: true },
        validationErrors: { isRequired: words.required, isJson: words.noJson },
      }
    default:
      return { ...control, type: 'input-text', clearable: true, ...length }
  }
}

/** A value that is more than its words: of a field with a format, a number whose digits are put into groups, or several choices. What a cell of a table or a page of a row shows of it. */
export function valueCell(field: Pick<ControlField, 'type' | 'unique' | 'format' | 'currency' | 'scale' | 'options'>) {
  const { type, format, currency, scale, options = [] } = field
  if (type === 'multiEnum') return { type: 'tessera-value', options: options.map(({ value, label }) => ({ value, label })) }
  if (!format && isFigure(field)) return { type: 'tessera-value', format: type }
  if (!format || isAutomatic({ format })) return undefined
  return { type: 'tessera-value', format, ...(currency && { currency }), ...((format === 'percent' || format === 'currency') && { scale: scale ?? 2 }) }
}
