// CSS that an author writes: parsed, held to what cannot reach beyond the app, and put under a scope. Errors name their line.
import postcss, { type AtRule, type ChildNode, type Container, type Declaration, type Rule } from 'postcss'

export interface CssProblem {
  line: number
  column: number
  /** With its values in {places}. */
  english: string
  values?: Record<string, string>
}
export const MAX_CSS = 50_000

const AT_RULES = new Set(['media', 'supports', 'container', 'keyframes'])
/** Families of properties: the name itself, and what begins with it and a hyphen. */
const FAMILIES = [
  'color',
  'background',
  'border',
  'outline',
  'padding',
  'margin',
  'width',
  'height',
  'min',
  'max',
  'font',
  'line-height',
  'letter-spacing',
  'word',
  'white-space',
  'text',
  'overflow',
  'display',
  'flex',
  'grid',
  'gap',
  'row-gap',
  'column',
  'columns',
  'align',
  'justify',
  'place',
  'order',
  'opacity',
  'visibility',
  'box-shadow',
  'box-sizing',
  'box-decoration-break',
  'transform',
  'translate',
  'rotate',
  'scale',
  'transition',
  'animation',
  'cursor',
  'list-style',
  'object',
  'aspect-ratio',
  'vertical-align',
  'filter',
  'backdrop-filter',
  'mix-blend-mode',
  'isolation',
  'content',
  'counter',
  'quotes',
  'table-layout',
  'caret-color',
  'accent-color',
  'color-scheme',
  'scroll',
  'scrollbar',
  'inset',
  'top',
  'right',
  'bottom',
  'left',
  'position',
  'z-index',
  'float',
  'clear',
  'clip-path',
  'inline-size',
  'block-size',
  'hyphens',
  'tab-size',
  'direction',
  'writing-mode',
  'resize',
  'user-select',
  'pointer-events',
  'will-change',
  'fill',
  'stroke',
  'caption-side',
  'empty-cells',
  'border-collapse',
  'border-spacing',
  'hanging-punctuation',
  'overscroll-behavior',
  'touch-action',
  'appearance',
]
const isSafeProperty = (name: string) => FAMILIES.some(family => name === family || name.startsWith(`${family}-`))
/** What the console's own parts are drawn with. */
const SHELL = /^--t-/

