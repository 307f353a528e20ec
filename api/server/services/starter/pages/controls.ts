// Controls of a form by the types of fields, what they start with and what is sent of them.
import { rowControl } from '../../../../models/controls.ts'
import { isPlainJson } from '../../../../models/formats.ts'
import { fileAddress, fileInForm, fileSent } from '../../../../models/files.ts'
import type { Field } from '../../data/index.ts'
import { fillable } from './model.ts'
import { rowsOf, word, words, type Json, type Making } from './parts.ts'

const WIDE = new Set<Field['type']>(['longText', 'file', 'image'])
const isWide = (field: Field) => WIDE.has(field.type) || isPlainJson(field)

function controlOf(field: Field, { model, locale }: Making): Json {
  const t = words(locale)
  const { key, name, type, options = [] } = field
  const isRequired = field.required && type !== 'boolean'
  const named = { ...field, name: word(name), ...(field.description && { description: word(field.description) }) }
  const control: Json = rowControl(named, `get:${rowsOf(model, `/choice/${key}`)}`, {
    required: t('Please fill in'),
    search: t('Choose, or type to search'),
    noJson: t('This is no JSON'),
    yes: t('Yes'),
    no: t('No'),
  })
  switch (type) {
    case 'enum': {
      const { searchable: _, clearable: __, ...few } = control
      return options.length <= 4 && options.every(({ label }) => label.length <= 16)
        ? { ...few, type: 'radios', options, inline: true }
        : { ...control, clearable: !isRequired }
    }
    case 'user':
    case 'department':
      return { ...control, clearable: !isRequired }
    case 'relationOne':
      // Whoever may add rows of the other model adds one that is missing here.
      return { ...control, clearable: !isRequired, creatable: true }
    case 'file':
    case 'image': {
      const { clearable: _, ...rest } = control
      const upload = { ...rest, receiver: rowsOf(model, `/file/${key}`), fileField: 'file', useChunk: false, maxSize: 20_971_520 }
      return type === 'file' ? { ...upload, type: 'input-file', accept: '*' } : { ...upload, type: 'input-image', accept: '.png,.jpg,.jpeg,.gif,.webp' }
    }
    case 'text':
      return field.format === 'color' ? control : { ...control, trimContents: true }
    default:
      return control
  }
}

/** Two controls beside each other where there is room, what is long over the whole width. */
export function controls(making: Making): Json[] {
  const rows: Field[][] = []
  for (const field of fillable(making.model)) {
    const last = rows.at(-1)
    if (!isWide(field) && last?.length === 1 && last[0] && !isWide(last[0])) last.push(field)
    else rows.push([field])
  }
  return rows.map(fields => ({
    type: 'grid',
    // On a phone they stand below each other, with the room that fields have there.
    className: 'pc:mb-4',
    columns: fields.map(field => ({ md: isWide(field) ? 12 : 6, body: [controlOf(field, making)] })),
  }))
}

/** What a new row starts with; `now` is the server's to say. */
export const initial = ({ model }: Making): Json =>
  Object.fromEntries(
    fillable(model).flatMap(({ key, type, required, default: value }) =>
      value !== undefined && value !== null && value !== 'now' ? [[key, value]] : type === 'boolean' && required ? [[key, false]] : [],
    ),
  )

/** The values of a row, as the controls show them. */
export const shown = ({ model }: Making): Json =>
  Object.fromEntries(
    fillable(model).map(field => {
      const { key, type } = field
      if (isPlainJson(field)) return [key, `\${row.${key} ? ENCODEJSON(row.${key}) : ''}`]
      if (type === 'file') return [key, `\${${fileInForm(`row.${key}`, 'row.id')}}`]
      if (type === 'image') return [key, `\${${fileAddress(`row.${key}`, 'row.id')}}`]
      return [key, `\${row.${key}}`]
    }),
  )

/** What is sent: every field of the form and nothing else. An empty one goes as an empty text, which clears it. */
export const sent = ({ model }: Making): Json =>
  Object.fromEntries(
    fillable(model).map(field => {
      const { key, type, required } = field
      if (isPlainJson(field)) return [key, `\${${key} ? DECODEJSON(${key}) : ''}`]
      switch (type) {
        case 'boolean':
          return [key, required ? `\${${key} ? true : false}` : `\${${key}}`]
        case 'file':
        case 'image':
          return [key, `\${${fileSent(key, "''")}}`]
        default:
          return [key, `\${${key}}`]
      }
    }),
  )
