// A board: a column for each value of a choice, in which rows are cards that can be moved on.
import type { Field } from '../../data/index.ts'
import { columnsOf, oneOf, titleOf } from './model.ts'
import { condition, link, muted, placeOf, plain, rowsOf, tag, valueOf, word, words, type Json, type Making } from './parts.ts'

/** Cards of one column; the rest is in the list. */
const CARDS = 50
const FACTS = 3

export function boardPage(making: Making, choice: Field): Json {
  const { model, locale, places } = making
  const t = words(locale)
  const options = choice.options ?? []
  const columns: { name: string; head: Json; filter: string; value: string | null }[] = options.map((option, at) => ({
    name: `column${at}`,
    head: tag(option.label, option.value),
    filter: condition(choice.key, 'equal', option.value),
    value: option.value,
  }))
  if (!choice.required)
    columns.push({
      name: 'columnEmpty',
      head: muted(t('Without {name}', { name: plain(choice.name) })),
      filter: condition(choice.key, 'is_empty'),
      value: null,
    })
  const all = columns.map(({ name }) => name).join(',')
  return {
    type: 'page',
    title: plain(model.name),
    ...(places.create && { toolbar: [link(t('New {name}', { name: word(oneOf(model.name)) }), places.create, { level: 'primary' })] }),
    body: {
      type: 'container',
      wrapperBody: false,
      style: { display: 'flex', gap: '16px', overflowX: 'auto', alignItems: 'flex-start', paddingBottom: '8px' },
      body: columns.map(({ name, head, filter, value }) => ({
        type: 'service',
        name,
        style: { flex: '1 0 260px', maxWidth: '360px' },
        api: { method: 'get', url: rowsOf(model), data: { page: 1, perPage: CARDS, filter } },
        body: {
          type: 'container',
          style: { padding: '12px', borderRadius: '8px', background: 'var(--Table-thead-bg)' },
          body: [
            { type: 'flex', justify: 'space-between', alignItems: 'center', className: 'mb-2', items: [head, muted('${total}')] },
            // Not before the column has answered.
            muted(t('Nothing here'), { visibleOn: '${total === 0}' }),
            { type: 'each', name: 'items', placeholder: '', items: cardOf(making, choice, options, value, all) },
            ...(places.list ? [link(t('All in the list'), places.list, { level: 'link', visibleOn: `\${total > ${CARDS}}` })] : []),
          ],
        },
      })),
    },
  }
}

function cardOf(making: Making, choice: Field, options: NonNullable<Field['options']>, value: string | null, reload: string): Json {
  const { model, locale, places } = making
  const t = words(locale)
  const title = titleOf(model)
  const name = title ? `\${(${title.key} || '—')|html}` : plain(oneOf(model.name))
  const facts = columnsOf(model, FACTS + 2)
    .filter(field => field !== title && field !== choice && field.type !== 'image')
    .slice(0, FACTS)
  const moves = options.filter(option => option.value !== value)
  return {
    type: 'container',
    className: 'mb-2',
    style: { padding: '10px 12px', border: '1px solid var(--borderColor)', borderRadius: '6px', background: 'var(--background)', overflowWrap: 'anywhere' },
    body: [
      places.detail ? { type: 'link', href: placeOf(places.detail, 'id'), body: name, blank: false } : { type: 'tpl', tpl: name, wrapperComponent: 'strong' },
      ...facts.map(field => ({ type: 'flex', justify: 'space-between', style: { gap: '8px' }, items: [muted(plain(field.name)), valueOf(field, making)] })),
      {
        type: 'dropdown-button',
        label: t('Move to'),
        size: 'xs',
        level: 'link',
        closeOnClick: true,
        closeOnOutside: true,
        buttons: moves.map(option => ({
          type: 'button',
          label: word(option.label),
          actionType: 'ajax',
          api: { method: 'put', url: `${rowsOf(model)}/\${id|url_encode}`, data: { [choice.key]: option.value } },
          messages: { success: t('Saved') },
          reload,
        })),
      },
    ],
  }
}
