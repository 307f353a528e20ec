// Figures of a model: how many rows there are, how many of each choice, and the newest.
import type { Field } from '../../data/index.ts'
import { columnsOf } from './model.ts'
import { card, condition, heading, HEADING, link, muted, plain, rowsOf, words, type Json, type Making } from './parts.ts'
import { rowsList } from './list.ts'

const TILES = 8

export function dashboardPage(making: Making, choice: Field | undefined): Json {
  const { model, locale, places } = making
  const t = words(locale)
  const tile = (label: string, filter?: string): Json => ({
    type: 'service',
    // Only the total is of use.
    api: { method: 'get', url: rowsOf(model), data: { page: 1, perPage: 1, ...(filter && { filter }) } },
    body: {
      type: 'container',
      style: { padding: '16px 20px', border: '1px solid var(--borderColor)', borderRadius: '8px', background: 'var(--background)' },
      body: [
        muted(plain(label)),
        {
          type: 'tpl',
          tpl: "${total|number}${totalIsCapped ? '+' : ''}",
          wrapperComponent: 'div',
          style: { fontSize: '28px', fontWeight: 600, lineHeight: '40px' },
        },
      ],
    },
  })
  const options = (choice?.options ?? []).slice(0, TILES - 1)
  return {
    type: 'page',
    title: plain(model.name),
    body: [
      {
        type: 'container',
        className: 'mb-4',
        wrapperBody: false,
        style: { display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(140px, 1fr))', gap: '16px' },
        body: [tile(t('All')), ...options.map(({ value, label }) => tile(label, condition(choice?.key ?? '', 'equal', value)))],
      },
      card([
        {
          type: 'flex',
          justify: 'space-between',
          alignItems: 'center',
          className: 'mb-3',
          style: { flexWrap: 'wrap', gap: '4px 16px' },
          items: [
            // What it stands beside has no room below itself.
            heading(t('Newest'), { style: { ...HEADING, margin: 0 } }),
            ...(places.list ? [link(t('All in the list'), places.list, { level: 'link', className: 'px-0' })] : []),
          ],
        },
        rowsList(model, columnsOf(model, 6), making, {
          detail: places.detail,
          perPage: 8,
          paging: false,
          ...(model.definition.managed && { orderBy: 'created_at' }),
        }),
      ]),
    ],
  }
}
