// Tokens of other tools: files of Design Tokens with names of their own, and variables of Figma. What they are called says what they are for here.
import { readColor, hexOf, over } from './color.ts'
import { ENTRIES } from './components.ts'
import { groupsOf, withValue, type ThemeDocument } from './document.ts'
import { rescaled, withBrand } from './recolor.ts'
import { layersOf, textOf, typeOf, type TokenType } from './token-values.ts'
import { PLACES, type Node, type Tell } from './token-file.ts'

export const MAX_TOKENS = 10_000
const DEEPEST = 20
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)

/** A token with its value resolved. */
export interface Named {
  /** Dotted, as in its file. */
  name: string
  type: TokenType
  value: unknown
  /** Of a variable in CSS, where the file says one. */
  variable?: string
}

/** A kind of ours for values that a file of others may have and a theme cannot: what names one cannot be taken either. */
export const UNPLACED = 'unplaced'

/** Tokens of a file in the format, with groups extended, aliases followed and circles told; and names of those of a kind that has no place in a theme. */
export function tokensInFile(file: Node, tell: Tell): { tokens: Named[]; unknown: string[] } {
  const pathOf = (value: unknown) => {
    // The root of a group is the group by its name.
    if (typeof value === 'string')
      return /^\{([^{}]+)\}$/
        .exec(value.trim())?.[1]
        ?.trim()
        .replace(/\.\$root$/, '')
    const pointer = isNode(value) && typeof value.$ref === 'string' ? value.$ref : undefined
    if (!pointer?.startsWith('#/')) return undefined
    return pointer
      .slice(2)
      .split('/')
      .map(step => step.replaceAll('~1', '/').replaceAll('~0', '~'))
      .filter(step => step !== '$value' && step !== '$root')
      .join('.')
  }
  const found = new Map<string, { value: unknown; type: string | undefined; path: string }>()
  const groups = new Map<string, Node>()
  const walk = (node: Node, path: string, inherited: string | undefined, depth: number, extended: readonly { node: Node; name: string }[]) => {
    if (depth > DEEPEST) return tell(path, 'Groups are nested too deep')
    const type = typeof node.$type === 'string' ? node.$type : inherited
    if ('$value' in node || typeof node.$ref === 'string') {
      found.set(path, { value: '$value' in node ? node.$value : { $ref: node.$ref }, type, path })
      return
    }
    groups.set(path, node)
    const from = typeof node.$extends === 'string' ? (/^\{([^{}]+)\}$/.exec(node.$extends)?.[1] ?? pathOf({ $ref: node.$extends })) : undefined
    if ('$extends' in node && from === undefined) tell(path, 'A group is named in braces here: {group}')
    if (from !== undefined) {
      const other = from.split('.').reduce<unknown>((at, step) => (isNode(at) && Object.hasOwn(at, step) ? at[step] : undefined), file)
      const on = extended.length ? extended : [{ node, name: path }]
      if (!isNode(other) || '$value' in other) tell(path, 'There is no token {name}', { name: from.slice(0, 100) })
      else if (on.some(one => one.node === other))
        tell(path, 'These tokens name each other in a circle: {names}', { names: [...on.map(({ name }) => name), from].join(' → ').slice(0, 300) })
      else walk(other, path, type, depth + 1, [...on, { node: other, name: from }])
    }
    for (const [name, inside] of Object.entries(node)) {
      const isRoot = name === '$root'
      if (name.startsWith('$') && !isRoot) continue
      const at = isRoot ? path : path ? `${path}.${name}` : name
      // A tool says its own name or version beside the groups.
      if (!isNode(inside)) {
        if (path) tell(at, 'This is no value of this kind')
      } else if (found.size < MAX_TOKENS + 1) walk(inside, at, type, depth + 1, extended)
    }
  }
  walk(file, '', undefined, 0, [])
  if (found.size > MAX_TOKENS) {
    tell('', 'No more than {limit} tokens', { limit: MAX_TOKENS })
    return { tokens: [], unknown: [] }
  }

  interface Seen {
    value: unknown
    type: string | undefined
  }
  const resolved = new Map<string, Seen | undefined>()
  const unplaced = new Set<string>()
  const resolve = (path: string, from: string, on: readonly string[]): Seen | undefined => {
    if (on.includes(path)) return void tell(from, 'These tokens name each other in a circle: {names}', { names: [...on, path].join(' → ').slice(0, 300) })
    if (on.length > DEEPEST) return void tell(from, 'Groups are nested too deep')
    if (resolved.has(path)) return resolved.get(path)
    const token = found.get(path)
    if (!token) return void tell(from, 'There is no token {name}', { name: path.slice(0, 100) })
    const next = pathOf(token.value)
    const target = next === undefined ? undefined : resolve(next, path, [...on, path])
    const answer =
      next === undefined
        ? { value: inside(token.value, path, [...on, path]), type: unplaced.has(path) ? UNPLACED : token.type }
        : target && { value: target.value, type: target.type === UNPLACED ? UNPLACED : (token.type ?? target.type) }
    resolved.set(path, answer)
    return answer
  }
  /** Values that are made of several may name tokens in them. */
  const inside = (value: unknown, path: string, on: readonly string[]): unknown => {
    const next = pathOf(value)
    if (next !== undefined) {
      const target = resolve(next, path, on)
      if (target?.type === UNPLACED) unplaced.add(path)
      return target?.value
    }
    if (Array.isArray(value)) return value.map(one => inside(one, path, on))
    return isNode(value) ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, inside(one, path, on)])) : value
  }
  const unknown: string[] = []
  const tokens = [...found.keys()].flatMap((path): Named[] => {
    const token = resolve(path, path, [])
    if (!token) return []
    const type = (token.type === undefined || (token.type === 'string' && isFamily(path)) ? guessed(token.value, path) : token.type) as TokenType | undefined
    if (!type || !TYPES.includes(type)) {
      unknown.push(path)
      return []
    }
    if (textOf(type, token.value) === undefined) {
      // A stroke of dashes is right in the format, and no style of a line in CSS.
      if (type === 'strokeStyle' && isNode(token.value)) unknown.push(path)
      else
        tell(path, isNode(token.value) && token.value.unit !== undefined && type === 'dimension' ? 'A length is in px or rem' : 'This is no value of this kind')
      return []
    }
    return [{ name: path, type, value: token.value }]
  })
  return { tokens, unknown }
}
const TYPES: readonly TokenType[] = ['color', 'dimension', 'number', 'fontFamily', 'fontWeight', 'strokeStyle', 'shadow']
/** Files from before the format often leave the kind to the name. */
function guessed(value: unknown, path: string): TokenType | undefined {
  if (isNode(value)) return 'colorSpace' in value ? 'color' : 'unit' in value ? 'dimension' : undefined
  if (typeof value !== 'string') return undefined
  if (textOf('color', value) !== undefined) return 'color'
  if (textOf('dimension', value) !== undefined) return 'dimension'
  return isFamily(path) ? 'fontFamily' : undefined
}
/** A text that is called like the letters of a page: Figma has no kind of its own for them. */
export const isFamily = (name: string) => words(name).some(word => FAMILY_WORDS.includes(word))
const FAMILY_WORDS = ['family', 'font', '字体']

