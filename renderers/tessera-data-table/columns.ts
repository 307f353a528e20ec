// The columns of the table of a model, by the types of its fields, and what a form shows of a field that nobody changes in it.
import type { Schema } from 'amis-core'
import { valueCell } from '../../api/models/controls.ts'
import { fileAddress } from '../../api/models/files.ts'
import type { Say } from '../words.ts'
import type { Chosen } from './chosen.ts'
import type { Column } from './columns-kept.ts'
import type { DataField } from './controls.ts'

export function columnOf(field: DataField, say: Say): Schema {
  const { key, name, type } = field
  const column = { name: key, label: name, ...(type !== 'json' && type !== 'multiEnum' && { sortable: true }) }
  const cell = valueCell(field)
  if (cell) return { ...column, ...cell, ...((type === 'decimal' || (type === 'integer' && !field.format)) && { align: 'right' }) }
  switch (type) {
    case 'enum':
      return { ...column, type: 'mapping', map: Object.fromEntries([...field.options.map(({ value, label }) => [value, label]), ['*', `\${${key}|html}`]]) }
    case 'boolean':
      return { ...column, type: 'tpl', tpl: `\${${key} === true ? '${say('Yes')}' : ${key} === false ? '${say('No')}' : '—'}` }
    case 'integer':
    case 'autoNumber':
      return { ...column, type: 'tpl', tpl: `\${ISEMPTY(${key}) && ${key} !== 0 ? '—' : ${key}}`, align: 'right' }
    case 'datetime':
      return { ...column, type: 'tpl', tpl: `\${${key} ? DATETOSTR(${key}, 'YYYY-MM-DD HH:mm') : '—'}` }
    case 'user':
    case 'department':
    case 'relationOne':
      return { ...column, type: 'tpl', tpl: `<span class="tes-data-text">\${(_labels.${key} || ${key} || '—')|html}</span>` }
    case 'json':
      return { ...column, type: 'tpl', tpl: `<span class="tes-data-text">\${${key} ? ENCODEJSON(${key}) : '—'|truncate:200|html}</span>` }
    case 'image':
      return {
        ...column,
        type: 'image',
        src: `\${${fileAddress(key)}}`,
        originalSrc: `\${${fileAddress(key)}}`,
        enlargeAble: true,
        width: 32,
        height: 32,
        placeholder: '—',
        sortable: false,
      }
    case 'file':
      return {
        ...column,
        type: 'tpl',
        sortable: false,
        tpl: `\${${key} ? '' : '—'}<a href="\${(${fileAddress(key)})|html}" target="_blank" rel="noopener">\${(${key} || '')|split:'name='|last|url_decode|html}</a>`,
      }
    default:
      return {
        ...column,
        type: 'tpl',
        tpl: `<span class="tes-data-text" title="\${(${key} || '')|truncate:1000|html}">\${(${key} || '—')|truncate:200|html}</span>`,
      }
  }
}

export const systemColumns = (say: Say): Schema[] => [
  { name: 'id', label: say('Id'), type: 'text', toggled: false },
  { name: 'created_at', label: say('Created'), type: 'tpl', tpl: "${DATETOSTR(created_at, 'YYYY-MM-DD HH:mm')}", sortable: true, toggled: false },
  { name: 'created_by', label: say('Created by'), type: 'tpl', tpl: "${(_labels.created_by || '—')|html}", toggled: false },
  { name: 'updated_at', label: say('Changed at'), type: 'tpl', tpl: "${DATETOSTR(updated_at, 'YYYY-MM-DD HH:mm')}", sortable: true, toggled: false },
  { name: 'updated_by', label: say('Changed by'), type: 'tpl', tpl: "${(_labels.updated_by || '—')|html}", toggled: false },
]

/** The text of a row as what one presses to open it. */
const leading = ({ key, name }: DataField, link: string): Schema & Column => ({
  name: key,
  label: name,
  sortable: true,
  type: 'container',
  className: 't-cell',
  body: [{ type: 'button', level: 'link', className: 'tes-row-link', label: `\${${key} || '—'}`, actionType: 'link', link }],
})
/** The columns of the fields; the one that names a row leads to the page that the author chose. */
export function fieldColumns(fields: DataField[], { rowLink }: Chosen, say: Say): Schema[] {
  const naming = fields.find(field => field.isTitle && field.type === 'text') ?? fields.find(field => field.type === 'text')
  return fields.map(field => (rowLink && field === naming ? leading(field, rowLink) : columnOf(field, say)))
}

/** In a form that may not change it, a field is shown as in the table. */
export const still = (field: DataField, say: Say): Schema => {
  const { sortable: _, ...column } = columnOf(field, say)
  return { ...column, type: `static-${column.type}` }
}
/** The same in a form that has the row: a formula that is empty says why. */
export function computed(field: DataField, base: string, say: Say): Schema {
  const { key, name: label } = field
  const { label: _, ...column } = columnOf(field, say)
  const isNothing = `ISEMPTY(${key}) && ${key} !== 0 && ${key} !== false`
  return {
    type: 'control',
    label,
    body: [
      { ...column, visibleOn: `\${!(${isNothing})}` },
      { type: 'tessera-value', name: key, whyApi: `get:${base}/\${id|url_encode}/formula/${key}`, visibleOn: `\${${isNothing}}` },
    ],
  } as Schema
}