/** Functions that a value may call: everything else loads something, reads what is not the theme's, or is not known yet. */
const FUNCTIONS = new Set(
  (
    'var url calc min max clamp round mod rem abs sign sin cos tan asin acos atan atan2 pow sqrt hypot log exp rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix ' +
    'light-dark linear-gradient radial-gradient conic-gradient repeating-linear-gradient repeating-radial-gradient repeating-conic-gradient translate translatex ' +
    'translatey translatez translate3d rotate rotatex rotatey rotatez rotate3d scale scalex scaley scalez scale3d skew skewx skewy matrix matrix3d perspective blur ' +
    'brightness contrast drop-shadow grayscale hue-rotate invert opacity saturate sepia cubic-bezier steps linear minmax repeat fit-content polygon circle ellipse ' +
    'inset path rect xywh counter counters symbols'
  ).split(' '),
)
/** Those of conditions. */
const IN_CONDITIONS = new Set(['selector', 'style', 'has', 'is', 'where', 'not', 'and', 'or', 'only'])
const OWN_PICTURE = /^(?:data:image\/(?:png|jpeg|gif|webp|avif|svg\+xml)[;,]|\/api\/file\/[0-9a-f-]{36}$|#[\w-]+$)/i

interface Read {
  /** Names of functions, in small letters, without escapes. */
  calls: string[]
  urls: string[]
  /** The text in small letters, without escapes, comments and what stands in strings. */
  plain: string
}
const NAME = /[\w-]|[^\0-\x7f]/

/** A part of a sheet as a browser reads it; nothing where it goes on behind its end for one of the two, or ends before. */
function readPart(text: string): Read | undefined {
  const read: Read = { calls: [], urls: [], plain: '' }
  const open: string[] = []
  let i = 0
  const escaped = () => {
    const code = /^[0-9a-f]{1,6}/i.exec(text.slice(i + 1, i + 7))?.[0]
    if (code === undefined) {
      const sign = String.fromCodePoint(text.codePointAt(i + 1) ?? 0xfffd)
      i += 1 + sign.length
      return sign
    }
    i += 1 + code.length
    if (/[ \n\t]/.test(text[i] ?? '')) i++
    const point = parseInt(code, 16)
    return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : '\ufffd'
  }
  /** What stands in quotes; a string that is not closed in its line is none. */
  const string = () => {
    const quote = text[i++]
    let value = ''
    while (text[i] !== quote) {
      if (i >= text.length || text[i] === '\n') return undefined
      if (text[i] !== '\\') value += text[i++]
      else if (text[i + 1] === '\n') i += 2
      else value += escaped()
    }
    i++
    return value
  }
  const gap = () => {
    while (/[ \n\t]/.test(text[i] ?? '')) i++
  }
  /** Behind `url(`. */
  const address = () => {
    gap()
    let value: string | undefined = ''
    if (/["']/.test(text[i] ?? '')) value = string()
    else
      while (i < text.length && !/[\s)]/.test(text[i] as string)) {
        if (/["'(]/.test(text[i] as string) || text.startsWith('\\\n', i)) return undefined
        value += text[i] === '\\' ? escaped() : text[i++]
      }
    gap()
    return text[i++] === ')' ? value : undefined
  }
  while (i < text.length) {
    const sign = text[i] as string
    if (text.startsWith('/*', i)) {
      const end = text.indexOf('*/', i + 2)
      if (end < 0) return undefined
      i = end + 2
    } else if (sign === '"' || sign === "'") {
      if (string() === undefined) return undefined
      read.plain += '""'
    } else if (text.startsWith('<!--', i) || text.startsWith('-->', i) || text.startsWith('\\\n', i) || /[{};]/.test(sign)) return undefined
    else if (sign === '\\' || NAME.test(sign)) {
      let name = ''
      while (i < text.length && !text.startsWith('-->', i) && (NAME.test(text[i] as string) || (text[i] === '\\' && text[i + 1] !== '\n')))
        name += text[i] === '\\' ? escaped() : text[i++]
      name = name.toLowerCase()
      read.plain += name
      if (text[i] !== '(') continue
      read.calls.push(name)
      if (name !== 'url') continue
      i++
      const found = address()
      if (found === undefined) return undefined
      read.urls.push(found)
      read.plain += '()'
    } else {
      if (sign === '(' || sign === '[') open.push(sign === '(' ? ')' : ']')
      else if ((sign === ')' || sign === ']') && open.pop() !== sign) return undefined
      read.plain += sign
      i++
    }
  }
  return open.length ? undefined : read
}

const BROKEN = 'This is not closed, or closes what is not open: {what}'
function problemOfValue(value: string, more: ReadonlySet<string> = new Set()): string | undefined {
  const read = readPart(value)
  if (!read) return BROKEN
  if (/javascript:|vbscript:|-moz-binding|progid:/.test(read.plain) || read.calls.some(name => !FUNCTIONS.has(name) && !more.has(name)))
    return '{what} is not allowed'
  if (!read.urls.every(url => OWN_PICTURE.test(url))) return 'Pictures come from this app: write url(/api/file/…) or url(data:image/…)'
  return undefined
}

const MOST_PROBLEMS = 50
const MOST_DEEP = 5
function problemsOf(root: Container): CssProblem[] {
  const found: CssProblem[] = []
  const tell: Tell = (node, english, what = '') => {
    const { line = 1, column = 1 } = node.source?.start ?? {}
    found.push({ line, column, english, ...(english.includes('{what}') && { values: { what } }) })
  }
  const walk = (nodes: readonly ChildNode[], deep: number) => {
    for (const node of nodes) {
      if (found.length >= MOST_PROBLEMS) return
      const before = found.length
      if (node.type === 'atrule') checkAtRule(node, tell)
      else if (node.type === 'rule') checkRule(node, tell)
      else if (node.type === 'decl') checkDeclaration(node, tell)
      if (!('nodes' in node) || !node.nodes || found.length > before) continue
      if (deep >= MOST_DEEP) tell(node, 'No more than {limit} rules within each other')
      else walk(node.nodes, deep + 1)
    }
  }
  walk(root.nodes ?? [], 1)
  return found.map(one => (one.english.includes('{limit}') ? { ...one, values: { limit: String(MOST_DEEP) } } : one))
}
type Tell = (node: ChildNode, english: string, what?: string) => void
const short = (text: string) => text.slice(0, 40)

function checkAtRule(node: AtRule, tell: Tell) {
  const name = node.name.toLowerCase()
  if (node.parent?.type === 'rule') return tell(node, 'Rules inside of rules are not allowed')
  if (!AT_RULES.has(name)) return tell(node, '{what} is not allowed', `@${node.name}`)
  const problem = problemOfValue(node.params, IN_CONDITIONS)
  if (problem) tell(node, problem, short(node.params))
  else if (name === 'keyframes' && !/^[a-z_][\w-]*$/i.test(node.params)) tell(node, 'The name of an animation has letters, digits and hyphens alone')
  else if (!node.nodes) tell(node, '{what} needs a block', `@${node.name}`)
}
const isInKeyframes = (node: ChildNode) => node.parent?.type === 'atrule' && (node.parent as AtRule).name.toLowerCase() === 'keyframes'

/** What stands for the pages of the app at the beginning of a selector. */
const PAGE = /^(?::root|html|body)(?=$|[\s>+~:.[#])(?:\s*>?\s*body(?=$|[\s>+~:.[#]))?/i
/** Selectors that begin beside what the scope means, which would be outside of it. */
function startsBeside(plain: string): boolean {
  // What stands in brackets is of the same element.
  let outside = plain.trim()
  for (let before = ''; before !== outside;) {
    before = outside
    outside = outside.replace(/\([^()]*\)|\[[^[\]]*\]/g, '')
  }
  if (/^[>+~|]/.test(outside)) return true
  const own = outside.replace(PAGE, '')
  return own !== outside && /^[^\s>+~|]*\s*[+~|]/.test(own)
}

function checkRule(node: Rule, tell: Tell) {
  if (isInKeyframes(node)) {
    if (!/^(?:from|to|[\d.]+%)(?:\s*,\s*(?:from|to|[\d.]+%))*$/i.test(node.selector.trim())) tell(node, 'This is no selector: {what}', short(node.selector))
    return
  }
  if (node.parent?.type === 'rule') return tell(node, 'Rules inside of rules are not allowed')
  const read = readPart(node.selector)
  if (!read || read.calls.includes('url')) return tell(node, 'This is no selector: {what}', short(node.selector))
  const text = read.plain
  if (/:host|::slotted|::part|::view-transition|\/deep\/|>>>|&|:scope/.test(text)) return tell(node, '{what} is not allowed', short(node.selector))
  if (/\.t-(?!app-(?:page|main)(?![\w-]))|#root(?![\w-])|#boot(?![\w-])/.test(text))
    return tell(node, 'Parts of the console are not for a theme: {what}', short(node.selector))
  if (node.selectors.some(one => !one.trim() || startsBeside(readPart(one)?.plain ?? '~')))
    tell(node, 'A selector begins with an element of a page: {what}', short(node.selector))
}

const POSITIONS = /^(?:static|relative|absolute|sticky|-webkit-sticky|inherit|initial|unset)$/
function checkDeclaration(node: Declaration, tell: Tell) {
  if (node.parent?.type !== 'rule') return tell(node, 'A property stands in a rule: {what}', node.prop)
  const name = node.prop.toLowerCase()
  if (!/^-{0,2}[a-z_][\w-]*$/.test(name) || /[^\s]/.test(node.raws.before ?? '')) return tell(node, '{what} is not allowed', node.prop)
  if (SHELL.test(name)) return tell(node, 'Parts of the console are not for a theme: {what}', node.prop)
  const bare = name.replace(/^-(webkit|moz|ms)-/, '')
  if (!name.startsWith('--') && !isSafeProperty(bare)) return tell(node, '{what} is not allowed', node.prop)
  const problem = problemOfValue(node.value)
  if (problem) return tell(node, problem, short(node.value))
  // A variable could say it as well.
  if (bare === 'position' && !POSITIONS.test(readPart(node.value)?.plain.trim() ?? ''))
    tell(
      node,
      /fixed/.test(readPart(node.value)?.plain ?? '') ? 'position: fixed would cover what is around the app' : '{what} is not allowed',
      short(node.value),
    )
}

export interface ReadCss {
  css: string
  problems: CssProblem[]
}

/** Under what parts of an app stand: its pages, and what amis opens over them. */
const INSIDE = ':where(.t-app-main,body>:not(#root))'

function scoped(selector: string, scope: string, main: string): string {
  const own = selector.trim().replace(PAGE, '')
  // A selector of the page itself means the pages of the app.
  if (!main) return `${scope} ${own.trim() || 'body'}`
  if (own !== selector.trim()) return `${scope} ${main}${own}`
  return `${scope} ${INSIDE} ${selector.trim()}`
}

/** Parses what an author wrote. With problems there is no CSS: a browser would read on after them in a way of its own. `main`: none outside of Tessera. */
export function readCustomCss(text: string, scope: string, main = '.t-app-main'): ReadCss {
  if (!text.trim()) return { css: '', problems: [] }
  if (text.length > MAX_CSS)
    return { css: '', problems: [{ line: 1, column: 1, english: 'No more than {limit} characters', values: { limit: String(MAX_CSS) } }] }
  // As a browser takes line ends; a sign that it replaces and an editor does not show has no place in a sheet.
  const sheet = text.replace(/^\ufeff/, '').replace(/\r\n?|\f/g, '\n')
  const hidden = sheet.indexOf('\0')
  if (hidden >= 0) {
    const before = sheet.slice(0, hidden).split('\n')
    return { css: '', problems: [{ line: before.length, column: (before.at(-1)?.length ?? 0) + 1, english: '{what} is not allowed', values: { what: 'NUL' } }] }
  }
  let root
  try {
    root = postcss.parse(sheet)
  } catch (error) {
    const { line = 1, column = 1, reason = '' } = error as { line?: number; column?: number; reason?: string }
    return { css: '', problems: [{ line, column, english: 'This is no CSS: {what}', values: { what: reason } }] }
  }
  const problems = problemsOf(root)
  if (problems.length) return { css: '', problems }
  root.walkComments(comment => void comment.remove())
  // What was read is written: nothing of what stood between.
  root.walk(node => {
    const { raws } = node
    for (const raw of ['value', 'params', 'selector', 'important', 'ownSemicolon', 'afterName'] as const) delete raws[raw]
    if (raws.between !== undefined) raws.between = node.type === 'decl' ? ': ' : ' '
    if (typeof raws.after === 'string' && /\S/.test(raws.after)) raws.after = ' '
  })
  const names = new Set<string>()
  root.walkAtRules('keyframes', rule => {
    names.add(rule.params)
    rule.params = `theme-${rule.params}`
  })
  root.walkDecls(/^(?:-webkit-)?animation(-name)?$/i, declaration => {
    for (const name of names) declaration.value = declaration.value.replace(new RegExp(`(?<![\\w-])${name}(?![\\w-])`, 'g'), `theme-${name}`)
  })
  root.walkRules(rule => {
    if (!isInKeyframes(rule)) rule.selectors = rule.selectors.map(selector => scoped(selector, scope, main))
  })
  return { css: root.toString(), problems: [] }
}
