// What in a page will not work here: scripts that the Content-Security-Policy keeps from running, hosts the browser may not call, unsafe links.
type Json = Record<string, unknown>

export interface Findings {
  /** Names of what holds a script, such as `adaptor` or `type: custom`. */
  scripts: string[]
  /** Hosts or variables in front of addresses that are called. */
  hosts: string[]
  /** `javascript:` and the like in places that are followed. */
  unsafeLinks: string[]
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

/** Host (or `${VARIABLE}` standing for one) of an address that leaves this installation. */
export function foreignHost(address: string): string | undefined {
  const target = address.replace(/^\s*(get|post|put|delete|patch|options|head|raw|jsonp):(?=[/$h\w])/i, '').trim()
  const full = /^(?:https?:)?\/\/([^/?#]+)/i.exec(target)
  if (full) return full[1]
  // `${API_HOST}/api/x`: a variable in front of a path can only be a host.
  const variable = /^\$\{\s*([\w.]+)\s*\}(?=\/)|^\$(\w+)(?=\/)/.exec(target)
  return variable ? `\${${variable[1] ?? variable[2]}}` : undefined
}

export function findingsOf(schema: unknown): Findings {
  const scripts = new Set<string>()
  const hosts = new Set<string>()
  const unsafeLinks = new Set<string>()
  const address = (value: unknown) => {
    const url = typeof value === 'string' ? value : value && typeof value === 'object' && 'url' in value ? value.url : undefined
    if (typeof url !== 'string') return
    if (/^\s*(jsonp|js):/i.test(url)) scripts.add(url.trim().slice(0, url.trim().indexOf(':') + 1))
    const host = foreignHost(url)
    if (host) hosts.add(host)
  }
  const todo: unknown[] = [schema]
  for (let node = todo.pop(); node !== undefined; node = todo.pop()) {
    if (Array.isArray(node)) {
      for (const item of node) if (item && typeof item === 'object') todo.push(item)
      continue
    }
    const object = node as Json
    if (typeof object.type === 'string' && SCRIPT_TYPES.has(object.type)) scripts.add(`type: ${object.type}`)
    if (object.actionType === 'custom') scripts.add('actionType: custom')
    for (const [key, value] of Object.entries(object)) {
      if (typeof value === 'string') {
        if (SCRIPT_KEYS.has(key) && value) scripts.add(key)
        if (value.includes('<%')) scripts.add('<% %>')
        if (LINK_KEYS.has(key) && isUnsafeLink(value) && !(key === 'src' && /^\s*data:image\//i.test(value))) unsafeLinks.add(value.trim().slice(0, 60))
      }
      if (ADDRESS_KEYS.test(key)) address(value)
      if (value && typeof value === 'object') todo.push(value)
    }
  }
  return { scripts: [...scripts].sort(), hosts: [...hosts].sort(), unsafeLinks: [...unsafeLinks].sort() }
}
