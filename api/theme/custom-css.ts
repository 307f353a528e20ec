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

/** The text as a browser understands it: without comments, escapes put in place. */
const plainText = (text: string) =>
  text
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\\([0-9a-f]{1,6})\s?/gi, (_, code: string) => String.fromCodePoint(Math.min(parseInt(code, 16) || 0xfffd, 0x10ffff)))
    .replace(/\\(.)/g, '$1')
    .toLowerCase()

const CALLS = /(?:^|[^\w-])(url|src|image-set|-webkit-image-set|image|cross-fade|element|paint|expression|attr|env|-moz-element)\s*\(/g
const OWN_PICTURE = /^\s*(['"]?)(data:image\/(?:png|jpeg|gif|webp|avif|svg\+xml)[;,][^'"]*|\/api\/file\/[0-9a-f-]{36}|#[\w-]+)\1\s*\)/

function problemOfValue(value: string): string | undefined {
  const text = plainText(value)
  if (/javascript:|vbscript:|-moz-binding|progid:/.test(text)) return '{what} is not allowed'
  for (const match of text.matchAll(CALLS)) {
    const name = match[1] ?? ''
    if (name !== 'url') return '{what} is not allowed'
    if (!OWN_PICTURE.test(text.slice(match.index + match[0].length))) return 'Pictures come from this app: write url(/api/file/…) or url(data:image/…)'
  }
  return undefined
}

function problemsOf(root: Container): CssProblem[] {
  const found: CssProblem[] = []
  const tell = (node: ChildNode, english: string, what = '') => {
    const { line = 1, column = 1 } = node.source?.start ?? {}
    found.push({ line, column, english, ...(english.includes('{what}') && { values: { what } }) })
  }
  root.walk(node => {
    if (node.type === 'atrule') checkAtRule(node, tell)
    else if (node.type === 'rule') checkRule(node, tell)
    else if (node.type === 'decl') checkDeclaration(node, tell)
  })
  return found
}
type Tell = (node: ChildNode, english: string, what?: string) => void

function checkAtRule(node: AtRule, tell: Tell) {
  const name = plainText(node.name).replace(/^-\w+-/, '')
  if (!AT_RULES.has(name) || name !== node.name.toLowerCase()) tell(node, '{what} is not allowed', `@${node.name}`)
  else if (problemOfValue(node.params)) tell(node, problemOfValue(node.params) ?? '', node.params.slice(0, 40))
  else if (name === 'keyframes' && !/^[\w-]+$/.test(node.params)) tell(node, 'The name of an animation has letters, digits and hyphens alone')
  if (!node.nodes) tell(node, '{what} needs a block', `@${node.name}`)
}
const isInKeyframes = (node: ChildNode) => node.parent?.type === 'atrule' && (node.parent as AtRule).name.toLowerCase() === 'keyframes'

function checkRule(node: Rule, tell: Tell) {
  if (isInKeyframes(node)) return
  if (node.parent?.type === 'rule') return tell(node, 'Rules inside of rules are not allowed')
  const text = plainText(node.selector)
  if (/:host|::slotted|::part|\/deep\/|>>>/.test(text)) return tell(node, '{what} is not allowed', node.selector.slice(0, 40))
  if (/\.t-(?!app-(?:page|main)\b)|#root\b|#boot\b/.test(text))
    return tell(node, 'Parts of the console are not for a theme: {what}', node.selector.slice(0, 40))
  if (!balanced(node.selector)) tell(node, 'This is no selector: {what}', node.selector.slice(0, 40))
}
function balanced(text: string): boolean {
  let open = 0
  for (const sign of text.replace(/"[^"]*"|'[^']*'/g, '')) {
    if (sign === '(' || sign === '[') open++
    else if (sign === ')' || sign === ']') open--
    if (open < 0) return false
    if (sign === '{' || sign === '}' || sign === ';' || sign === '"' || sign === "'") return false
  }
  return open === 0
}

function checkDeclaration(node: Declaration, tell: Tell) {
  if (node.parent?.type !== 'rule') return tell(node, 'A property stands in a rule: {what}', node.prop)
  const name = plainText(node.prop)
  if (name !== node.prop.toLowerCase()) return tell(node, '{what} is not allowed', node.prop)
  if (SHELL.test(name)) return tell(node, 'Parts of the console are not for a theme: {what}', node.prop)
  const bare = name.replace(/^-(webkit|moz|ms)-/, '')
  if (!name.startsWith('--') && !isSafeProperty(bare)) return tell(node, '{what} is not allowed', node.prop)
  if (bare === 'position' && /fixed/.test(plainText(node.value))) return tell(node, 'position: fixed would cover what is around the app')
  const problem = problemOfValue(node.value)
  if (problem) tell(node, problem, node.value.slice(0, 40))
}

export interface ReadCss {
  css: string
  problems: CssProblem[]
}

/** Under what parts of an app stand: its pages, and what amis opens over them. */
const INSIDE = ':where(.t-app-main,body>:not(#root))'

function scoped(selector: string, scope: string, main: string): string {
  const own = selector.trim().replace(/^(?::root|html|body)(?=$|[\s>+~:.[#])(?:\s*>?\s*body(?=$|[\s>+~:.[#]))?/, '')
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
  let root
  try {
    root = postcss.parse(text)
  } catch (error) {
    const { line = 1, column = 1, reason = '' } = error as { line?: number; column?: number; reason?: string }
    return { css: '', problems: [{ line, column, english: 'This is no CSS: {what}', values: { what: reason } }] }
  }
  const problems = problemsOf(root)
  if (problems.length) return { css: '', problems: problems.slice(0, 50) }
  root.walkComments(comment => void comment.remove())
  const names = new Set<string>()
  root.walkAtRules('keyframes', rule => {
    names.add(rule.params)
    rule.params = `theme-${rule.params}`
  })
  root.walkDecls(/^animation(-name)?$/, declaration => {
    for (const name of names) declaration.value = declaration.value.replace(new RegExp(`(?<![\\w-])${name}(?![\\w-])`, 'g'), `theme-${name}`)
  })
  root.walkRules(rule => {
    if (!isInKeyframes(rule)) rule.selectors = rule.selectors.map(selector => scoped(selector, scope, main))
  })
  return { css: root.toString(), problems: [] }
}
