// What a screen must not hold: script in any of the places where amis, or a browser, would run it.
import type { Values } from './findings.ts'

/** Keys whose text amis would compile as JavaScript. */
const CODE_KEYS = new Set([
  'adaptor',
  'requestAdaptor',
  'responseAdaptor',
  'dataFilter',
  'dataProvider',
  'onMount',
  'onUpdate',
  'onUnmount',
  'script',
  'addHook',
  'downloadAdaptor',
])
const LINK = /^[\s\u0000-\u001f]*(javascript|vbscript|jsonp|js|data:text\/html|data:image\/svg)[\s\u0000-\u001f]*:/i
/** Addresses that amis would load or run as a script: part of what an installation may allow. */
const SCRIPT_API = /^[\s\u0000-\u001f]*(jsonp|js)[\s\u0000-\u001f]*:/i
const HTML_RISK = /<\s*(script|iframe|object|embed|base|meta|link|form)\b|srcdoc\s*=|(href|src)\s*=[\s"']*javascript:/i
/** True when some tag has a handler such as onerror. Part by part, so that no text of two megabytes keeps a regular expression busy. */
const hasHandler = (html: string) =>
  html
    .split('<')
    .slice(1)
    .some(part => /[\s"'/]on[a-z]+\s*=/i.test(part.split('>', 1)[0] as string))
const BROWSER_STORE = /\$\{\s*(ls|ss|cookie|window)\s*:/

export interface Danger {
  code: 'safety.script' | 'safety.link' | 'safety.html' | 'safety.storage' | 'safety.expression'
  english: string
  values?: Values
}

const script = (english: string, values?: Values): Danger => ({ code: 'safety.script', english, ...(values && { values }) })

/** What is dangerous about one value of a screen; undefined when nothing is. With `scripts` the installation lets screens run their own JavaScript. */
export function findDanger(key: string, value: unknown, owner: Record<string, unknown>, scripts = false): Danger | undefined {
  const danger = findAny(key, value, owner)
  return scripts && danger && (danger.code === 'safety.script' || danger.code === 'safety.expression') ? undefined : danger
}

function findAny(key: string, value: unknown, owner: Record<string, unknown>): Danger | undefined {
  if (typeof value !== 'string') return undefined
  if (value === 'custom' && key === 'type') return script('Type "custom" runs JavaScript from the screen; write a renderer instead')
  if (value === 'custom' && key === 'actionType') return script('The action "custom" runs JavaScript from the screen; use setValue, ajax or a renderer')
  if (CODE_KEYS.has(key) && value.trim() !== '')
    return script('"{name}" is JavaScript in a text, which does not run here; let the server give the answer in the shape that is needed', { name: key })
  if (/^on[A-Z]/.test(key) && key !== 'onText') return script('"{name}" is JavaScript in a text, which does not run here; use onEvent', { name: key })
  // Most values are words and sentences: nothing below can be true of them.
  const first = value.charCodeAt(0)
  const starts = first <= 32 || first === 40 || /^[a-z]/i.test(value)
  if (starts && LINK.test(value))
    return SCRIPT_API.test(value)
      ? script('"{name}:" addresses run script', { name: (value.trim().split(':')[0] ?? '').trim().toLowerCase() })
      : { code: 'safety.link', english: '"{name}:" addresses run script', values: { name: (value.trim().split(':')[0] ?? '').trim().toLowerCase() } }
  if (value.includes('<')) {
    if (/^(tpl|html|body|content|label|title|description|remark|value|text|confirmText|message)$/.test(key) && (HTML_RISK.test(value) || hasHandler(value)))
      return { code: 'safety.html', english: 'This HTML can run script' }
    const opens = value.indexOf('<%')
    if (opens >= 0 && value.includes('%>', opens)) return script('<% %> templates are JavaScript, which does not run here; use ${…}')
  }
  if (BROWSER_STORE.test(value)) return { code: 'safety.storage', english: 'Expressions may not read the browser’s storage, cookies or window' }
  if (key.endsWith('On') && !['switchOn', 'toggleOn'].includes(key) && owner.type !== 'tessera-words') {
    if (/(^|[^\w.])this\./.test(value)) return { code: 'safety.expression', english: 'A condition with "this." is JavaScript; write ${…}' }
    if (value.trim() !== '' && !/^\$\{[\s\S]*\}$/.test(value.trim())) return { code: 'safety.expression', english: 'A condition is written as ${…}' }
  }
  if (key === 'formula' && !value.includes('${')) return { code: 'safety.expression', english: 'A formula is written as ${…}' }
  if (starts && /^\s*(\([\w\s,]*\)\s*=>|\w+\s*=>|function\b\s*\w*\s*\()/.test(value)) return script('Functions in a text do not run here')
  return undefined
}
