// Every kind of component of amis with the least that it needs to show something, and the data that it shows then.
import { table } from '../../api/generated/gate-table.ts'

/** Words that the table of components has for places and toolbars, parts of other components, and what opens or runs instead of standing somewhere. */
const NO_PARTS = new Set(
  `precision suffix half allowClear colors inactiveColor texts textPosition char buttons bulkActions bulk-actions statistics switch-per-page load-more
  filter-toggler export-csv export-excel export-excel-template reload columns-toggler drag-toggler check-all listtoggler more view-toggler
  dialog drawer toast app page custom web-component card-item-field flex-item list-item list-item-field json-schema js-editor ts-editor
  column-toggler operation pager crud2 month shape card2 radio password words`
    .split(/\s+/)
    .filter(Boolean),
)
/**
 * What is there and shows nothing of its own; the viewer of office documents wants one, and there is
 * none here; dates of a range and tags are for the cells of a table, and amis gives them no value elsewhere.
 */
export const UNSEEN = new Set([
  'hidden',
  'formula',
  'uuid',
  'control',
  'spinner',
  'pagination-wrapper',
  'wrapper',
  'container',
  'remark',
  'tpl',
  'plain',
  'html',
  'text',
  'office-viewer',
  'date-range',
  'tags',
])
/** Editors of code are one component with many names. */
const isTwin = (type: string) => type.endsWith('-editor') && !/^(diff|json|sql|markdown)-|^json-schema-/.test(type)

const rows = [
  { a: 1, b: 'one', image: '/favicon.svg', title: 'One', label: 'One', value: 1 },
  { a: 2, b: 'two', image: '/favicon.svg', title: 'Two', label: 'Two', value: 2 },
]
const options = rows.map(({ label, value }) => ({ label, value, children: [{ label: `${label} below`, value: `${value}0` }] }))
const flat = rows.map(({ label, value }) => ({ label, value }))
const text = { type: 'tpl', tpl: 'inside' }
const columns = [
  { name: 'a', label: 'A' },
  { name: 'b', label: 'B' },
]
const WITH: Record<string, object> = {
  alert: { body: 'inside' },
  amis: { value: text },
  'anchor-nav': { links: [{ title: 'A', body: text }] },
  avatar: { text: 'AB' },
  breadcrumb: { items: [{ label: 'A', href: '#' }, { label: 'B' }] },
  button: { label: 'Go' },
  'button-group': { buttons: [{ type: 'button', label: 'Go' }] },
  'button-toolbar': { buttons: [{ type: 'button', label: 'Go' }] },
  card: { header: { title: 'A' }, body: 'inside' },
  cards: { source: '${rows}', card: { body: [{ name: 'b', label: 'B' }] } },
  carousel: { options: [{ title: 'A' }, { title: 'B' }] },
  chart: { height: 120, config: { xAxis: { type: 'category', data: ['a', 'b'] }, yAxis: {}, series: [{ type: 'bar', data: [1, 2] }] } },
  'chart-radios': { config: { series: [{ type: 'pie', data: [] }] }, options: flat },
  'chained-select': { options },
  combo: { multiple: true, items: [{ name: 'a', type: 'input-text' }] },
  'condition-builder': { fields: [{ label: 'A', type: 'text', name: 'a' }] },
  crud: { source: '${rows}', columns },
  collapse: { header: 'A', body: text },
  'collapse-group': { body: [{ type: 'collapse', key: '1', header: 'A', body: text }] },
  'dropdown-button': { label: 'Go', buttons: [{ type: 'button', label: 'A' }] },
  each: { source: '${rows}', items: text },
  fieldset: { title: 'A', body: [text] },
  fieldSet: { title: 'A', body: [text] },
  flex: { items: [text] },
  form: { title: 'A', body: [{ type: 'input-text', name: 'a', label: 'A' }] },
  grid: { columns: [{ body: text }] },
  'grid-2d': { grids: [{ x: 1, y: 1, w: 2, h: 1, type: 'tpl', tpl: 'inside' }] },
  'grid-nav': { options: [{ text: 'A', icon: '/favicon.svg' }] },
  group: { body: [{ type: 'input-text', name: 'g', label: 'G' }] },
  hbox: { columns: [{ body: text }] },
  icon: { icon: 'fa fa-plus' },
  iframe: { src: '/favicon.svg', height: 60 },
  image: { src: '/favicon.svg', alt: 'A' },
  images: { value: [{ image: '/favicon.svg' }] },
  'input-array': { items: { type: 'input-text' } },
  'input-group': { body: [{ type: 'input-text', name: 'g' }] },
  'input-kvs': { valueItems: [{ type: 'input-text', name: 'a' }] },
  'input-sub-form': { form: { title: 'A', body: [{ type: 'input-text', name: 'a' }] } },
  'input-table': { columns: [{ name: 'a', label: 'A', type: 'input-text' }], addable: true },
  link: { href: '#', body: 'A' },
  list: { source: '${rows}', listItem: { title: '${b}' } },
  log: { source: '/log' },
  mapping: { value: 1, map: { 1: 'One' } },
  markdown: { value: '# A' },
  'matrix-checkboxes': { columns: [{ label: 'A' }], rows: [{ label: 'B' }] },
  nav: { links: [{ label: 'A', to: '#' }] },
  navigation: { links: [{ label: 'A', to: '#' }] },
  panel: { title: 'A', body: text },
  'pdf-viewer': { src: '/palette.pdf' },
  'office-viewer': { src: '/palette.xlsx' },
  picker: { options: flat, pickerSchema: { mode: 'list', listItem: { title: '${label}' } } },
  portlet: { tabs: [{ title: 'A', body: text }] },
  property: { items: [{ label: 'A', content: 'B' }] },
  service: { body: text },
  slider: { body: text },
  sparkline: { value: [1, 3, 2] },
  steps: { steps: [{ title: 'A' }], value: 1 },
  'switch-container': { items: [{ title: 'A', body: text }] },
  table: { source: '${rows}', columns },
  table2: { source: '${rows}', columns: [{ name: 'a', title: 'A' }] },
  'table-view': { trs: [{ tds: [{ body: text }] }] },
  tabs: { tabs: [{ title: 'A', body: text }] },
  tag: { label: 'A' },
  tags: { items: ['A'] },
  tasks: { items: [{ label: 'A', key: 'a', status: 0 }] },
  timeline: { items: [{ time: 'now', title: 'A' }] },
  'tooltip-wrapper': { content: 'A', body: 'B' },
  vbox: { rows: [{ rowClassName: 'x', cellClassName: 'y', body: text }] },
  video: { src: '/palette.mp4' },
  audio: { src: '/palette.mp3' },
  wizard: { steps: [{ title: 'A', body: [{ type: 'input-text', name: 'w', label: 'W' }] }] },
  pagination: { activePage: 1, total: 50, perPage: 10, mode: 'normal' },
  'json-schema-editor': {},
  'input-tree': { options },
  'tree-select': { options },
  'nested-select': { options },
  'cascader-select': { options },
  'tabs-transfer': { options },
  'tabs-transfer-picker': { options },
}
for (const type of 'button-group-select checkboxes radios select multi-select list-select transfer transfer-picker input-tag users-select'.split(' '))
  WITH[type] = { options: flat }

