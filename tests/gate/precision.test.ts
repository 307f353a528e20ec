// What real screens do that looks wrong and is not: each line was refused once, drawn in a browser with amis 6.13, and works there or harms nothing.
import { describe, expect, it } from 'vitest'
import { createGate } from '../../api/gate/index.ts'
import { contracts } from '../../api/generated/contract.ts'
import { renderers } from '../../api/generated/renderers.ts'

const gate = createGate(renderers)
const told = (screen: unknown) => gate(screen, { profile: 'app' }).filter(found => !/^(access|variable|text)\./.test(found.code))
const page = (body: unknown) => ({ type: 'page', body })
const field = (one: object) => page({ type: 'form', body: [{ name: 'a', label: 'A', ...one }] })
const column = (one: object) => page({ type: 'crud', columns: [{ name: 'a', ...one }] })
const button = (one: object) => page({ type: 'button', label: 'Go', ...one })

describe('right as it is', () => {
  it.each<[string, unknown]>([
    ['a screen without a type is a page', { body: 'Hello' }],
    ['fields in the body of a service, the old way', page({ type: 'service', body: { controls: [{ type: 'text', name: 'a', label: 'A' }] } })],
    ['a field laid out in a row', field({ type: 'radios', mode: 'row' })],
    ['marks of a range by their values', field({ type: 'input-range', marks: { 0: 'none', 100: 'all' } })],
    ['the button that adds rows says no type', field({ type: 'input-table', footerAddBtn: { label: 'Add' } })],
    ['the key of a list of pairs says no type', field({ type: 'input-kvs', keyItem: { label: 'Key' } })],
    ['texts of the schema editor by their places', field({ type: 'json-schema-editor', placeholder: { key: 'Name' } })],
    ['settings of the debug view', page({ type: 'form', debugConfig: { enableClipboard: true, displayDataTypes: true } })],
    ['the search of a column says no type', column({ searchable: { name: 'a', clearable: true } })],
    ['the search of a column is a form', column({ searchable: { title: 'Find', body: [{ type: 'input-text', name: 'a', label: 'A' }] } })],
    ['one thing as a toolbar', page({ type: 'crud', headerToolbar: { type: 'reload' }, columns: [] })],
    ['groups in a toolbar', page({ type: 'crud', headerToolbar: [['bulkActions', 'reload'], 'pagination'], columns: [] })],
    ['the button of the columns with an icon', page({ type: 'table2', columnsTogglable: { icon: 'fa fa-user' } })],
    ['lists on both sides of a slider', page({ type: 'slider', body: [{ type: 'tpl', tpl: 'x' }], left: [{ type: 'button', label: 'More' }] })],
    ['a chart reads the number that its interval begins with', page({ type: 'chart', api: '/x', interval: '5000ms' })],
    ['a button of the usual size', button({ size: 'default' })],
    [
      'fields filled from others',
      field({ type: 'input-text', autoFill: { showSuggestion: true, labelField: 'a', multiple: true, fillMapping: { a: '${a}' }, api: '/x' } }),
    ],
    ['options in one text', field({ type: 'select', options: 'A,B,C' })],
    ['pictures in even rows', page({ type: 'images', sortType: 'even-3-3' })],
    ['one colour of a progress', page({ type: 'progress', map: '#F96D3E' })],
    ['colours of a column that says no type', page({ type: 'table', columns: [{ name: 'a', label: 'A', backgroundScale: { min: 0, max: 9 } }] })],
    ['rows as the data of a table', page({ type: 'table', data: [{ a: 1 }], columns: [{ name: 'a', label: 'A' }] })],
    ['a wide group', page({ type: 'form', body: [{ type: 'group', gap: 'lg', body: [] }] })],
    [
      'a field of a condition that is drawn by a component',
      field({ type: 'condition-builder', fields: [{ type: 'custom', name: 'c', label: 'C', value: { type: 'input-color' } }] }),
    ],
  ])('%s', (_, screen) => expect(told(screen).filter(found => found.severity !== 'hint')).toEqual([]))
})

