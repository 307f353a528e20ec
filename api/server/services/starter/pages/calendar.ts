// A month with the rows of each day; a list of days where the screen is narrow.
import type { Field } from '../../data/index.ts'
import { oneOf, titleOf } from './model.ts'
import { link, muted, placeOf, plain, rowsOf, word, words, type Json, type Making } from './parts.ts'

const ROWS = 200
const DAYS = 42
const DAY = 'YYYY-MM-DD'
const WEEK = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** The first of the month that is shown; the one that it is now until another was chosen. */
const FIRST = `STARTOF(month ? STRTODATE(month, '${DAY}') : NOW(), 'month')`
/** The Monday on or before it. */
const START = `DATEMODIFY(${FIRST}, 0 - (WEEKDAY(${FIRST}, 2) - 1), 'day')`

export function calendarPage(making: Making, day: Field): Json {
  const { model, locale, places } = making
  const t = words(locale)
  const title = titleOf(model)
  const isTime = day.type === 'datetime'
  const dayOf = (row: string) => (isTime ? `DATETOSTR(${row}.${day.key}, '${DAY}')` : `LEFT(${row}.${day.key}, 10)`)
  const name = `\${(${title?.key ?? 'id'} || '—')|html}`
  const line = { display: 'block', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }
  const entry: Json = places.detail
    ? { type: 'link', href: placeOf(places.detail, 'id'), body: name, blank: false, style: line }
    : { type: 'tpl', tpl: name, wrapperComponent: 'div', style: line }
  const go = (label: string, expression: string, more: Json = {}): Json => ({
    type: 'button',
    label,
    onEvent: { click: { actions: [{ actionType: 'reload', componentId: 'month', data: { month: expression } }] } },
    ...more,
  })
  const moved = (by: number) => `\${DATETOSTR(DATEMODIFY(${FIRST}, ${by}, 'month'), '${DAY}')}`
  const edge = (expression: string) => (isTime ? `\${DATETOSTR(${expression}, '${DAY}')}T00:00:00Z` : `\${DATETOSTR(${expression}, '${DAY}')}`)
  return {
    type: 'page',
    title: plain(model.name),
    ...(places.create && { toolbar: [link(t('New {name}', { name: word(oneOf(model.name)) }), places.create, { level: 'primary' })] }),
    body: {
      type: 'service',
      id: 'month',
      name: 'month',
      api: {
        method: 'get',
        url: rowsOf(model),
        data: {
          page: 1,
          perPage: ROWS,
          orderBy: day.key,
          orderDir: 'asc',
          filter: `{"conjunction":"and","children":[{"left":{"type":"field","field":"${day.key}"},"op":"between","right":["${edge(START)}","${edge(`DATEMODIFY(${START}, ${DAYS}, 'day')`)}"]}]}`,
        },
        responseData: {
          rows: '${items}',
          total: '${total}',
          days: `\${ARRAYMAP([${Array.from({ length: DAYS }, (_one, at) => at).join(',')}], at => DATETOSTR(DATEMODIFY(${START}, at, 'day'), '${DAY}'))}`,
          shown: `\${DATETOSTR(${FIRST}, 'YYYY-MM')}`,
        },
      },
      body: [
        {
          type: 'flex',
          justify: 'space-between',
          alignItems: 'center',
          className: 'mb-4',
          style: { flexWrap: 'wrap', gap: '8px' },
          items: [
            { type: 'tpl', tpl: '${shown}', wrapperComponent: 'h2', style: { fontSize: '18px', fontWeight: 600, margin: 0 } },
            {
              type: 'flex',
              style: { gap: '8px' },
              items: [
                go('‹', moved(-1), { tooltip: t('Month before') }),
                go(t('Today'), `\${DATETOSTR(NOW(), '${DAY}')}`),
                go('›', moved(1), { tooltip: t('Month after') }),
              ],
            },
          ],
        },
        {
          type: 'container',
          className: 'm:hidden',
          style: { border: '1px solid var(--borderColor)', borderRadius: '8px', overflow: 'hidden', background: 'var(--background)' },
          body: [
            {
              type: 'container',
              wrapperBody: false,
              style: { display: 'grid', gridTemplateColumns: 'repeat(7, minmax(0, 1fr))' },
              body: WEEK.map(label => muted(t(label), { style: { padding: '8px', fontSize: '13px', color: 'var(--text--muted-color)' } })),
            },
            {
              type: 'each',
              source: '${days}',
              name: 'day',
              style: { display: 'grid', gridTemplateColumns: 'repeat(7, minmax(0, 1fr))' },
              items: {
                type: 'container',
                style: { minHeight: '96px', padding: '6px 8px', borderTop: '1px solid var(--borderColor)' },
                body: [
                  muted("${SPLIT(day, '-')[2]}", { wrapperComponent: 'div' }),
                  { type: 'each', source: `\${ARRAYFILTER(rows, row => ${dayOf('row')} == day)}`, placeholder: '', items: entry },
                ],
              },
            },
          ],
        },
        {
          type: 'each',
          source: `\${ARRAYFILTER(days, day => COUNT(ARRAYFILTER(rows, row => ${dayOf('row')} == day)) > 0)}`,
          name: 'day',
          className: 'pc:hidden',
          placeholder: t('Nothing in this month'),
          items: {
            type: 'container',
            className: 'mb-4',
            body: [muted('${day}'), { type: 'each', source: `\${ARRAYFILTER(rows, row => ${dayOf('row')} == day)}`, placeholder: '', items: entry }],
          },
        },
        muted(t('More than {limit} rows: only the first are shown', { limit: ROWS }), { visibleOn: `\${total > ${ROWS}}`, className: 'mt-2' }),
      ],
    },
  }
}
