// The list of a model's rows: search, conditions, views, import and export come with the table.
import { isFigure } from '../../../../models/formats.ts'
import type { Field } from '../../data/index.ts'
import { columnsOf, oneOf, type PageModel } from './model.ts'
import { link, placeOf, plain, rowsOf, valueOf, word, words, type Json, type Making } from './parts.ts'

/** A plain list of rows inside another page: the fields as columns, the first of which leads to the row. */
export function rowsList(
  model: PageModel,
  fields: readonly Field[],
  making: Making,
  { detail, perPage, filter, orderBy, paging = true }: { detail: string; perPage: number; filter?: string; orderBy?: string; paging?: boolean },
): Json {
  const t = words(making.locale)
  return {
    type: 'crud',
    // On a phone each row is a block: columns beside each other would have room for a letter each.
    className: 't-stack',
    syncLocation: false,
    perPage,
    columnsTogglable: false,
    affixHeader: false,
    alwaysShowPagination: false,
    api: {
      method: 'get',
      url: rowsOf(model),
      data: { page: '${page}', perPage: '${perPage}', ...(filter && { filter }), ...(orderBy && { orderBy, orderDir: 'desc' }) },
    },
    headerToolbar: [],
    footerToolbar: paging ? ['pagination'] : [],
    placeholder: t('Nothing here yet'),
    columns: fields.map((field, at) => {
      const value = valueOf(field, { ...making, model })
      const leads = at === 0 && detail && (value.type === 'tpl' || isFigure(field))
      return {
        name: field.key,
        label: word(field.name),
        ...((field.type === 'integer' && !field.format) || field.type === 'decimal' ? { align: 'right' } : {}),
        ...(leads ? { type: 'link', href: placeOf(detail, 'id'), body: value.tpl ?? `\${${field.key}}`, blank: false } : value),
      }
    }),
  }
}

export function listPage({ model, locale, places }: Making): Json {
  const t = words(locale)
  return {
    type: 'page',
    title: plain(model.name),
    ...(model.description && { subTitle: plain(model.description) }),
    ...(places.create && { toolbar: [link(t('New {name}', { name: word(oneOf(model.name)) }), places.create, { level: 'primary' })] }),
    body: [
      {
        type: 'tessera-data-table',
        source: model.source,
        model: model.key,
        fields: columnsOf(model).map(field => field.key),
        ...(places.detail && { rowLink: placeOf(places.detail, 'id') }),
      },
    ],
  }
}