describe('no error, but said', () => {
  it.each<[string, unknown, string, string]>([
    ["a column's property on a field does nothing", field({ type: 'input-text', sortable: true }), 'body.body[0].sortable', 'warning'],
    ["an event action's property on a button does nothing", button({ ignoreError: true }), 'body.ignoreError', 'warning'],
    ['an object for yes', column({ sortable: { by: 'a' } }), 'body.columns[0].sortable', 'warning'],
    ['a language that the editor does not know', field({ type: 'editor', language: 'text' }), 'body.body[0].language', 'warning'],
    ['a button that acts by its events', button({ actionType: 'button', onEvent: { click: { actions: [] } } }), 'body.actionType', 'warning'],
    ['no, for nothing', field({ type: 'input-image', limit: false }), 'body.body[0].limit', 'hint'],
    ['a list with nothing in it, for no events', page({ type: 'form', body: [], onEvent: [] }), 'body.onEvent', 'hint'],
    ['an object with nothing in it, for no component', page([{}]), 'body[0]', 'hint'],
    ['a dialog that calls itself a form', button({ actionType: 'dialog', dialog: { type: 'form', closeOnEsc: true, body: [] } }), 'body.dialog.type', 'hint'],
    ["what Baidu's hosted editor notes for itself", field({ type: 'select', sourceFromAPIHub: 'x' }), 'body.body[0].sourceFromAPIHub', 'hint'],
    ['what the visual editor notes for itself', field({ type: 'input-file', uploadType: 'fileReceptor' }), 'body.body[0].uploadType', 'hint'],
  ])('%s', (_, screen, path, severity) => expect(told(screen).map(found => [found.path, found.severity])).toEqual([[path, severity]]))
})

describe('of the console', () => {
  const console_ = (screen: unknown) =>
    gate(screen, { profile: 'console', calls: contracts, routes: [] }).filter(found => /^(variable|call)\./.test(found.code))
  it.each<[string, unknown]>([
    ['an address in the data is no call', { type: 'images', data: { images: [{ source: 'https://elsewhere.test/x.png' }] } }],
    ['a chart tells what was pressed', { type: 'chart', clickAction: { actionType: 'dialog', dialog: { body: '${value} ${seriesName} ${dataIndex}' } } }],
    ['what is typed into a transfer, and its page', { type: 'transfer', name: 'a', label: 'A', source: '/api/help?a=${page}${perPage}${term}' }],
    ['the line of a navigation', { type: 'nav', source: '/api/help?a=${value}', itemBadge: { text: '${anything}' } }],
    ['the day of a calendar', { type: 'calendar', scheduleAction: { actionType: 'dialog', dialog: { body: '${scheduleData}' } } }],
    ['the picture of a carousel', { type: 'carousel', onEvent: { change: { actions: [{ actionType: 'toast', args: { msg: '${activeIndex}' } }] } } }],
    ['the step of a wizard', { type: 'wizard', steps: [{ title: 'A', body: '${currentStep}' }] }],
    ['the rows of pictures', { type: 'images', source: '${items}', src: '${img}', originalSrc: '${big}' }],
    ['tabs made of a list', { type: 'tabs', source: '${items}', tabs: [{ title: '${name}', body: '${text}' }] }],
  ])('%s', (_, body) => expect(console_({ type: 'page', data: { items: [] }, body }).filter(found => found.code !== 'call.unknown')).toEqual([]))
})

describe('still refused', () => {
  it.each<[string, unknown, string]>([
    ['a slip of one of its properties, though another component has it', field({ type: 'input-text', requird: true }), 'body.body[0].requird'],
    ['a property that nothing in amis has', field({ type: 'input-text', vendorId: 1 }), 'body.body[0].vendorId'],
    ['a service that would ask without a pause', page({ type: 'service', api: '/x', interval: '5000ms' }), 'body.interval'],
    ['a text for the heading of a card', page({ type: 'card', header: 'Total' }), 'body.header'],
    ['a component without a type', page([{ label: 'x', name: 'id' }]), 'body[0]'],
    ['a button that does nothing', button({ actionType: 'button' }), 'body.actionType'],
    ['what is typed into a filter function', field({ type: 'select', filterOption: 'return options' }), 'body.body[0].filterOption'],
  ])('%s', (_, screen, path) => expect(told(screen).map(found => [found.path, found.severity])).toEqual([[path, 'error']]))

  it.each([
    ['class', 'className', page({ type: 'image', class: 'x' })],
    ['minItems', 'minLength', field({ type: 'input-array', minItems: 2, items: { type: 'input-text' } })],
    ['rows', 'minRows', field({ type: 'textarea', rows: 4 })],
  ])('%s, where %s is meant', (_, meant, screen) => expect(told(screen)).toMatchObject([{ severity: 'error', values: { meant } }]))

  it('shows a function as code without a word', () => expect(told(page({ type: 'code', value: 'function () { return 1 }' }))).toEqual([]))
})

describe('system variables of pages', () => {
  const unknown = (text: string) => gate(page({ type: 'tpl', tpl: text }), { profile: 'app' }).map(found => found.code)
  it.each(['${user.uid}', '${user.department.name}', '${app.dataColor}', '${company.logo}', '${location.href}', '${dataApi}', '${perms.edit}'])(
    'knows %s',
    text => expect(unknown(text)).toEqual([]),
  )
  it('names one that does not exist', () => expect(unknown('${company.phone}')).toHaveLength(1))
})
