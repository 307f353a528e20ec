// One page as it is open: its schema, what its parts hold at the moment (rows, values, what is loading), and the picture that follows from both. Nothing is
// kept of a picture but what happens when something in it is tapped or changed; parts are known by their place.
import { rowControl } from '../../models/controls.ts'
import { dateOf, dateText, isTrue, textOf, valueOf } from './formula.ts'
import { asList, get, isJson, put, within, type Json } from './json.ts'
import { withoutMarkup } from './markup.ts'
import { answerOf, mapped, requestOf, type Request } from './requests.ts'
import type { Choice, ControlKind, Dialog, Level, Look, Picture, View } from './view.ts'
import type { Say, Word } from './words.ts'

export interface Answer {
  status: number
  msg: string
  data: unknown
  errors?: Record<string, string>
}
/** What the platform does for a page. */
export interface Host {
  send(request: Request): Promise<Answer>
  toast(text: string, level: 'success' | 'error' | 'info'): void
  confirm(text: string): Promise<boolean>
  /** A page of the app by its path, or an address elsewhere. */
  open(target: string): void
  back(): void
  copy(text: string): void
  /** An address of a picture that can be shown; undefined while it is fetched. */
  picture(url: string): string | undefined
  /** The page looks different now. */
  changed(): void
}
interface Opening {
  schema: Json
  /** What expressions of the page may name: the person, the app, the address. */
  context: Json
  dataApi: string
  zone?: string
  say: Say
  host: Host
}

interface Service {
  kind: 'service'
  asked: string
  busy: boolean
  error: string
  data: Json | undefined
}
interface List {
  kind: 'list'
  asked: string
  busy: boolean
  error: string
  rows: Json[]
  total: number | undefined
  hasNext: boolean
  answer: Json
  page: number
  perPage: number
  query: Json
}
interface Form {
  kind: 'form'
  node: Json
  scope: Json
  values: Json
  errors: Record<string, string>
  busy: boolean
  asked: string
  isLoaded: boolean
  error: string
  /** Fields of the last picture, for what has to be filled in. */
  fields: Map<string, Json>
  submit(): Promise<boolean>
}
interface Options {
  kind: 'options'
  asked: string
  options: Json[]
  error: string
}
interface Toggle {
  kind: 'toggle'
  value: number
}
type Part = Service | List | Form | Options | Toggle

interface Opened {
  key: string
  node: Json
  scope: Json
  around: Around
  forms: Set<string>
  /** A chooser draws itself. */
  own?: () => { children: View[]; actions: View[] }
}
/** What a part stands in. */
interface Around {
  form?: string | undefined
  dialog?: string | undefined
  /** The list or service that is read again when something in it has changed. */
  reads?: string | undefined
  inRow?: boolean | undefined
}

const LEVELS: Record<string, Level> = {
  primary: 'primary',
  success: 'success',
  warning: 'warning',
  danger: 'danger',
  error: 'danger',
  info: 'info',
  link: 'link',
}
const LOOKS: Record<string, Look> = { h1: 'title', h2: 'title', h3: 'heading', h4: 'heading', h5: 'strong', h6: 'strong' }
const PER_PAGE = 20
const MOST_EACH = 200