/** Variables of Figma, as its interface answers them; the first mode of each collection unless the theme is dark and one is called so. */
export const isFigma = (file: unknown): file is Node => isNode(file) && isNode(variablesIn(file))
const variablesIn = (file: Node) => (isNode(file.meta) ? file.meta.variables : isNode(file.variableCollections) ? file.variables : undefined)

export function tokensInFigma(file: Node, isDark: boolean, tell: Tell): Named[] {
  const variables = variablesIn(file) as Record<string, unknown>
  const root = isNode(file.meta) ? 'meta.variables' : 'variables'
  const collections = (isNode(file.meta) ? file.meta.variableCollections : file.variableCollections) as Record<string, Node> | undefined
  const all = Object.keys(variables)
  if (all.length > MAX_TOKENS) {
    tell(root, 'No more than {limit} tokens', { limit: MAX_TOKENS })
    return []
  }
  const modeOf = ({ variableCollectionId }: Node): string | undefined => {
    const collection = isNode(collections) ? collections[String(variableCollectionId)] : undefined
    const modes = isNode(collection) && Array.isArray(collection.modes) ? (collection.modes as Node[]).filter(isNode) : []
    const dark = isDark ? modes.find(({ name }) => /dark/i.test(String(name))) : undefined
    return String(dark?.modeId ?? collection?.defaultModeId ?? modes[0]?.modeId ?? '')
  }
  const valueOf = (id: string, on: readonly string[]): unknown => {
    const at = `${root}.${on[0] ?? id}`
    if (on.includes(id)) return void tell(at, 'These tokens name each other in a circle: {names}', { names: [...on, id].join(' → ').slice(0, 300) })
    const variable = Object.hasOwn(variables, id) ? variables[id] : undefined
    // What another library holds is named here without its value.
    if (!isNode(variable)) return undefined
    const values = isNode(variable.valuesByMode) ? variable.valuesByMode : {}
    const mode = modeOf(variable)
    const value = mode !== undefined && Object.hasOwn(values, mode) ? values[mode] : Object.values(values)[0]
    if (isNode(value) && value.type === 'VARIABLE_ALIAS') return valueOf(String(value.id), [...on, id])
    if (value === undefined) tell(at, 'This is missing')
    return value
  }
  return all.flatMap((id): Named[] => {
    const variable = variables[id]
    if (!isNode(variable) || typeof variable.name !== 'string') {
      tell(`${root}.${id}`, 'This is no value of this kind')
      return []
    }
    // What another library holds has no value in this file.
    if (variable.remote === true && !isNode(variable.valuesByMode)) return []
    const value = valueOf(id, [])
    if (value === undefined) return []
    const name = variable.name.replaceAll('/', '.')
    const web = isNode(variable.codeSyntax) ? variable.codeSyntax.WEB : undefined
    const code = typeof web === 'string' ? { variable: /--[\w-]+/.exec(web)?.[0] } : {}
    const named = (type: TokenType, it: unknown): Named[] => [{ name, type, value: it, ...code }] as Named[]
    switch (variable.resolvedType) {
      case 'COLOR': {
        const { r, g, b, a = 1 } = (isNode(value) ? value : {}) as Record<string, unknown>
        if (![r, g, b, a].every(part => typeof part === 'number' && part >= 0 && part <= 1)) tell(`${root}.${id}`, 'This is no value of this kind')
        return named('color', { colorSpace: 'srgb', components: [r, g, b], alpha: a })
      }
      case 'FLOAT':
        if (typeof value !== 'number') tell(`${root}.${id}`, 'This is no value of this kind')
        return named('number', value)
      case 'STRING':
        if (typeof value !== 'string') tell(`${root}.${id}`, 'This is no value of this kind')
        return named('fontFamily', value)
      default:
        return []
    }
  })
}

