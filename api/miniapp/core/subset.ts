// Which pages are drawn natively: a pure function over a page's schema. Everything here is also what page.ts draws; what is in neither is shown as a web page,
// and the reasons say why, by the place of the part.
import { FILTERS, OWN_FILTERS } from './formula.ts'
import { asList, isJson, type Json } from './json.ts'
import { outside } from './markup.ts'

export type Why = 'part' | 'setting' | 'action' | 'script' | 'markup' | 'expression' | 'size'
export interface Reason {
  /** Place in the page: `body.0.columns.2`. */
  at: string
  /** Type of the part. */
  part: string
  why: Why
  /** The setting, action, tag or expression that is meant. */
  what: string
}

interface Part {
  /** Keys that hold other parts. */
  holds?: readonly string[]
  /** Keys that hold lists of `{ body | items | … }`, each with these keys. */
  lists?: Readonly<Record<string, readonly string[]>>
  /** Settings that make it another part. */
  not?: readonly string[]
}
const BODY: Part = { holds: ['body'] }
const FIELD: Part = { not: ['autoFill', 'validateApi', 'addApi', 'editApi', 'deleteApi', 'columns'] }
const VALUE: Part = { not: ['popOver', 'quickEdit'] }
const CARD = {
  holds: ['body', 'actions'],
  lists: { header: [], media: [] },
} satisfies Part

export const PARTS: Readonly<Record<string, Part>> = {
  page: { holds: ['body', 'toolbar', 'header'], not: ['aside', 'interval', 'asideSticky'] },
  container: BODY,
  wrapper: BODY,
  fieldset: BODY,
  'fieldset-title': BODY,
  fieldSet: BODY,
  group: BODY,
  panel: { holds: ['body', 'header', 'footer', 'actions'] },
  collapse: { holds: ['body', 'header'] },
  'collapse-group': BODY,
  flex: { holds: ['items'] },
  grid: { lists: { columns: ['body'] } },
  'grid-2d': { holds: ['grids'] },
  hbox: { lists: { columns: ['body'] } },
  tabs: { lists: { tabs: ['body', 'tab'] }, not: ['source', 'addable', 'editable', 'closable'] },
  each: { holds: ['items'] },
  service: { holds: ['body'], not: ['schemaApi', 'ws', 'interval', 'dataProvider'] },
  property: { lists: { items: ['content'] } },
  tpl: VALUE,
  plain: VALUE,
  text: VALUE,
  html: VALUE,
  static: VALUE,
  'static-text': VALUE,
  'static-tpl': VALUE,
  number: VALUE,
  date: VALUE,
  datetime: VALUE,
  time: VALUE,
  'static-date': VALUE,
  'static-datetime': VALUE,
  'static-time': VALUE,
  mapping: VALUE,
  map: VALUE,
  status: VALUE,
  'static-mapping': VALUE,
  tag: VALUE,
  image: {},
  'static-image': {},
  avatar: {},
  link: VALUE,
  progress: VALUE,
  'tessera-value': VALUE,
  divider: {},
  alert: BODY,
  spinner: {},
  button: {},
  action: {},
  submit: {},
  reset: {},
  'button-toolbar': { holds: ['buttons'] },
  'button-group': { holds: ['buttons'] },
  'dropdown-button': { holds: ['buttons'] },
  operation: { holds: ['buttons'] },
  nav: { not: ['source', 'itemActions', 'draggable'] },
  list: { lists: { listItem: ['body', 'actions'] } },
  card: CARD,
  cards: { lists: { card: ['body', 'actions'] } },
  table: { holds: ['columns'], not: ['combineNum', 'footable', 'expandConfig', 'rowSelection'] },
  crud: {
    holds: ['columns', 'headerToolbar', 'footerToolbar', 'filter', 'bulkActions', 'itemActions'],
    lists: { card: ['body', 'actions'], listItem: ['body', 'actions'] },
    not: [
      'bulkActions',
      'quickSaveApi',
      'quickSaveItemApi',
      'saveOrderApi',
      'draggable',
      'expandConfig',
      'combineNum',
      'interval',
      'loadDataOnce',
      'keepItemSelectionOnPageChange',
    ],
  },
  'tessera-data-table': {},
  form: { holds: ['body', 'actions'], not: ['asyncApi', 'initAsyncApi', 'interval', 'persistData', 'columnCount', 'rules', 'static'] },
  hidden: {},
  'input-text': { not: ['autoFill', 'addOn', 'source', 'options', 'autoComplete', 'validateApi'] },
  'input-password': FIELD,
  'input-email': FIELD,
  'input-url': FIELD,
  'input-number': { not: ['autoFill', 'unitOptions', 'validateApi'] },
  textarea: FIELD,
  switch: FIELD,
  checkbox: FIELD,
  checkboxes: { ...FIELD, not: ['autoFill', 'validateApi', 'columns'] },
  radios: FIELD,
  select: { ...FIELD, not: ['autoFill', 'validateApi', 'columns', 'selectMode', 'menuTpl', 'initAutoFill'] },
  'button-group-select': FIELD,
  'list-select': FIELD,
  'input-date': FIELD,
  'input-datetime': FIELD,
  'input-time': FIELD,
  'input-rating': FIELD,
}

