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
  'matchFunc',
  'filterOption',
  'disabledDate',
  'editorDidMount',
])
/** Keys whose text people read or edit, be it the text of a function: amis makes functions of a chart's settings and of the keys above only. */
const SHOWN = new Set(['value', 'diffValue', 'body', 'tpl', 'html', 'text', 'label', 'title', 'description', 'content', 'placeholder'])
const LINK = /^\s*(javascript|vbscript|jsonp|js)\s*:/i
/** Sentences may begin with the name of a language. */
const SENTENCES =
  /^(label|title|subTitle|tpl|description|desc|text|content|msg|message|placeholder|remark|tooltip|hint|body|html|confirmText|confirmTitle|option|caption)$/
/** Documents in an address; an SVG runs script where it is opened, not where it is shown as a picture. */
const DATA_LINK = /^\s*data:(text\/html|application\/xhtml|text\/xml|application\/xml)/i
const SVG_LINK = /^\s*data:image\/svg/i
/** Addresses that amis would load or run as a script: part of what an installation may allow. */
const SCRIPT_API = /^\s*(jsonp|js)\s*:/i
const MARKDOWN_LINK = /\]\([\s<]*(javascript|vbscript):/i
/** What a browser leaves out before it reads an address. */
// oxlint-disable-next-line no-control-regex
const IGNORED = /[\u0000-\u001f\u007f]/g
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

/** Keys whose text amis evaluates: what is not in ${…} would be JavaScript. */
const isCondition = (key: string) =>
  key.endsWith('On') ? key !== 'switchOn' && key !== 'toggleOn' && key !== 'on' : /^(expression|stopAutoRefreshWhen|condition|rule)$/.test(key)

function findAny(key: string, value: unknown, owner: Record<string, unknown>): Danger | undefined {
  if (typeof value !== 'string') return undefined
  if (value === 'custom' && key === 'type') return script('Type "custom" runs JavaScript from the screen; write a renderer instead')
  if (value === 'custom' && key === 'actionType') return script('The action "custom" runs JavaScript from the screen; use setValue, ajax or a renderer')
  if (CODE_KEYS.has(key) && value.trim() !== '')
    return script('"{name}" is JavaScript in a text, which does not run here; let the server give the answer in the shape that is needed', { name: key })
  if (/^on[A-Z]/.test(key) && key !== 'onText') return script('"{name}" is JavaScript in a text, which does not run here; use onEvent', { name: key })
  if (value.includes(':')) {
    // Only the beginning can be a scheme.
    const head = value.slice(0, 200).replace(IGNORED, '')
    if (!SENTENCES.test(key) && LINK.test(head)) {
      const values = { name: (head.split(':')[0] as string).trim().toLowerCase() }
      return SCRIPT_API.test(head)
        ? script('"{name}:" addresses run script', values)
        : { code: 'safety.link', english: '"{name}:" addresses run script', values }
    }
    if (DATA_LINK.test(head) || (/^(href|url|link|to|redirect)$/.test(key) && SVG_LINK.test(head)))
      return { code: 'safety.link', english: '"{name}:" addresses run script', values: { name: 'data' } }
    if (value.includes('](') && MARKDOWN_LINK.test(value))
      return { code: 'safety.link', english: '"{name}:" addresses run script', values: { name: 'javascript' } }
  }
  if (value.includes('<')) {
    // What an editor shows as code does not run.
    const isShown = /(^code$|editor$|^json$)/.test(String(owner.type)) && key === 'value'
    if (!isShown && (HTML_RISK.test(value) || hasHandler(value))) return { code: 'safety.html', english: 'This HTML can run script' }
    const opens = value.indexOf('<%')
    if (opens >= 0 && value.includes('%>', opens)) return script('<% %> templates are JavaScript, which does not run here; use ${…}')
  }
  if (BROWSER_STORE.test(value)) return { code: 'safety.storage', english: 'Expressions may not read the browser’s storage, cookies or window' }
  if (isCondition(key) && owner.type !== 'tessera-words') {
    if (/(^|[^\w.])this\./.test(value)) return { code: 'safety.expression', english: 'A condition with "this." is JavaScript; write ${…}' }
    if (value.trim() !== '' && !/^\$\{[\s\S]*\}$/.test(value.trim())) return { code: 'safety.expression', english: 'A condition is written as ${…}' }
  }
  if (key === 'formula' && !value.includes('${')) return { code: 'safety.expression', english: 'A formula is written as ${…}' }
  if (!SHOWN.has(key) && /^\s*(\([\w\s,]*\)\s*=>|\w+\s*=>|function\b\s*\w*\s*\()/.test(value)) return script('Functions in a text do not run here')
  return undefined
}
