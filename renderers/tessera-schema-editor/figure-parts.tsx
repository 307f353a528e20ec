// Charts and figures of a model: in the palette with what they start with, and at the top of the panel of each with all that can be chosen.
import { Renderer, type RendererProps } from 'amis-core'
import { BasePlugin, registerEditorPlugin } from 'amis-editor'
import { chooseModel, MODEL_QUERY } from '../model-panel.ts'
import { onPage } from './built-words.ts'
import { sayInEditor as say } from './component-plugin.ts'
import { changedFigure, chartOf, figureFrom, figureIn, isDate, startFigure, tileOf, type Figure } from './model-figures.ts'
import { OF_MODEL } from './palette-search.ts'
import { PanelForm, putFirst, type PanelEvent } from './panel-form.tsx'
import { modelNow, placeNow } from './place.ts'

type Json = Record<string, unknown>

/** The controls of a figure, each named like what it says. */
function controls(isChart: boolean): Json[] {
  const choice = (name: string, label: string, options: [string, string][], more: Json = {}): Json => ({
    type: 'select',
    name,
    label,
    options: options.map(([value, text]) => ({ value, label: text })),
    ...more,
  })
  const measures: [string, string][] = [
    ['count', say('Number of rows')],
    ['sum', say('Sum')],
    ['avg', say('Average')],
    ['min', say('Smallest')],
    ['max', say('Largest')],
  ]
  return [
    ...chooseModel(placeNow(), say, { model: { required: true, placeholder: say('Choose a model') } }),
    ...(isChart
      ? [
          choice('kind', say('Kind'), [
            ['bar', say('Columns|chart')],
            ['rows', say('Bars')],
            ['line', say('Line')],
            ['pie', say('Ring')],
          ]),
        ]
      : []),
    choice('measure', say('Shows'), measures),
    {
      type: 'select',
      name: 'of',
      label: say('Of the field'),
      source: `design:numbers${MODEL_QUERY}`,
      visibleOn: '${measure !== "count"}',
      placeholder: say('Choose a field with numbers'),
    },
    ...(isChart
      ? [
          { type: 'select', name: 'by', label: say('For each'), searchable: true, source: `design:groups${MODEL_QUERY}` },
          choice(
            'unit',
            say('Put together by'),
            [
              ['day', say('Day')],
              ['month', say('Month')],
              ['year', say('Year')],
            ],
            { visibleOn: '${isDate}' },
          ),
        ]
      : []),
    {
      type: 'condition-builder',
      name: 'filter',
      label: say('Only rows where'),
      source: `design:conditions${MODEL_QUERY}`,
      embed: false,
      title: say('Only rows where'),
      visibleOn: '${model}',
    },
  ]
}

const valuesOf = (figure: Figure): Json => ({ unit: 'month', ...figure, isDate: isDate(modelNow(figure.source, figure.model), figure.by) })

interface Props extends RendererProps {
  data: Json
  onBulkChange(values: Json): void
}
function FigurePanel({ data: node, onBulkChange, render }: Props) {
  const found = figureIn(node)
  if (!found) return null
  const { type, ...figure } = found
  const change = (values: Json) => {
    const next = figureFrom(values, type, figure)
    if (!next || JSON.stringify(next) === JSON.stringify(figure)) return undefined
    const props = changedFigure(node, next, onPage.say)
    onBulkChange(props)
    return {
      kept: JSON.stringify(figureIn({ ...node, ...props })),
      isOther: next.model !== figure.model || next.source !== figure.source || next.by !== figure.by,
    }
  }
  return <PanelForm render={render} kept={JSON.stringify(found)} data={valuesOf(figure)} body={controls(type === 'chart')} onChange={change} />
}
Renderer({ type: 'tes-figure-panel' })(FigurePanel as never)

class FiguresPlugin extends BasePlugin {
  static id = 'plugin model-figures'
  override name = say('Chart of a model')
  description = say('Rows of a model, counted or summed for each value of a field.')
  pluginIcon = 'chart-plugin'
  isBaseComponent = true
  order = -900
  scaffolds = (() => {
    const [source] = placeNow().sources.filter(({ models }) => models.length > 0)
    const model = source?.models[0]
    if (!source || !model) return []
    const part = (name: string, description: string, type: 'chart' | 'tile') => ({
      type: OF_MODEL,
      name,
      description,
      tags: [say('Data')],
      scaffold: type === 'chart' ? chartOf(startFigure(source.key, model, type)) : tileOf(startFigure(source.key, model, type), onPage.say),
      previewSchema: { type: 'tpl', tpl: '' },
    })
    return [
      part(say('Chart of a model'), say('Rows of a model, counted or summed for each value of a field.'), 'chart'),
      part(say('Figure of a model'), say('One number: how many rows there are, or a sum over them.'), 'tile'),
    ]
  })()

  /** What a chart shows of a model is chosen before all that it can look like. */
  afterBuildPanelBody = (event: PanelEvent) => {
    if (figureIn(event.context.context.schema)) putFirst(event, 'tes-figure-panel')
  }
}
registerEditorPlugin(FiguresPlugin as never)