/** Lines of a list's bars that are only of use beside a mouse, or that are drawn in any case. */
const TOOLBAR = new Set(['pagination', 'statistics', 'reload', 'switch-per-page', 'columns-toggler', 'filter-toggler', 'load-more', 'bulkActions'])
const ACTIONS = new Set([
  '',
  'ajax',
  'dialog',
  'drawer',
  'link',
  'url',
  'close',
  'cancel',
  'confirm',
  'submit',
  'reset',
  'reset-and-submit',
  'clear',
  'reload',
  'toast',
  'copy',
  'goBack',
  'back',
  'refresh',
  'button',
])
/** Actions of `onEvent`. */
const STEPS = new Set([
  'toast',
  'ajax',
  'link',
  'url',
  'dialog',
  'drawer',
  'closeDialog',
  'closeDrawer',
  'reload',
  'setValue',
  'submit',
  'reset',
  'clear',
  'wait',
  'copy',
  'goBack',
  'refresh',
  'goPage',
  'stopPropagation',
])
const EVENTS = new Set(['click', 'change', 'submitSucc', 'init'])
/** Markup that is only emphasis or a new line. */
const TAGS = new Set([
  'b',
  'strong',
  'i',
  'em',
  'u',
  's',
  'small',
  'br',
  'p',
  'div',
  'span',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'hr',
  'li',
  'ul',
  'ol',
  'label',
  'code',
  'pre',
])
const SCRIPTS = ['adaptor', 'requestAdaptor']
const CONDITIONS = /On$/
const MOST_REASONS = 20
const DEEPEST = 60
const KNOWN_FILTERS = new Set<string>([...Object.keys(FILTERS), ...OWN_FILTERS])

/** What a text reads; told by the gate on the server, and not looked at where pages run. */
export type Reader = (text: string) => { fault?: string; functions: readonly string[]; filters: readonly string[] }
interface Known {
  read?: Reader
  functions?: ReadonlySet<string>
}