export interface Taken {
  /** In the file. */
  from: string
  /** What it is here. */
  to: string
}
/** In small letters; of Chinese what stands between other signs is a word, whether it says that it is a colour or not. */
const words = (name: string) =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d\p{Script=Han}]+|(?<=\p{Script=Han})(?=[a-z\d])|(?<=[a-z\d])(?=\p{Script=Han})/u)
    .map(word => word.replace(/(?<=\p{Script=Han})颜?色$/u, ''))
    .filter(word => word && word !== '颜')
/** Words by which a colour is known; what is for texts, grounds or states is another one's. */
const MEANINGS: [group: string, wanted: string[]][] = [
  ['brand', ['brand', 'primary', 'accent', '品牌', '主题', '主', '主要', '强调']],
  ['error', ['error', 'danger', 'destructive', 'negative', 'critical', '错误', '失败', '危险']],
  ['warning', ['warning', 'caution', '警告', '警示']],
  ['success', ['success', 'positive', '成功']],
  ['info', ['info', 'information', '信息', '提示']],
  ['link', ['link', '链接', '超链接']],
]
const NOT_MAIN = new Set(
  (
    'on text foreground fg content background bg surface container border outline line icon stroke hover active pressed focus disabled subtle muted weak strong light dark soft contrast inverse secondary tertiary button input emphasis ring shadow visited ' +
    '文字 文本 字体 背景 底 边框 描边 线 图标 悬停 悬浮 按下 点击 激活 聚焦 禁用 浅 深 淡 弱 强 次 次要 辅助 按钮 阴影 已访问'
  ).split(' '),
)
const MIDDLE = ['500', '600', 'default', 'base', 'main', 'solid', 'primary', '5', '6', 'color', 'colour', 'colors', '默认', '主', '常规', '标准', '基础']

