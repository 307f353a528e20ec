// What a screen must not hold: script in any of the places where amis, or a browser, would run it.
import { isAddressKey } from './addresses.ts'
import type { Values } from './findings.ts'
import { byName, isIn } from './kept.ts'

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
/** Settings of a chart that amis makes a function of when they look like one, and the one of a range of dates. */
const FUNCTION_KEYS = new Set(
  'interval formatter color min max labelFormatter valueFormatter pageFormatter optionToContent contentToOption animationDelay animationDurationUpdate animationDelayUpdate animationDuration position sort renderItem'.split(
    ' ',
  ),
)
const FUNCTION = /^\s*(\([\w\s,]*\)\s*=>|\w+\s*=>|function\b\s*\w*\s*\()/
const LINK = /^\s*(javascript|vbscript)\s*:/i
/** The same in a value that somebody shows: a book may be called "JavaScript: The Good Parts", a call is none. */
const RUNNING_LINK = /^\s*(javascript|vbscript)\s*:.*([\w\])]\(|[=`;[])/is
/** Addresses that amis would load or run as a script: part of what an installation may allow. */
const SCRIPT_API = /^\s*(jsonp|js)\s*:/i
/** Sentences may begin with the name of a language. */
const isSentence = isIn(
  /^(label|title|subTitle|tpl|description|desc|text|content|msg|message|placeholder|remark|tooltip|hint|body|html|confirmText|confirmTitle|option|caption)$/,
)
/** Where an address may lead, whatever it belongs to. */
const isLinkKey = isIn(/^(href|url|link|to|redirect|src|sublink|blank)$/)
/** Components whose value is an address. */
const LINKING = /^(static-)?(link|image|images|iframe|video|audio|qrcode|avatar|url)$/
/** Documents in an address; an SVG runs script where it is opened, not where it is shown as a picture. */
const DATA_LINK = /^\s*data:(text\/html|application\/xhtml|text\/xml|application\/xml)/i
const SVG_LINK = /^\s*data:image\/svg/i
const MARKDOWN_LINK = /\]\([\s<]*(javascript|vbscript):/i
/** Code in Markdown is shown, and runs no more than any other text: blocks between fences, and words between backticks. */
const MARKDOWN_CODE = /^[ \t]{0,3}(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^[ \t]{0,3}\1[ \t]*$|(?![\s\S]))|`[^`\n]+`/gm
/** What a browser leaves out before it reads an address. */
// oxlint-disable-next-line no-control-regex
const IGNORED = /[\u0000-\u001f\u007f]/g
/** Elements that load or run something, once they say what: `<form>` alone is a word in a sentence. */
const HTML_RISK = /^\s*(iframe|object|embed|base|meta|link|form)\b[^=]*=|srcdoc\s*=|(href|src|action|data)\s*=[\s"']*javascript:/i
/** Letters of the shortest tag that does any of it, such as `base=`. */
const SHORTEST_RISK = 5
/** True when some tag runs script. Part by part, so that no text of two megabytes keeps a regular expression busy. */
function runsScript(html: string): boolean {
  for (let at = html.indexOf('<'), next = 0; at >= 0; at = next) {
    next = html.indexOf('<', at + 1)
    const end = next < 0 ? html.length : next
    if (end - at <= SHORTEST_RISK) continue
    const tag = html.slice(at + 1, end).split('>', 1)[0] as string
    if (/^\s*script\b/i.test(tag) || HTML_RISK.test(tag) || /[\s"'/]on[a-z]+\s*=/i.test(tag)) return true
  }
  return false
}
const BROWSER_STORE = /\$\{\s*(ls|ss|cookie|window)\s*:/

export interface Danger {
  code: 'safety.script' | 'safety.link' | 'safety.html' | 'safety.storage' | 'safety.expression'
  english: string
  values?: Values
}

/**
 * Where a value stands. `parts`: what amis draws and runs. `data`: what the author shows or sends; its names are the author's own. `options`: data
 * too, but for conditions and parts in them. `texts`: sentences by their keys. `chart`: the settings of a chart. `fields`: what a condition may be about.
 */
export type Region = 'parts' | 'data' | 'options' | 'texts' | 'chart' | 'fields'
type Json = Record<string, unknown>

const DATA_KEYS =
  /^(data|responseData|answer|headers|query|params|mockResponse|variables|validations|dataMap|defaultData|withDefaultData|initialValues|qsOptions|value|source|trueValue|falseValue)$/
const OPTION_KEYS = /^(options|exportColumns)$/
const TEXT_KEYS = /^(map|labelMap|messages|validationErrors|valueMap)$/
/** What a key of a part holds, where that is anything else than parts. */
const heldBy = byName(key =>
  DATA_KEYS.test(key) ? 'data' : OPTION_KEYS.test(key) ? 'options' : TEXT_KEYS.test(key) ? 'texts' : key === 'config' || key === 'fields' ? key : '',
)
/** Components whose value is drawn. */
const DRAWS_VALUE = /^(amis|web-component)$/

/** Where the things inside a key stand. `drawn`: names under which data is a schema that some part of the page draws. */
export function regionIn(region: Region, key: string, owner: Json, inside: unknown, drawn: ReadonlySet<string>): Region {
  switch (region) {
    case 'data':
      return drawn.has(key) ? 'parts' : 'data'
    case 'options':
      return /^(body|onEvent|popOver|actions|dialog|drawer)$/.test(key) || (isSentence(key) && isPart(inside))
        ? 'parts'
        : /^(value|data)$/.test(key)
          ? 'data'
          : 'options'
    case 'texts':
      return isPart(inside) ? 'parts' : 'texts'
    case 'chart':
      return 'chart'
    case 'fields':
      return key === 'value' || key === 'values' ? 'parts' : OPTION_KEYS.test(key) ? 'options' : 'fields'
    case 'parts':
      switch (heldBy(key)) {
        // An address may be an object under `source`, and what is in it an address's own.
        case 'data':
          return (key === 'value' && DRAWS_VALUE.test(String(owner.type))) || (key === 'source' && isAddress(inside)) ? 'parts' : 'data'
        case 'options':
          return Array.isArray(inside) || key !== 'options' ? 'options' : 'parts'
        case 'texts':
          return 'texts'
        case 'config':
          return owner.type === 'chart' ? 'chart' : 'parts'
        case 'fields':
          return String(owner.type).endsWith('condition-builder') ? 'fields' : 'parts'
      }
      return 'parts'
  }
}
const isPart = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value) && typeof (value as Json).type === 'string'
const isAddress = (value: unknown) => typeof value === 'object' && value !== null && ('url' in value || 'method' in value)

/** Names of data that the page draws as a schema: `{"type": "amis", "name": "x"}`. */
export function drawnNames(screen: unknown, found = new Set<string>()): Set<string> {
  if (!screen || typeof screen !== 'object') return found
  const own = screen as Json
  if (own.type === 'amis')
    for (const text of [own.name, own.value, own.schema]) if (typeof text === 'string') for (const [name] of text.matchAll(/[A-Za-z_]\w*/g)) found.add(name)
  for (const key in own) if (own[key] && typeof own[key] === 'object') drawnNames(own[key], found)
  return found
}

const script = (english: string, values?: Values): Danger => ({ code: 'safety.script', english, ...(values && { values }) })

/** What is dangerous about one value of a screen; undefined when nothing is. With `scripts` the installation lets screens run their own JavaScript. */
export function findDanger(key: string, value: unknown, owner: Json, region: Region = 'parts', scripts = false): Danger | undefined {
  if (typeof value !== 'string') return undefined
  const danger = findScript(key, value, owner, region) ?? findAddress(key, value, owner, region) ?? findInText(key, value, owner, region)
  return scripts && danger && (danger.code === 'safety.script' || danger.code === 'safety.expression') ? undefined : danger
}

/** Keys whose text amis evaluates: what is not in ${…} would be JavaScript. */
const isConditionOfOption = isIn(/^(visibleOn|hiddenOn|disabledOn)$/)
const isConditionOfPart = byName(key =>
  key.endsWith('On') ? key !== 'switchOn' && key !== 'toggleOn' && key !== 'on' : /^(expression|stopAutoRefreshWhen|condition|rule)$/.test(key),
)
const isCondition = (key: string, region: Region) => (region === 'options' ? isConditionOfOption(key) : region === 'parts' && isConditionOfPart(key))
const isHandler = byName(key => /^on[A-Z]/.test(key) && key !== 'onText')

/** Script by the name that it has. */
function findScript(key: string, value: string, owner: Json, region: Region): Danger | undefined {
  if (region === 'chart') return FUNCTION_KEYS.has(key) && FUNCTION.test(value) ? script('Functions in a text do not run here') : undefined
  if (region !== 'parts') return undefined
  if (value === 'custom' && key === 'type') return script('Type "custom" runs JavaScript from the screen; write a renderer instead')
  if (value === 'custom' && key === 'actionType') return script('The action "custom" runs JavaScript from the screen; use setValue, ajax or a renderer')
  if (CODE_KEYS.has(key) && value.trim() !== '')
    return script('"{name}" is JavaScript in a text, which does not run here; let the server give the answer in the shape that is needed', { name: key })
  if (isHandler(key)) return script('"{name}" is JavaScript in a text, which does not run here; use onEvent', { name: key })
  if ((key === 'transform' || (key === 'config' && owner.type === 'chart')) && FUNCTION.test(value)) return script('Functions in a text do not run here')
  return undefined
}

const link = (name: string): Danger => ({ code: 'safety.link', english: '"{name}:" addresses run script', values: { name } })

/** Addresses that run script where they are opened. */
function findAddress(key: string, value: string, owner: Json, region: Region): Danger | undefined {
  if (!value.includes(':')) return undefined
  // Only the beginning can be a scheme.
  const head = value.slice(0, 200).replace(IGNORED, '')
  const isLink = isLinkKey(key) || (region === 'parts' && (key !== 'value' || LINKING.test(String(owner.type))) && !isSentence(key))
  if (isSentence(key) && region !== 'data' ? false : isLink ? LINK.test(head) : RUNNING_LINK.test(head))
    return link((head.split(':')[0] as string).trim().toLowerCase())
  if (region !== 'data' && SCRIPT_API.test(head) && (isAddressKey(key) || (key === 'url' && region === 'parts')))
    return script('"{name}:" addresses run script', { name: (head.split(':')[0] as string).trim().toLowerCase() })
  if (DATA_LINK.test(head) || (/^(href|url|link|to|redirect)$/.test(key) && SVG_LINK.test(head))) return link('data')
  if (value.includes('](') && MARKDOWN_LINK.test(withoutCode(value, owner))) return link('javascript')
  return undefined
}

const withoutCode = (value: string, owner: Json) => (owner.type === 'markdown' && value.length < 100_000 ? value.replace(MARKDOWN_CODE, '') : value)

/** What is in a text: HTML, templates, conditions. */
function findInText(key: string, value: string, owner: Json, region: Region): Danger | undefined {
  if (value.includes('<')) {
    // What an editor shows as code does not run.
    const isShown = /(^code$|editor$|^json$)/.test(String(owner.type)) && key === 'value'
    if (!isShown && runsScript(withoutCode(value, owner))) return { code: 'safety.html', english: 'This HTML can run script' }
    const opens = value.indexOf('<%')
    if (opens >= 0 && region !== 'data' && value.includes('%>', opens)) return script('<% %> templates are JavaScript, which does not run here; use ${…}')
  }
  if (value.includes('${') && value.includes(':') && BROWSER_STORE.test(value))
    return { code: 'safety.storage', english: 'Expressions may not read the browser’s storage, cookies or window' }
  if (isCondition(key, region) && owner.type !== 'tessera-words') {
    if (value.includes('this.') && /(^|[^\w.])this\./.test(value))
      return { code: 'safety.expression', english: 'A condition with "this." is JavaScript; write ${…}' }
    const condition = value.trim()
    if (condition !== '' && !(condition.startsWith('${') && condition.endsWith('}')))
      return { code: 'safety.expression', english: 'A condition is written as ${…}' }
  }
  if (key === 'formula' && region === 'parts' && !value.includes('${')) return { code: 'safety.expression', english: 'A formula is written as ${…}' }
  return undefined
}

/** Every danger of a screen with the name and the text that hold it: for reports that name them, and need no places. */
export function* dangersIn(screen: unknown): Generator<Danger & { key: string; value: string }> {
  const drawn = drawnNames(screen)
  function* walk(node: unknown, region: Region): Generator<Danger & { key: string; value: string }> {
    if (!node || typeof node !== 'object') return
    const own = (Array.isArray(node) ? {} : node) as Json
    for (const [key, value] of Object.entries(node)) {
      const name = Array.isArray(node) ? '' : key
      if (typeof value === 'string') {
        const danger = findDanger(name, value, own, region)
        if (danger) yield { ...danger, key: name, value }
      } else yield* walk(value, Array.isArray(node) ? region : regionIn(region, key, own, value, drawn))
    }
  }
  yield* walk(screen, 'parts')
}
