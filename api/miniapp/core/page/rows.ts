// Rows: lists, cards, tables as cards, and those that are read page by page.
import { textOf, valueOf } from '../formula.ts'
import { asList, get, isJson, within, type Json } from '../json.ts'
import { answerOf, mapped } from '../requests.ts'
import type { View } from '../view.ts'
import type { Actions } from './actions.ts'
import type { Forms } from './form.ts'
import type { State } from './state.ts'
import type { Around, List } from './types.ts'
import { isField, MOST_EACH, type Draws, type Views } from './views.ts'

export const PER_PAGE = 20
const BAR_PARTS = new Set(['pagination', 'statistics', 'reload', 'switch-per-page', 'columns-toggler', 'filter-toggler', 'load-more', 'bulkActions'])

export function createRows(
  { say, host, changed, make, on, requestIn, load, known }: State,
  { leave }: Actions,
  { isShown, text, box, note, wait, button, template, tapped }: Views,
  { draw, drawAll }: Draws,
  { drawForm }: Forms,
) {
  const rowsIn = (node: Json, scope: Json): Json[] => {
    const found = node.source ? valueOf(node.source, scope) : node.name ? get(scope, String(node.name)) : (get(scope, 'items') ?? get(scope, 'rows'))
    return asList(found)
      .slice(0, MOST_EACH)
      .map(row => (isJson(row) ? row : { item: row }))
  }

  function drawRows(node: Json, rows: Json[], scope: Json, at: string, around: Around, note?: string): View[] {
    if (!rows.length) return text(`${at}.empty`, note || template(node.placeholder, scope) || say('Nothing here yet'), 'muted')
    const primary = typeof node.primaryField === 'string' ? node.primaryField : 'id'
    const inRow = { ...around, inRow: true }
    return rows.flatMap((row, index) => {
      const key = `${at}.${String(row[primary] ?? index)}`
      const own = within(scope, { ...row, index })
      if (isJson(node.card)) return drawCard(node.card, own, key, inRow)
      if (isJson(node.listItem)) return drawItem(node.listItem, own, key, inRow)
      return box(key, 'card', [
        ...asList(node.columns).flatMap((column, place) => (isJson(column) && isShown(column, own) ? drawColumn(column, own, `${key}.${place}`, inRow) : [])),
        ...box(`${key}.actions`, 'row', drawAll(node.itemActions, own, `${key}.itemActions`, inRow)),
      ])
    })
  }
  /** A column of a table is a line of a card: a phone has no room beside. */
  function drawColumn(column: Json, scope: Json, at: string, around: Around): View[] {
    const { type = 'plain', label, visibleOn: _on, hiddenOn: _off, ...rest } = column
    if (type === 'operation') return box(at, 'row', drawAll(column.buttons, scope, `${at}.buttons`, around))
    const value = draw({ ...rest, type }, scope, at, around)
    const named = template(label, scope)
    return named ? [{ kind: 'pair', key: `${at}.pair`, label: named, children: value }] : value
  }
  function drawItem(item: Json, scope: Json, at: string, around: Around): View[] {
    const avatar = textOf(item.avatar, scope)
    return box(at, 'card', [
      ...(avatar ? [{ kind: 'image' as const, key: `${at}.avatar`, src: host.picture(avatar) ?? '', alt: '', width: 40, height: 40 }] : []),
      ...text(`${at}.title`, template(item.title, scope), 'strong'),
      ...text(`${at}.sub`, template(item.subTitle, scope), 'muted'),
      ...text(`${at}.desc`, template(item.desc, scope)),
      ...drawAll(item.body, scope, `${at}.body`, around).flat(),
      ...box(`${at}.actions`, 'row', drawAll(item.actions, scope, `${at}.actions`, around)),
    ])
  }
  function drawCard(card: Json, scope: Json, at: string, around: Around): View[] {
    const header = isJson(card.header) ? card.header : {}
    const media = isJson(card.media) ? textOf(card.media.url, scope) : ''
    const tap = card.href ? on(at, () => leave(card.href, scope)) : isJson(card.itemAction) ? tapped(at, card.itemAction, scope, around) : undefined
    const body = asList(card.body).flatMap((one, index): View[] => {
      const key = `${at}.body.${index}`
      if (!isJson(one) || !isShown(one, scope)) return draw(one, scope, key, around)
      const { label, ...rest } = one
      const value = draw(rest, scope, key, around)
      return label && !isFieldOrButton(one) && value.length
        ? [{ kind: 'pair', key: `${key}.pair`, label: template(label, scope), children: value }]
        : draw(one, scope, key, around)
    })
    return box(
      at,
      'card',
      [
        ...(media ? [{ kind: 'image' as const, key: `${at}.media`, src: host.picture(media) ?? '', alt: '', width: 0, height: 0 }] : []),
        ...text(`${at}.title`, template(header.title, scope), 'strong'),
        ...text(`${at}.sub`, template(header.subTitle, scope), 'muted'),
        ...text(`${at}.desc`, template(header.desc ?? header.description, scope)),
        ...body,
        ...box(`${at}.actions`, 'row', drawAll(card.actions, scope, `${at}.actions`, around)),
      ],
      tap,
    )
  }
  const isFieldOrButton = (node: Json) => /^(button|submit|reset|action|operation)/.test(String(node.type)) || isField(String(node.type))

  function listAt(at: string, perPage: number): List {
    return make<List>(at, () => ({
      kind: 'list',
      asked: '',
      busy: false,
      error: '',
      rows: [],
      total: undefined,
      hasNext: false,
      answer: {},
      page: 1,
      perPage,
      query: {},
    }))
  }
  function takeRows(list: List, answer: Json) {
    const rows = asList(answer.items ?? answer.rows ?? answer.options ?? []).map(row => (isJson(row) ? row : { item: row }))
    const total = Number(answer.total ?? answer.count)
    Object.assign(list, { rows, answer, total: Number.isFinite(total) ? total : undefined, hasNext: answer.hasNext === true })
  }
  const turn = (list: List, by: number) => () => ((list.page += by), changed())
  function pager(list: List, at: string): View[] {
    const last = list.total === undefined ? (list.hasNext ? list.page + 1 : list.page) : Math.max(1, Math.ceil(list.total / list.perPage))
    if (last <= 1 && list.page <= 1) return []
    return box(`${at}.pager`, 'row', [
      button(`${at}.previous`, say('Previous'), turn(list, -1), { small: true, disabled: list.page <= 1 }),
      ...text(`${at}.page`, list.total === undefined ? String(list.page) : `${list.page} / ${last}`, 'muted'),
      button(`${at}.next`, say('Next'), turn(list, 1), { small: true, disabled: list.page >= last }),
    ])
  }

  function drawCrud(node: Json, scope: Json, at: string, around: Around): View[] {
    known(node, at)
    const list = listAt(at, Number(node.perPage) || PER_PAGE)
    const defaults = isJson(node.defaultParams) ? (mapped(node.defaultParams, scope) as Json) : {}
    const filterKey = `${at}.filter`
    const asked = { ...defaults, ...list.query, page: list.page, perPage: list.perPage }
    const own = within(scope, asked)
    const inside = { ...around, reads: at }
    if (node.api)
      load(list, requestIn(node.api, own, asked), answer => {
        if (answer.status === 0) takeRows(list, answerOf(node.api, answer.data, own))
      })
    else takeRows(list, { items: rowsIn(node, scope) })
    const data = within(own, { ...list.answer, items: list.rows, total: list.total, ...list.query })
    const bar = (value: unknown, name: string) =>
      box(
        `${at}.${name}`,
        'row',
        asList(value).flatMap((one, index) => (isJson(one) && !BAR_PARTS.has(String(one.type)) ? draw(one, data, `${at}.${name}.${index}`, inside) : [])),
      )
    const filter = isJson(node.filter)
      ? drawForm({ ...node.filter, type: 'form', wrapWithPanel: false }, data, filterKey, inside, values =>
          Object.assign(list, { query: values, page: 1, asked: '' }),
        )
      : []
    const shown: Json = { ...node, card: node.mode === 'cards' ? node.card : undefined, listItem: node.mode === 'list' ? node.listItem : undefined }
    return [
      ...filter,
      ...bar(node.headerToolbar, 'head'),
      ...note(`${at}.error`, list.error),
      ...(list.error ? [button(`${at}.again`, say('Try again'), () => ((list.asked = ''), changed()), { small: true })] : []),
      ...(list.busy && !list.rows.length ? [wait(`${at}.wait`)] : list.error ? [] : drawRows(shown, list.rows, data, `${at}.row`, inside)),
      ...pager(list, at),
      ...bar(node.footerToolbar, 'foot'),
    ]
  }

  return { rowsIn, drawRows, drawCard, listAt, takeRows, pager, drawCrud }
}
export type Rows = ReturnType<typeof createRows>