/** Why a page is not drawn natively; nothing where it is. */
export function reasonsOf(schema: unknown, { read, functions }: Known = {}): Reason[] {
  const found: Reason[] = []
  const say = (at: string, part: string, why: Why, what: string) => {
    if (found.length < MOST_REASONS) found.push({ at, part, why, what: what.slice(0, 80) })
  }

  function texts(value: unknown, at: string, part: string) {
    if (typeof value === 'string') {
      for (const [, tag = ''] of outside(value).matchAll(/<\/?([a-z][a-z0-9]*)[^>]*>/gi))
        if (!TAGS.has(tag.toLowerCase())) return say(at, part, 'markup', `<${tag}>`)
      if (read && value.includes('$')) {
        const { fault, functions: called, filters } = read(value)
        if (fault) return say(at, part, 'expression', value)
        const strange = called.find(name => functions && !functions.has(name)) ?? filters.find(name => !KNOWN_FILTERS.has(name))
        if (strange) say(at, part, 'expression', strange)
      }
    }
  }

  function request(api: unknown, at: string, part: string) {
    if (typeof api === 'string') return texts(api, at, part)
    if (!isJson(api)) return
    for (const key of SCRIPTS) if (typeof api[key] === 'string' && api[key]) say(at, part, 'script', key)
    deep(api, at, part)
  }

  /** Texts in data that go along with a request or to a part. */
  function deep(value: unknown, at: string, part: string, depth = 0) {
    if (depth > DEEPEST) return
    if (typeof value === 'string') texts(value, at, part)
    else if (Array.isArray(value)) value.forEach((item, index) => deep(item, `${at}.${index}`, part, depth + 1))
    else if (isJson(value)) for (const [key, item] of Object.entries(value)) deep(item, `${at}.${key}`, part, depth + 1)
  }

  function action(node: Json, at: string, part: string, depth: number) {
    const kind = String(node.actionType ?? '')
    if (!ACTIONS.has(kind)) say(at, part, 'action', kind)
    for (const key of ['dialog', 'drawer']) if (isJson(node[key])) dialog(node[key] as Json, `${at}.${key}`, depth + 1)
    if (node.api !== undefined) request(node.api, `${at}.api`, part)
    if (typeof node.onClick === 'string' && node.onClick) say(at, part, 'script', 'onClick')
  }
  function dialog(node: Json, at: string, depth: number) {
    parts(node.body, `${at}.body`, depth)
    parts(node.actions, `${at}.actions`, depth)
    texts(node.title, `${at}.title`, 'dialog')
  }
  function events(node: Json, at: string, part: string, depth: number) {
    if (!isJson(node.onEvent)) return
    for (const [event, handler] of Object.entries(node.onEvent)) {
      const steps = asList((handler as Json | undefined)?.actions)
      if (steps.length && !EVENTS.has(event)) say(at, part, 'action', event)
      steps.forEach((step, index) => {
        const kind = String((step as Json | undefined)?.actionType ?? '')
        const where = `${at}.onEvent.${event}.actions.${index}`
        if (!STEPS.has(kind)) return say(where, part, kind === 'custom' ? 'script' : 'action', kind)
        const args = (step as Json).args
        for (const key of ['dialog', 'drawer']) {
          const held = (step as Json)[key] ?? (isJson(args) ? args[key] : undefined)
          if (isJson(held)) dialog(held, `${where}.${key}`, depth + 1)
        }
        const api = (step as Json).api ?? (isJson(args) ? args.api : undefined)
        if (api !== undefined) request(api, `${where}.api`, part)
      })
    }
  }

  function parts(value: unknown, at: string, depth: number) {
    if (Array.isArray(value)) value.forEach((one, index) => part(one, `${at}.${index}`, depth))
    else part(value, at, depth)
  }

  function part(node: unknown, at: string, depth: number, type?: string) {
    if (found.length >= MOST_REASONS) return
    if (depth > DEEPEST) return say(at, '', 'size', 'depth')
    if (typeof node === 'string' || typeof node === 'number') return texts(node, at, 'tpl')
    if (Array.isArray(node)) return parts(node, at, depth)
    if (!isJson(node)) return
    const kind = type ?? String(node.type ?? 'tpl')
    const about = Object.hasOwn(PARTS, kind) ? PARTS[kind] : undefined
    if (!about) return say(at, kind, 'part', kind)
    for (const key of about.not ?? []) {
      const set = node[key]
      if (set !== undefined && set !== null && set !== false && set !== '' && !(Array.isArray(set) && !set.length)) say(at, kind, 'setting', key)
    }
    for (const [key, value] of Object.entries(node)) {
      if (CONDITIONS.test(key) && typeof value === 'string' && value) {
        if (!value.includes('${')) say(`${at}.${key}`, kind, 'script', key)
        else texts(value, `${at}.${key}`, kind)
      }
    }
    for (const key of [
      'tpl',
      'text',
      'html',
      'title',
      'subTitle',
      'label',
      'value',
      'src',
      'href',
      'link',
      'url',
      'name',
      'placeholder',
      'description',
      'content',
      'confirmText',
    ])
      if (typeof node[key] === 'string') texts(node[key], `${at}.${key}`, kind)
    for (const key of ['initApi', 'source', 'autoComplete']) if (node[key]) request(node[key], `${at}.${key}`, kind)
    if (isJson(node.data)) deep(node.data, `${at}.data`, kind)
    if (isJson(node.map)) deep(node.map, `${at}.map`, kind)
    action(node, at, kind, depth)
    events(node, at, kind, depth)
    for (const key of about.holds ?? []) held(node, key, at, kind, depth)
    for (const [key, keys] of Object.entries(about.lists ?? {}))
      asList(node[key]).forEach((one, index) => {
        if (!isJson(one)) return
        for (const inner of keys) parts(one[inner], Array.isArray(node[key]) ? `${at}.${key}.${index}.${inner}` : `${at}.${key}.${inner}`, depth + 1)
        deepTexts(one, `${at}.${key}`, kind)
      })
  }
  /** Titles and the like of a card or an entry of a list. */
  function deepTexts(one: Json, at: string, kind: string) {
    for (const key of ['title', 'subTitle', 'desc', 'description', 'avatar', 'label', 'href']) texts(one[key], `${at}.${key}`, kind)
    for (const key of ['header', 'media']) if (isJson(one[key])) deep(one[key], `${at}.${key}`, kind)
  }
  function held(node: Json, key: string, at: string, kind: string, depth: number) {
    const value = node[key]
    if (kind === 'crud' && (key === 'headerToolbar' || key === 'footerToolbar'))
      return asList(value).forEach((one, index) => {
        const name = isJson(one) ? String(one.type ?? '') : one
        if (typeof name === 'string' && TOOLBAR.has(name)) return
        if (typeof one === 'string') return say(`${at}.${key}.${index}`, kind, 'setting', one)
        part(one, `${at}.${key}.${index}`, depth + 1)
      })
    if (kind === 'crud' && key === 'bulkActions') return
    if (key === 'filter') return isJson(value) ? part(value, `${at}.filter`, depth + 1, 'form') : undefined
    if (key === 'columns')
      return asList(value).forEach((one, index) => isJson(one) && part(one, `${at}.columns.${index}`, depth + 1, String(one.type ?? 'plain')))
    // A title that is a text is no part.
    if (typeof value === 'string') return texts(value, `${at}.${key}`, 'tpl')
    if (key === 'grids' || value) parts(value, `${at}.${key}`, depth + 1)
  }

  if (!isJson(schema)) return [{ at: '', part: '', why: 'part', what: typeof schema }]
  part(schema, '', 0)
  return found.map(one => ({ ...one, at: one.at.replace(/^\./, '') }))
}
