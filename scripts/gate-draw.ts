// npx tsx scripts/gate-draw.ts folder…: draws what the gate finds in a folder of screens with the property and without it, in Chromium with amis
// itself, and says whether anything is different. So "does nothing" is seen and not only read in amis' code.
//
// Each kind of finding is drawn once. The component is put on a page by itself, where it can live (a column in a list, a field in a form, a
// dialog behind its button), with answers made from the names in it; fields are typed into and buttons pressed. Exit code 1 when something
// that the gate calls idle makes a difference.
import { createServer } from 'node:http'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createGate, type Finding } from '../api/gate/index.ts'
import { renderers } from '../api/generated/renderers.ts'
import { openBrowser } from '../tests/bench/browser.ts'

type Json = Record<string, unknown>
type Key = string | number
interface Drawing {
  html: string
  text: string
  calls: string
}

const root = fileURLToPath(new URL('..', import.meta.url))
const folders = process.argv.slice(2)
if (!folders.length) {
  console.error('npx tsx scripts/gate-draw.ts folder…')
  process.exit(2)
}

const keysOf = (path: string): Key[] => [...path.matchAll(/\[(\d+)\]|[^.[\]]+/g)].map(found => (found[1] === undefined ? found[0] : Number(found[1])))
const at = (value: unknown, keys: Key[]): unknown => keys.reduce<unknown>((inner, key) => (inner as Json | undefined)?.[key], value)
const typeOf = (value: unknown) => String((value as Json | undefined)?.type ?? '')

const FIELD =
  /^(input-|select|multi-select|textarea|checkbox|radio|switch|tree-|nested-|chained-|date|hidden|combo|button-group-select|list-select|picker|transfer|tabs-transfer|editor|uuid|condition-builder|static|group|fieldset|control|matrix|text$|city|rating|range|number|location|json-|diff-editor|array|formula|file|image$)/i
const LISTS = /^(each|list|cards|table2?|input-(table|kvs?|array)|combo|images|timeline|array|tasks|steps|checkboxes|carousel)$/

/** A row that has something under every name that a component reads. */
function rowFor(component: unknown): Json {
  const row: Json = { id: 1 }
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(walk)
    if (!value || typeof value !== 'object') return
    const { name, type } = value as Json
    if (typeof name === 'string' && /^\w+$/.test(name))
      row[name] = LISTS.test(String(type)) ? [{ id: 1, name: 'a' }] : /^(number|progress|input-number|input-range)$/.test(String(type)) ? 5 : '1'
    for (const inner of Object.values(value)) {
      if (typeof inner === 'string') for (const [, read = ''] of inner.matchAll(/\$\{?(\w+)/g)) row[read] ??= '1'
      walk(inner)
    }
  }
  walk(component)
  const { items: _items, status: _status, ...rest } = row
  return rest
}

/** Where a component can live: what goes around it. */
function stageFor(screen: unknown, keys: Key[]): (component: unknown) => unknown {
  const component = at(screen, keys)
  const type = typeOf(component)
  const place = keys.findLast(key => typeof key === 'string')
  const index = keys.lastIndexOf(place as Key)
  const holder = at(screen, keys.slice(0, Math.max(index, 0)))
  const page = (body: unknown) => ({ type: 'page', data: { ...rowFor(component), items: [rowFor(component)] }, body })
  const list = (more: Json) => page({ type: 'crud', api: 'get:/rows', syncLocation: false, columns: [{ name: 'id', label: 'ID' }], ...more })
  if (!keys.length || type === 'page') return one => one
  for (const kind of ['dialog', 'drawer'])
    if (place === kind || type === kind) return one => page({ type: 'button', label: 'Open', actionType: kind, [kind]: one })
  if (place === 'actions' && keys.includes('onEvent')) return one => page({ type: 'button', label: 'Go', onEvent: { click: { actions: [one] } } })
  if (!type && typeof (component as Json).url === 'string') return one => page({ type: 'service', api: one, body: { type: 'tpl', tpl: '${id}' } })
  if (place === 'columns' && typeOf(holder) === 'input-table')
    return one => ({
      type: 'page',
      body: { type: 'form', data: { t: [rowFor(component)] }, body: [{ type: 'input-table', name: 't', addable: true, columns: [one] }] },
    })
  if (place === 'columns' && typeOf(holder) === 'table2') return one => page({ type: 'table2', source: '${items}', columns: [one] })
  if (place === 'columns' && /^(crud2?|table|picker)?$/.test(typeOf(holder)))
    return one => list({ autoGenerateFilter: Boolean((component as Json).searchable), columns: [one, { name: 'id', label: 'ID' }] })
  if (place === 'headerToolbar' || place === 'footerToolbar') return one => list({ [place]: [one] })
  if (place === 'filter' && !type) return one => list({ filter: one })
  if (place === 'quickEdit') return one => list({ columns: [{ name: 'id', label: 'ID', quickEdit: { ...(one as Json), mode: 'inline' } }] })
  if (place === 'card') return one => page({ type: 'cards', source: '${items}', card: one })
  if (place === 'listItem') return one => page({ type: 'list', source: '${items}', listItem: one })
  if (place === 'body' && keys[index - 1] === 'card') return one => page({ type: 'cards', source: '${items}', card: { body: [one] } })
  if (place === 'body' && keys[index - 1] === 'listItem') return one => page({ type: 'list', source: '${items}', listItem: { body: [one] } })
  if (place === 'columns' && !type) return one => page({ type: typeOf(holder), columns: [one] })
  if (place === 'tabs' && !type) return one => page({ type: 'tabs', tabs: [one] })
  if (place === 'steps' && !type) return one => page({ type: 'wizard', steps: [one] })
  const inForm = keys.some((key, depth) => /^(form|wizard)$/.test(typeOf(at(screen, keys.slice(0, depth)))) || key === 'controls' || key === 'steps')
  if (type && type !== 'form' && (inForm || FIELD.test(type)))
    return one => ({
      type: 'page',
      data: rowFor(component),
      body: { type: 'form', api: 'post:/save', [keys.includes('controls') ? 'controls' : 'body']: [one] },
    })
  if (type) return page
  // Something without a type: the component that holds it, by itself.
  const depth = keys.findLastIndex((_, one) => typeOf(at(screen, keys.slice(0, one))) !== '')
  const around = stageFor(screen, keys.slice(0, Math.max(depth, 0)))
  return one => {
    const copy = structuredClone(at(screen, keys.slice(0, Math.max(depth, 0))))
    const inside = keys.slice(Math.max(depth, 0))
    ;(at(copy, inside.slice(0, -1)) as Json)[inside.at(-1) as Key] = one
    return around(copy)
  }
}

