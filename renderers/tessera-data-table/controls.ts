// The form control of a field in tables of rows and in what the designer builds.
import type { Schema } from 'amis-core'
import type { FieldFormat } from '../../api/models/formats.ts'
import { rowControl } from '../../api/models/controls.ts'
import type { Say } from '../words.ts'
import { newRow } from './new-row.ts'

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
  | 'multiEnum'
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
  unique?: boolean
  readOnly: boolean
  default: string | number | boolean | null
  options: { value: string; label: string }[]
  rules: { min?: number; max?: number; minLength?: number; maxLength?: number }
  scale: number | null
  /** What a text or a number stands for. */
  format?: FieldFormat
  /** Of amounts. */
  currency?: string
  /** What it is computed from, where nobody types it. */
  formula?: string
  description: string
  isTitle: boolean
  /** Key of the model that a relation names. */
  model?: string
  /** Of a relation to many: the field of the other rows that names this one. */
  back?: string
  /** Of a relation to many: whether rows may be added to it and taken from it. */
  linkable?: boolean
  /** Of a relation to one: whether the person may add rows that it can name. */
  creatable?: boolean
}

/** Where it is said why a formula is empty in a row. */
export const reasonUrl = (base: string, id: unknown, key: string) => `${base}/${encodeURIComponent(String(id))}/formula/${key}`

export function controlOf(field: DataField, base: string, say: Say): Schema {
  const { key, type } = field
  const control = rowControl(field, `${base}/choice/${key}`, {
    required: say('Please fill in'),
    search: say('Choose, or type to search'),
    noJson: say('This is no JSON'),
    yes: say('Yes'),
    no: say('No'),
  })
  if (field.creatable && field.model && !field.readOnly) return { ...control, ...newRow(field, base.replace(/[^/]+$/, field.model), say) }
  if (type !== 'file' && type !== 'image') return control
  return {
    name: key,
    label: field.name,
    type: type === 'file' ? 'input-file' : 'input-image',
    receiver: `${base}/file/${key}`,
    fileField: 'file',
    useChunk: false,
    maxSize: 20_971_520,
    ...(type === 'image'
      ? { accept: '.png,.jpg,.jpeg,.gif,.webp', imageClassName: 't-data-picture' }
      : { accept: '*', downloadUrl: false, joinValues: false, extractValue: false }),
    description: [field.description, type === 'image' ? say('PNG, JPEG, GIF or WebP, up to 20 MB.') : say('Up to 20 MB.')].filter(Boolean).join(' '),
    ...(field.required && { required: true, validationErrors: { isRequired: say('Please choose a file') } }),
  }
}
