// Charts and tiles of a model as plain amis schemas: the address says which figures, the rest how they look.
import { readTotals, totalsApi, type Measure, type ModelTotals, type Unit } from '../../api/models/totals.ts'
import type { Say } from '../words.ts'
import { canGroup, modelNow, SOURCE, type DesignModel } from './place.ts'

type Json = Record<string, unknown>
type Kind = 'bar' | 'line' | 'pie' | 'rows'
/** What a chart or a tile is made of, as the panel asks for it. */
export interface Figure {
  source: string
  model: string
  kind: Kind
  measure: Measure
  of?: string
  by?: string
  unit?: Unit
  filter?: Json
}

export const isDate = (model: DesignModel | undefined, key: unknown) =>
  ['date', 'datetime', 'created_at', 'updated_at'].includes(model?.fields.find(field => field.key === key)?.type ?? String(key))

/** What a chart of a model begins with: how many rows there are of each choice. */
export function startFigure(source: string, model: DesignModel, type: 'chart' | 'tile'): Figure {
  const group = model.fields.find(field => field.type === 'enum') ?? model.fields.find(field => field.type === 'relationOne') ?? model.fields.find(canGroup)
  return { source, model: model.key, kind: 'bar', measure: 'count', ...(type === 'chart' && group && { by: group.key }) }
}

const COLOURS = ['#2468f2', '#30a46c', '#f5a524', '#8e4ec6', '#e5484d', '#0091ff', '#12a594', '#978365']
const AXIS = {
  axisLabel: { color: '#7a8494', hideOverlap: true },
  axisLine: { lineStyle: { color: '#9aa3b2' } },
  splitLine: { lineStyle: { color: 'rgba(128,140,160,.2)' } },
}
const LABELS = '${items|pick:label}'
const VALUES = '${items|pick:value}'

function config(kind: Kind): Json {
  const base = { color: COLOURS, backgroundColor: 'transparent', tooltip: { trigger: kind === 'pie' ? 'item' : 'axis' } }
  if (kind === 'pie')
    return {
      ...base,
      legend: { type: 'scroll', bottom: 0, textStyle: { color: '#7a8494' } },
      series: [{ type: 'pie', radius: ['45%', '70%'], center: ['50%', '45%'], label: { show: false }, data: '${items|pick:name~label,value}' }],
    }
  const [names, figures]: Json[] = [
    { type: 'category', data: LABELS, ...AXIS },
    { type: 'value', ...AXIS },
  ]
  const isFlat = kind === 'rows'
  return {
    ...base,
    grid: { left: 8, right: 16, top: 16, bottom: 8, containLabel: true },
    xAxis: isFlat ? figures : names,
    yAxis: isFlat ? { ...names, inverse: true } : figures,
    series: [{ type: kind === 'line' ? 'line' : 'bar', data: VALUES, ...(kind === 'line' ? { smooth: true } : { barMaxWidth: 40 }) }],
  }
}

const asked = (figure: Figure, withGroup: boolean): ModelTotals => {
  const { source, model, measure, of, by, unit, filter } = figure
  return { source, model, measure, ...(of && { of }), ...(withGroup && by && { by, ...(unit && { unit }) }), ...(filter && { filter }) }
}

export const chartOf = (figure: Figure): Json => ({
  type: 'chart',
  api: totalsApi(asked(figure, true)),
  config: config(figure.kind),
  replaceChartOption: true,
  height: 300,
})

/** The words above the number of a tile. */
function nameOf({ source, model: key, measure, of }: Figure, say: Say): string {
  const model = modelNow(source, key)
  const field = model?.fields.find(one => one.key === of)?.name ?? of ?? ''
  switch (measure) {
    case 'count':
      return model?.name ?? key
    case 'sum':
      return say('Sum of {field}', { field })
    case 'avg':
      return say('Average of {field}', { field })
    case 'min':
      return say('Smallest {field}', { field })
    case 'max':
      return say('Largest {field}', { field })
  }
}

export const tileOf = (figure: Figure, say: Say): Json => ({
  type: 'service',
  api: totalsApi(asked(figure, false)),
  body: [
    {
      type: 'container',
      style: { padding: '16px 20px', border: '1px solid var(--borderColor)', borderRadius: '8px', background: 'var(--background)' },
      body: [
        {
          type: 'tpl',
          tpl: nameOf(figure, say).replace(/\$\{/g, '\\${').replace(/&/g, '&amp;').replace(/</g, '&lt;'),
          wrapperComponent: 'div',
          style: { color: 'var(--text--muted-color)', fontSize: '13px', lineHeight: '20px' },
        },
        {
          type: 'tpl',
          tpl: "${value === null || value === undefined ? '—' : value|number}",
          wrapperComponent: 'div',
          style: { fontSize: '28px', fontWeight: 600, lineHeight: '40px' },
        },
      ],
    },
  ],
})

/** What the controls say; undefined while something is missing. */
export function figureFrom(values: Json, type: 'chart' | 'tile', before?: Figure): Figure | undefined {
  const text = (key: string) => (typeof values[key] === 'string' && values[key] ? (values[key] as string) : undefined)
  const source = text('source') ?? SOURCE
  const model = modelNow(source, text('model'))
  if (!model) return undefined
  const kind = (text('kind') ?? 'bar') as Kind
  if (before && (before.source !== source || before.model !== model.key)) return { ...startFigure(source, model, type), kind }
  const measure = (text('measure') ?? 'count') as Measure
  const [of, by, unit] = [text('of'), text('by'), text('unit')]
  if (measure !== 'count' && !of) return undefined
  const filter = values.filter && typeof values.filter === 'object' ? { filter: values.filter as Json } : {}
  return {
    source,
    model: model.key,
    kind,
    measure,
    ...(measure !== 'count' && { of }),
    ...(type === 'chart' && by && { by, ...(isDate(model, by) && { unit: (unit ?? 'month') as Unit }) }),
    ...filter,
  }
}

/** What a component shows of a model; undefined where it shows something else. */
export function figureIn(node: Json | undefined): (Figure & { type: 'chart' | 'tile' }) | undefined {
  const totals = node && readTotals(node.api)
  const type = node?.type === 'chart' ? 'chart' : node?.type === 'service' ? 'tile' : undefined
  if (!node || !totals || !type) return undefined
  return { ...totals, source: totals.source || SOURCE, kind: kindIn(node), type }
}
function kindIn({ config: shown }: Json): Kind {
  const { series, xAxis } = (shown ?? {}) as { series?: { type?: unknown }[]; xAxis?: { type?: unknown } }
  const type = Array.isArray(series) ? series[0]?.type : undefined
  if (type === 'pie' || type === 'line') return type
  return xAxis?.type === 'value' ? 'rows' : 'bar'
}

/** The properties of a component after its settings are changed; how it looks stays where that was not asked for. */
export function changedFigure(node: Json, figure: Figure, say: Say): Json {
  if (node.type === 'chart') {
    const { api, config: fresh } = chartOf(figure)
    return { api, ...(kindIn(node) !== figure.kind && { config: fresh }) }
  }
  const { api, body } = tileOf(figure, say)
  const before = figureIn(node)
  return { api, ...(before && nameOf(before, say) !== nameOf(figure, say) && { body }) }
}
