// Pieces of amis that the made pages share.
import { say, type Locale } from '../../../../messages.ts'
import { modelAddress } from '../../../../models/address.ts'
import { valueCell } from '../../../../models/controls.ts'
import { fileAddress } from '../../../../models/files.ts'
import { levelOf } from '../../../../models/levels.ts'
import type { Field } from '../../data/index.ts'
import type { PageModel } from './model.ts'

export type Json = Record<string, unknown>
/** Where the pages of a model are, so that they lead to each other; empty where there is no such page. */
export interface Places {
  list: string
  detail: string
  create: string
  edit: string
}
export interface Making {
  model: PageModel
  /** All models of its source. */
  all: readonly PageModel[]
  locale: Locale
  places: Places
  /** Pages of the other models, by id. */
  others: ReadonlyMap<string, Places>
}

/** The name of a model's rows, which stays the same in copies, packages and releases. */
export const rowsOf = ({ source, key }: Pick<PageModel, 'source' | 'key'>, rest = '') => modelAddress(source, key, rest)

/** The place of the row in an address, filled with an expression. */
export const PLACE = ':rowId'
export const placeOf = (path: string, expression: string) => path.replace(PLACE, `\${${expression}|url_encode}`)

export const words = (locale: Locale) => (english: string, values?: Record<string, string | number>) => say(locale, english, values)

/** A condition as the list takes it. */
export const condition = (field: string, op: string, right?: unknown) =>
  JSON.stringify({ conjunction: 'and', children: [{ left: { type: 'field', field }, op, ...(right !== undefined && { right }) }] })

/** A text of the model where amis would read places in it. */
export const word = (text: string) => text.replace(/\$\{/g, '\\${')
/** The same where it would read tags, too. */
export const plain = (text: string) => word(text).replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')

/** A choice: with a mark where its words say how things stand, as plain words else. */
export const tag = (label: string, value: string): Json => {
  const level = levelOf(`${value} ${label}`)
  return { type: 'tpl', tpl: plain(label), ...(level && { className: `label label-${level}` }) }
}

const MUTED = 'var(--text--muted-color)'
export const muted = (tpl: string, more: Json = {}): Json => ({
  type: 'tpl',
  tpl,
  wrapperComponent: 'div',
  style: { color: MUTED, fontSize: '13px', lineHeight: '20px' },
  ...more,
})
export const HEADING = { fontSize: '15px', fontWeight: 600, lineHeight: '24px', margin: '0 0 12px' }
export const heading = (tpl: string, more: Json = {}): Json => ({
  type: 'tpl',
  tpl,
  wrapperComponent: 'h2',
  style: HEADING,
  ...more,
})

/** A framed part of a page. */
export const card = (body: unknown[], more: Json = {}): Json => ({
  type: 'container',
  className: 'mb-4',
  style: { padding: '16px 20px', border: '1px solid var(--borderColor)', borderRadius: '8px', background: 'var(--background)' },
  body,
  ...more,
})

export const link = (label: string, to: string, more: Json = {}): Json => ({ type: 'button', label, actionType: 'link', link: to, ...more })

const at = (field: Field) => `\${${field.key}}`

/** A value of a row as people read it. */
export function valueOf(field: Field, { locale, others }: Making): Json {
  const t = words(locale)
  const { key, type } = field
  const text = (tpl: string): Json => ({ type: 'tpl', tpl })
  const cell = valueCell({ ...field, options: field.options?.map(({ value, label }) => ({ value, label: word(label) })) })
  if (cell) return { name: key, ...cell }
  switch (type) {
    case 'enum':
      return {
        type: 'mapping',
        name: key,
        placeholder: '—',
        map: { ...Object.fromEntries((field.options ?? []).map(({ value, label }) => [value, tag(label, value)])), '*': `\${(${key} || '—')|html}` },
      }
    case 'boolean':
      return { type: 'mapping', name: key, placeholder: '—', map: { true: t('Yes'), false: t('No'), '*': '—' } }
    case 'integer':
    case 'autoNumber':
      return text(`\${ISEMPTY(${key}) && ${key} !== 0 ? '—' : ${key}}`)
    case 'datetime':
      return text(`\${${key} ? DATETOSTR(${key}, 'YYYY-MM-DD HH:mm') : '—'}`)
    case 'relationOne': {
      const detail = others.get(field.relation?.modelId ?? '')?.detail
      const label = `(_labels.${key} || ${key} || '—')`
      return detail
        ? { type: 'link', href: placeOf(detail, key), body: `\${${label}|html}`, blank: false, disabledOn: `\${!${key}}` }
        : text(`\${${label}|html}`)
    }
    case 'user':
    case 'department':
      return text(`\${(_labels.${key} || ${key} || '—')|html}`)
    case 'json':
      return { type: 'tpl', tpl: `\${${key} ? ENCODEJSON(${key}) : '—'|html}`, className: 't-code' }
    case 'image':
      return {
        type: 'image',
        alt: word(field.name),
        src: `\${${fileAddress(key)}}`,
        enlargeAble: true,
        originalSrc: `\${${fileAddress(key)}}`,
        width: 96,
        height: 96,
        placeholder: '—',
      }
    case 'file':
      return text(
        `\${${key} ? '' : '—'}<a href="\${(${fileAddress(key)})|html}" target="_blank" rel="noopener">\${(${key} || '')|split:'name='|last|url_decode|html}</a>`,
      )
    case 'relationMany':
      return text(at(field))
    default:
      return { type: 'tpl', tpl: `\${(${key} || '—')|html}`, ...(type === 'longText' && { wrapperComponent: 'div', style: { whiteSpace: 'pre-wrap' } }) }
  }
}