/** How well a name says that it is the main colour of a meaning; less is better. */
function rank(name: string, wanted: readonly string[]): number | undefined {
  const said = words(name)
  const at = said.findIndex(word => wanted.includes(word))
  if (at < 0 || said.some(word => NOT_MAIN.has(word))) return undefined
  const rest = said.slice(at + 1)
  if (rest.length > 1 || (rest[0] && !MIDDLE.includes(rest[0]))) return undefined
  return wanted.indexOf(said[at] ?? '') * 100 + (rest[0] ? MIDDLE.indexOf(rest[0]) + 1 : 0) + said.length / 10
}
const RADIUS_WORDS = ['radius', 'radii', 'rounded', 'rounding', 'corner', '圆角']
const RADIUS_SIZES: Record<string, number> = {
  none: 0,
  sm: 1,
  small: 1,
  s: 1,
  md: 2,
  medium: 2,
  m: 2,
  base: 2,
  default: 2,
  lg: 3,
  large: 3,
  l: 3,
  xl: 4,
  '2xl': 5,
  full: 6,
  round: 6,
  无: 0,
  小: 1,
  中: 2,
  默认: 2,
  大: 3,
  特大: 4,
  全: 6,
}

/** Shadows in the order of a theme's. */
const SHADOW_SIZES = ['none', 'sm', 'normal', 'md', 'lg', 'xl', '2xl']
/** Which size of letters is the usual one, and those around it. */
const FONT_SIZES: Record<string, number> = { base: 6, md: 6, sm: 7, lg: 5, xl: 4 }

