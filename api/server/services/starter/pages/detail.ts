// One row: what it is, in sections, and the rows of other models that name it.
import { isPlainJson } from '../../../../models/formats.ts'
import type { Field } from '../../data/index.ts'
import { columnsOf, isTechnical, namedBy, oneOf, titleOf } from './model.ts'
import { controls, sent, shown } from './controls.ts'
import { card, heading, link, muted, plain, placeOf, rowsOf, valueOf, word, words, type Json, type Making } from './parts.ts'

const isLong = (field: Field) => field.type === 'longText' || isPlainJson(field)
const FILES = new Set<Field['type']>(['file', 'image'])

const item = (field: Field, making: Making): Json => ({ type: 'container', body: [muted(plain(field.name)), valueOf(field, making)] })
/** As many columns as there is room for. */
const facts = (fields: readonly Field[], making: Making): Json => ({
  type: 'container',
  wrapperBody: false,
  style: { display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(200px, 1fr))', gap: '16px 24px' },
  body: fields.map(field => item(field, making)),
})

function sections(making: Making): Json[] {
  const { model, locale } = making
  const t = words(locale)
  const title = titleOf(model)
  const shownFields = model.definition.fields.filter(field => field !== title && field.type !== 'relationMany' && !isTechnical(field))
  const short = shownFields.filter(field => !isLong(field) && !FILES.has(field.type))
  const files = shownFields.filter(({ type }) => FILES.has(type))
  const long = shownFields.filter(isLong)
  const technical = model.definition.fields.filter(field => field !== title && field.type !== 'relationMany' && isTechnical(field))
  return [
    ...(short.length ? [card([heading(t('Details')), facts(short, making)])] : []),
    ...long.map(field => card([heading(plain(field.name)), valueOf(field, making)])),
    ...(files.length ? [card([heading(t('Files')), facts(files, making)])] : []),
    ...(technical.length ? [{ type: 'collapse', className: 'mb-4', header: t('Technical details'), collapsed: true, body: [facts(technical, making)] }] : []),
  ]
}

/** Lists of the rows that name this one, each under the name of its model. */
function related(making: Making): Json[] {
  const { model, all, others } = making
  const naming = namedBy(model, all)
  return naming.map(({ model: other, field }) => {
    // Two relations of one model are told apart by their names.
    const detail = others.get(other.id)?.detail
    const twice = naming.filter(one => one.model === other).length > 1
    return card([
      heading(plain(twice ? `${other.name} · ${field.name}` : other.name)),
      {
        type: 'tessera-data-table',
        source: other.source,
        model: other.key,
        fields: columnsOf(other, 6).flatMap(one => (one === field ? [] : [one.key])),
        actions: ['add', 'edit', 'delete'],
        perPage: 10,
        filter: { conjunction: 'and', children: [{ left: { type: 'field', field: field.key }, op: 'equal', right: '${params.rowId}' }] },
        ...(detail && { rowLink: placeOf(detail, 'id') }),
      },
    ])
  })
}

export function detailPage(making: Making): Json {
  const { model, locale, places } = making
  const t = words(locale)
  const title = titleOf(model)
  const address = `${rowsOf(model)}/\${params.rowId|url_encode}`
  const edit: Json = places.edit
    ? link(t('Edit'), placeOf(places.edit, 'params.rowId'))
    : {
        type: 'button',
        label: t('Edit'),
        actionType: 'drawer',
        drawer: {
          title: t('Edit {name}', { name: word(oneOf(model.name)) }),
          closeOnEsc: true,
          body: {
            type: 'form',
            mode: 'normal',
            wrapWithPanel: false,
            canAccessSuperData: false,
            messages: { validateFailed: '', saveSuccess: t('Saved') },
            initApi: { method: 'get', url: address, responseData: { ...shown(making), ...(model.definition.managed && { version: '${row.version}' }) } },
            api: { method: 'put', url: address, data: { ...sent(making), ...(model.definition.managed && { version: '${version}' }) } },
            reload: 'row',
            body: controls(making),
          },
          actions: [
            { type: 'button', label: t('Cancel'), actionType: 'close' },
            { type: 'submit', label: t('Save'), level: 'primary' },
          ],
        },
      }
  const remove: Json = {
    type: 'button',
    label: t('Delete'),
    level: 'danger',
    visibleOn: '${_may.delete}',
    actionType: 'ajax',
    confirmText: t('Delete this row? The history of changes of its model can bring it back for a day.'),
    api: { method: 'delete', url: address },
    messages: { success: t('Deleted') },
    ...(places.list && { redirect: places.list }),
  }
  return {
    type: 'page',
    body: {
      type: 'service',
      name: 'row',
      api: { method: 'get', url: address, responseData: { '&': '${row}', _may: '${may}' } },
      body: [
        ...(places.list ? [link(`‹ ${plain(model.name)}`, places.list, { level: 'link', className: 'px-0' })] : []),
        {
          type: 'flex',
          justify: 'space-between',
          alignItems: 'center',
          className: 'mb-4',
          style: { flexWrap: 'wrap', gap: '8px 16px' },
          visibleOn: '${id}',
          items: [
            {
              type: 'tpl',
              wrapperComponent: 'h1',
              style: { fontSize: '22px', fontWeight: 600, lineHeight: '32px', margin: 0, overflowWrap: 'anywhere' },
              tpl: title ? titleTpl(title) : plain(oneOf(model.name)),
            },
            { type: 'flex', style: { gap: '8px' }, items: [{ ...edit, visibleOn: '${_may.edit}' }, remove] },
          ],
        },
        { type: 'container', visibleOn: '${id}', body: [...sections(making), ...related(making), ...(model.definition.managed ? [made(making)] : [])] },
      ],
    },
  }
}

const titleTpl = ({ key, type }: Field) =>
  type === 'relationOne' || type === 'user' ? `\${(_labels.${key} || ${key} || '—')|html}` : `\${(${key} || '—')|html}`

function made({ locale }: Making): Json {
  const t = words(locale)
  const when = (name: string, at: string, by: string): Json[] => [
    muted(name, { wrapperComponent: 'span' }),
    muted(`\u00a0\${DATETOSTR(${at}, 'YYYY-MM-DD HH:mm')}\${_labels.${by} ? ' · ' + _labels.${by} : ''}`, { wrapperComponent: 'span', className: 'mr-4' }),
  ]
  return {
    type: 'container',
    className: 'mb-4',
    body: [...when(t('Created'), 'created_at', 'created_by'), ...when(t('Changed at'), 'updated_at', 'updated_by')],
  }
}
