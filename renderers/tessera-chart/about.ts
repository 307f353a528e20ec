// What a chart of a query takes, and how it is edited.
import type { InEditor, Properties } from '../about.ts'
import { KINDS } from './kinds.ts'

export const properties: Properties = {
  query: 'str',
  parameters: ['o', {}, 'any'],
  // What was answered already, such as while a query is made.
  answer: 'any',
  previewApi: 'str',
  definition: 'any',
  kind: ['e', ...KINDS],
  // Where a screen lets somebody choose.
  kindFrom: 'str',
  title: 'str',
  x: 'str',
  series: 'str',
  figures: ['a', 'str'],
  isStacked: 'bool',
  goal: 'num',
  height: 'num',
  tools: 'bool',
}

const has = (...kinds: string[]) => `\${${kinds.map(kind => `kind == '${kind}'`).join(' || ')}}`

export const editor: InEditor = {
  name: 'Chart of a query',
  description: 'What a query answers as a chart, a figure or a table; a click shows the rows behind it.',
  icon: 'chart-plugin',
  isForPages: true,
  scaffold: { kind: 'bar' },
  panel: [
    {
      type: 'select',
      name: 'query',
      label: 'Query',
      searchable: true,
      source: 'design:queries',
      placeholder: 'Choose a query',
      description: 'Queries are made under "Queries" of the app.',
    },
    {
      type: 'select',
      name: 'kind',
      label: 'Kind',
      options: [
        { value: 'bar', label: 'Columns|chart' },
        { value: 'rows', label: 'Bars' },
        { value: 'line', label: 'Line' },
        { value: 'area', label: 'Area' },
        { value: 'pie', label: 'Pie' },
        { value: 'ring', label: 'Ring' },
        { value: 'scatter', label: 'Points' },
        { value: 'funnel', label: 'Funnel' },
        { value: 'gauge', label: 'Gauge' },
        { value: 'heat', label: 'Heat map' },
        { value: 'stat', label: 'One figure' },
        { value: 'pivot', label: 'Pivot table' },
        { value: 'table', label: 'Table' },
      ],
    },
    { type: 'input-text', name: 'title', label: 'Title' },
    { type: 'select', name: 'x', label: 'For each', clearable: true, source: 'design:queryGroups?query=${query}', placeholder: 'The first group' },
    {
      type: 'select',
      name: 'series',
      label: 'In colours or columns',
      clearable: true,
      source: 'design:queryGroups?query=${query}',
      placeholder: 'The second group',
    },
    {
      type: 'select',
      name: 'figures',
      label: 'Figures',
      multiple: true,
      joinValues: false,
      extractValue: true,
      clearable: true,
      source: 'design:queryFigures?query=${query}',
      placeholder: 'All of the query',
    },
    { type: 'switch', name: 'isStacked', label: 'On top of each other', visibleOn: has('bar', 'rows', 'area') },
    { type: 'input-number', name: 'goal', label: 'Goal', visibleOn: has('gauge', 'stat') },
    { type: 'input-number', name: 'height', label: 'Height', placeholder: '300 px', min: 80, max: 2000 },
    {
      type: 'input-kv',
      name: 'parameters',
      label: 'Parameters',
      description: 'Values for the parameters of the query; ${…} is a value of the page.',
      valueType: 'input-text',
    },
  ],
}
