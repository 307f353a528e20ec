// What in a page will not work here: scripts that the Content-Security-Policy keeps from running, hosts the browser may not call, unsafe links.
import { dangersIn } from '../../../gate/safety.ts'
import { faultOfOldCondition } from '../../../old-conditions.ts'

type Json = Record<string, unknown>

export interface Findings {
  /** Names of what holds a script, such as `adaptor` or `type: custom`. */
  scripts: string[]
  /** Hosts or variables in front of addresses that are called. */
  hosts: string[]
  /** `javascript:` and the like in places that are followed. */
  unsafeLinks: string[]
  /** What holds HTML with script, such as `tpl`. */
  html: string[]
  /** What is read of the browser's storage, cookies and window, such as `${ls:`. */
  storage: string[]
  /** Conditions that the interpreter here does not read; their parts stay hidden. */
  conditions: string[]
}

const SCRIPT_KEYS = new Set([
  'adaptor',
  'requestAdaptor',
  'dataProvider',
  'dataFilter',
  'classNameExpr',
  'rowClassNameExpr',
  'onMount',
  'onUpdate',
  'onUnmount',
])
const SCRIPT_TYPES = new Set(['custom', 'sdk'])
const ADDRESS_KEYS = /(^|[a-z])api$|^(source|autoComplete|autoFill|receiver|startChunkApi|chunkApi|finishChunkApi)$/i
const LINK_KEYS = new Set(['link', 'url', 'href', 'to', 'redirect', 'src'])
/** Addresses that start a script instead of leading somewhere. */
export const isUnsafeLink = (link: string) => /^[\s\u0000-\u001f]*(javascript|vbscript|data):/i.test(link)

/** Variables in front of addresses that every page of an app is given. */
const OWN_VARIABLES = new Set(['dataApi'])