// What the page itself does: chance and time stand still, requests are answered and written down.
const PAGE = `
;(() => { let n = 1; Math.random = () => (n = (n * 16807) % 2147483647) / 2147483647; const D = Date, t = D.UTC(2026, 0, 2); window.Date = class extends D { constructor(...a) { a.length ? super(...a) : super(t) } static now() { return t } } })()
window.draw = (schema, row) => {
  const calls = (window.calls = [])
  const note = name => (...a) => { calls.push(name + ' ' + a.slice(0, 2).map(v => JSON.stringify(v)).join(' ')); return Promise.resolve(true) }
  amisRequire('amis/embed').embed('#root', schema, {}, { theme: 'cxd', isCancel: () => false, notify: note('notify'), alert: note('alert'), confirm: note('confirm'), copy: note('copy'), jumpTo: note('jump'), updateLocation: note('location'),
    fetcher: async api => { calls.push(api.method + ' ' + api.url + ' ' + (JSON.stringify(api.data) || '').slice(0, 2000)); return { status: 200, headers: {}, data: { status: 0, msg: '', data: { ...row, items: [row, { ...row, id: 2 }], rows: [row], options: [{ label: 'A', value: 'a' }], total: 2, count: 2 } } } } })
}
window.use = async () => {
  const rest = ms => new Promise(done => setTimeout(done, ms))
  for (const field of [...document.querySelectorAll('input:not([type=submit]):not([type=checkbox]):not([type=radio]):not([type=file]):not([readonly]),textarea')].slice(0, 8)) {
    field.focus()
    Object.getOwnPropertyDescriptor(field.tagName === 'TEXTAREA' ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype, 'value').set.call(field, '7')
    field.dispatchEvent(new Event('input', { bubbles: true }))
    field.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
    await rest(20)
  }
  for (const shown of [...document.querySelectorAll('[class*=TplField],[class*=PlainField],img,[class*=Status],[class*=Avatar],button')].slice(0, 8)) shown.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }))
  await rest(150)
  const before = document.body.innerHTML
  for (const button of [...document.querySelectorAll('button')].slice(0, 3)) { if (button.isConnected) button.click(); await rest(120) }
  await rest(500)
  return { html: before + document.body.innerHTML, text: document.body.innerText, calls: window.calls.join('\\n') }
}`
const HTML = `<!doctype html><meta charset=utf8><link rel=stylesheet href=/sdk.css><link rel=stylesheet href=/helper.css><body><div id=root></div><script src=/sdk.js></script><script>${PAGE}</script>`
/** Names that amis makes anew each time. */
const steady = (html: string) =>
  html
    .replace(/<script[\s\S]*?<\/script>/g, '')
    .replace(/ (id|for|aria-[a-z]+|data-id|data-testid|key|name)="(?=[^"]*\d)[^"]*"/g, '')
    .replace(/u:[0-9a-f]{6,}|[0-9a-f]{12}|\b[a-z0-9]{8}-[a-z0-9-]{20,}|blob:[^"]*|echarts_instance_="[^"]*"/g, '')

const sdk = join(root, 'node_modules/amis/sdk')
const server = createServer((request, response) => {
  const path = (request.url ?? '/').split('?')[0] as string
  const file = join(sdk, path)
  if (path === '/') return void response.setHeader('content-type', 'text/html').end(HTML)
  if (!file.startsWith(sdk) || !existsSync(file)) return void response.writeHead(404).end()
  return void response
    .setHeader('content-type', path.endsWith('.js') ? 'text/javascript' : path.endsWith('.css') ? 'text/css' : 'font/woff2')
    .end(readFileSync(file))
})
await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
const home = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
const browser = await openBrowser()
const tab = await browser.newPage({ viewport: { width: 1400, height: 1000 } })
await tab.route('**/*', route => (route.request().url().startsWith(home) ? route.continue() : route.abort()))

async function draw(schema: unknown, row: Json): Promise<Drawing> {
  await tab.goto(home)
  await tab.evaluate(`draw(${JSON.stringify(schema)}, ${JSON.stringify(row)})`)
  await tab.waitForTimeout(600)
  const { html, text, calls } = (await tab.evaluate('use()')) as Drawing
  return { html: steady(html), text, calls }
}
type Equal = (a: Drawing, b: Drawing) => boolean
const alike: Equal = (a, b) => a.calls === b.calls && a.html === b.html
const reads: Equal = (a, b) => a.calls === b.calls && a.text === b.text
const among = (some: Drawing[], others: Drawing[], equal: Equal) => some.some(a => others.some(b => equal(a, b)))

/** Drawn more than once where a first pair differs: some components move by themselves. */
async function compare(finding: Finding, screen: unknown): Promise<string> {
  const keys = keysOf(finding.path)
  const key = keys.at(-1) as Key
  const whole = finding.code === 'type.missing' || (typeof key === 'number' && !Array.isArray(at(screen, keys)))
  const owner = whole ? keys : keys.slice(0, -1)
  const component = at(screen, owner)
  const around = stageFor(screen, owner)
  const row = rowFor(component)
  const less = structuredClone(component) as Json
  delete less[key]
  const without = whole ? { type: 'tpl', tpl: '' } : less
  const withs: Drawing[] = []
  const outs: Drawing[] = []
  for (let turn = 0; turn < 3 && !among(withs, outs, alike); turn++) {
    withs.push(await draw(around(component), row))
    outs.push(await draw(around(without), row))
  }
  const fails = withs[0]?.html.includes('RuntimeError') ? ', and an error is shown in its place' : ''
  const verdict = among(withs, outs, alike) ? 'no difference' : among(withs, outs, reads) ? 'no difference in words and requests' : 'a difference'
  const meant = finding.values?.meant
  if (meant === undefined || finding.code !== 'property.unknown') return verdict + fails
  const right = await draw(around({ ...less, [meant]: (component as Json)[key] }), row)
  return `${verdict}${fails}; as "${meant}" ${among([right], outs, alike) ? 'none either' : 'there is one'}`
}

const gate = createGate(renderers)
const seen = new Set<string>()
const wrong: string[] = []
console.log('severity\tcode\twith and without\tfile\tpath\tmessage')
for (const folder of folders)
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!file.endsWith('.json')) continue
    const screen: unknown = JSON.parse(readFileSync(join(folder, file), 'utf8'))
    for (const finding of gate(screen, { profile: 'app' })) {
      const { code, path, severity, message } = finding
      if (!/^(property|value|type)\.(unknown|elsewhere|mark|nothing|ignored|kind|missing)$/.test(code) || (code === 'value.kind' && severity === 'hint'))
        continue
      const keys = keysOf(path)
      const value = /^(value|type)/.test(code) ? JSON.stringify(at(screen, keys)) : ''
      const kind = [code, typeOf(at(screen, keys.slice(0, -1))) || keys.filter(key => typeof key === 'string').slice(-3, -1), keys.at(-1), value].join('|')
      if (seen.has(kind)) continue
      seen.add(kind)
      const verdict = await compare(finding, screen).catch((error: Error) => `not drawn: ${error.message.slice(0, 100)}`)
      const line = [severity, code, verdict, file, path, message].join('\t')
      console.log(line)
      if (verdict.startsWith('a difference') && /elsewhere|mark|nothing|ignored|property\.unknown/.test(code)) wrong.push(line)
    }
  }
await browser.close()
server.close()
console.log(`\n${seen.size} drawn; called idle and not so: ${wrong.length}`)
process.exitCode = wrong.length ? 1 : 0
