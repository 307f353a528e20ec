// Custom properties of a sheet of another system (shadcn, tweakcn, Tailwind 4) as tokens: those of its root, with the ones for dark over them where they are wanted.
import postcss, { type Container, type Root } from 'postcss'
import { cssColor } from './css-colors.ts'
import { isFamily, type Named } from './foreign-tokens.ts'
import type { Tell } from './token-file.ts'
import { textOf } from './token-values.ts'

const DEEPEST = 20
const LONGEST = 2000
const DARK = /\.dark\b|data-[\w-]+=["']?dark|prefers-color-scheme:\s*dark/
const LIGHT = /^(?::root|html|:host|body|\.light|\[data-[\w-]+=["']?light["']?\])+$/

/** A text that is CSS rather than JSON. */
export const isCss = (text: string) => /^\s*(?:\/\*|[@:.[\w])/.test(text) && /--[\w-]+\s*:/.test(text) && text.includes('{')

const isNode = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
/** An entry of a registry of shadcn, which is what tweakcn hands out by an address. */
export const isRegistry = (file: unknown): file is { cssVars: Record<string, unknown> } => isNode(file) && isNode(file.cssVars)
/** The same as the sheet that it stands for. */
export const cssOfRegistry = ({ cssVars }: { cssVars: Record<string, unknown> }): string =>
  Object.entries(cssVars)
    .filter((side): side is [string, Record<string, unknown>] => isNode(side[1]))
    .map(([side, values]) => {
      const said = Object.entries(values).filter(([name, value]) => /^[\w-]+$/.test(name) && typeof value === 'string' && !/[{};]/.test(value))
      return `${side === 'dark' ? '.dark' : ':root'} {${said.map(([name, value]) => `--${name}: ${String(value)};`).join('')}}`
    })
    .join('\n')

interface Sides {
  light: Map<string, string>
  dark: Map<string, string>
}
function sidesOf(root: Root): Sides {
  const sides: Sides = { light: new Map(), dark: new Map() }
  const walk = (container: Container, around: string, depth: number) => {
    for (const node of container.nodes ?? []) {
      if (node.type === 'decl' && node.prop.startsWith('--') && around) {
        const side = DARK.test(around) ? sides.dark : sides.light
        // What names itself for a tool, as Tailwind's own list does, is no other value.
        if (node.value.trim() !== `var(${node.prop})`) side.set(node.prop, node.value.trim())
      } else if (node.type === 'rule' && depth < DEEPEST) {
        const isDark = node.selectors.some(one => DARK.test(one))
        const isRoot = node.selectors.some(one => LIGHT.test(one.trim()))
        if (isDark || isRoot) walk(node, isDark ? `${around} .dark` : around || ':root', depth + 1)
      } else if (node.type === 'atrule' && node.nodes && depth < DEEPEST)
        walk(node as Container, node.name === 'theme' ? around || ':root' : DARK.test(node.params) ? `${around} .dark` : around, depth + 1)
    }
  }
  walk(root, '', 0)
  return sides
}

const BARE_HSL = /^-?[\d.]+(?:deg)?\s+[\d.]+%\s+[\d.]+%(?:\s*\/\s*[\d.]+%?)?$/
const LENGTH = /^-?(?:\d+\.?\d*|\.\d+)(?:px|rem)$|^0$/
/** Between layers, and between the parts of one: not within brackets. */
const LAYERS = /,(?![^(]*\))/
const PARTS = /\s+(?![^(]*\))/

const lengthOf = (text: string) => text.replace(/^(-?)\./, '$10.').replace(/\.(?=px|rem)/, '')
function colorOf(text: string): string | undefined {
  if (cssColor(text) || textOf('color', text) !== undefined) return text
  return BARE_HSL.test(text) ? `hsl(${text})` : undefined
}
function shadowOf(text: string): unknown {
  if (!/\d(?:px|rem)?\s+-?\d/.test(text)) return undefined
  const layers = text.split(LAYERS).map(layer => {
    const parts = layer.trim().split(PARTS)
    const inset = parts.includes('inset')
    const said = parts.filter(part => part !== 'inset')
    const lengths = said.filter(part => LENGTH.test(part)).map(part => (part === '0' ? '0px' : lengthOf(part)))
    const [offsetX, offsetY, blur = '0px', spread = '0px'] = lengths
    const rest = said.filter(part => !LENGTH.test(part))
    const color = rest.length === 1 ? colorOf(rest[0] as string) : undefined
    return lengths.length >= 2 && color ? { color, offsetX, offsetY, blur, spread, ...(inset && { inset }) } : undefined
  })
  return layers.every(Boolean) && textOf('shadow', layers) !== undefined ? layers : undefined
}

/** A value of CSS as a token's: by what it is, and by its name where that does not tell. */
export function tokenOfCss(name: string, text: string): Named | undefined {
  const color = colorOf(text)
  if (color !== undefined) return { name, type: 'color', value: color }
  if (LENGTH.test(text)) return { name, type: 'dimension', value: text === '0' ? '0px' : lengthOf(text) }
  const shadow = shadowOf(text)
  if (shadow) return { name, type: 'shadow', value: shadow }
  if (!isFamily(name) || !/[a-z]/i.test(text) || /[(){}<>]/.test(text)) return undefined
  return { name, type: 'fontFamily', value: text.split(',').map(one => one.trim().replace(/^(['"])(.*)\1$/, '$2')) }
}

/** `both`: there are values for light and for dark, and those of one are left aside. */
export function tokensInCss(text: string, isDark: boolean, tell: Tell): { tokens: Named[]; unknown: string[]; both: boolean } {
  let root: Root
  try {
    root = postcss.parse(text)
  } catch (error) {
    const { line = 1, column = 1 } = error as { line?: number; column?: number }
    tell('', 'This is no CSS: line {line}, column {column}', { line, column })
    return { tokens: [], unknown: [], both: false }
  }
  const { light, dark } = sidesOf(root)
  const said = new Map([...light, ...(isDark || !light.size ? dark : [])])
  /** Each worked out once: properties that name two others, twenty deep, would be written a million times. */
  const known = new Map<string, string>()
  const valueOf = (name: string, on: readonly string[]): string => {
    const done = known.get(name)
    if (done !== undefined) return done
    const value = (said.get(name) ?? '').replace(/var\(\s*(--[\w-]+)\s*(?:,([^()]*))?\)/g, (whole, used: string, fallback?: string) => {
      if (on.includes(used)) {
        tell(on[0] as string, 'These tokens name each other in a circle: {names}', { names: [...on, used].join(' → ').slice(0, 300) })
        return whole
      }
      return !said.has(used) || on.length > DEEPEST ? (fallback?.trim() ?? whole) : valueOf(used, [...on, used])
    })
    // No value of a token is longer.
    const short = value.length > LONGEST ? '' : value
    known.set(name, short)
    return short
  }
  const unknown: string[] = []
  const tokens = [...said.keys()].flatMap((name): Named[] => {
    const token = tokenOfCss(name.slice(2), valueOf(name, [name]))
    if (token) return [token]
    unknown.push(name)
    return []
  })
  return { tokens, unknown, both: light.size > 0 && dark.size > 0 }
}
