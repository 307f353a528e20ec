// What the sign-in page of an app may hold besides the sign-in box. Visitors type their passwords beside it, so everything that is not named here is refused.
import { isAct } from '../../../routes.ts'

/** The product's own sign-in, wherever such a page places it. */
const BOX = 'tessera-sign-in'

/** A part of a page that it must not hold: where, and which component or property. */
export interface Refused {
  path: string
  part: string
}
type Fits = (value: unknown) => boolean
/** What a property may be: a rule about its value, or further parts of the page. */
type Rule = Fits | 'parts'
type Node = Record<string, unknown>

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)

/** An expression that only looks names up and compares: it calls nothing and reads neither cookies nor what the browser keeps. */
const isCalm = (inner: string) => !/[(`{|\\]|=>/.test(inner.replaceAll('||', '')) && !/\b(ls|ss|cookie|window)\s*:/.test(inner)
const hasCalmExpressions = (text: string) =>
  !text.includes('<%') && [...text.matchAll(/\$\{([^}]*)(\}?)/g)].every(([, inner = '', end]) => end && isCalm(inner))

const TAGS = new Set(
  'a b blockquote br code div em h1 h2 h3 h4 h5 h6 hr i img li ol p pre s small span strong sub sup table tbody td tfoot th thead tr u ul'.split(' '),
)
const ATTRIBUTES = new Set('alt align class colspan height href rowspan src target title width'.split(' '))

/** Where a link may lead: to other sites, and inside this one where nothing is done by being there. */
function isAddress(value: unknown): boolean {
  if (typeof value !== 'string' || /[\\<>$\u0000-\u0020]/.test(value)) return false
  if (/^(https?:\/\/|mailto:|tel:|#)/i.test(value)) return true
  return /^\/(?![/\\])/.test(value) && !isAct(value) && !/%|\.\.|^\/+api(?!\/file\/)(\/|\?|#|$)/i.test(value)
}
const isPicture = (value: unknown) =>
  value === '' || (typeof value === 'string' && /^data:image\/(png|jpeg|gif|webp);base64,[\w+/=]*$/.test(value)) || isAddress(value)

/** HTML of plain tags; a tag that is not closed is no tag that browsers agree on. */
function isPlainHtml(text: string): boolean {
  for (const [, rest = ''] of text.matchAll(/<([^<]*)/g)) {
    // A sign of comparison is no tag.
    if (/^[\s\d=]/.test(rest) || rest === '') continue
    const [, name = '', attributes = ''] = /^\/?([a-z][a-z0-9]*)((?:\s+[a-z-]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=>`]+))?)*)\s*\/?>/i.exec(rest) ?? []
    if (!TAGS.has(name.toLowerCase())) return false
    for (const [, key = '', quoted = ''] of attributes.matchAll(/([a-z-]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'=>`]+))?/gi)) {
      const value = quoted.replace(/^["']|["']$/g, '')
      if (!ATTRIBUTES.has(key.toLowerCase())) return false
      if (/^(href|src)$/i.test(key) && (value.includes('&#') || !(key.toLowerCase() === 'src' ? isPicture : isAddress)(value))) return false
    }
  }
  return true
}

const text: Fits = value => value === null || (typeof value === 'string' && hasCalmExpressions(value) && isPlainHtml(value))
const word: Fits = value =>
  value === null || typeof value === 'number' || typeof value === 'boolean' || (typeof value === 'string' && /^[^${}<>]*$/.test(value))
const condition: Fits = value => value === '' || (typeof value === 'string' && /^\$\{[^}]*\}$/.test(value) && hasCalmExpressions(value))
const flag: Fits = value => typeof value === 'boolean'
const tag: Fits = value => value === '' || (typeof value === 'string' && TAGS.has(value) && value !== 'a')
/** Looks that stay where they are put: nothing is laid over the rest of the page, or fetched for it. */
const style: Fits = value =>
  isNode(value) &&
  Object.entries(value).every(([name, one]) => {
    if (typeof one !== 'string' && typeof one !== 'number') return false
    if (name === 'position') return one === 'static' || one === 'relative'
    if (/^(inset|top|right|bottom|left|zIndex|transform|content|pointerEvents|opacity|clip|mask|filter|animation)/i.test(name)) return false
    return /^[A-Za-z]+$/.test(name) && !/[\\;{}<$@]|url\(|expression/i.test(String(one).replace(/^url\(["']?\/api\/file\/[0-9a-f-]{36}["']?\)$/, ''))
  })

const EVERYWHERE: Record<string, Rule> = {
  type: word,
  id: word,
  name: word,
  className: word,
  style,
  visible: flag,
  hidden: flag,
  visibleOn: condition,
  hiddenOn: condition,
  size: word,
}
const CONTAINER: Record<string, Rule> = {
  body: 'parts',
  bodyClassName: word,
  wrapperComponent: tag,
  wrapperBody: flag,
  isFixedHeight: flag,
  isFixedWidth: flag,
  md: word,
  lg: word,
  sm: word,
  xs: word,
  valign: word,
  align: word,
  columnClassName: word,
}
const FLEX = ['align', 'alignItems', 'alignContent', 'direction', 'gap', 'justify', 'valign', 'columnClassName']
const words = (...names: string[]): Record<string, Rule> => Object.fromEntries(names.map(name => [name, word]))

/** The components that such a page may hold, with what each may be given. */
const PARTS: Record<string, Record<string, Rule>> = {
  page: { body: 'parts', title: text, subTitle: text, bodyClassName: word, regions: value => Array.isArray(value) && value.every(word) },
  container: CONTAINER,
  wrapper: CONTAINER,
  flex: { ...words(...FLEX), items: 'parts' },
  hbox: { ...words(...FLEX), columns: 'parts' },
  grid: { ...words(...FLEX), columns: 'parts' },
  divider: { ...words('lineStyle', 'direction', 'color', 'rotate', 'titlePosition', 'titleClassName'), title: text },
  tpl: { tpl: text, text, html: text, raw: text, inline: flag, wrapperComponent: tag },
  html: { html: text, inline: flag, wrapperComponent: tag },
  plain: { tpl: text, text, inline: flag, wrapperComponent: tag },
  icon: words('icon', 'vendor'),
  image: {
    ...words('alt', 'width', 'height', 'thumbMode', 'thumbRatio', 'imageMode', 'imageClassName', 'thumbClassName'),
    src: isPicture,
    value: isPicture,
    href: isAddress,
    blank: flag,
    title: text,
    imageCaption: text,
  },
  link: { ...words('icon', 'rightIcon', 'htmlTarget'), href: isAddress, value: isAddress, body: text, blank: flag },
  [BOX]: {},
}
/** Columns of a grid and items of a flex are containers that need no type. */
const UNTYPED = new Set(['columns', 'items'])
const DEEPEST = 40

interface Found {
  refused?: Refused
  boxes: number
}

function look(value: unknown, path: string, found: Found, place: string, depth = 0) {
  const refuse = (at: string, part: string) => void (found.refused ??= { path: at, part })
  if (found.refused || value === undefined || value === null) return
  if (typeof value === 'string') return text(value) ? undefined : refuse(path, 'HTML or an expression')
  if (Array.isArray(value)) return value.forEach((one, at) => look(one, `${path}.${at}`, found, place, depth))
  if (!isNode(value)) return refuse(path, typeof value)
  const type = value.type === undefined && UNTYPED.has(place) ? 'container' : value.type
  const rules = typeof type === 'string' && Object.hasOwn(PARTS, type) ? PARTS[type] : undefined
  // A page stands at the top, and only there.
  if (!rules || (type === 'page') !== (place === '')) return refuse(path || '$', typeof type === 'string' ? type : 'a part without a type')
  if (depth > DEEPEST) return refuse(path, 'too many levels')
  if (type === BOX && ++found.boxes > 1) return refuse(path, 'a second sign-in box')
  const here = path ? `${path}.` : ''
  for (const [name, given] of Object.entries(value)) {
    // Marks of the editor, which draw nothing.
    if (name.startsWith('$$')) continue
    const rule = Object.hasOwn(rules, name) ? rules[name] : Object.hasOwn(EVERYWHERE, name) ? EVERYWHERE[name] : undefined
    if (rule === 'parts') look(given, here + name, found, name, depth + 1)
    else if (!rule?.(given)) refuse(here + name, `${String(type)}.${name}`)
  }
}

const lookAt = (schema: unknown): Found => {
  const found: Found = { boxes: 0 }
  look(schema, '', found, '')
  return found
}

/** The first part of a page that keeps it from being the sign-in page of an app. */
export const refusedInSignInPage = (schema: unknown): Refused | undefined => lookAt(schema).refused

/** A sign-in page as visitors get it: with the sign-in box at its end where it places none; undefined where it holds what it must not. */
export function asSignInPage(schema: Node): Node | undefined {
  const { refused, boxes } = lookAt(schema)
  if (refused) return undefined
  if (boxes) return schema
  const { body } = schema
  return { ...schema, body: [...(Array.isArray(body) ? body : body ? [body] : []), { type: BOX }] }
}
