// What a query answers as pictures, figures and tables: what is drawn, what is asked for, the rows behind a figure
import { cleanup, configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { clearStoresCache } from 'amis-core'
import 'amis'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import '../../renderers/tessera-chart/chart.tsx'
import { cellsOf, figureIn, figureOf, isApart, labelOf, shapeOf, valuesOf, type Answer, type Column } from '../../renderers/tessera-chart/figures.ts'
import { inkOn, mixed } from '../../renderers/tessera-chart/ink.ts'
import { isPicture, KINDS } from '../../renderers/tessera-chart/kinds.ts'
import { drawn } from '../../renderers/tessera-chart/option.ts'
import { changeOf } from '../../renderers/tessera-chart/tables.tsx'
import { showRows, type Sent } from '../support/show-rows.tsx'

configure({ asyncUtilTimeout: 5000 })
beforeAll(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
})
afterEach(() => {
  cleanup()
  clearStoresCache()
})

const MONTH: Column = { key: 'month', label: 'Month', role: 'group', type: 'date', unit: 'month' }
const STATE: Column = { key: 'state', label: 'State', role: 'group', type: 'enum' }
const COUNT: Column = { key: 'n', label: 'Number of rows', role: 'measure', type: 'integer', measure: 'count', together: 'sum' }
const SUM: Column = {
  key: 'sum',
  label: 'Sum of Amount',
  role: 'measure',
  type: 'decimal',
  measure: 'sum',
  together: 'sum',
  format: 'currency',
  currency: 'EUR',
  scale: 2,
}
const AVERAGE: Column = { key: 'avg', label: 'Average', role: 'measure', type: 'decimal', measure: 'avg' }
const answer: Answer = {
  columns: [MONTH, STATE, COUNT, SUM],
  items: [
    { month: '2026-01', state: 'open', n: 2, sum: 10.5, _labels: { state: 'Open' } },
    { month: '2026-03', state: 'won', n: 1, sum: 20, _labels: { state: 'Won <b>' } },
    { month: null, state: 'won', n: 4, sum: null, _labels: { month: '(empty)', state: 'Won <b>' } },
  ],
  isCut: false,
}
const say = (english: string, values: Record<string, string | number> = {}) => english.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]))
const words = { say, language: 'en-US' }
const look = { colours: ['#111', '#222'], text: '#000', weak: '#555', line: '#ddd', ground: '#fff', font: 'serif' }

