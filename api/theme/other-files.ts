// Files of other tools that are no tree of tokens: what the plug-in variables2json of Figma writes, tokens of antd, and documents that say how sets of tokens go
// together (the Resolver of DTCG 2025.10).
import { isFamily, MAX_TOKENS, type Named } from './foreign-tokens.ts'
import { tokenOfCss } from './css-tokens.ts'
import { isDarkName, merged, onSide } from './older-tokens.ts'
import type { Node, Tell } from './token-file.ts'

export interface Read {
  tokens: Named[]
  /** Names of what has no place in a theme. */
  unknown: string[]
  /** There are values for light and for dark, and those of one are left aside. */
  both: boolean
}
const DEEPEST = 20
const MAX_SOURCES = 2000
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)
const nodes = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : [])
const hasBoth = (names: readonly string[]) => names.some(isDarkName) && names.some(name => !isDarkName(name))

export const isVariables2Json = (file: unknown): file is Node =>
  isNode(file) && nodes(file.collections).some(({ modes }) => nodes(modes).some(mode => Array.isArray(mode.variables)))

export function tokensInVariables2Json(file: Node, isDark: boolean, tell: Tell): Read {
  const all = new Map<string, { name: string; variable: Node }>()
  const keyOf = (collection: unknown, name: unknown) => `${String(collection)}\n${String(name)}`
  let both = false
  for (const { name: collection, modes } of nodes(file.collections)) {
    const found = nodes(modes)
    both ||= hasBoth(found.map(({ name }) => String(name)))
    const [mode] = onSide(found, ({ name }) => String(name), isDark)
    for (const variable of nodes(mode?.variables)) {
      if (typeof variable.name !== 'string') tell(`collections.${String(collection)}`, 'This is no value of this kind')
      else all.set(keyOf(collection, variable.name), { name: variable.name.replaceAll('/', '.'), variable })
    }
  }
  if (all.size > MAX_TOKENS) {
    tell('collections', 'No more than {limit} tokens', { limit: MAX_TOKENS })
    return { tokens: [], unknown: [], both }
  }
  const known = new Map<string, unknown>()
  /** What a name stands for in the end; of many names in a row only so many are followed. */
  const followed = (key: string, on: readonly string[]): unknown => {
    const first = all.get(on[0] ?? key)?.name ?? key
    const one = all.get(key)
    if (on.includes(key)) {
      const names = [...on, key].map(step => all.get(step)?.name ?? step)
      return void tell(first, 'These tokens name each other in a circle: {names}', { names: names.join(' → ').slice(0, 300) })
    }
    if (!one) return void tell(first, 'There is no token {name}', { name: (key.split('\n')[1] ?? key).slice(0, 100) })
    const { value, isAlias } = one.variable
    if (isAlias !== true || !isNode(value)) return value
    return on.length > DEEPEST ? void tell(first, 'This is no value of this kind') : valueOf(keyOf(value.collection, value.name), [...on, key])
  }
  const valueOf = (key: string, on: readonly string[]): unknown => {
    if (!known.has(key)) known.set(key, followed(key, on))
    return known.get(key)
  }
  const unknown: string[] = []
  const tokens = [...all].flatMap(([key, { name, variable }]): Named[] => {
    const value = valueOf(key, [])
    if (value === undefined) return []
    const token = variableToken(name, String(variable.type), value)
    if (token) return [token]
    if (['color', 'number'].includes(String(variable.type))) tell(name, 'This is no value of this kind')
    else unknown.push(name)
    return []
  })
  return { tokens, unknown, both }
}
function variableToken(name: string, type: string, value: unknown): Named | undefined {
  if (type === 'color') return typeof value === 'string' ? tokenOfCss(name, value) : undefined
  if (type === 'number') return typeof value === 'number' ? { name, type: 'dimension', value: { value, unit: 'px' } } : undefined
  if (type === 'string') return typeof value === 'string' && isFamily(name) ? { name, type: 'fontFamily', value } : undefined
  if (type === 'effect' && isNode(value)) {
    const px = (number: unknown) => ({ value: typeof number === 'number' ? number : 0, unit: 'px' })
    const layers = nodes(value.effects).map(({ type: kind, color, offset, radius, spread }) => {
      const { r, g, b, a = 1 } = isNode(color) ? color : {}
      return {
        color: { colorSpace: 'srgb', components: [r, g, b], alpha: a },
        offsetX: px(isNode(offset) ? offset.x : 0),
        offsetY: px(isNode(offset) ? offset.y : 0),
        blur: px(radius),
        spread: px(spread),
        ...(kind === 'INNER_SHADOW' && { inset: true }),
      }
    })
    return layers.length ? { name, type: 'shadow', value: layers } : undefined
  }
  return undefined
}

