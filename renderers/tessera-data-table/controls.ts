// The form control of a field, by its type and rules; what is wrong with a value the server says at the field.
import type { Schema } from 'amis-core'
import type { Say } from '../words.ts'

export type DataFieldType =
  | 'text'
  | 'longText'
  | 'integer'
  | 'decimal'
  | 'boolean'
  | 'date'
  | 'time'
  | 'datetime'
  | 'enum'
  | 'user'
  | 'department'
  | 'file'
  | 'image'
  | 'relationOne'
  | 'relationMany'
  | 'json'
  | 'autoNumber'

export interface DataField {
  key: string
  name: string
  type: DataFieldType
  required: boolean
  readOnly: boolean
  default: string | number | boolean | null
  options: { value: string; label: string }[]
  rules: { min?: number; max?: number; minLength?: number; maxLength?: number }
  scale: number | null
  description: string
  isTitle: boolean
  /** Key of the model that a relation names. */
  model?: string
  /** Of a relation to many: the field of the other rows that names this one. */
  back?: string
  /** Of a relation to many: whether rows may be added to it and taken from it. */
  linkable?: boolean
}

export function controlOf(field: DataField, base: string, say: Say): Schema {
  const { key, name, type, rules, options } = field
  const control = {
    name: key,
    label: name,
    ...(field.description && { description: field.description }),
    ...(field.required && { required: true, validationErrors: { isRequired: say('Please fill in') } }),
  }
  const range = { ...(rules.min !== undefined && { min: rules.min }), ...(rules.max !== undefined && { max: rules.max }) }
  switch (type) {
    case 'longText':
      return { ...control, type: 'textarea', minRows: 4, maxRows: 16, ...(rules.maxLength && { maxLength: rules.maxLength }) }
    case 'integer':
      return { ...control, type: 'input-number', precision: 0, ...range }
    case 'decimal':
      // Kept as text, so that nothing is rounded on the way.
      return { ...control, type: 'input-number', precision: field.scale ?? 2, big: true, ...range }
    case 'boolean':
      return field.required
        ? { ...control, required: false, type: 'switch', trueValue: true, falseValue: false }
        : {
            ...control,
            type: 'select',
            clearable: true,
            options: [
              { value: true, label: say('Yes') },
              { value: false, label: say('No') },
            ],
          }
    case 'date':
      return { ...control, type: 'input-date', valueFormat: 'YYYY-MM-DD', displayFormat: 'YYYY-MM-DD', clearable: true }
    case 'time':
      return { ...control, type: 'input-time', valueFormat: 'HH:mm:ss', displayFormat: 'HH:mm:ss', timeFormat: 'HH:mm:ss', clearable: true }
    case 'datetime':
      return { ...control, type: 'input-datetime', valueFormat: 'YYYY-MM-DDTHH:mm:ss.SSSZ', displayFormat: 'YYYY-MM-DD HH:mm:ss', clearable: true }
    case 'enum':
      return { ...control, type: 'select', options, searchable: options.length > 8, clearable: true }
    case 'user':
    case 'department':
    case 'relationOne':
      return {
        ...control,
        type: 'select',
        clearable: true,
        searchable: true,
        source: `${base}/choice/${key}?selected=\${${key}|url_encode}`,
        autoComplete: `${base}/choice/${key}?keywords=\${term|url_encode}&selected=\${${key}|url_encode}`,
        placeholder: say('Choose, or type to search'),
      }
    case 'json':
      return {
        ...control,
        type: 'textarea',
        minRows: 4,
        maxRows: 16,
        inputClassName: 't-code',
        validations: { isJson: true },
        validationErrors: { isRequired: say('Please fill in'), isJson: say('This is no JSON') },
      }
    case 'file':
    case 'image':
      return {
        ...control,
        type: type === 'file' ? 'input-file' : 'input-image',
        receiver: `${base}/file/${key}`,
        fileField: 'file',
        useChunk: false,
        maxSize: 20_971_520,
        ...(type === 'image'
          ? { accept: '.png,.jpg,.jpeg,.gif,.webp', imageClassName: 't-data-picture' }
          : { accept: '*', downloadUrl: false, joinValues: false, extractValue: false }),
        description: [field.description, type === 'image' ? say('PNG, JPEG, GIF or WebP, up to 20 MB.') : say('Up to 20 MB.')].filter(Boolean).join(' '),
        ...(field.required && { validationErrors: { isRequired: say('Please choose a file') } }),
      }
    default:
      return { ...control, type: 'input-text', clearable: true, ...(rules.maxLength && { maxLength: rules.maxLength }) }
  }
}
