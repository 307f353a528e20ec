// Script in a page is found wherever it is written: the vectors that the browser journey proves dead (tests/e2e/xss-vectors.ts).
import { describe, expect, it } from 'vitest'
import { createGate } from '../../api/gate/index.ts'
import { vectors } from '../e2e/xss-vectors.ts'

const gate = createGate()
/** Not in the page but in what a server answers, or nothing that a browser runs. */
const NOT_IN_THE_PAGE =
  /^(code|server error message|server message after submit|server field errors|server answers a schema|html style|markdown image|custom style|prototype in data)$/

describe('script in a page', () => {
  it.each(vectors.filter(vector => !NOT_IN_THE_PAGE.test(vector.name)))('$name is found', ({ body, data }) => {
    const found = gate({ type: 'page', body: { type: 'service', data, body } }, { profile: 'app' })
    expect(found.map(one => one.code)).toContainEqual(expect.stringMatching(/^(safety\.|expression\.(unread|parse)|filter\.unknown)/))
  })

  const check = (body: unknown, scripts = false) => gate({ type: 'page', body }, { profile: 'app', scripts }).map(one => [one.code, one.severity])

  it('passes where the installation allows it, but for links and HTML', () => {
    const script = [
      { type: 'service', api: { url: '/x', adaptor: 'return payload' } },
      { type: 'custom', name: 'a', onMount: 'x()' },
    ]
    expect(check(script).length).toBeGreaterThan(0)
    expect(check(script, true)).toEqual([])
    expect(check({ type: 'link', href: 'javascript:alert(1)', body: 'x' }, true)).toEqual([['safety.link', 'error']])
    expect(check({ type: 'tpl', tpl: '<b onclick="x()">x</b>' }, true)).toEqual([['safety.html', 'error']])
  })

  it('says of old conditions whether they are read here', () => {
    expect(check({ type: 'tpl', tpl: 'x', visibleOn: 'this.a && data.b.includes("c")' })).toEqual([['expression.old', 'hint']])
    expect(check({ type: 'tpl', tpl: 'x', visibleOn: 'data.a.constructor' })).toEqual([['expression.unread', 'warning']])
    expect(check({ type: 'tpl', tpl: 'x', visibleOn: 'fetch("/x")' })).toEqual([['expression.unread', 'warning']])
  })

  it('is not seen in what only looks like it', () => {
    expect(
      check([
        { type: 'tpl', tpl: '<b>Set one = 1</b> if a < b and c > d' },
        { type: 'code', language: 'html', value: '<script>alert(1)</script>' },
        { type: 'image', src: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>', alt: 'x' },
        { type: 'tpl', tpl: 'js: the language' },
      ]),
    ).toEqual([])
  })

  it.each<[string, unknown]>([
    ['a name of data that looks like a handler', { type: 'service', data: { onSale: 'yes', createdOn: '2024-01-01', condition: 'new' } }],
    ['such a name in a row', { type: 'table', data: { items: [{ onHand: '12', adaptor: 'USB-C' }] } }],
    ['a name of data that amis compiles elsewhere', { type: 'service', data: { script: 'Latin' } }],
    ['a kind called custom that is sent', { type: 'service', api: { url: '/x', data: { type: 'custom', onHold: 'no' } } }],
    ['a kind called custom in an option', { type: 'select', name: 'a', label: 'A', options: [{ label: 'Own', value: 'own', type: 'custom' }] }],
    [
      'a title that begins like an address',
      { type: 'table', data: { items: [{ course: 'JS: The Good Parts' }, { course: 'JavaScript: The Good Parts (2008)' }] } },
    ],
    ['a value that begins like an address', { type: 'select', name: 'a', label: 'A', options: [{ label: 'Basics', value: 'js: basics' }] }],
    ['an arrow in a remark', { type: 'form', remark: 'old => new', body: [] }],
    ['an arrow in a message of an action', { type: 'button', label: 'Go', actionType: 'toast', toast: { items: [{ body: 'a => b saved' }] } }],
    ['an arrow in a toast', { type: 'button', label: 'Go', onEvent: { click: { actions: [{ actionType: 'toast', args: { msg: 'a => b saved' } }] } } }],
    ['an arrow in a message of a form', { type: 'form', messages: { saveSuccess: 'Draft => Live' }, body: [] }],
    ['an arrow in a mapping', { type: 'mapping', map: { 1: 'A => B' } }],
    ['an arrow in a chart', { type: 'chart', config: { title: { text: 'Draft => Live' } } }],
    ['HTML that Markdown shows', { type: 'markdown', value: 'Write\n```html\n<script>alert(1)</script>\n```\nor `<form action="x">`.' }],
    ['the name of an element', { type: 'tpl', tpl: 'Press the <form> tag or <link>' }],
    [
      'a field of a condition with a component of its own',
      { type: 'condition-builder', name: 'a', label: 'A', fields: [{ type: 'custom', name: 'c', label: 'C', value: { type: 'input-color' } }] },
    ],
  ])('%s is no script', (_, body) => expect(check(body).filter(([, severity]) => severity === 'error')).toEqual([]))

  it('of the console may have data that is called like a condition', () =>
    expect(gate({ type: 'page', data: { createdOn: '2024-01-01', condition: 'new' }, body: [] }, { profile: 'console' })).toEqual([]))

  it('takes a page made to keep regular expressions busy in its stride', () => {
    const evil = [
      '<'.repeat(300_000),
      `href=${' '.repeat(300_000)}`,
      `(${' '.repeat(300_000)}`,
      '${'.repeat(100_000),
      ' on='.repeat(50_000) + '<',
      '<%'.repeat(100_000),
    ]
    const from = performance.now()
    check(evil.map(tpl => ({ type: 'tpl', tpl, title: tpl })))
    expect(performance.now() - from).toBeLessThan(3000)
  })
})

describe('where it takes effect, script is found however deep', () => {
  type Part = Record<string, unknown>
  const dangers: [string, Part][] = [
    ['a custom part', { type: 'custom', name: 'a' }],
    ['a handler', { type: 'button', label: 'a', onClick: 'run()' }],
    ['a custom action', { type: 'button', label: 'a', onEvent: { click: { actions: [{ actionType: 'custom' }] } } }],
    ['an adaptor', { type: 'service', api: { url: '/x', adaptor: 'return payload' } }],
    ['a filter function', { type: 'select', name: 'a', label: 'A', filterOption: 'return options' }],
    ['a function of a chart', { type: 'chart', config: { series: [{ label: { formatter: 'function (v) { return v }' } }] } }],
    ['a running link', { type: 'link', href: 'javascript:run()', body: 'x' }],
    ['a running value of a link', { type: 'link', value: 'javascript:run()', body: 'x' }],
    ['a running link in the data', { type: 'service', data: { to: 'javascript:run()' }, body: 'x' }],
    ['a script address', { type: 'service', api: 'js:/x' }],
    ['HTML with a handler', { type: 'tpl', tpl: '<img src=x onerror="run()">' }],
    ['HTML with a handler in Markdown', { type: 'markdown', value: '`a` <img src=x onerror="run()"> `b`' }],
    ['HTML in the data', { type: 'service', data: { x: '<script>run()</script>' }, body: '${x | raw}' }],
    ['a template that is JavaScript', { type: 'tpl', tpl: '<% run() %>' }],
    ['the storage of the browser', { type: 'tpl', tpl: '${ls:token}' }],
    ['the storage of the browser in what is sent', { type: 'service', api: { url: '/x', data: { x: '${ls:token}' } } }],
    ['a condition', { type: 'tpl', tpl: 'x', visibleOn: 'run()' }],
  ]
  const places: [string, (part: Part) => Part][] = [
    ['the body', part => ({ type: 'container', body: [part] })],
    ['a dialog', part => ({ type: 'button', label: 'a', actionType: 'dialog', dialog: { title: 'a', body: part } })],
    ['a drawer of an event', part => ({ type: 'button', label: 'a', onEvent: { click: { actions: [{ actionType: 'drawer', drawer: { body: part } }] } } })],
    ['a tab', part => ({ type: 'tabs', tabs: [{ title: 'a', body: part }] })],
    ['a column', part => ({ type: 'table', columns: [{ name: 'a', label: 'A', ...part }] })],
    ['a popover of a column', part => ({ type: 'crud', columns: [{ name: 'a', label: 'A', popOver: { body: part } }] })],
    ['a filter', part => ({ type: 'crud', filter: { title: '', body: [part] }, columns: [] })],
    ['a toolbar', part => ({ type: 'crud', headerToolbar: [part], columns: [] })],
    ['a list', part => ({ type: 'each', items: part })],
    ['a card', part => ({ type: 'cards', card: { body: [part] } })],
    ['a step', part => ({ type: 'wizard', steps: [{ title: 'a', body: [part] }] })],
    ['an option', part => ({ type: 'list-select', name: 'a', label: 'A', options: [{ label: 'a', value: 1, body: part }] })],
    ['a mapping', part => ({ type: 'mapping', map: { 1: part } })],
    ['a field of a condition', part => ({ type: 'condition-builder', name: 'a', label: 'A', fields: [{ type: 'custom', name: 'c', value: part }] })],
    ['data that is drawn', part => ({ type: 'service', data: { drawn: part }, body: { type: 'amis', name: 'drawn' } })],
    ['the value of a part that draws it', part => ({ type: 'amis', value: part })],
  ]
  const isDanger = (code: string) => /^(safety\.|expression\.unread)/.test(code)
  it.each(places)('in %s of anything', (_, outer) => {
    const missed = places.flatMap(([inner, put]) =>
      dangers
        .filter(([, part]) => !gate({ type: 'page', body: outer(put(part)) }, { profile: 'app' }).some(found => isDanger(found.code)))
        .map(([name]) => `${name} in ${inner}`),
    )
    expect(missed).toEqual([])
  })
  it.each(places)('and is no danger in %s as data', (_, outer) => {
    const asData = dangers.filter(([name]) => !/HTML|running|storage/.test(name))
    const seen = asData.filter(([, part]) =>
      gate({ type: 'page', body: outer({ type: 'service', data: { sample: part }, body: 'x' }) }, { profile: 'app' }).some(found => isDanger(found.code)),
    )
    expect(seen.map(([name]) => name)).toEqual([])
  })
})