export function createPage({ schema, context, dataApi, zone, say, host }: Opening) {
  const parts = new Map<string, Part>()
  const names = new Map<string, string>()
  let happens = new Map<string, (value: unknown) => unknown>()
  const dialogs: Opened[] = []
  let counter = 0
  let isOver = false
  const root = within(context, isJson(schema.data) ? (mapped(schema.data, context) as Json) : {})

  const changed = () => {
    if (!isOver) host.changed()
  }
  const make = <P extends Part>(key: string, fresh: () => P): P => {
    const found = parts.get(key)
    if (found) return found as P
    const made = fresh()
    parts.set(key, made)
    return made
  }
  const on = (key: string, does: (value: unknown) => unknown): string => {
    happens.set(key, does)
    return key
  }
  /** `own` goes along where an api does not say what: into the address, and `body` into the body. */
  const requestIn = (api: unknown, scope: Json, own: Json = {}, body: Json = own) => requestOf(api, scope, { dataApi, zone, own, body })
  const askedAs = (request: Request) => `${request.method} ${request.url} ${request.body === undefined ? '' : JSON.stringify(request.body)}`

  /** Everything that was read is read again: what was written may show in any of it. */
  function readAgain(target?: string) {
    const wanted = target ? names.get(target.split('?')[0] as string) : undefined
    for (const [key, part] of parts) {
      if (wanted && key !== wanted) continue
      if (part.kind === 'service' || part.kind === 'list' || part.kind === 'options') part.asked = ''
    }
    changed()
  }

  async function ask(request: Request): Promise<Answer> {
    try {
      return await host.send(request)
    } catch {
      return { status: 503, msg: say('The server cannot be reached. Check the connection and try again'), data: {} }
    }
  }

  /** Asks for what a part shows, unless it was asked already. */
  function load(part: Service | List | Options | Form, request: Request | undefined, take: (answer: Answer) => void) {
    if (!request) return
    const asked = askedAs(request)
    if (part.asked === asked) return
    part.asked = asked
    if ('busy' in part) part.busy = true
    void ask(request).then(answer => {
      // Something else was asked meanwhile.
      if (part.asked !== asked || isOver) return
      if ('busy' in part) part.busy = false
      part.error = answer.status === 0 ? '' : answer.msg
      take(answer)
      changed()
    })
  }

  // What is done

  async function perform(request: Request | undefined, node: Json, scope: Json, around: Around): Promise<Answer | undefined> {
    if (!request) return undefined
    const answer = await ask(request)
    const messages = isJson(node.messages) ? node.messages : {}
    if (answer.status !== 0) {
      const form = around.form ? (parts.get(around.form) as Form | undefined) : undefined
      if (answer.errors && form) form.errors = { ...answer.errors }
      const told = textOf(messages.failed ?? messages.saveFailed, scope) || answer.msg
      if (told) host.toast(told, 'error')
      changed()
      return answer
    }
    const silent = messages.success === '' || messages.saveSuccess === ''
    const said = textOf(messages.success ?? messages.saveSuccess, within(scope, isJson(answer.data) ? answer.data : {})) || answer.msg
    if (request.method !== 'GET') {
      const fallback: Word = request.method === 'DELETE' ? 'Deleted' : 'Saved'
      if (!silent) host.toast(said || say(fallback), 'success')
      readAgain()
    } else if (said && !silent) host.toast(said, 'success')
    return answer
  }

  function close(key: string | undefined) {
    const at = dialogs.findIndex(one => one.key === key)
    if (at < 0) return
    for (const gone of dialogs.splice(at)) for (const place of parts.keys()) if (place.startsWith(`${gone.key}.`)) parts.delete(place)
    changed()
  }
  function openDialog(node: unknown, scope: Json, around: Around) {
    if (!isJson(node)) return
    const own = isJson(node.data) ? (mapped(node.data, scope) as Json) : {}
    dialogs.push({ key: `dialog${++counter}`, node, scope: within(scope, own), around, forms: new Set() })
    changed()
  }

  async function submitAround(around: Around): Promise<boolean> {
    const dialog = dialogs.find(one => one.key === around.dialog)
    const keys = around.form ? [around.form] : dialog ? [...dialog.forms] : []
    for (const key of keys) {
      const form = parts.get(key)
      if (form?.kind === 'form' && !(await form.submit())) return false
    }
    return true
  }

  function resetForm(key: string | undefined) {
    const form = key ? parts.get(key) : undefined
    if (form?.kind !== 'form') return
    form.values = {}
    form.errors = {}
    form.asked = ''
    form.isLoaded = false
    changed()
  }

  function leave(target: unknown, scope: Json) {
    const to = textOf(target, scope)
    if (to) host.open(to)
  }

  async function act(node: Json, scope: Json, around: Around): Promise<void> {
    const question = textOf(node.confirmText, scope)
    if (question && !(await host.confirm(question))) return
    if (isJson(node.onEvent) && isJson(node.onEvent.click)) if (!(await steps(asList(node.onEvent.click.actions), scope, around))) return
    const type = String(node.actionType ?? '')
    const kind = type || (node.type === 'submit' ? 'submit' : node.type === 'reset' ? 'reset' : node.api ? 'ajax' : node.link ? 'link' : node.url ? 'url' : '')
    switch (kind) {
      case 'ajax': {
        const answer = await perform(requestIn(node.api, scope, {}, { ...scope }), node, scope, around)
        if (answer?.status !== 0) return
        after(node, within(scope, isJson(answer.data) ? answer.data : {}), around)
        return
      }
      case 'dialog':
        return openDialog(node.dialog, scope, around)
      case 'drawer':
        return openDialog(node.drawer ?? node.dialog, scope, around)
      case 'link':
        return leave(node.link, scope)
      case 'url':
        return leave(node.url, scope)
      case 'submit':
      case 'confirm':
      case 'reset-and-submit': {
        if (await submitAround(around)) if (node.close !== false && kind !== 'reset-and-submit') close(around.dialog)
        return
      }
      case 'close':
      case 'cancel':
        return close(around.dialog)
      case 'reset':
      case 'clear':
        return resetForm(around.form)
      case 'reload':
        return readAgain(textOf(node.target, scope) || undefined)
      case 'refresh':
        return readAgain()
      case 'toast': {
        const toast = isJson(node.toast) ? asList(node.toast.items)[0] : undefined
        return host.toast(textOf(isJson(toast) ? toast.body : node.content, scope), 'info')
      }
      case 'copy':
        return copy(node.content ?? node.copy, scope)
      case 'back':
      case 'goBack':
        return host.back()
    }
  }
  function copy(content: unknown, scope: Json) {
    host.copy(textOf(content, scope))
    host.toast(say('Copied'), 'success')
  }
  /** What follows something that went well. */
  function after(node: Json, scope: Json, around: Around) {
    if (node.reload && node.reload !== 'none') readAgain(textOf(node.reload, scope))
    if (node.close && around.dialog) close(around.dialog)
    if (node.redirect) leave(node.redirect, scope)
    if (isJson(node.feedback)) openDialog(node.feedback, scope, around)
  }

  /** Steps of an event, one after the other; false where one of them ends it. */
  async function steps(list: unknown[], scope: Json, around: Around): Promise<boolean> {
    let here = scope
    for (const step of list) {
      if (!isJson(step) || !isTrue(step.expression, here, true)) continue
      const args = { ...(isJson(step.args) ? step.args : {}) }
      const told = (key: string) => step[key] ?? args[key]
      switch (step.actionType) {
        case 'toast':
          host.toast(textOf(told('msg'), here), told('msgType') === 'error' ? 'error' : told('msgType') === 'success' ? 'success' : 'info')
          break
        case 'ajax': {
          const node = { ...args, messages: told('messages'), api: told('api') }
          const answer = await perform(requestIn(node.api, here, {}, { ...here }), node, here, around)
          if (answer && answer.status !== 0 && !step.ignoreError) return false
          here = within(here, {
            responseData: answer?.data,
            event: within({}, { data: answer?.data }),
            [String(step.outputVar || 'responseResult')]: answer?.data,
          })
          break
        }
        case 'link':
          leave(told('link'), here)
          break
        case 'url':
          leave(told('url'), here)
          break
        case 'goPage':
          leave(told('link') ?? told('url'), here)
          break
        case 'dialog':
        case 'drawer':
          openDialog(told('dialog') ?? told('drawer'), isJson(step.data) ? within(here, mapped(step.data, here) as Json) : here, around)
          break
        case 'closeDialog':
        case 'closeDrawer':
          close(around.dialog)
          break
        case 'reload':
          readAgain(String(step.target ?? step.componentId ?? step.componentName ?? ''))
          break
        case 'setValue':
          setValue(String(step.componentId ?? step.componentName ?? ''), mapped(told('value'), here), around)
          break
        case 'submit':
          if (!(await submitAround(targetForm(step, around)))) return false
          break
        case 'reset':
        case 'clear':
          resetForm(targetForm(step, around).form)
          break
        case 'wait':
          await new Promise(done => setTimeout(done, Math.min(Number(told('time')) || 0, 10_000)))
          break
        case 'copy':
          copy(told('content'), here)
          break
        case 'goBack':
          host.back()
          break
        case 'refresh':
          readAgain()
          break
      }
      if (step.stopPropagation === true) return false
    }
    return true
  }
  function targetForm(step: Json, around: Around): Around {
    const key = names.get(String(step.componentId ?? step.componentName ?? ''))
    return key && parts.get(key)?.kind === 'form' ? { ...around, form: key } : around
  }
  function setValue(target: string, value: unknown, around: Around) {
    const key = names.get(target)
    const part = key ? parts.get(key) : undefined
    if (part?.kind === 'form' && isJson(value)) Object.assign(part.values, value)
    else if (part?.kind === 'service' && isJson(value)) part.data = { ...part.data, ...value }
    else if (!part) {
      // A field is named by its id or by its name.
      const forms = around.form ? [around.form] : [...parts].flatMap(([at, one]) => (one.kind === 'form' ? [at] : []))
      for (const at of forms) {
        const form = parts.get(at) as Form
        const field = [...form.fields.values()].find(one => one.id === target || one.name === target)
        if (field) put(form.values, String(field.name), value)
      }
    }
    changed()
  }

  // What is drawn

  function known(node: Json, key: string) {
    for (const name of [node.name, node.id]) if (typeof name === 'string' && name) names.set(name, key)
  }
  const isShown = (node: Json, scope: Json) =>
    isTrue(node.visibleOn, scope, true) && !isTrue(node.hiddenOn, scope, false) && node.visible !== false && node.hidden !== true
  const isOff = (node: Json, scope: Json) => node.disabled === true || isTrue(node.disabledOn, scope, false)

  function drawAll(nodes: unknown, scope: Json, at: string, around: Around): View[] {
    return asList(nodes).flatMap((node, index) => draw(node, scope, `${at}.${index}`, around))
  }

  const text = (key: string, value: string, look: Look = 'text', tap?: string): View[] =>
    value === '' ? [] : [{ kind: 'text', key, look, text: value, ...(tap && { tap }) }]
  const box = (key: string, look: 'stack' | 'row' | 'card' | 'grid', children: View[], tap?: string): View[] =>
    children.length ? [{ kind: 'box', key, look, children, ...(tap && { tap }) }] : []
  const note = (key: string, value: string, level: Level = 'danger'): View[] => (value ? [{ kind: 'note', key, text: value, level }] : [])
  const wait = (key: string): View => ({ kind: 'wait', key, text: say('Loading…') })
  const button = (key: string, label: string, does: () => unknown, more: Partial<Extract<View, { kind: 'button' }>> = {}): View => ({
    kind: 'button',
    key,
    label,
    level: 'default',
    disabled: false,
    busy: false,
    small: false,
    ...more,
    tap: on(key, does),
  })
  const template = (value: unknown, scope: Json) => textOf(typeof value === 'string' ? withoutMarkup(value) : value, scope)
  /** Something tapped that a page made: what goes wrong in it is told, and is not the end of the page. */
  const tapped = (key: string, node: Json, scope: Json, around: Around) => on(key, () => act(node, scope, around))
  const hasAction = (node: Json) => !!(node.actionType || node.api || node.link || node.url || (isJson(node.onEvent) && node.onEvent.click))

  function draw(node: unknown, scope: Json, at: string, around: Around): View[] {
    if (typeof node === 'string' || typeof node === 'number') return text(at, template(String(node), scope))
    if (Array.isArray(node)) return drawAll(node, scope, at, around)
    if (!isJson(node) || !isShown(node, scope)) return []
    const type = String(node.type ?? 'tpl')
    const body = () => drawAll(node.body, scope, `${at}.body`, around)
    switch (type) {
      case 'container':
      case 'wrapper':
      case 'group':
      case 'collapse-group':
        return type === 'group' && node.label
          ? [...text(`${at}.label`, template(node.label, scope), 'label'), ...body()]
          : box(at, 'stack', body(), hasAction(node) ? tapped(at, node, scope, around) : undefined)
      case 'fieldset':
      case 'fieldSet':
      case 'fieldset-title':
        return box(at, 'stack', [...text(`${at}.title`, template(node.title, scope), 'heading'), ...body()])
      case 'panel':
        return box(at, 'card', [
          ...text(`${at}.title`, template(node.title, scope), 'heading'),
          ...drawAll(node.header, scope, `${at}.header`, around),
          ...body(),
          ...drawAll(node.footer, scope, `${at}.footer`, around),
          ...box(`${at}.actions`, 'row', drawAll(node.actions, scope, `${at}.actions`, around)),
        ])
      case 'collapse':
        return drawCollapse(node, scope, at, around)
      case 'flex':
        return box(at, node.direction === 'column' ? 'stack' : 'row', drawAll(node.items, scope, `${at}.items`, around))
      case 'grid':
      case 'hbox':
        return box(
          at,
          'grid',
          asList(node.columns).flatMap((column, index) =>
            isJson(column) ? box(`${at}.${index}`, 'stack', drawAll(column.body, scope, `${at}.columns.${index}.body`, around)) : [],
          ),
        )
      case 'grid-2d':
        return box(at, 'stack', drawAll(node.grids, scope, `${at}.grids`, around))
      case 'tabs':
        return drawTabs(node, scope, at, around)
      case 'each': {
        const items = asList(get(scope, String(node.name ?? '')) ?? valueOf(node.source, scope)).slice(0, MOST_EACH)
        const drawn = items.flatMap((item, index) =>
          drawAll(node.items, within(scope, isJson(item) ? { ...item, item, index } : { item, index }), `${at}.${index}`, around),
        )
        return drawn.length ? box(at, 'stack', drawn) : text(at, template(node.placeholder, scope), 'muted')
      }
      case 'service':
        return drawService(node, scope, at, around)
      case 'property':
        return box(at, 'card', [
          ...text(`${at}.title`, template(node.title, scope), 'heading'),
          ...asList(node.items).flatMap((item, index): View[] =>
            isJson(item) && isShown(item, scope)
              ? [
                  {
                    kind: 'pair',
                    key: `${at}.${index}`,
                    label: template(item.label, scope),
                    children: draw(item.content, scope, `${at}.items.${index}.content`, around),
                  },
                ]
              : [],
          ),
        ])
      case 'divider':
        return [{ kind: 'rule', key: at }]
      case 'spinner':
        return [wait(at)]
      case 'alert':
        return note(at, [template(node.title, scope), flat(body())].filter(Boolean).join('\n'), LEVELS[String(node.level ?? 'info')] ?? 'info')
      case 'button':
      case 'action':
      case 'submit':
      case 'reset':
        return drawButton(node, scope, at, around)
      case 'button-toolbar':
      case 'button-group':
      case 'operation':
        return box(at, 'row', drawAll(node.buttons, scope, `${at}.buttons`, around))
      case 'dropdown-button': {
        const open = make<Toggle>(at, () => ({ kind: 'toggle', value: 0 }))
        const label = button(`${at}.open`, `${template(node.label, scope)} ${open.value ? '▴' : '▾'}`, () => ((open.value = open.value ? 0 : 1), changed()), {
          small: !!around.inRow,
        })
        return box(at, 'row', [label, ...(open.value ? drawAll(node.buttons, scope, `${at}.buttons`, around) : [])])
      }
      case 'nav':
        return box(
          at,
          'card',
          asList(node.links).flatMap((link, index) =>
            isJson(link) && isShown(link, scope)
              ? text(
                  `${at}.${index}`,
                  template(link.label, scope),
                  'text',
                  on(`${at}.${index}`, () => leave(link.to ?? link.link, scope)),
                )
              : [],
          ),
        )
      case 'list':
        return drawRows(node, rowsIn(node, scope), scope, at, around)
      case 'cards':
        return drawRows(node, rowsIn(node, scope), scope, at, around)
      case 'card':
        return drawCard(node, scope, at, around)
      case 'table':
        return drawRows(node, rowsIn(node, scope), scope, at, around)
      case 'crud':
        return drawCrud(node, scope, at, around)
      case 'tessera-data-table':
        return drawModel(node, scope, at, around)
      case 'form':
        return drawForm(node, scope, at, around)
      default:
        return around.form && isField(type) ? drawField(node, scope, at, around) : drawValue(node, type, scope, at, around)
    }
  }

  /** What is written in views, for parts that show one text alone. */
  function flat(views: View[]): string {
    return views
      .map(view => ('text' in view ? view.text : 'children' in view ? flat(view.children) : ''))
      .filter(Boolean)
      .join('\n')
  }

  function drawValue(node: Json, type: string, scope: Json, at: string, around: Around): View[] {
    const own = typeof node.name === 'string' && node.name ? get(scope, node.name) : undefined
    const given = own ?? (node.value === undefined ? undefined : valueOf(node.value, scope))
    const empty = () => text(at, template(node.placeholder ?? (around.inRow ? '—' : ''), scope), 'muted')
    const tap = hasAction(node) ? tapped(at, node, scope, around) : undefined
    const look = LOOKS[String(node.wrapperComponent ?? '')] ?? (/text-muted|t-help/.test(String(node.className ?? '')) ? 'muted' : 'text')
    const labelled = (views: View[]): View[] =>
      type.startsWith('static') && node.label && views.length
        ? [{ kind: 'pair', key: `${at}.pair`, label: template(node.label, scope), children: views }]
        : views
    switch (type.replace(/^static-/, '')) {
      case 'link': {
        const href = textOf(node.href ?? given, scope)
        const label =
          typeof node.body === 'string'
            ? template(node.body, scope)
            : node.body
              ? flat(drawAll(node.body, scope, `${at}.body`, around))
              : textOf(given, scope) || href
        if (!href || isOff(node, scope)) return text(at, label)
        return [{ kind: 'text', key: at, look: 'text', text: label || href, tap: on(at, () => host.open(href)) }]
      }
      case 'image':
      case 'avatar': {
        const src = textOf(node.src ?? given, scope)
        const shown = src ? host.picture(src) : undefined
        if (!src) return empty()
        const width = Number(node.width) || (type === 'avatar' ? 40 : 0)
        return [
          {
            kind: 'image',
            key: at,
            src: shown ?? '',
            alt: template(node.alt ?? node.title, scope),
            width,
            height: Number(node.height) || (type === 'avatar' ? 40 : 0),
            ...(tap && { tap }),
          },
        ]
      }
      case 'mapping':
      case 'map':
      case 'status': {
        const map = isJson(node.map) ? node.map : isJson(node.labelMap) ? node.labelMap : {}
        const name = given === undefined || given === null ? '' : String(given)
        const entry =
          asList(node.map).length && Array.isArray(node.map) ? (node.map as Json[]).find(one => String(one.value) === name)?.label : (map[name] ?? map['*'])
        if (entry === undefined) return name ? text(at, name) : empty()
        if (isJson(entry)) return draw(entry.type ? entry : (entry.label ?? ''), within(scope, { item: given }), `${at}.map`, around)
        const tag = /label-(primary|success|warning|danger|info|default)/.exec(String(entry))?.[1]
        const label = template(entry, scope)
        return tag ? [{ kind: 'tag', key: at, text: label, level: LEVELS[tag] ?? 'default' }] : text(at, label)
      }
      case 'tag': {
        const label = template(node.label ?? given, scope)
        return label ? [{ kind: 'tag', key: at, text: label, level: LEVELS[String(node.color ?? '').replace('processing', 'info')] ?? 'default' }] : empty()
      }
      case 'progress': {
        const percent = Math.max(0, Math.min(100, Number(given) || 0))
        return [{ kind: 'bar', key: at, percent, text: `${percent}%` }]
      }
      case 'date':
      case 'datetime':
      case 'time': {
        const kind = type.replace(/^static-/, '')
        const pattern = String(node.displayFormat ?? node.format ?? (kind === 'date' ? 'YYYY-MM-DD' : kind === 'time' ? 'HH:mm' : 'YYYY-MM-DD HH:mm'))
        const written = dateOf(given) ? dateText(given, pattern) : textOf(given, scope)
        return written ? labelled(text(at, written)) : empty()
      }
      case 'switch':
      case 'checkbox':
        return text(at, given ? say('Yes') : say('No'))
      case 'tessera-value':
        return drawFormatted(node, given, at) ?? empty()
    }
    const written = node.tpl ?? node.text ?? node.html
    const value = written === undefined ? textOf(given, scope) || template(node.body ?? '', scope) : template(written, scope)
    return value ? labelled(text(at, value, look, tap)) : empty()
  }

  function drawFormatted(node: Json, given: unknown, at: string): View[] | undefined {
    if (given === undefined || given === null || given === '') return undefined
    const options = asList(node.options).filter(isJson)
    if (options.length) {
      const chosen = Array.isArray(given) ? given : String(given).split(',')
      return box(
        at,
        'row',
        chosen.map((one, index): View => ({
          kind: 'tag',
          key: `${at}.${index}`,
          text: String(options.find(({ value }) => value === one)?.label ?? one),
          level: 'default',
        })),
      )
    }
    const written = String(given)
    switch (node.format) {
      case 'url':
        return text(
          at,
          written,
          'text',
          on(at, () => host.open(written)),
        )
      case 'rating':
        return text(at, '★'.repeat(Math.max(0, Math.min(10, Math.round(Number(given))))))
      case 'percent':
        return text(at, `${written} %`)
      case 'currency':
        return text(at, `${grouped(written)} ${String(node.currency ?? '')}`.trim())
      case 'decimal':
      case 'integer':
        return text(at, grouped(written))
      case 'location':
        return text(at, isJson(given) ? String(given.address ?? [given.lat, given.lng].filter(Boolean).join(', ')) : written)
    }
    return text(at, written)
  }

  function drawButton(node: Json, scope: Json, at: string, around: Around): View[] {
    const label = template(node.label ?? node.tooltip ?? node.title, scope) || (node.type === 'submit' ? say('Submit') : '…')
    const form = around.form ? (parts.get(around.form) as Form | undefined) : undefined
    const isSubmit = node.type === 'submit' || node.actionType === 'submit' || node.actionType === 'confirm'
    const danger = /text-danger/.test(String(node.className ?? ''))
    const level = danger ? 'danger' : (LEVELS[String(node.level ?? '')] ?? (node.primary || node.type === 'submit' ? 'primary' : 'default'))
    return [
      button(at, label, () => act(node, scope, around), {
        level,
        disabled: isOff(node, scope),
        busy: isSubmit && !!form?.busy,
        small: !!around.inRow || node.size === 'sm' || node.size === 'xs',
      }),
    ]
  }

  function drawCollapse(node: Json, scope: Json, at: string, around: Around): View[] {
    const open = make<Toggle>(at, () => ({ kind: 'toggle', value: node.collapsed === true ? 0 : 1 }))
    const title =
      typeof node.header === 'string' ? template(node.header, scope) : template(node.title, scope) || flat(drawAll(node.header, scope, `${at}.header`, around))
    const tap = on(`${at}.open`, () => ((open.value = open.value ? 0 : 1), changed()))
    return box(at, 'card', [
      ...text(`${at}.title`, `${open.value ? '▾' : '▸'} ${title}`, 'strong', tap),
      ...(open.value ? drawAll(node.body, scope, `${at}.body`, around) : []),
    ])
  }

  function drawTabs(node: Json, scope: Json, at: string, around: Around): View[] {
    const tabs = asList(node.tabs)
      .filter(isJson)
      .filter(tab => isShown(tab, scope))
    const open = make<Toggle>(at, () => ({ kind: 'toggle', value: Math.max(0, Number(node.activeKey ?? node.defaultKey) || 0) }))
    const now = Math.min(open.value, tabs.length - 1)
    const tab = tabs[now]
    return [
      ...box(
        `${at}.bar`,
        'row',
        tabs.map((one, index) =>
          button(`${at}.tab${index}`, template(one.title, scope), () => ((open.value = index), changed()), {
            level: index === now ? 'primary' : 'default',
            small: true,
          }),
        ),
      ),
      ...(tab ? drawAll(tab.body ?? tab.tab, scope, `${at}.tabs.${now}.body`, around) : []),
    ]
  }

  function drawService(node: Json, scope: Json, at: string, around: Around): View[] {
    known(node, at)
    const own = within(scope, isJson(node.data) ? (mapped(node.data, scope) as Json) : {})
    const part = make<Service>(at, () => ({ kind: 'service', asked: '', busy: false, error: '', data: undefined }))
    if (node.api && node.initFetch !== false)
      load(part, requestIn(node.api, own), answer => {
        if (answer.status === 0) part.data = answerOf(node.api, answer.data, own)
      })
    if (part.error) return [...note(`${at}.error`, part.error), button(`${at}.again`, say('Try again'), () => ((part.asked = ''), changed()), { small: true })]
    if (node.api && !part.data && part.busy) return [wait(`${at}.wait`)]
    return drawAll(node.body, within(own, part.data), `${at}.body`, { ...around, reads: at })
  }

  const rowsIn = (node: Json, scope: Json): Json[] => {
    const found = node.source ? valueOf(node.source, scope) : node.name ? get(scope, String(node.name)) : (get(scope, 'items') ?? get(scope, 'rows'))
    return asList(found)
      .slice(0, MOST_EACH)
      .map(row => (isJson(row) ? row : { item: row }))
  }

  function drawRows(node: Json, rows: Json[], scope: Json, at: string, around: Around, note?: string): View[] {
    if (!rows.length) return text(`${at}.empty`, note || template(node.placeholder, scope) || say('Nothing here yet'), 'muted')
    const primary = typeof node.primaryField === 'string' ? node.primaryField : 'id'
    const inRow = { ...around, inRow: true }
    return rows.flatMap((row, index) => {
      const key = `${at}.${String(row[primary] ?? index)}`
      const own = within(scope, { ...row, index })
      if (isJson(node.card)) return drawCard(node.card, own, key, inRow)
      if (isJson(node.listItem)) return drawItem(node.listItem, own, key, inRow)
      return box(key, 'card', [
        ...asList(node.columns).flatMap((column, place) => (isJson(column) && isShown(column, own) ? drawColumn(column, own, `${key}.${place}`, inRow) : [])),
        ...box(`${key}.actions`, 'row', drawAll(node.itemActions, own, `${key}.itemActions`, inRow)),
      ])
    })
  }
  /** A column of a table is a line of a card: a phone has no room beside. */
  function drawColumn(column: Json, scope: Json, at: string, around: Around): View[] {
    const { type = 'plain', label, visibleOn: _on, hiddenOn: _off, ...rest } = column
    if (type === 'operation') return box(at, 'row', drawAll(column.buttons, scope, `${at}.buttons`, around))
    const value = draw({ ...rest, type }, scope, at, around)
    const named = template(label, scope)
    return named ? [{ kind: 'pair', key: `${at}.pair`, label: named, children: value }] : value
  }
  function drawItem(item: Json, scope: Json, at: string, around: Around): View[] {
    const avatar = textOf(item.avatar, scope)
    return box(at, 'card', [
      ...(avatar ? [{ kind: 'image' as const, key: `${at}.avatar`, src: host.picture(avatar) ?? '', alt: '', width: 40, height: 40 }] : []),
      ...text(`${at}.title`, template(item.title, scope), 'strong'),
      ...text(`${at}.sub`, template(item.subTitle, scope), 'muted'),
      ...text(`${at}.desc`, template(item.desc, scope)),
      ...drawAll(item.body, scope, `${at}.body`, around).flat(),
      ...box(`${at}.actions`, 'row', drawAll(item.actions, scope, `${at}.actions`, around)),
    ])
  }
  function drawCard(card: Json, scope: Json, at: string, around: Around): View[] {
    const header = isJson(card.header) ? card.header : {}
    const media = isJson(card.media) ? textOf(card.media.url, scope) : ''
    const tap = card.href ? on(at, () => leave(card.href, scope)) : isJson(card.itemAction) ? tapped(at, card.itemAction, scope, around) : undefined
    const body = asList(card.body).flatMap((one, index): View[] => {
      const key = `${at}.body.${index}`
      if (!isJson(one) || !isShown(one, scope)) return draw(one, scope, key, around)
      const { label, ...rest } = one
      const value = draw(rest, scope, key, around)
      return label && !isFieldOrButton(one) && value.length
        ? [{ kind: 'pair', key: `${key}.pair`, label: template(label, scope), children: value }]
        : draw(one, scope, key, around)
    })
    return box(
      at,
      'card',
      [
        ...(media ? [{ kind: 'image' as const, key: `${at}.media`, src: host.picture(media) ?? '', alt: '', width: 0, height: 0 }] : []),
        ...text(`${at}.title`, template(header.title, scope), 'strong'),
        ...text(`${at}.sub`, template(header.subTitle, scope), 'muted'),
        ...text(`${at}.desc`, template(header.desc ?? header.description, scope)),
        ...body,
        ...box(`${at}.actions`, 'row', drawAll(card.actions, scope, `${at}.actions`, around)),
      ],
      tap,
    )
  }
  const isFieldOrButton = (node: Json) => /^(button|submit|reset|action|operation)/.test(String(node.type)) || isField(String(node.type))

  function listAt(at: string, perPage: number): List {
    return make<List>(at, () => ({
      kind: 'list',
      asked: '',
      busy: false,
      error: '',
      rows: [],
      total: undefined,
      hasNext: false,
      answer: {},
      page: 1,
      perPage,
      query: {},
    }))
  }
  function takeRows(list: List, answer: Json) {
    const rows = asList(answer.items ?? answer.rows ?? answer.options ?? []).map(row => (isJson(row) ? row : { item: row }))
    const total = Number(answer.total ?? answer.count)
    Object.assign(list, { rows, answer, total: Number.isFinite(total) ? total : undefined, hasNext: answer.hasNext === true })
  }
  const turn = (list: List, by: number) => () => ((list.page += by), changed())
  function pager(list: List, at: string): View[] {
    const last = list.total === undefined ? (list.hasNext ? list.page + 1 : list.page) : Math.max(1, Math.ceil(list.total / list.perPage))
    if (last <= 1 && list.page <= 1) return []
    return box(`${at}.pager`, 'row', [
      button(`${at}.previous`, say('Previous'), turn(list, -1), { small: true, disabled: list.page <= 1 }),
      ...text(`${at}.page`, list.total === undefined ? String(list.page) : `${list.page} / ${last}`, 'muted'),
      button(`${at}.next`, say('Next'), turn(list, 1), { small: true, disabled: list.page >= last }),
    ])
  }

  function drawCrud(node: Json, scope: Json, at: string, around: Around): View[] {
    known(node, at)
    const list = listAt(at, Number(node.perPage) || PER_PAGE)
    const defaults = isJson(node.defaultParams) ? (mapped(node.defaultParams, scope) as Json) : {}
    const filterKey = `${at}.filter`
    const asked = { ...defaults, ...list.query, page: list.page, perPage: list.perPage }
    const own = within(scope, asked)
    const inside = { ...around, reads: at }
    if (node.api)
      load(list, requestIn(node.api, own, asked), answer => {
        if (answer.status === 0) takeRows(list, answerOf(node.api, answer.data, own))
      })
    else takeRows(list, { items: rowsIn(node, scope) })
    const data = within(own, { ...list.answer, items: list.rows, total: list.total, ...list.query })
    const bar = (value: unknown, name: string) =>
      box(
        `${at}.${name}`,
        'row',
        asList(value).flatMap((one, index) => (isJson(one) && !BAR_PARTS.has(String(one.type)) ? draw(one, data, `${at}.${name}.${index}`, inside) : [])),
      )
    const filter = isJson(node.filter)
      ? drawForm({ ...node.filter, type: 'form', wrapWithPanel: false }, data, filterKey, inside, values =>
          Object.assign(list, { query: values, page: 1, asked: '' }),
        )
      : []
    const shown: Json = { ...node, card: node.mode === 'cards' ? node.card : undefined, listItem: node.mode === 'list' ? node.listItem : undefined }
    return [
      ...filter,
      ...bar(node.headerToolbar, 'head'),
      ...note(`${at}.error`, list.error),
      ...(list.error ? [button(`${at}.again`, say('Try again'), () => ((list.asked = ''), changed()), { small: true })] : []),
      ...(list.busy && !list.rows.length ? [wait(`${at}.wait`)] : list.error ? [] : drawRows(shown, list.rows, data, `${at}.row`, inside)),
      ...pager(list, at),
      ...bar(node.footerToolbar, 'foot'),
    ]
  }

  /** Rows of a model: what they are and what may be done with them the answer says. */
  function drawModel(node: Json, scope: Json, at: string, around: Around): View[] {
    known({ name: 'rows', ...node }, at)
    const base = node.source && node.model ? `model:${textOf(node.source, scope)}/${textOf(node.model, scope)}` : textOf(node.address, scope)
    const list = listAt(at, Number(node.perPage) || PER_PAGE)
    const filter = isJson(node.filter) ? JSON.stringify(mapped(node.filter, scope)) : undefined
    const keywords = typeof list.query.keywords === 'string' && list.query.keywords ? list.query.keywords : undefined
    load(
      list,
      requestIn(
        {
          method: 'get',
          url: base,
          data: { page: list.page, perPage: list.perPage, ...(filter && { filter }), ...(keywords && { keywords: keywords.replaceAll('$', '') }) },
        },
        within({}),
      ),
      answer => {
        if (answer.status === 0) takeRows(list, isJson(answer.data) ? answer.data : {})
      },
    )
    const fields = asList(list.answer.fields).filter(isJson)
    const may = isJson(list.answer.may) ? list.answer.may : {}
    const offers = (action: string, duty: string) => may[duty] === true && (!Array.isArray(node.actions) || node.actions.includes(action))
    const chosen = asList(node.fields).map(one => (isJson(one) ? one : { name: one }))
    const columns = chosen.length
      ? chosen.flatMap(one => {
          const field = fields.find(({ key }) => key === one.name)
          return field ? [{ field, label: String(one.label || field.name) }] : []
        })
      : fields
          .filter(field => field.type !== 'relationMany' && field.type !== 'json')
          .slice(0, 8)
          .map(field => ({ field, label: String(field.name) }))
    const titles = fields.filter(field => field.isTitle)
    const inside: Around = { ...around, reads: at, inRow: true }
    const fixed = fixedBy(isJson(node.filter) ? (mapped(node.filter, scope) as Json) : {})
    const editable = fields.filter(
      field => !field.readOnly && !['file', 'image', 'relationMany'].includes(String(field.type)) && field.format !== 'location' && field.format !== 'color',
    )
    const form = (title: string, api: Json, values: Json): Json => ({
      title,
      body: {
        type: 'form',
        wrapWithPanel: false,
        canAccessSuperData: false,
        data: values,
        api,
        body: editable.map(field =>
          rowControl(field as never, `get:${base}/choice/${String(field.key)}`, {
            required: say('Please fill in'),
            search: say('Search'),
            noJson: say('This is no JSON'),
            yes: say('Yes'),
            no: say('No'),
          }),
        ),
      },
      actions: [
        { type: 'button', label: say('Cancel'), actionType: 'close' },
        { type: 'submit', label: say('Save'), level: 'primary' },
      ],
    })
    const sent = Object.fromEntries(editable.map(field => [String(field.key), `\${${String(field.key)}}`]))
    const starts = Object.fromEntries(
      editable.flatMap(field => (field.default === null || field.default === undefined || field.default === 'now' ? [] : [[String(field.key), field.default]])),
    )
    const add = () => openDialog(form(say('Add row'), { method: 'post', url: base, data: { ...fixed, ...sent } }, { ...starts, ...fixed }), within({}), around)
    const edit = (row: Json) => {
      const values = Object.fromEntries(
        editable.map(field => [String(field.key), isJson(row[String(field.key)]) ? JSON.stringify(row[String(field.key)]) : row[String(field.key)]]),
      )
      openDialog(
        form(
          say('Edit'),
          {
            method: 'put',
            url: `${base}/${encodeURIComponent(String(row.id))}`,
            data: { ...sent, ...(list.answer.managed === true && { version: row.version }) },
          },
          values,
        ),
        within({}),
        around,
      )
    }
    const remove = async (row: Json) => {
      if (await host.confirm(say('Delete this row?')))
        await perform(
          { method: 'DELETE', url: requestIn({ method: 'delete', url: `${base}/${encodeURIComponent(String(row.id))}` }, within({}))?.url ?? '' },
          {},
          scope,
          around,
        )
    }
    const rows = list.rows.flatMap((row, index) => {
      const key = `${at}.${String(row.id ?? index)}`
      const own = within(scope, row)
      const link = textOf(node.rowLink, own)
      return box(key, 'card', [
        ...columns.map(({ field, label }, place): View => {
          const value = drawCell(field, row, `${key}.${place}`, inside)
          const leads = link && (titles.length ? field.isTitle : place === 0)
          return {
            kind: 'pair',
            key: `${key}.${place}.pair`,
            label,
            children: leads
              ? text(
                  `${key}.${place}`,
                  flat(value) || '—',
                  'strong',
                  on(`${key}.${place}`, () => host.open(link)),
                )
              : value,
          }
        }),
        ...box(`${key}.actions`, 'row', [
          ...(offers('edit', 'edit') && editable.length ? [button(`${key}.edit`, say('Edit'), () => edit(row), { small: true })] : []),
          ...(offers('delete', 'delete') ? [button(`${key}.delete`, say('Delete'), () => remove(row), { small: true, level: 'danger' })] : []),
        ]),
      ])
    })
    return [
      {
        ...NO_FIELD,
        kind: 'field',
        key: `${at}.search`,
        control: 'text',
        label: '',
        placeholder: say('Search'),
        value: keywords ?? '',
        change: on(`${at}.search`, value => (Object.assign(list, { page: 1, query: { keywords: String(value) } }), changed())),
      },
      ...(offers('add', 'create') ? [button(`${at}.add`, say('Add row'), add, { level: 'primary' })] : []),
      ...note(`${at}.error`, list.error),
      ...(list.error ? [button(`${at}.again`, say('Try again'), () => ((list.asked = ''), changed()), { small: true })] : []),
      ...(list.busy && !list.rows.length
        ? [wait(`${at}.wait`)]
        : list.error
          ? []
          : rows.length
            ? rows
            : text(`${at}.empty`, keywords ? say('Nothing matches') : say('Nothing here yet'), 'muted')),
      ...pager(list, at),
    ]
  }
  function drawCell(field: Json, row: Json, at: string, around: Around): View[] {
    const key = String(field.key)
    const value = row[key]
    const scope = within({}, row)
    const label = get(row, `_labels.${key}`)
    switch (field.type) {
      case 'boolean':
        return text(at, value === true ? say('Yes') : value === false ? say('No') : '—')
      case 'enum':
        return value
          ? [
              {
                kind: 'tag',
                key: at,
                text: String(
                  asList(field.options)
                    .filter(isJson)
                    .find(one => one.value === value)?.label ?? value,
                ),
                level: 'default',
              },
            ]
          : text(at, '—', 'muted')
      case 'multiEnum':
        return drawFormatted({ options: field.options }, value, at) ?? text(at, '—', 'muted')
      case 'date':
      case 'datetime':
      case 'time':
        return draw({ type: field.type, name: key }, scope, at, around)
      case 'user':
      case 'department':
      case 'relationOne':
        return text(at, String(label || value || '—'))
      case 'image': {
        const src = typeof value === 'string' && value.startsWith('/api/resource/') ? `${value}&row=${String(row.id)}` : value
        return src ? draw({ type: 'image', src, width: 96, height: 96 }, scope, at, around) : text(at, '—', 'muted')
      }
      case 'file':
        return text(at, typeof value === 'string' ? decodeURIComponent(/name=([^&]*)/.exec(value)?.[1] ?? value) : '—')
      case 'json':
        return text(at, value === null || value === undefined ? '—' : JSON.stringify(value))
      default:
        return (
          drawFormatted(
            { format: field.format ?? (field.type === 'decimal' || field.type === 'integer' ? field.type : undefined), currency: field.currency },
            value,
            at,
          ) ?? text(at, '—', 'muted')
        )
    }
  }

  // Forms

  /** `search` takes the values in place of an api: the filter of a list. */
  function drawForm(node: Json, scope: Json, at: string, around: Around, search?: (values: Json) => void): View[] {
    known(node, at)
    const form = make<Form>(at, () => ({
      kind: 'form',
      node,
      scope,
      values: {},
      errors: {},
      busy: false,
      asked: '',
      isLoaded: false,
      error: '',
      fields: new Map(),
      submit: async () => false,
    }))
    const dialog = dialogs.find(one => one.key === around.dialog)
    dialog?.forms.add(at)
    const own = isJson(node.data) ? (mapped(node.data, scope) as Json) : {}
    const around_ = node.canAccessSuperData === false ? within(root, own) : within(scope, own)
    if (node.initApi && node.initFetch !== false)
      load(form, requestIn(node.initApi, within(scope, own)), answer => {
        form.isLoaded = answer.status === 0
        if (form.isLoaded) form.values = { ...form.values, ...answerOf(node.initApi, answer.data, scope) }
      })
    if (form.asked && !form.isLoaded && !form.error) return [wait(`${at}.wait`)]
    const here = within(around_, form.values)
    form.fields = new Map()
    form.submit = async () => {
      if (form.busy) return false
      form.errors = Object.fromEntries(
        [...form.fields].flatMap(([name, field]) => {
          const fault = faultOf(field, get(scopeNow(), name), scopeNow())
          return fault ? [[name, fault]] : []
        }),
      )
      if (Object.keys(form.errors).length) {
        changed()
        return false
      }
      const values = { ...form.values }
      for (const [name, field] of form.fields) if (get(values, name) === undefined) put(values, name, startOf(field, around_))
      if (search) {
        search(values)
        changed()
        return true
      }
      form.busy = true
      changed()
      const sent = { ...own, ...values }
      const answer = node.api
        ? await perform(requestIn(node.api, within(around_, values), sent), node, within(around_, values), { ...around, form: at })
        : undefined
      form.busy = false
      if (node.api && answer?.status !== 0) {
        changed()
        return false
      }
      const result = within(within(around_, values), isJson(answer?.data) ? answer.data : {})
      if (isJson(node.onEvent) && isJson(node.onEvent.submitSucc)) await steps(asList(node.onEvent.submitSucc.actions), result, { ...around, form: at })
      if (node.resetAfterSubmit === true) resetForm(at)
      after(node, result, around)
      changed()
      return true
    }
    const scopeNow = () => within(around_, form.values)
    const inside: Around = { ...around, form: at }
    const body = drawAll(node.body ?? node.controls, here, `${at}.body`, inside)
    const submitText = node.submitText === '' ? '' : template(node.submitText, scope) || (search ? say('Search') : say('Submit'))
    const actions = Array.isArray(node.actions)
      ? drawAll(node.actions, here, `${at}.actions`, inside)
      : dialog || !submitText || (node.wrapWithPanel === false && !search)
        ? []
        : [button(`${at}.submit`, submitText, () => form.submit(), { level: 'primary', busy: form.busy })]
    const title = node.wrapWithPanel === false || search ? '' : template(node.title, scope)
    return box(at, node.wrapWithPanel === false || dialog ? 'stack' : 'card', [
      ...text(`${at}.title`, title, 'heading'),
      ...note(`${at}.error`, form.error),
      ...body,
      ...box(`${at}.actions`, 'row', actions),
    ])
  }
  function startOf(field: Json, around: Json): unknown {
    const name = String(field.name)
    const given = get(around, name)
    return given !== undefined ? given : field.value === undefined ? undefined : valueOf(field.value, around)
  }

  function faultOf(field: Json, given: unknown, scope: Json): string {
    const value = given === undefined ? startOf(field, scope) : given
    const errors = isJson(field.validationErrors) ? field.validationErrors : {}
    const isEmpty = value === undefined || value === null || value === '' || (Array.isArray(value) && !value.length)
    if (isEmpty)
      return (field.required === true || isTrue(field.requiredOn, scope, false)) && field.type !== 'switch' && field.type !== 'checkbox'
        ? textOf(errors.isRequired, scope) || say('Please fill in')
        : ''
    const rules = isJson(field.validations) ? field.validations : {}
    const most = Number(field.maxLength ?? rules.maxLength)
    if (most && typeof value === 'string' && [...value].length > most) return textOf(errors.maxLength, scope) || say('This is too long')
    if (field.type === 'input-number') {
      const number = Number(value)
      if (!Number.isFinite(number)) return say('This is no number')
      if (field.min !== undefined && number < Number(valueOf(field.min, scope))) return say('This is too small')
      if (field.max !== undefined && number > Number(valueOf(field.max, scope))) return say('This is too large')
    }
    if (typeof rules.matchRegexp === 'string' && typeof value === 'string') {
      const pattern = /^\/(.*)\/([a-z]*)$/s.exec(rules.matchRegexp)
      try {
        if (!new RegExp(pattern?.[1] ?? rules.matchRegexp, pattern?.[2]).test(value)) return textOf(errors.matchRegexp, scope) || '!'
      } catch {
        return ''
      }
    }
    if (rules.isJson && typeof value === 'string') {
      try {
        JSON.parse(value)
      } catch {
        return textOf(errors.isJson, scope) || say('This is no JSON')
      }
    }
    return ''
  }

  function drawField(node: Json, scope: Json, at: string, around: Around): View[] {
    const form = parts.get(around.form as string) as Form
    const name = String(node.name ?? '')
    const type = String(node.type)
    if (name) form.fields.set(name, node)
    // Values of the form are the innermost scope; what stands around gives the start.
    const kept = name ? get(form.values, name) : undefined
    const value = kept !== undefined ? kept : name ? startOf(node, scope) : undefined
    if (name && kept === undefined && value !== undefined) put(form.values, name, value)
    if (type === 'hidden') return []
    const set = (next: unknown) => {
      put(form.values, name, next)
      delete form.errors[name]
      const event = isJson(node.onEvent) && isJson(node.onEvent.change) ? asList(node.onEvent.change.actions) : []
      if (event.length) void steps(event, within(scope, { ...form.values, value: next }), around)
      if (form.node.submitOnChange === true || node.submitOnChange === true) void form.submit()
      changed()
    }
    const base = {
      ...NO_FIELD,
      kind: 'field' as const,
      key: at,
      label: node.label === false ? '' : template(node.label ?? node.option, scope),
      placeholder: template(node.placeholder, scope),
      help: template(node.description ?? node.remark, scope),
      error: form.errors[name] ?? '',
      required: node.required === true || isTrue(node.requiredOn, scope, false),
      disabled: isOff(node, scope) || form.busy,
    }
    const plain = (control: ControlKind, read: (value: string) => unknown = given => given): View[] => [
      { ...base, control, value: textOf(value, {}), change: on(at, given => set(read(String(given ?? '')))) },
    ]
    if (node.static === true || isTrue(node.staticOn, scope, false))
      return [{ kind: 'pair', key: at, label: base.label, children: text(`${at}.value`, textOf(value, {}) || '—') }]
    switch (type) {
      case 'input-password':
        return plain('password')
      case 'input-email':
        return plain('email')
      case 'input-url':
        return plain('url')
      case 'textarea':
        return plain('textarea')
      case 'input-number':
        // A big number stays a text, so that nothing of it is rounded.
        return plain('number', given => (given === '' ? '' : node.big || !Number.isFinite(Number(given)) ? given : Number(given)))
      case 'switch':
      case 'checkbox': {
        const [yes, no] = [node.trueValue ?? true, node.falseValue ?? false]
        return [
          {
            ...base,
            control: 'switch',
            label: base.label || template(node.option, scope),
            value: value === yes ? '1' : '',
            change: on(at, given => set(given === true || given === '1' || given === 'true' ? yes : no)),
          },
        ]
      }
      case 'input-date':
      case 'input-time': {
        const control = type === 'input-date' ? 'date' : 'time'
        const [short, pattern] =
          control === 'date' ? ['YYYY-MM-DD', node.valueFormat ?? node.format ?? 'X'] : ['HH:mm', node.valueFormat ?? node.format ?? 'HH:mm']
        const shown = control === 'date' ? dateText(value, short) : String(value ?? '').slice(0, 5)
        return [
          {
            ...base,
            control,
            value: shown,
            change: on(at, given => set(given ? written(control === 'date' ? String(given) : `2000-01-01T${String(given)}`, String(pattern)) : '')),
          },
        ]
      }
      case 'input-datetime': {
        const [day, hour] = [dateText(value, 'YYYY-MM-DD'), dateText(value, 'HH:mm')]
        const pattern = String(node.valueFormat ?? node.format ?? 'X')
        const both = (d: string, h: string) => set(d ? written(`${d}T${h || '00:00'}`, pattern) : '')
        return [
          { ...base, control: 'date', value: day, change: on(at, given => both(String(given ?? ''), hour)) },
          {
            ...base,
            key: `${at}.time`,
            label: '',
            help: '',
            error: '',
            required: false,
            control: 'time',
            value: hour,
            disabled: base.disabled || !day,
            change: on(`${at}.time`, given => both(day, String(given ?? ''))),
          },
        ]
      }
      case 'input-rating':
        return choose(
          ['1', '2', '3', '4', '5'].slice(0, Number(node.count) || 5).map(one => ({ label: one, value: Number(one) })),
          'choice',
        )
      case 'radios':
      case 'button-group-select':
      case 'list-select':
      case 'checkboxes':
      case 'select': {
        const options = optionsOf(node, scope, at)
        return choose(options, type === 'select' ? 'pick' : type === 'checkboxes' || node.multiple === true ? 'choices' : 'choice')
      }
      default:
        return plain('text', given => (node.trimContents === true ? given.trim() : given))
    }

    function choose(options: Json[], control: 'choice' | 'choices' | 'pick'): View[] {
      const isMany = type === 'checkboxes' || node.multiple === true
      const valueField = String(node.valueField ?? 'value')
      const labelField = String(node.labelField ?? 'label')
      const delimiter = String(node.delimiter ?? ',')
      const idOf = (option: unknown) => String(isJson(option) ? option[valueField] : option)
      const chosen = isMany
        ? Array.isArray(value)
          ? value
          : value === undefined || value === null || value === ''
            ? []
            : String(value).split(delimiter)
        : value === undefined || value === null || value === ''
          ? []
          : [value]
      const ids = new Set(chosen.map(idOf))
      const joins = node.joinValues !== false
      const kept = (option: Json): unknown => (joins || node.extractValue === true ? option[valueField] : option)
      const labels = labelsAt(at)
      for (const option of options) labels.set(idOf(option), template(option[labelField] ?? option[valueField], scope))
      const labelOf = (one: unknown) => labels.get(idOf(one)) ?? String((isJson(one) && one[labelField]) || idOf(one))
      const take = (option: Json | undefined) => {
        if (!option) return set(isMany && !joins ? [] : '')
        const id = idOf(option)
        labels.set(id, template(option[labelField] ?? option[valueField], scope))
        if (!isMany) return set(ids.has(id) && node.clearable ? '' : kept(option))
        const next = ids.has(id) ? chosen.filter(one => idOf(one) !== id) : [...chosen, kept(option)]
        return set(joins ? next.map(idOf).join(delimiter) : next)
      }
      const value_ = chosen.map(labelOf).join(', ')
      if (control !== 'pick') {
        const choices = options.map(one => ({ value: idOf(one), label: labels.get(idOf(one)) ?? '', checked: ids.has(idOf(one)) }))
        return [{ ...base, control, value: value_, choices, change: on(at, given => take(options.find(one => idOf(one) === String(given ?? '')))) }]
      }
      choosers.set(at, { ids, take })
      return [{ ...base, control, placeholder: base.placeholder || say('Choose'), value: value_, change: on(at, () => openChooser(node, scope, at, around)) }]
    }
  }

  /** What a field that opens a chooser does with an option, and which are chosen now: told with each picture. */
  const choosers = new Map<string, { ids: ReadonlySet<string>; take(option: Json | undefined): void }>()
  const labelsOf = new Map<string, Map<string, string>>()
  function labelsAt(at: string): Map<string, string> {
    const found = labelsOf.get(at) ?? new Map<string, string>()
    labelsOf.set(at, found)
    return found
  }

  /** A list to choose from in place of the platform's own wheel: it has a search, and takes several. */
  function openChooser(node: Json, scope: Json, at: string, around: Around) {
    const isMany = node.multiple === true
    const [valueField, labelField] = [String(node.valueField ?? 'value'), String(node.labelField ?? 'label')]
    const key = `dialog${++counter}`
    let words = ''
    const own = () => {
      const ids = choosers.get(at)?.ids ?? new Set<string>()
      const take = (option: Json | undefined) => {
        choosers.get(at)?.take(option)
        if (!isMany) close(key)
      }
      const isAsked = !!node.autoComplete && words !== ''
      const found = isAsked ? askOptions(node.autoComplete, within(scope, { term: words, keywords: words }), `${key}.found`) : optionsOf(node, scope, at)
      const fitting = isAsked
        ? found
        : found.filter(one =>
            String(one[labelField] ?? '')
              .toLowerCase()
              .includes(words.toLowerCase()),
          )
      const search: View = {
        ...NO_FIELD,
        kind: 'field',
        key: `${key}.search`,
        control: 'text',
        label: '',
        placeholder: say('Search'),
        value: words,
        change: on(`${key}.search`, given => ((words = String(given ?? '')), changed())),
      }
      const children = [
        ...(node.searchable === true || node.autoComplete || found.length > 8 ? [search] : []),
        ...fitting.slice(0, MOST_EACH).map(option => {
          const id = String(option[valueField])
          const label = template(option[labelField] ?? option[valueField], scope)
          return button(`${key}.option.${id}`, `${ids.has(id) ? '✓ ' : ''}${label}`, () => take(option), { level: ids.has(id) ? 'primary' : 'default' })
        }),
        ...(fitting.length ? [] : text(`${key}.none`, say('Nothing matches'), 'muted')),
      ]
      const actions = isMany
        ? [button(`${key}.done`, say('Confirm'), () => close(key), { level: 'primary' })]
        : node.clearable && ids.size
          ? [button(`${key}.clear`, say('Choose nothing'), () => take(undefined))]
          : []
      return { children, actions }
    }
    dialogs.push({ key, node: { title: template(node.label, scope) || say('Choose') }, scope, around, forms: new Set(), own })
    changed()
  }

  function optionsOf(node: Json, scope: Json, at: string): Json[] {
    const own = asList(node.options).map(one => (isJson(one) ? one : { label: String(one), value: one }))
    const { source } = node
    if (!source) return own
    if (typeof source === 'string' && /^\$\{[^}]*\}$/.test(source))
      return asList(valueOf(source, scope)).map(one => (isJson(one) ? one : { label: String(one), value: one }))
    return [...own, ...askOptions(source, scope, `${at}.options`)]
  }
  function askOptions(api: unknown, scope: Json, at: string): Json[] {
    const part = make<Options>(at, () => ({ kind: 'options', asked: '', options: [], error: '' }))
    load(part, requestIn(api, scope), answer => {
      if (answer.status !== 0) return
      const data = answerOf(api, answer.data, scope)
      part.options = asList(data.options ?? data.items ?? data.rows).map(one => (isJson(one) ? one : { label: String(one), value: one }))
    })
    return part.options
  }

  function drawDialog(dialog: Opened): Dialog {
    const { key, node, scope, around } = dialog
    const inside: Around = { ...around, dialog: key, form: undefined, inRow: false }
    const end = on(`${key}.close`, () => close(key))
    if (dialog.own) return { key, title: template(node.title, scope), ...dialog.own(), close: end }
    dialog.forms.clear()
    const children = drawAll(node.body, scope, `${key}.body`, inside)
    const actions = Array.isArray(node.actions)
      ? drawAll(node.actions, scope, `${key}.actions`, inside)
      : dialog.forms.size
        ? [
            button(`${key}.cancel`, say('Cancel'), () => close(key)),
            button(`${key}.confirm`, say('Confirm'), () => act({ actionType: 'confirm' }, scope, inside), { level: 'primary' }),
          ]
        : [button(`${key}.ok`, say('Close'), () => close(key))]
    return { key, title: template(node.title, scope), children, actions, close: end }
  }

  let hasBegun = false
  return {
    /** The page as it is now. */
    picture(): Picture {
      happens = new Map()
      names.clear()
      if (!hasBegun) {
        hasBegun = true
        const init = isJson(schema.onEvent) && isJson(schema.onEvent.init) ? asList(schema.onEvent.init.actions) : []
        if (init.length) void steps(init, root, {})
      }
      const title = template(schema.title, root)
      const body = (scope: Json, around: Around): View[] => [
        ...text('sub', template(schema.subTitle, scope), 'muted'),
        ...box('toolbar', 'row', drawAll(schema.toolbar, scope, 'toolbar', around)),
        ...drawAll(schema.header, scope, 'header', around),
        ...drawAll(schema.body, scope, 'body', around),
      ]
      const children = schema.initApi
        ? drawService({ type: 'service', api: schema.initApi, name: schema.name, id: schema.id, body: schema.body }, root, 'page', {})
        : body(root, {})
      return { title, children, dialogs: dialogs.map(drawDialog) }
    },
    /** Something in the picture was tapped or changed. */
    async fire(event: string, value?: unknown): Promise<void> {
      await happens.get(event)?.(value)
    },
    readAgain: () => readAgain(),
    end() {
      isOver = true
    },
  }
}

