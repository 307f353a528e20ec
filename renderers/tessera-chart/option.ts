// Pictures of an answer as ECharts draws them: what is drawn comes from the answer, how it looks from the theme.
import type { Say } from '../words.ts'
import { cellsOf, figureOf, labelOf, numberOf, valuesOf, type Answer, type Column, type Line, type Shape, type Value } from './figures.ts'
import { inkOn, mixed } from './ink.ts'
import type { Kind } from './kinds.ts'

type Json = Record<string, unknown>
/** Colours and letters of the page around. */
export interface Look {
  colours: string[]
  text: string
  weak: string
  line: string
  ground: string
  font: string
}
export interface Drawn {
  option: Json
  /** The groups of what was clicked. */
  lineOf(event: { dataIndex: number; seriesIndex: number; data?: unknown }): Record<string, Value> | undefined
}
interface Words {
  say: Say
  language: string
}

/** Slices beyond these are told as one: nobody reads more. */
const MOST_SLICES = 12

export function drawn(
  kind: Kind,
  answer: Answer,
  shape: Shape,
  look: Look,
  words: Words,
  more: { isStacked?: boolean; goal?: number; isNarrow?: boolean },
): Drawn {
  const { x, series, figures } = shape
  const [figure] = figures
  const { items } = answer
  const cell = cellsOf(items, shape)
  const mains = x ? valuesOf(items, x) : [null]
  const others = series ? valuesOf(items, series) : [null]
  const name = (column: Column | undefined, value: Value) => (column ? labelOf(column, value, items, words) : '')
  const told = (column: Column | undefined) => (value: unknown) => (column ? figureOf(column, value, words.language) : String(value))
  const at = (main: Value, other?: Value) => ({ ...(x && { [x.key]: main }), ...(series && other !== undefined && { [series.key]: other }) })
  const text = { color: look.text, fontFamily: look.font }
  const base: Json = {
    color: look.colours,
    backgroundColor: 'transparent',
    textStyle: text,
    animationDuration: 300,
    tooltip: { confine: true, backgroundColor: look.ground, borderColor: look.line, textStyle: text, valueFormatter: told(figure) },
  }
  const legend = (names: string[]) =>
    names.length > 1
      ? { type: 'scroll', bottom: 0, data: names, textStyle: { color: look.text }, pageTextStyle: { color: look.text }, pageIconColor: look.text }
      : undefined
  const axis = {
    axisLabel: { color: look.weak, hideOverlap: true },
    axisLine: { lineStyle: { color: look.line } },
    axisTick: { lineStyle: { color: look.line } },
    splitLine: { lineStyle: { color: look.line } },
    nameTextStyle: { color: look.weak },
  }
  const short = (value: number) => new Intl.NumberFormat(words.language, { notation: 'compact', maximumFractionDigits: 1 }).format(value)
  const isWhole = items.every(line => figures.every(one => Number.isInteger(numberOf([line], one) ?? 0)))
  const values = {
    type: 'value',
    // Half a row would be no count.
    ...(isWhole && { minInterval: 1 }),
    ...axis,
    axisLabel: {
      color: look.weak,
      hideOverlap: true,
      formatter: short,
    },
  }

  if (kind === 'pie' || kind === 'ring' || kind === 'funnel') {
    const all = mains.map(main => {
      const lines = items.filter(line => !x || (line[x.key] ?? null) === main)
      return { main, value: (figure && numberOf(lines, figure)) ?? 0, name: name(x, main) || figure?.label || '' }
    })
    const sorted = kind === 'funnel' ? all : all.toSorted((a, b) => b.value - a.value)
    const few = sorted.length > MOST_SLICES ? sorted.slice(0, MOST_SLICES - 1) : sorted
    const rest = sorted.slice(few.length).reduce((sum, { value }) => sum + value, 0)
    const data = [...few, ...(sorted.length > few.length ? [{ main: undefined, value: rest, name: words.say('Others') }] : [])]
    const form =
      kind === 'funnel'
        ? { type: 'funnel', left: '6%', right: '6%', top: 8, bottom: 36, minSize: '8%' }
        : { type: 'pie', radius: kind === 'ring' ? ['46%', '70%'] : '70%', center: ['50%', '46%'] }
    const label =
      kind === 'funnel'
        ? { position: 'inside', formatter: ({ name: own, value }: { name: string; value: number }) => `${own}: ${told(figure)(value)}` }
        : { show: !more.isNarrow, color: look.text, formatter: '{b}: {d}%' }
    return {
      option: {
        ...base,
        tooltip: { ...(base.tooltip as Json), trigger: 'item' },
        legend: legend(data.map(one => one.name)),
        series: [
          {
            ...form,
            label,
            itemStyle: { borderColor: look.ground, borderWidth: 1 },
            data: data.map(({ name: own, value }, place) => ({
              name: own,
              value,
              ...(kind === 'funnel' && { label: { color: inkOn(look.colours[place % look.colours.length] ?? '') } }),
            })),
          },
        ],
      },
      lineOf: ({ dataIndex }) => {
        const main = data[dataIndex]?.main
        return main === undefined ? undefined : at(main)
      },
    }
  }

  if (kind === 'gauge') {
    const sum = figure ? numberOf(items, figure) : null
    const percent = new Intl.NumberFormat(words.language, { style: 'percent', maximumFractionDigits: 0 })
    const share = more.goal && sum !== null ? [words.say('{share} of {goal}', { share: percent.format(sum / more.goal), goal: told(figure)(more.goal) })] : []
    const goal = more.goal ?? Math.max(1, 10 ** Math.ceil(Math.log10(Math.max(1, sum ?? 0))))
    return {
      option: {
        ...base,
        series: [
          {
            type: 'gauge',
            max: goal,
            radius: '92%',
            center: ['50%', '56%'],
            progress: { show: true, width: 14 },
            axisLine: { lineStyle: { width: 14, color: [[1, look.line]] } },
            axisTick: { show: false },
            splitLine: { show: false },
            // The share of the goal stands in the same place.
            axisLabel: {
              show: !share.length,
              color: look.weak,
              distance: 20,
              formatter: (value: number) => (value === 0 || value === goal ? short(value) : ''),
            },
            pointer: { show: false },
            anchor: { show: false },
            title: { color: look.weak, fontSize: 13, lineHeight: 20, offsetCenter: [0, '30%'] },
            detail: { color: look.text, fontSize: 26, offsetCenter: [0, 0], formatter: () => told(figure)(sum) },
            data: [{ value: sum ?? 0, name: [figure?.label ?? '', ...share].join('\n') }],
          },
        ],
      },
      lineOf: () => ({}),
    }
  }

  if (kind === 'scatter') {
    const [across, up = figure, size] = figures
    const points = items.map(line => [line[across?.key ?? ''], line[up?.key ?? ''], size ? line[size.key] : 1, lineName(line)])
    const largest = Math.max(1, ...points.map(([, , value]) => Number(value) || 0))
    return {
      option: {
        ...base,
        tooltip: {
          ...(base.tooltip as Json),
          trigger: 'item',
          formatter: ({ data }: { data: unknown[] }) => escaped(`${String(data[3])}: ${told(across)(data[0])}, ${told(up)(data[1])}`),
        },
        grid: { left: 8, right: 24, top: 28, bottom: 28, containLabel: true },
        xAxis: { ...values, name: across?.label, nameLocation: 'middle', nameGap: 26, scale: true },
        yAxis: { ...values, name: up?.label, nameTextStyle: { color: look.weak, align: 'left' }, scale: true },
        series: [{ type: 'scatter', symbolSize: (data: unknown[]) => (size ? 8 + 32 * Math.sqrt((Number(data[2]) || 0) / largest) : 12), data: points }],
      },
      lineOf: ({ dataIndex }) => lineAt(items[dataIndex]),
    }
  }

  if (kind === 'heat') {
    const cells = mains.flatMap((main, column) => others.map((other, row) => [column, row, numberOf(cell(main, other), figure as Column) ?? 0] as const))
    const numbers = cells.map(([, , value]) => value)
    const [least, most] = [Math.min(0, ...numbers), Math.max(1, ...numbers)]
    const ground = (value: number) => mixed(look.line, look.colours[0] ?? '', (value - least) / (most - least))
    const isTold = cells.length <= 150 && !more.isNarrow
    return {
      option: {
        ...base,
        tooltip: {
          ...(base.tooltip as Json),
          trigger: 'item',
          formatter: ({ data: { value } }: { data: { value: readonly number[] } }) =>
            escaped(`${name(x, mains[value[0] as number] ?? null)} · ${name(series, others[value[1] as number] ?? null)}: ${told(figure)(value[2])}`),
        },
        grid: { left: 8, right: 8, top: 8, bottom: 44, containLabel: true },
        xAxis: { type: 'category', data: mains.map(value => name(x, value)), ...axis },
        yAxis: { type: 'category', data: others.map(value => name(series, value) || figure?.label), ...axis },
        visualMap: {
          min: least,
          max: most,
          text: [told(figure)(most), told(figure)(least)],
          orient: 'horizontal',
          left: 'center',
          bottom: 0,
          itemHeight: 120,
          textStyle: { color: look.weak },
          inRange: { color: [look.line, look.colours[0]] },
        },
        series: [
          {
            type: 'heatmap',
            data: cells.map(value => ({ value, ...(isTold && { label: { color: inkOn(ground(value[2]), look.text) } }) })),
            label: { show: isTold, formatter: ({ data: { value } }: { data: { value: readonly number[] } }) => told(figure)(value[2]) },
          },
        ],
      },
      lineOf: ({ data }) => {
        const { value } = (data ?? {}) as { value?: unknown }
        return Array.isArray(value) ? at(mains[Number(value[0])] ?? null, others[Number(value[1])] ?? null) : undefined
      },
    }
  }

  // Columns, bars, lines and areas: a colour for each value of the second group, or for each figure.
  const rows =
    series && figure
      ? others.map(other => ({ label: name(series, other), other, figure }))
      : figures.map(one => ({ label: one.label, other: undefined, figure: one }))
  const isFlat = kind === 'rows'
  const isLine = kind === 'line' || kind === 'area'
  const categories = { type: 'category', data: mains.map(value => name(x, value) || words.say('All')), boundaryGap: !isLine, ...axis }
  return {
    option: {
      ...base,
      tooltip: { ...(base.tooltip as Json), trigger: 'axis', axisPointer: { type: isLine ? 'line' : 'shadow' } },
      legend: legend(rows.map(({ label }) => label)),
      grid: { left: 8, right: isLine ? 36 : 20, top: 16, bottom: rows.length > 1 ? 36 : 8, containLabel: true },
      xAxis: isFlat ? values : categories,
      yAxis: isFlat ? { ...categories, inverse: true } : values,
      series: rows.map(({ label, other, figure: own }) => ({
        name: label,
        type: isLine ? 'line' : 'bar',
        ...(more.isStacked && { stack: 'all' }),
        ...(isLine
          ? { symbolSize: 6, showSymbol: mains.length <= 60, connectNulls: false, ...(kind === 'area' && { areaStyle: { opacity: 0.25 } }) }
          : { barMaxWidth: 40 }),
        tooltip: { valueFormatter: told(own) },
        data: mains.map(main => numberOf(series ? cell(main, other) : cell(main), own)),
      })),
    },
    lineOf: ({ dataIndex, seriesIndex }) => at(mains[dataIndex] ?? null, rows[seriesIndex]?.other),
  }

  function lineName(line: Line) {
    return answer.columns
      .filter(({ role }) => role === 'group')
      .map(column => labelOf(column, (line[column.key] ?? null) as Value, items, words))
      .join(' · ')
  }
  function lineAt(line: Line | undefined): Record<string, Value> | undefined {
    return line && Object.fromEntries(answer.columns.filter(({ role }) => role === 'group').map(({ key }) => [key, (line[key] ?? null) as Value]))
  }
}

/** Texts of data in what ECharts takes for HTML. */
const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;')