describe('what is drawn', () => {
  it('takes the first groups and all figures, unless some are chosen', () => {
    expect(shapeOf(answer, {})).toEqual({ x: MONTH, series: STATE, figures: [COUNT, SUM] })
    expect(shapeOf(answer, { x: 'state', figures: ['sum', 'gone'] })).toEqual({ x: STATE, series: MONTH, figures: [SUM] })
  })
  it.each([
    ['month', ['2025-11', '2026-02'], ['2025-11', '2025-12', '2026-01', '2026-02']],
    ['quarter', ['2025-Q3', '2026-Q1'], ['2025-Q3', '2025-Q4', '2026-Q1']],
    ['year', ['2024', '2026'], ['2024', '2025', '2026']],
    ['day', ['2026-02-27', '2026-03-02'], ['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02']],
    ['week', ['2020-W52', '2021-W01'], ['2020-W52', '2020-W53', '2021-W01']],
    ['week', ['2021-W51', '2022-W01'], ['2021-W51', '2021-W52', '2022-W01']],
  ] as const)('fills in the %ss without rows', (unit, names, expected) => {
    expect(
      valuesOf(
        names.map(month => ({ month })),
        { ...MONTH, unit },
      ),
    ).toEqual(expected)
  })
  it('draws no more empty periods than anybody looks at', () => {
    expect(valuesOf([{ month: '0001-01' }, { month: '2026-01' }], MONTH)).toEqual(['0001-01', '2026-01'])
  })
  it('knows nothing counted and summed for a period without rows, and no average', () => {
    const { option } = drawn('bar', answer, shapeOf(answer, {}), look, words, {})
    const [open, won] = option.series as { name: string; data: unknown[] }[]
    expect([open?.name, open?.data]).toEqual(['Open', [2, 0, 0, 0]])
    expect(won?.data).toEqual([0, 0, 1, 4])
    const average = {
      ...answer,
      columns: [MONTH, AVERAGE],
      items: [
        { month: '2026-01', avg: 2 },
        { month: '2026-03', avg: 4 },
      ],
    }
    expect((drawn('line', average, shapeOf(average, {}), look, words, {}).option.series as { data: unknown[] }[])[0]?.data).toEqual([2, null, 4])
  })
  it('says periods and figures as the reader writes them', () => {
    const of = (unit: Column['unit'], value: string) => labelOf({ ...MONTH, ...(unit && { unit }) }, value, [], words)
    expect(of('month', '2026-01')).toBe('Jan 2026')
    expect(of('quarter', '2026-Q2')).toBe('Quarter 2 of 2026')
    expect(of('week', '2026-W05')).toBe('Week 5 of 2026')
    expect(labelOf({ ...MONTH, unit: 'month' }, '2026-01', [], { say, language: 'zh-CN' })).toBe('2026年1月')
    expect(figureOf(SUM, 1234.5, 'en-US')).toBe('€1,234.50')
    expect(figureOf(COUNT, null, 'en-US')).toBe('—')
  })
  it.each(KINDS.filter(isPicture))('%s: leads to the rows of what is clicked', kind => {
    const picture = drawn(kind, answer, shapeOf(answer, {}), look, words, { isStacked: true, goal: 100 })
    const at = picture.lineOf({ dataIndex: 0, seriesIndex: 0, data: { value: [0, 0, 2] } })
    expect(at).toEqual(
      kind === 'gauge'
        ? {}
        : kind === 'pie' || kind === 'ring' || kind === 'funnel'
          ? { month: kind === 'funnel' ? '2026-01' : null }
          : { month: '2026-01', state: 'open' },
    )
    expect(JSON.stringify(picture.option)).toContain('#111')
  })
  it('keeps words of data out of what is read as HTML', () => {
    const { option } = drawn('heat', answer, shapeOf(answer, {}), look, words, {})
    const { formatter } = option.tooltip as { formatter(event: object): string }
    expect(formatter({ data: { value: [2, 1, 1] } })).toBe('Mar 2026 · Won &lt;b&gt;: 1')
  })
  it('has a line for each group, and tells by how much a figure moved', () => {
    expect(cellsOf(answer.items, { x: MONTH, series: STATE })('2026-03', 'won')).toEqual([answer.items[1]])
    expect(changeOf(15, 10)).toBe(0.5)
    expect([changeOf(15, 0), changeOf(null, 1), changeOf(-5, -10)]).toEqual([undefined, undefined, 0.5])
  })
})

describe('a query of more groups than are drawn', () => {
  const TEAM: Column = { ...STATE, key: 'team', label: 'Team' }
  const three: Answer = {
    columns: [MONTH, STATE, TEAM, COUNT, AVERAGE],
    items: [
      { month: '2026-01', state: 'open', team: 'a', n: 2, avg: 10 },
      { month: '2026-01', state: 'open', team: 'b', n: 3, avg: 20 },
      { month: '2026-01', state: 'won', team: 'b', n: 4, avg: 5 },
    ],
    isCut: false,
  }
  const series = (figures: string[], kind: 'bar' | 'pie' | 'gauge' = 'bar') =>
    (drawn(kind, three, shapeOf(three, { figures }), look, words, {}).option.series as { data: unknown[] }[]).map(one => one.data)
  it('puts together what adds up, and leaves empty what does not', () => {
    expect(series(['n'])).toEqual([[5], [4]])
    expect(series(['avg'])).toEqual([[null], [5]])
    expect(series(['n'], 'gauge')).toEqual([[{ value: 9, name: 'Number of rows' }]])
    expect(inkOn('#f5a524')).toBe('#14181f')
    expect([inkOn('#2468f2'), inkOn(mixed('#fff', '#000', 0.9)), inkOn('red', '#123')]).toEqual(['#ffffff', '#ffffff', '#123'])
    expect([figureIn(three.items, COUNT), figureIn(three.items, AVERAGE), figureIn([], COUNT), figureIn([], AVERAGE)]).toEqual([9, null, 0, null])
    expect(figureIn(three.items, { ...AVERAGE, together: 'min' })).toBe(5)
    expect(figureIn(three.items, { ...AVERAGE, together: 'max' })).toBe(20)
    // A row stands in several groups of related rows: the server says that such counts do not add up.
    expect(figureIn(three.items, { key: 'n', label: 'n', role: 'measure', type: 'integer', measure: 'count' })).toBe(null)
  })
  it('knows where something is left empty', () => {
    expect(isApart(three, [MONTH, STATE], [AVERAGE])).toBe(true)
    expect(isApart(three, [MONTH, STATE, TEAM], [AVERAGE])).toBe(false)
    expect(isApart(three, [], [COUNT])).toBe(false)
  })
})

