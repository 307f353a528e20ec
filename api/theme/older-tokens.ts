// Files of tokens as tools wrote them before the format, or beside it: names without a dollar, kinds of their own, sets that name each other without their own
// name. They become what the format says; what stays is as it was.
import type { Node } from './token-file.ts'

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
/** A text that is worked out from others: no tool but theirs knows how. */
const isWorkedOut = (value: unknown) => typeof value === 'string' && /\{[^{}]+\}/.test(value) && !/^\{[^{}]+\}$/.test(value)

/** Whether a file has tokens as they were written before the format. */
export const hasOlderTokens = (node: Node, depth = 0): boolean =>
  depth < 8 && (isOlder(node) || Object.values(node).some(inside => isNode(inside) && hasOlderTokens(inside, depth + 1)))

/** The file in the format, and names of what is worked out. */
export function inFormat(file: Node): { file: Node; left: string[] } {
  const left: string[] = []
  const token = (node: Node, path: string, kind: string | undefined): Node | undefined => {
    const value = '$value' in node ? node.$value : node.value
    if (isWorkedOut(value)) return void left.push(path)
    const { value: _value, type: _type, $type: _kind, $value: _own, ...rest } = node
    return { ...Object.fromEntries(Object.entries(rest).filter(([name]) => name.startsWith('$'))), ...(kind && { $type: kind }), $value: valueOf(value, kind) }
  }
  const walk = (node: Node, path: string, inherited: string | undefined, depth: number): Node | undefined => {
    const kind = kindOf(node.$type ?? (isOlder(node) ? node.type : undefined)) ?? inherited
    if ('$value' in node || isOlder(node)) return token(node, path, kind)
    if (depth > DEEPEST) return node
    const own = Object.entries(node).flatMap(([name, inside]): [string, unknown][] => {
      if (name === '$type') return [[name, kind]]
      if (!isNode(inside) || (name.startsWith('$') && name !== '$root')) return [[name, inside]]
      const made = walk(inside, path ? `${path}.${name}` : name, kind, depth + 1)
      return made ? [[name, made]] : []
    })
    return Object.fromEntries(own)
  }
  return { file: walk(withoutSets(file), '', undefined, 0) ?? {}, left }
}

/** Sets of Tokens Studio lie over each other in their order and name each other without the name of a set: one tree. */
function withoutSets(file: Node): Node {
  const order = isNode(file.$metadata) ? file.$metadata.tokenSetOrder : undefined
  const sets = Array.isArray(order) ? order.filter((name): name is string => typeof name === 'string' && isNode(file[name])) : []
  if (!sets.length) return file
  const merged = (one: unknown, other: unknown, depth: number): unknown =>
    isNode(one) && isNode(other) && !('$value' in other) && !isOlder(other) && depth < DEEPEST
      ? {
          ...one,
          ...Object.fromEntries(
            Object.entries(other).map(([name, value]) => [name, merged(Object.hasOwn(one, name) ? one[name] : undefined, value, depth + 1)]),
          ),
        }
      : other
  return sets.reduce<Node>((all, name) => merged(all, file[name], 0) as Node, {})
}