const antdTokens = (file: Node): Node | undefined =>
  [file.token, file].filter(isNode).find(one => Object.keys(one).some(name => /^color(?:Primary|Success|Warning|Error|Info|Link)$/.test(name)))
export const isAntd = (file: unknown): file is Node => isNode(file) && !('$value' in file) && antdTokens(file) !== undefined

/** Lengths are numbers there, and so is what is none. */
const NO_LENGTH = /lineHeight|opacity|weight|motion|zIndex|screen|control.*Alpha|^sizePopup/i
export function tokensInAntd(file: Node): Read {
  const tokens: Named[] = []
  const unknown: string[] = []
  for (const [name, value] of Object.entries(antdTokens(file) ?? {})) {
    const token =
      typeof value === 'number' && !NO_LENGTH.test(name)
        ? ({ name, type: 'dimension', value: { value, unit: 'px' } } as const)
        : typeof value === 'string'
          ? tokenOfCss(name, value)
          : undefined
    if (token) tokens.push(token)
    else unknown.push(name)
  }
  for (const [component, values] of Object.entries(isNode(file.components) ? file.components : {}))
    for (const name of Object.keys(isNode(values) ? values : {})) unknown.push(`components.${component}.${name}`)
  return { tokens, unknown, both: false }
}

export const isResolver = (file: unknown): file is Node => isNode(file) && Array.isArray(file.resolutionOrder)

/** The tokens of a document that says how sets go together, laid over each other in its order; `others` has the texts of files that it names. */
export function treeOfResolver(file: Node, others: Readonly<Record<string, string>>, isDark: boolean, tell: Tell): { tree: Node; both: boolean } {
  let both = false
  /** Sources that were looked at: sets that each name another one twice would be a million. */
  let seen = 0
  const within = (from: unknown, pointer: string) =>
    pointer
      .split('/')
      .filter(Boolean)
      .map(step => step.replaceAll('~1', '/').replaceAll('~0', '~'))
      .reduce<unknown>((at, step) => (isNode(at) && Object.hasOwn(at, step) ? at[step] : undefined), from)
  const outside = (name: string): unknown => {
    const last = name.split('/').at(-1) ?? name
    const text = Object.hasOwn(others, last) ? others[last] : undefined
    if (text === undefined) return void tell(name, 'This file is named there: choose it together with this one')
    try {
      return JSON.parse(text.replace(/^\uFEFF/, ''))
    } catch {
      return void tell(name, 'This is no JSON')
    }
  }
  const source = (one: Node, at: string, on: readonly string[]): Node[] => {
    const ref = typeof one.$ref === 'string' ? one.$ref : undefined
    if (ref === undefined) return [one]
    if (++seen > MAX_SOURCES) {
      if (seen === MAX_SOURCES + 1) tell(at, 'No more than {limit} sets of tokens', { limit: MAX_SOURCES })
      return []
    }
    if (on.includes(ref) || on.length > DEEPEST) {
      tell(at, 'These tokens name each other in a circle: {names}', { names: [...on, ref].join(' → ').slice(0, 300) })
      return []
    }
    const [name = '', pointer = ''] = ref.split('#')
    const found = within(name ? outside(name) : file, pointer)
    if (!isNode(found)) {
      if (!name) tell(at, 'There is no token {name}', { name: ref.slice(0, 100) })
      return []
    }
    return parts(found, ref, [...on, ref])
  }
  /** What a set, a modifier or a file of tokens brings. */
  const parts = (one: Node, at: string, on: readonly string[]): Node[] => {
    if (Array.isArray(one.sources)) return nodes(one.sources).flatMap(inside => source(inside, at, on))
    if (!isNode(one.contexts)) return [one]
    const names = Object.keys(one.contexts)
    const isOfSides = hasBoth(names)
    both ||= isOfSides
    const usual = typeof one.default === 'string' && names.includes(one.default) ? one.default : names[0]
    const chosen = isOfSides ? onSide(names, name => name, isDark)[0] : usual
    return nodes(chosen === undefined ? [] : one.contexts[chosen]).flatMap(inside => source(inside, at, on))
  }
  const order = nodes(file.resolutionOrder).flatMap((one, i) =>
    '$ref' in one ? source(one, `resolutionOrder.${i}`, []) : parts(one, `resolutionOrder.${i}`, []),
  )
  return { tree: order.reduce<Node>((tree, one) => merged(tree, one, 0) as Node, {}), both }
}