describe('on a page', () => {
  const show = (schema: object, reply: (sent: Sent) => object, data: object = {}) => {
    const asked: Sent[] = []
    showRows({ data, body: { type: 'tessera-chart', ...schema } }, { answer: sent => (asked.push(sent), reply(sent)) })
    return asked
  }
  const ok = (data: object) => ({ status: 0, msg: '', data })

  it('asks its query with the values of the page, and leaves out what is empty', async () => {
    const asked = show({ query: 'sales', kind: 'table', parameters: { region: '${region}', from: '${nothing}' } }, () => ok(answer), { region: 'north' })
    await screen.findByText('Jan 2026')
    const { searchParams, pathname } = new URL(asked[0]?.url.replace('query:', 'http://x/') ?? '')
    expect([pathname, searchParams.get('parameters')]).toEqual(['/sales', '{"region":"north"}'])
    expect(searchParams.get('zone')).toBeTruthy()
  })
  it('leads from a figure to the rows behind it', async () => {
    const asked = show({ query: 'sales', kind: 'table' }, ({ url }) =>
      ok(
        url.includes('/rows')
          ? { items: [{ id: '1', title: 'Tea', _labels: {} }], fields: [{ key: 'title', name: 'Title', type: 'text' }], total: 1, page: 1, perPage: 20 }
          : answer,
      ),
    )
    await userEvent.click(await screen.findByRole('button', { name: '2: Rows of Jan 2026 · Open' }))
    expect(await screen.findByText('Tea')).toBeTruthy()
    const at = new URL(asked.find(({ url }) => url.includes('/rows'))?.url.replace('query:', 'http://x/') ?? '').searchParams.get('at')
    expect(JSON.parse(at ?? '')).toEqual({ month: '2026-01', state: 'open' })
  })
  it('puts one group across the other, with what they add up to', async () => {
    show({ query: 'sales', kind: 'pivot' }, () => ok(answer))
    const table = within(await screen.findByRole('table'))
    expect(table.getAllByRole('columnheader').map(one => one.textContent)).toEqual(['Month', 'Open', 'Won <b>', 'Total'])
    expect(
      within(table.getAllByRole('row').at(-1) as HTMLElement)
        .getAllByRole('cell')
        .map(one => one.textContent),
    ).toEqual(['2', '5', '7'])
  })
  it('shows a figure beside that of the period before, and how much of the goal it is', async () => {
    show({ query: 'sales', kind: 'stat', goal: 20 }, () => ok({ columns: [COUNT], items: [{ n: 15 }], before: [{ n: 10 }], isCut: false }))
    expect((await screen.findByText('+50%')).closest('p')?.textContent).toContain('10 in the period before')
    expect(screen.getByText(/75% of 20/)).toBeTruthy()
  })
  it('says when there is nothing, when it is refused, and asks again', async () => {
    show({ query: 'none', kind: 'bar' }, () => ok({ columns: [STATE, COUNT], items: [], isCut: false }))
    expect(await screen.findByText('No data yet')).toBeTruthy()
    cleanup()
    show({ query: 'closed', kind: 'bar' }, () => ({ status: 403, msg: 'You are not allowed to do this' }))
    expect(await screen.findByText('These figures are not for you')).toBeTruthy()
    cleanup()
    let tries = 0
    show({ query: 'slow', kind: 'table' }, () => (++tries === 1 ? { status: 504, msg: 'The database took too long' } : ok(answer)))
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Jan 2026')).toBeTruthy()
  })
  it('shows a picture as a table on request', async () => {
    show({ query: 'sales', kind: 'bar' }, () => ok(answer))
    await userEvent.click(await screen.findByRole('button', { name: 'As a table' }))
    expect(await screen.findByRole('table')).toBeTruthy()
  })
  it('tries a query that is being made, and not with each letter', async () => {
    const definition = { model: 'main/sale', groups: [{ path: 'state' }, {}], measures: [{ measure: 'count' }, { measure: 'sum' }], filter: '' }
    const asked = show({ kind: 'table', previewApi: '/try', definition: '${made}' }, () => ok({ answer, sql: 'select 1', milliseconds: 2 }), {
      made: definition,
    })
    expect(await screen.findByText('select 1')).toBeTruthy()
    await waitFor(() => expect(asked).toHaveLength(1))
    expect(asked[0]?.data.definition).toMatchObject({ model: 'main/sale', groups: [{ path: 'state' }], measures: [{ measure: 'count' }] })
    expect(Object.keys((asked[0] as Sent).data.definition as object)).not.toContain('filter')
  })
})