/** Host (or `${VARIABLE}` standing for one) of an address that leaves this installation. */
export function foreignHost(address: string): string | undefined {
  const target = address.replace(/^\s*(get|post|put|delete|patch|options|head|raw|jsonp):(?=[/$h\w])/i, '').trim()
  const full = /^(?:https?:)?\/\/([^/?#]+)/i.exec(target)
  if (full) return full[1]
  // `${API_HOST}/api/x`: a variable in front of a path can only be a host.
  const variable = /^\$\{\s*([\w.]+)\s*\}(?=\/)|^\$(\w+)(?=\/)/.exec(target)
  const name = variable?.[1] ?? variable?.[2]
  return name && !OWN_VARIABLES.has(name) ? `\${${name}}` : undefined
}

export type FoundKind = 'script' | 'host' | 'unsafeLink' | 'markup' | 'beyondApp' | 'onOpen' | 'content' | 'link'
export interface Found {
  kind: FoundKind
  /** Name of what holds a script, a host, a link, an address. */
  what: string
  /** Where in the schema: `body[0].api.adaptor`. */
  path: string
  excerpt: string
}

interface Step {
  key: string | number
  above: Step | undefined
}
const LONGEST_EXCERPT = 200
/** Text that a browser would run or load if it were not cleaned before it is shown. Bounded, so that no text can make it slow. */
const MARKUP = /<script\b|<iframe\b|<[a-z][^<>]{0,500}?\son[a-z]{1,20}\s{0,5}=/i
const CONTENT_TYPES = new Set(['iframe', 'image', 'images', 'video', 'audio', 'web-component', 'office-viewer', 'pdf-viewer'])
/** Events that nobody has to cause. */
const ON_OPEN = new Set(['init', 'inited', 'fetchInited', 'fetchSchemaInited', 'schemaInited', 'pageInit', 'load', 'rendered', 'mount'])
const UNSAFE_METHOD = /^\s*(post|put|delete|patch):/i
/** What sends its `api` as soon as it appears, unless it is told to wait. */
const LOADING = new Set(['service', 'crud', 'crud2', 'chart'])
/** Opened by somebody: what is inside appears no earlier. */
const BEHIND_CLICK = new Set<string | number>(['dialog', 'drawer'])
/** Calls of Tessera other than for rows and files. */
const BEYOND = /^\s*(?:\w+:)?\/api\/(?!resource\/(?!v\d)|file\b)/i

const pathOf = (step: Step | undefined): string => {
  let text = ''
  for (let at = step; at; at = at.above) text = (typeof at.key === 'number' ? `[${at.key}]` : `${at.above ? '.' : ''}${at.key}`) + text
  return text
}
const isAbout = (step: Step | undefined, test: (key: string | number, above: Step | undefined) => boolean) => {
  for (let at = step; at; at = at.above) if (test(at.key, at.above)) return true
  return false
}
/** Whether a component sends this address when it appears: for its rows or its options, or because it is told to. */
function isLoading({ type, initFetch, initFetchSchema, submitOnInit }: Json, key: string): boolean {
  if (key === 'api') return (LOADING.has(String(type)) && initFetch !== false) || (type === 'form' && !!submitOnInit)
  if (key === 'schemaApi') return initFetchSchema !== false
  return key === 'source' || key === 'checkApi'
}
/** Whether what is here happens without anybody's doing, when the page opens. */
const isOnOpen = (step: Step) => isAbout(step, (key, above) => key === 'initApi' || (ON_OPEN.has(String(key)) && above?.key === 'onEvent'))

/** Everything in a page that runs, leaves the app, or is not shown as it is written. */
export function* locate(schema: unknown): Generator<Found> {
  const todo: { node: unknown; step: Step | undefined }[] = [{ node: schema, step: undefined }]
  for (let next = todo.pop(); next; next = todo.pop()) {
    const { node, step } = next
    if (Array.isArray(node)) {
      for (let at = node.length - 1; at >= 0; at--) {
        const item: unknown = node[at]
        if (item && typeof item === 'object') todo.push({ node: item, step: { key: at, above: step } })
      }
      continue
    }
    const object = node as Json
    const found = (kind: FoundKind, what: string, key: string | undefined, excerpt: unknown): Found => ({
      kind,
      what,
      path: pathOf(key === undefined ? step : { key, above: step }),
      excerpt: String(typeof excerpt === 'string' ? excerpt : (JSON.stringify(excerpt) ?? ''))
        .trim()
        .slice(0, LONGEST_EXCERPT),
    })
    if (typeof object.type === 'string' && SCRIPT_TYPES.has(object.type))
      yield found('script', `type: ${object.type}`, 'type', object.onMount ?? object.html ?? object.type)
    if (object.actionType === 'custom') yield found('script', 'actionType: custom', 'actionType', object.script ?? object.actionType)
    for (const [key, value] of Object.entries(object)) {
      if (typeof value === 'string') {
        if (SCRIPT_KEYS.has(key) && value) yield found('script', key, key, value)
        if (value.includes('<%')) yield found('script', '<% %>', key, value)
        else if (value.includes('<') && MARKUP.test(value)) yield found('markup', 'HTML', key, value)
        const isPicture = key === 'src' && /^\s*data:image\//i.test(value)
        if (LINK_KEYS.has(key) && isUnsafeLink(value) && !isPicture) yield found('unsafeLink', value.trim().slice(0, 60), key, value)
        else if (LINK_KEYS.has(key) && !ADDRESS_KEYS.test(String(step?.key ?? ''))) {
          const host = foreignHost(value)
          if (host) yield found(key === 'src' || CONTENT_TYPES.has(String(object.type)) ? 'content' : 'link', host, key, value)
        }
      }
      if (ADDRESS_KEYS.test(key)) yield* addressed(key, value)
      if (value && typeof value === 'object') todo.push({ node: value, step: { key, above: step } })
    }

    function* addressed(key: string, value: unknown): Generator<Found> {
      const api = value && typeof value === 'object' && 'url' in value ? (value as Json) : undefined
      const url = api ? api.url : value
      if (typeof url !== 'string') return
      if (/^\s*(jsonp|js):/i.test(url)) yield found('script', url.trim().slice(0, url.trim().indexOf(':') + 1), key, url)
      const host = foreignHost(url)
      if (host) yield found('host', host, key, url)
      else if (BEYOND.test(url)) yield found('beyondApp', url.replace(/^\s*\w+:(?=\/)/, '').slice(0, 80), key, url)
      const method = typeof api?.method === 'string' ? `${api.method}:` : url
      const opens = isOnOpen({ key, above: step }) || (isLoading(object, key) && !isAbout(step, at => BEHIND_CLICK.has(at)))
      if (UNSAFE_METHOD.test(method) && opens) yield found('onOpen', url.slice(0, 80), key, url)
    }
  }
}

/** How a script is called where it is listed: by its key, or by the value that says that it is one. */
const scriptName = (key: string, value: string) =>
  value === 'custom'
    ? `${key}: custom`
    : value.includes('<%')
      ? '<% %>'
      : /^\s*(jsonp|js):/i.test(value)
        ? value.trim().slice(0, value.trim().indexOf(':') + 1)
        : key

export function findingsOf(schema: unknown): Findings {
  const found = {
    scripts: new Set<string>(),
    hosts: new Set<string>(),
    unsafeLinks: new Set<string>(),
    html: new Set<string>(),
    storage: new Set<string>(),
    conditions: new Set<string>(),
  }
  for (const { kind, what } of locate(schema)) {
    if (kind === 'script') found.scripts.add(what)
    if (kind === 'host') found.hosts.add(what)
    if (kind === 'unsafeLink') found.unsafeLinks.add(what)
  }
  for (const { code, key, value } of dangersIn(schema)) {
    if (code === 'safety.script') found.scripts.add(scriptName(key, value))
    if (code === 'safety.html') found.html.add(key || 'HTML')
    if (code === 'safety.link') found.unsafeLinks.add(value.trim().slice(0, 60))
    if (code === 'safety.storage') found.storage.add((/\$\{\s*\w+\s*:\s*[\w.]*/.exec(value)?.[0] ?? '').replaceAll(/\s/g, '') + '}')
    if (code === 'safety.expression' && faultOfOldCondition(value) !== undefined) found.conditions.add(value.trim().slice(0, 60))
  }
  const sorted = (names: Set<string>) => [...names].sort()
  return {
    scripts: sorted(found.scripts),
    hosts: sorted(found.hosts),
    unsafeLinks: sorted(found.unsafeLinks),
    html: sorted(found.html),
    storage: sorted(found.storage),
    conditions: sorted(found.conditions),
  }
}
