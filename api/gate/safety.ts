// What a screen must not hold: script in any of the places where amis, or a browser, would run it.

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
const HTML_RISK = /<\s*(script|iframe|object|embed|base|meta|link|form)\b|<[^>]*\son[a-z]+\s*=|srcdoc\s*=|(href|src)\s*=\s*["']?\s*javascript:/i
const BROWSER_STORE = /\$\{\s*(ls|ss|cookie|window)\s*:/

/** A sentence on what is wrong with one value of a screen; undefined when nothing is. */
export function findDanger(key: string, value: unknown, owner: Record<string, unknown>): string | undefined {
  if (key === 'type' && value === 'custom') return 'type "custom" runs JavaScript from the screen; write a renderer instead'
  if (key === 'actionType' && value === 'custom') return 'actionType "custom" runs JavaScript from the screen; use setValue, ajax or a renderer'
  if (typeof value !== 'string') return undefined
  if (CODE_KEYS.has(key)) return `"${key}" is JavaScript in a text, which does not run here; let the server give the answer in the shape that is needed`
  if (/^on[A-Z]/.test(key) && key !== 'onText') return `"${key}" is JavaScript in a text, which does not run here; use onEvent`
  if (LINK.test(value)) return `"${(value.trim().split(':')[0] ?? '').toLowerCase()}:" addresses run script`
  if (/^(tpl|html|body|content|label|title|description|remark|value|text|confirmText|message)$/.test(key) && HTML_RISK.test(value))
    return 'this HTML can run script'
  if (/<%[\s\S]*%>/.test(value)) return '<% %> templates are JavaScript, which does not run here; use ${…}'
  if (BROWSER_STORE.test(value)) return 'expressions may not read the browser’s storage, cookies or window'
  if (key.endsWith('On') && !['switchOn', 'toggleOn'].includes(key) && owner.type !== 'tessera-words') {
    if (/(^|[^\w.])this\./.test(value)) return 'a condition with "this." is JavaScript; write ${…}'
    if (value.trim() !== '' && !/^\$\{[\s\S]*\}$/.test(value.trim())) return 'a condition is written as ${…}'
  }
  if (key === 'classNameExpr' && value.includes('<%')) return 'classNameExpr takes ${…}'
  if (key === 'formula' && !value.includes('${')) return 'a formula is written as ${…}'
  if (/^\s*(\(?[\w\s,]*\)?\s*=>|function\s*\w*\s*\()/.test(value)) return 'functions in a text do not run here'
  return undefined
}
