// Controls of a form by the types of fields, what they start with and what is sent of them.
import type { Field } from '../../data/index.ts'
import { fillable } from './model.ts'
import { fileAddress, rowsOf, word, words, type Json, type Making } from './parts.ts'

const WIDE = new Set<Field['type']>(['longText', 'json', 'file', 'image'])

function controlOf(field: Field, { model, locale }: Making): Json {
  const t = words(locale)
  const { key, name, type, rules = {}, options = [] } = field
  const isRequired = field.required && type !== 'boolean'
  const control: Json = {
    name: key,
    label: word(name),
    ...(field.description && { description: word(field.description) }),
    ...(isRequired && { required: true, validationErrors: { isRequired: t('Please fill in') } }),
  }
  const range = { ...(rules.min !== undefined && { min: rules.min }), ...(rules.max !== undefined && { max: rules.max }) }
  const length = rules.maxLength ? { maxLength: rules.maxLength } : {}
  switch (type) {
    case 'longText':
      return { ...control, type: 'textarea', minRows: 4, maxRows: 16, ...length }
    case 'integer':
      return { ...control, type: 'input-number', precision: 0, ...range }
    case 'decimal':
      // Kept as text, so that nothing is rounded on the way.
      return { ...control, type: 'input-number', precision: field.scale ?? 2, big: true, ...range }
    case 'boolean':
      return { ...control, type: 'switch', trueValue: true, falseValue: false }
    case 'date':
      return { ...control, type: 'input-date', valueFormat: 'YYYY-MM-DD', displayFormat: 'YYYY-MM-DD', clearable: true }
    case 'time':
      return { ...control, type: 'input-time', valueFormat: 'HH:mm:ss', displayFormat: 'HH:mm', timeFormat: 'HH:mm', clearable: true }
    case 'datetime':
      return { ...control, type: 'input-datetime', valueFormat: 'YYYY-MM-DDTHH:mm:ss.SSSZ', displayFormat: 'YYYY-MM-DD HH:mm', clearable: true }
    case 'enum':
      return options.length <= 4 && options.every(({ label }) => label.length <= 16)
        ? { ...control, type: 'radios', options, inline: true }
        : { ...control, type: 'select', options, searchable: options.length > 8, clearable: !isRequired }
    case 'user':
    case 'department':
    case 'relationOne':
      return {
        ...control,
        type: 'select',
        clearable: !isRequired,
        searchable: true,
        source: `get:${rowsOf(model, `/choice/${key}`)}?selected=\${${key}|url_encode}`,
        autoComplete: `get:${rowsOf(model, `/choice/${key}`)}?keywords=\${term|url_encode}&selected=\${${key}|url_encode}`,
        placeholder: t('Choose, or type to search'),
      }
    case 'json':
      return {
        ...control,
        type: 'textarea',
        minRows: 4,
        maxRows: 16,
        inputClassName: 't-code',
        validations: { isJson: true },
        validationErrors: { isRequired: t('Please fill in'), isJson: t('This is no JSON') },
      }
    case 'file':
      return { ...control, type: 'input-file', receiver: rowsOf(model, `/file/${key}`), fileField: 'file', useChunk: false, maxSize: 20_971_520, accept: '*' }
    case 'image':
      return {
        ...control,
        type: 'input-image',
        receiver: rowsOf(model, `/file/${key}`),
        fileField: 'file',
        useChunk: false,
        maxSize: 20_971_520,
        accept: '.png,.jpg,.jpeg,.gif,.webp',
      }
    default:
      return { ...control, type: 'input-text', clearable: true, trimContents: true, ...length }
  }
}

/** Two controls beside each other where there is room, what is long over the whole width. */
export function controls(making: Making): Json[] {
  const rows: Field[][] = []
  for (const field of fillable(making.model)) {
    const last = rows.at(-1)
    if (!WIDE.has(field.type) && last?.length === 1 && !WIDE.has(last[0]?.type ?? 'longText')) last.push(field)
    else rows.push([field])
  }
  return rows.map(fields => ({
    type: 'grid',
    columns: fields.map(field => ({ md: WIDE.has(field.type) ? 12 : 6, body: [controlOf(field, making)] })),
  }))
}

/** What a new row starts with; `now` is the server's to say. */
export const initial = ({ model }: Making): Json =>
  Object.fromEntries(
    fillable(model).flatMap(({ key, type, default: value }) =>
      value !== undefined && value !== null && value !== 'now' ? [[key, value]] : type === 'boolean' ? [[key, false]] : [],
    ),
  )

/** The values of a row, as the controls show them. */
export const shown = ({ model }: Making): Json =>
  Object.fromEntries(
    fillable(model).map(({ key, type }) => {
      if (type === 'json') return [key, `\${row.${key} ? ENCODEJSON(row.${key}) : ''}`]
      if (type === 'file' || type === 'image') return [key, `\${${fileAddress(`row.${key}`, 'row.id')}}`]
      return [key, `\${row.${key}}`]
    }),
  )

/** What is sent: every field of the form and nothing else. An empty one goes as an empty text, which clears it. */
export const sent = ({ model }: Making): Json =>
  Object.fromEntries(
    fillable(model).map(({ key, type }) => {
      switch (type) {
        case 'boolean':
          return [key, `\${${key} ? true : false}`]
        case 'json':
          return [key, `\${${key} ? DECODEJSON(${key}) : ''}`]
        case 'file':
        case 'image':
          return [key, `\${${key} ? SPLIT(${key}, '&row=')[0] : ''}`]
        default:
          return [key, `\${${key}}`]
      }
    }),
  )