/** What a field or a part shows, where the page has data for it. */
const VALUES: Record<string, unknown> = {
  'input-kv': { a: 'b' },
  'input-kvs': { a: { a: 'b' } },
  'input-table': rows,
  'input-array': ['a'],
  combo: [{ a: 'a' }],
  'input-number': 3,
  'input-range': 30,
  'input-rating': 3,
  progress: 40,
  'json-schema-editor': { type: 'object', properties: { a: { type: 'string', title: 'A' } } },
  json: { a: 1 },
  qrcode: 'https://example.test',
  'qr-code': 'https://example.test',
  barcode: '12345',
  date: 1700000000,
  datetime: 1700000000,
  time: 1700000000,
  status: 1,
  color: '#ff0000',
  code: 'a = 1',
  number: 12,
  'multiline-text': 'one\ntwo',
  'input-excel': undefined,
  'input-image': undefined,
  'input-file': undefined,
  'input-signature': undefined,
  'condition-builder': undefined,
  'input-sub-form': { a: 'b' },
  'matrix-checkboxes': undefined,
}

export interface Tried {
  type: string
  filled: boolean
  part: Record<string, unknown>
}

/** Each kind twice: with nothing to show, and with something. */
export const palette: readonly Tried[] = Object.keys(table.types)
  .filter(type => !NO_PARTS.has(type) && !isTwin(type) && !type.startsWith('static-'))
  .flatMap(type =>
    [false, true].map(filled => ({
      type,
      filled,
      part: {
        type,
        name: `of_${type.replaceAll('-', '_')}`,
        label: type,
        ...(type in WITH && (filled || !('source' in (WITH[type] as object))) ? WITH[type] : {}),
        ...(filled && type in VALUES && VALUES[type] !== undefined ? { value: VALUES[type] } : {}),
      },
    })),
  )
export const paletteData = { rows }