/** Puts tokens into a theme: by our own names first, then by what they mean. */
export function withTokens(document: ThemeDocument, tokens: readonly Named[]): { document: ThemeDocument; taken: Taken[]; left: string[] } {
  const taken = new Map<string, Taken>()
  let now = document
  const used = (token: Named, to: string) => taken.set(token.name, { from: token.name, to })
  const solid = (token: Named) => {
    const color = readColor(textOf('color', token.value) ?? '')
    return color && hexOf(over(color, [1, 1, 1]))
  }

  // Meanings first: what has our own names says it step by step afterwards.
  const ourPath = new Map(PLACES.map(place => [place.path, place]))
  const ourVariable = new Map(PLACES.map(place => [place.variable, place]))
  const partOf = new Map(ENTRIES.map(entry => [entry.variable, entry]))
  const placeOf = ({ name, variable }: Named) => {
    const dashed = `--${name.replace(/^--/, '').replaceAll('.', '-')}`
    return ourPath.get(name) ?? ourVariable.get(variable ?? dashed) ?? ourVariable.get(dashed)
  }
  const entryOf = ({ name, variable }: Named) => partOf.get(variable ?? '') ?? partOf.get(`--${name.replace(/^--/, '').replaceAll('.', '-')}`)
  const others = tokens.filter(token => !placeOf(token) && !entryOf(token))
  for (const [name, wanted] of MEANINGS) {
    const best = others
      .filter(({ type }) => type === 'color')
      .flatMap(token => {
        const at = rank(token.name, wanted)
        return at === undefined ? [] : [{ token, at }]
      })
      .sort((a, b) => a.at - b.at)[0]?.token
    const color = best && solid(best)
    if (!best || !color) continue
    const group = groupsOf(now.global).find(one => one.group.token === `--colors-${name}-`)
    if (!group) continue
    now = name === 'brand' ? withBrand(now, color) : withValue(now, group.path, rescaled(group.group, color, now.config.isDark))
    used(best, group.group.label)
  }
  const family = others.find(
    ({ type, name }) =>
      type === 'fontFamily' && !words(name).some(word => /^(mono|code|serif|heading|display|title|标题|等宽|代码)/.test(word)) && isFamily(name),
  )
  const names =
    family &&
    (textOf('fontFamily', family.value) ?? '')
      .split(',')
      .map(name => name.trim())
      .filter(name => /^[\p{L}\p{N} '_-]{1,60}$/u.test(name))
  if (family && names?.length) {
    now = withValue(now, 'global.fonts.base.body', [...new Set([...names, ...now.global.fonts.base.body])].slice(0, 20))
    used(family, 'Base family')
  }
  for (const token of others) {
    const said = words(token.name)
    // One alone is that of all.
    const at = RADIUS_WORDS.includes(said.at(-1) ?? '') ? 2 : RADIUS_SIZES[said.at(-1) ?? '']
    const text = textOf('dimension', token.value)
    if (!said.some(word => RADIUS_WORDS.includes(word)) || at === undefined || !text || !/^\d{1,4}(\.\d{1,3})?(px|rem)$/.test(text)) continue
    now = withValue(now, `global.borders.radius.${at}.value`, text)
    used(token, now.global.borders.radius[at]?.label ?? '')
  }

  const pixels = (token: Named) => {
    const text = textOf('dimension', token.value) ?? ''
    return text.endsWith('rem') ? `${Number((parseFloat(text) * 16).toFixed(3))}px` : text
  }
  for (const token of others) {
    const said = words(token.name)
    const last = said.at(-1) ?? ''
    if (token.type === 'shadow') {
      const at = SHADOW_SIZES.indexOf(last === 'shadow' ? 'normal' : last)
      const layers = layersOf(token.value)
      const shadow = now.global.shadows[at]
      if (!said.includes('shadow') || !shadow || !layers?.length || layers.length > 6) continue
      now = withValue(now, `global.shadows.${at}.value`, layers)
      used(token, shadow.label)
    } else if (token.type === 'dimension' && said[0] === 'font' && said[1] === 'size' && said.length < 4) {
      const at = FONT_SIZES[said[2] ?? 'base']
      const text = pixels(token)
      if (at === undefined || !/^\d{2}(\.\d{1,3})?px$/.test(text) || parseFloat(text) < 12 || parseFloat(text) > 48) continue
      now = withValue(now, `global.fonts.size.${at}.value`, text)
      used(token, now.global.fonts.size[at]?.label ?? '')
    } else if (token.type === 'color' && said.length === 2 && said[0] === 'chart') {
      const at = Number(last) - 1
      const color = solid(token)
      if (!color || !now.global.colors.data[0]?.colors[at]) continue
      now = withValue(now, `global.colors.data.0.colors.${at}.value`, color)
      used(token, 'Data colours')
    }
  }

  for (const token of tokens) {
    const place = placeOf(token)
    const entry = place ? undefined : entryOf(token)
    if (place) {
      const type = place.type(textOf(token.type, token.value) ?? '')
      const value =
        type === 'shadow'
          ? layersOf(token.value)
          : type === 'color'
            ? solid(token)
            : textOf(type === 'number' && token.type === 'dimension' ? 'dimension' : type, token.value)
      if (value === undefined) continue
      now = withValue(now, place.at, value)
      used(token, place.variable)
    } else if (entry) {
      const text = textOf(token.type, token.value) ?? ''
      const type = typeOf(entry.kind, text)
      const value = type && textOf(type, token.value)
      if (value === undefined) continue
      now = withValue(now, entry.path, value)
      used(token, entry.variable)
    }
  }
  return { document: now, taken: [...taken.values()], left: tokens.filter(({ name }) => !taken.has(name)).map(({ name }) => name) }
}