export type OpenPage = ReturnType<typeof createPage>

const NO_FIELD = { value: '', choices: [] as Choice[], placeholder: '', help: '', error: '', required: false, disabled: false }
const BAR_PARTS = new Set(['pagination', 'statistics', 'reload', 'switch-per-page', 'columns-toggler', 'filter-toggler', 'load-more', 'bulkActions'])
const isField = (type: string) => /^(input-|textarea$|select$|radios$|checkbox|switch$|hidden$|button-group-select$|list-select$)/.test(type)
const grouped = (number: string) => {
  const [whole = '', rest] = number.split('.')
  return whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',') + (rest === undefined ? '' : `.${rest}`)
}
/** A moment in the form that a field keeps. */
function written(iso: string, pattern: string): unknown {
  const at = dateOf(iso)
  if (!at) return ''
  if (pattern === 'X') return Math.floor(at.getTime() / 1000)
  if (pattern === 'x') return at.getTime()
  return dateText(at, pattern)
}
/** Fields that the filter of a list fixes: a new row in it has these values. */
function fixedBy(filter: Json): Json {
  if (filter.conjunction === 'or') return {}
  return Object.fromEntries(
    asList(filter.children).flatMap(one => {
      const field = isJson(one) && isJson(one.left) ? one.left.field : undefined
      return isJson(one) && typeof field === 'string' && (one.op === 'equal' || one.op === 'select_equals') && one.right !== undefined
        ? [[field, one.right]]
        : []
    }),
  )
}
