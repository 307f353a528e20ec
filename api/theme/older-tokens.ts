// Files of tokens as tools wrote them before the format, or beside it: names without a dollar, kinds of their own, sets that name each other without their own
// name. They become what the format says; what stays is as it was.
import { UNPLACED } from './foreign-tokens.ts'
import type { Node } from './token-file.ts'
import { textOf, type TokenType } from './token-values.ts'

const DEEPEST = 20
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Kinds of Tokens Studio and of Style Dictionary, as the format calls them. */
const KINDS: Record<string, string> = {
  sizing: 'dimension',
  spacing: 'dimension',
  size: 'dimension',
  borderradius: 'dimension',
  borderwidth: 'dimension',
  fontsizes: 'dimension',
  fontsize: 'dimension',
  paragraphspacing: 'dimension',
  letterspacing: 'dimension',
  lineheights: 'dimension',
  fontfamilies: 'fontFamily',
  fontfamily: 'fontFamily',
  fontweights: 'fontWeight',
  fontweight: 'fontWeight',
  boxshadow: 'shadow',
  colour: 'color',
}
const kindOf = (kind: unknown) => (typeof kind === 'string' ? (KINDS[kind.toLowerCase()] ?? kind) : undefined)

const NUMBER = /^-?\d+(?:\.\d+)?$/
const length = (value: unknown) => (typeof value === 'string' && NUMBER.test(value.trim()) ? `${value.trim()}px` : value)
/** Their shadows have places of their own. */
function shadow(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shadow)
  if (!isNode(value) || 'offsetX' in value) return value
  const { color, x, y, blur, spread, type } = value
  return { color, offsetX: length(x), offsetY: length(y), blur: length(blur), spread: length(spread ?? '0'), ...(type === 'innerShadow' && { inset: true }) }
}
function valueOf(value: unknown, kind: string | undefined): unknown {
  // An alias of theirs may end in the name of the value.
  if (typeof value === 'string' && /^\{[^{}]+\}$/.test(value)) return value.replace(/\.value\}$/, '}')
  if (kind === 'dimension') return length(value)
  if (kind === 'fontWeight' && typeof value === 'string' && NUMBER.test(value)) return Number(value)
  if (kind === 'fontFamily' && typeof value === 'string')
    return value
      .split(',')
      .map(name => name.trim().replace(/^(['"])(.*)\1$/, '$2'))
      .filter(Boolean)
  return kind === 'shadow' ? shadow(value) : value
}

const isOlder = (node: Node) =>
  'value' in node && (typeof node.value !== 'object' || typeof node.type === 'string') && !Object.values(node).some(one => isNode(one) && 'value' in one)
const ALIAS = /^\{[^{}]+\}$/
/** A text that is worked out from others, wherever it stands in a value: no tool but theirs knows how. */
function isWorkedOut(value: unknown): boolean {
  if (typeof value === 'string') return /\{[^{}]+\}/.test(value) && !ALIAS.test(value.trim())
  if (Array.isArray(value)) return value.some(isWorkedOut)
  return isNode(value) && Object.values(value).some(isWorkedOut)
}
/** Tokens Studio has colours that another token is darkened to, or mixed with. */
const isModified = ({ $extensions: all }: Node) => isNode(all) && isNode(all['studio.tokens']) && isNode(all['studio.tokens'].modify)
const PLAIN: readonly TokenType[] = ['color', 'dimension', 'number', 'fontWeight']
/** Right where it is from, such as a line height of 150%, and no value of the format. */
const isBeyond = (value: unknown, kind: string | undefined) =>
  typeof value === 'string' && !ALIAS.test(value.trim()) && PLAIN.includes(kind as TokenType) && textOf(kind as TokenType, value) === undefined

/** Whether a file has tokens as they were written before the format. */
export const hasOlderTokens = (node: Node, depth = 0): boolean =>
  depth < 8 && (isOlder(node) || Object.values(node).some(inside => isNode(inside) && hasOlderTokens(inside, depth + 1)))

/** The file in the format; `isDark` chooses between sets of two sides. */
export function inFormat(file: Node, isDark: boolean): Node {
  const token = (node: Node, kind: string | undefined, isTheirs: boolean): Node => {
    const said = '$value' in node ? node.$value : node.value
    const { value: _value, type: _type, $type: _kind, $value: _own, ...rest } = node
    const value = valueOf(said, kind)
    const type = isWorkedOut(said) || isModified(node) || (isTheirs && isBeyond(value, kind)) ? UNPLACED : kind
    return { ...Object.fromEntries(Object.entries(rest).filter(([name]) => name.startsWith('$'))), ...(type && { $type: type }), $value: value }
  }
  const walk = (node: Node, inherited: string | undefined, isTheirs: boolean, depth: number): Node => {
    const said = node.$type ?? (isOlder(node) ? node.type : undefined)
    const kind = kindOf(said) ?? inherited
    const their = isTheirs || isOlder(node) || (typeof said === 'string' && said !== kind)
    if ('$value' in node || isOlder(node)) return token(node, kind, their)
    if (depth > DEEPEST) return node
    return Object.fromEntries(
      Object.entries(node).map(([name, inside]): [string, unknown] => {
        if (name === '$type') return [name, kind]
        return [name, isNode(inside) && (!name.startsWith('$') || name === '$root') ? walk(inside, kind, their, depth + 1) : inside]
      }),
    )
  }
  return walk(withoutSets(file, isDark), undefined, false, 0)
}

export const isDarkName = (name: string) => /(?:^|[^a-z])(?:dark|night)(?![a-z])|[暗深夜]色?/i.test(name.replace(/([a-z])([A-Z])/g, '$1 $2'))
/** Of what there is on two sides, the one that is asked for; of what there is on one alone, that. */
export function onSide<Of>(all: readonly Of[], nameOf: (one: Of) => string, isDark: boolean): Of[] {
  const [dark, light] = [all.filter(one => isDarkName(nameOf(one))), all.filter(one => !isDarkName(nameOf(one)))]
  return (isDark ? dark : light).length ? (isDark ? dark : light) : [...all]
}

/** Which sets a theme of Tokens Studio has on: of each group of themes the first one that is as light or as dark. */
function chosenSets(themes: unknown, isDark: boolean): Set<string> | undefined {
  const groups = new Map<string, Node[]>()
  for (const theme of Array.isArray(themes) ? themes : [])
    if (isNode(theme) && isNode(theme.selectedTokenSets)) {
      const group = String(theme.group ?? '')
      groups.set(group, [...(groups.get(group) ?? []), theme])
    }
  if (!groups.size) return undefined
  return new Set(
    [...groups.values()].flatMap(themes => {
      const [first] = onSide(themes, ({ name }) => String(name), isDark)
      return Object.entries(first?.selectedTokenSets as Node).flatMap(([name, state]) => (state === 'disabled' ? [] : [name]))
    }),
  )
}

/** Names of all aliases, without what stands behind the first dot. */
function firstNames(node: unknown, found = new Set<string>(), depth = 0): Set<string> {
  if (typeof node === 'string') for (const [, name = ''] of node.matchAll(/\{\s*([^{}.]+)[^{}]*\}/g)) found.add(name)
  else if (typeof node === 'object' && node !== null && depth < DEEPEST) for (const one of Object.values(node)) firstNames(one, found, depth + 1)
  return found
}

/** One tree over another; a token is replaced as a whole. */
export const merged = (one: unknown, other: unknown, depth: number): unknown =>
  isNode(one) && isNode(other) && !('$value' in other) && !isOlder(other) && depth < DEEPEST
    ? {
        ...one,
        ...Object.fromEntries(Object.entries(other).map(([name, value]) => [name, merged(Object.hasOwn(one, name) ? one[name] : undefined, value, depth + 1)])),
      }
    : other

/** Sets of Tokens Studio lie over each other in their order and name each other without the name of a set: one tree. */
function withoutSets(file: Node, isDark: boolean): Node {
  const order = isNode(file.$metadata) ? file.$metadata.tokenSetOrder : undefined
  const named = Object.keys(file).filter(name => !name.startsWith('$') && isNode(file[name]))
  const listed = Array.isArray(order) ? order.filter((name): name is string => typeof name === 'string' && isNode(file[name])) : []
  // Files without a list of them are known by what their aliases leave out.
  const isOfSets =
    listed.length ||
    Array.isArray(file.$themes) ||
    (hasOlderTokens(file) && [...firstNames(file)].some(name => !Object.hasOwn(file, name) && named.some(set => Object.hasOwn(file[set] as Node, name))))
  if (!isOfSets) return file
  const all = listed.length ? listed : named
  const chosen = chosenSets(file.$themes, isDark)
  const on = chosen && all.some(name => chosen.has(name)) ? all.filter(name => chosen.has(name)) : all
  // Without themes that choose, the other side would lie over this one.
  const across = (name: string) => name.toLowerCase().replace(isDark ? 'light' : 'dark', isDark ? 'dark' : 'light')
  const names = new Set(on.map(name => name.toLowerCase()))
  const sides = chosen ? on : on.filter(name => across(name) === name.toLowerCase() || !names.has(across(name)))
  return sides.reduce<Node>((all, name) => merged(all, file[name], 0) as Node, {})
}
