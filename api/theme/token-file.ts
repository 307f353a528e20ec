// A theme as a file of Design Tokens (DTCG 2025.10), and back. What the format cannot say of a value (percentages, `auto`, dark sides) stands beside it
// in our own extension, which other tools keep.
import { entriesIn } from './components.ts'
import { sideOf } from './color.ts'
import { groupsOf, newTheme, SIZE_STEPS, type ColorGroup, type ComponentValues, type ThemeDocument, type ThemeGlobal } from './document.ts'
import { layersOf, shadowOf, textOf, typeOf, valueOf, type TokenType } from './token-values.ts'
import { sizeStep } from './variables.ts'

/** Our extension in the file. */
export const EXTENSION = 'dev.tessera'
const VERSION = 1

export type Node = { [name: string]: unknown }
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)
const REFERENCE = /^var\((--[\w-]+)\)$/
const last = (token: string) => token.slice(token.lastIndexOf('-') + 1)
const groupName = ({ token }: Pick<ColorGroup, 'token'>) => token.replace(/^--colors-/, '').replace(/-$/, '')

/** Where the tokens of a document are in the file; the same for each theme, since tokens are as they are shipped. */
interface Place {
  path: string
  variable: string
  type: (text: string) => TokenType
  /** In the document. */
  at: string
}
const LISTS = [
  ['font.size', 'fonts', 'size', 'fontSize'],
  ['font.line-height', 'fonts', 'lineHeight', 'lineHeight'],
  ['font.weight', 'fonts', 'weight', 'weight'],
  ['border.width', 'borders', 'width', 'lineWidth'],
  ['border.style', 'borders', 'style', 'lineStyle'],
  ['border.radius', 'borders', 'radius', 'radius'],
  ['size', 'sizes', 'size', 'length'],
] as const
const listOf = (global: ThemeGlobal, [, area, name]: (typeof LISTS)[number]) =>
  (global[area] as unknown as Record<string, { token: string; label: string; value: string }[]>)[name] ?? []

const SHIPPED = newTheme('-').global
export const PLACES: readonly Place[] = [
  ...groupsOf(SHIPPED).flatMap(({ group, path }) =>
    group.body.colors.map(({ token }, i) => ({
      path: `color.${groupName(group)}.${i + 1}`,
      variable: token,
      type: () => 'color' as const,
      at: `${path}.body.colors.${i}.color`,
    })),
  ),
  ...LISTS.flatMap(list => {
    const [path, area, name, kind] = list
    return listOf(SHIPPED, list).map(({ token }, i) => ({
      path: `${path}.${last(token)}`,
      variable: token,
      type: (text: string) => typeOf(kind, text) as TokenType,
      at: `global.${area}.${name}.${i}.value`,
    }))
  }),
  ...SHIPPED.shadows.map(({ token }, i) => ({
    path: `shadow.${last(token)}`,
    variable: token,
    type: () => 'shadow' as const,
    at: `global.shadows.${i}.value`,
  })),
]
const STEPS: readonly (readonly [path: string, variable: string])[] = Array.from(
  { length: SIZE_STEPS },
  (_, i) => [`size.step.${i + 1}`, `--sizes-base-${i + 1}`] as const,
)
export const VARIABLE_AT: ReadonlyMap<string, string> = new Map([...PLACES.map(({ path, variable }) => [path, variable] as const), ...STEPS])

const own = (values: object) => ({ $extensions: { [EXTENSION]: values } })
const ownOf = (node: unknown): Node => {
  const all = isNode(node) ? node.$extensions : undefined
  const ours = isNode(all) ? all[EXTENSION] : undefined
  return isNode(ours) ? ours : {}
}
const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** What the file has at a text; `exact` where the value alone would come back as another one. */
function tokenOf(type: TokenType, text: string, pathOf: ReadonlyMap<string, string>): Node | undefined {
  const light = sideOf(text, false)
  const variable = REFERENCE.exec(light)?.[1]
  const path = variable && pathOf.get(variable)
  const value = path ? `{${path}}` : valueOf(type, light)
  if (value === undefined) return undefined
  const isExact = light === text && (path ? true : textOf(type, value) === text)
  return { $type: type, $value: value, ...(isExact ? {} : own({ text })) }
}

export function toTokenFile(document: ThemeDocument): Node {
  const { config, global, component, customStyle } = document
  const pathOf = new Map<string, string>()
  const put = (root: Node, name: string, type: TokenType, text: string, label: string, whole: string, variable: string) => {
    const token = tokenOf(type, text, pathOf)
    if (token) pathOf.set(variable, whole)
    // A token has to have a value: what has none is told by its group.
    else root.$extensions = own({ ...(ownOf(root) as object), values: { ...(ownOf(root).values as object), [name]: { text, label } } }).$extensions
    if (token) root[name] = { ...token, $description: label }
  }

  const color: Node = {}
  for (const { group } of groupsOf(global)) {
    const { main, colors, common } = group.body
    const name = groupName(group)
    const steps: Node = { $description: group.label, ...own({ ...(main && { main }), uses: common.map(({ id }) => id) }) }
    colors.forEach((one, i) => put(steps, String(i + 1), 'color', one.color, one.label, `color.${name}.${i + 1}`, one.token))
    steps.use = Object.fromEntries(
      common.map(({ id, label, color: step, changeAll }) => [
        id,
        { $type: 'color', $value: `{color.${name}.${step + 1}}`, $description: label, ...(changeAll ? {} : own({ changeAll })) },
      ]),
    )
    color[name] = steps
  }
  color.data = {
    ...own({ sets: global.colors.data.map(({ token }) => token) }),
    ...Object.fromEntries(
      global.colors.data.map(({ token, label, custom, colors }) => {
        const set: Node = { $description: label, ...own({ custom }) }
        colors.forEach(({ value }, i) => (set[i + 1] = tokenOf('color', value, pathOf)))
        return [token, set]
      }),
    ),
  }

  const font: Node = { family: { $type: 'fontFamily', $value: global.fonts.base.body } }
  const border: Node = {}
  const size: Node = {}
  const areas: Record<string, Node> = { font, border, size }
  for (const list of LISTS) {
    const [path, , , kind] = list
    const [area = '', name] = path.split('.')
    const root = (name ? ((areas[area] as Node)[name] = {}) : areas[area]) as Node
    for (const { token, value, label } of listOf(global, list))
      put(root, last(token), typeOf(kind, value) as TokenType, value, label, `${path}.${last(token)}`, token)
  }
  size.start = tokenOf('dimension', global.sizes.start, pathOf)
  size.base = { $type: 'number', $value: global.sizes.base }
  size.step = {}
  STEPS.forEach(([path, variable], i) => put(size.step as Node, String(i + 1), 'dimension', sizeStep(global.sizes, i), String(i + 1), path, variable))
  const shadow: Node = {}
  for (const { token, label, value } of global.shadows) {
    const made = shadowOf(value)
    const name = last(token)
    if (made) {
      pathOf.set(token, `shadow.${name}`)
      shadow[name] = { $type: 'shadow', $value: made, $description: label, ...(same(layersOf(made), value) ? {} : own({ layers: value })) }
    } else shadow.$extensions = own({ values: { ...(ownOf(shadow).values as object), [name]: { layers: value, label } } }).$extensions
  }

  const kinds = entriesIn(document)
  const parts = (values: ComponentValues, path: string): Node => {
    const node: Node = {}
    const isAdded = values.custom === true && /^component\.button1\.(type|size)\.[^.]+$/.test(path)
    if (isAdded) Object.assign(node, { $description: String(values.label), ...own({ custom: true }) })
    for (const [name, value] of Object.entries(values)) {
      if (isAdded && (name === 'label' || name === 'custom')) continue
      if (typeof value === 'object') node[name] = parts(value, `${path}.${name}`)
      else if (typeof value === 'string') {
        const kind = kinds.get(`${path}.${name}`)?.kind
        const type = kind && typeOf(kind, sideOf(value, false))
        const token = type && tokenOf(type, value, pathOf)
        if (token) node[name] = token
        else node.$extensions = own({ ...ownOf(node), values: { ...(ownOf(node).values as object), [name]: value } }).$extensions
      }
    }
    return node
  }
  return {
    $schema: 'https://www.designtokens.org/schemas/2025.10/format.json',
    ...(config.description && { $description: config.description }),
    ...own({ theme: VERSION, config, style: customStyle.style }),
    color,
    font,
    border,
    size,
    shadow,
    component: parts(component, 'component'),
  }
}

/** A file with all groups of a theme, as this side of the product writes it. */
export const isOwnFile = (file: unknown): file is Node => isNode(file) && ownOf(file).theme === VERSION && isNode(file.color) && isNode(file.component)

/** Says what is wrong at a place of the file. */
export type Tell = (path: string, english: string, values?: Record<string, string | number>) => void

/** The text of a token: what the extension says, as long as it is still what the value was made of. */
function textIn(token: unknown, at: string, type: TokenType | undefined, tell: Tell, pathOf: ReadonlyMap<string, string>): string | undefined {
  if (!isNode(token) || !('$value' in token)) return void tell(at, 'This is missing')
  const { $value } = token
  const said = type ?? (token.$type as TokenType)
  const exact = ownOf(token).text
  if (typeof exact === 'string' && same(tokenOf(said, exact, pathOf)?.$value, $value)) return exact
  const path = typeof $value === 'string' ? /^\{([^{}]+)\}$/.exec($value)?.[1] : undefined
  if (path !== undefined) {
    const variable = VARIABLE_AT.get(path)
    if (!variable) tell(at, 'There is no token {name}', { name: path.slice(0, 100) })
    return variable && `var(${variable})`
  }
  const text = textOf(said, $value)
  if (text === undefined) tell(at, 'This is no value of this kind')
  return text
}

/** Reads what `toTokenFile` wrote, also after another tool has changed values in it. What is wrong is told; the answer counts only where nothing was. */
export function fromOwnFile(file: Node, tell: Tell): ThemeDocument {
  const theme = newTheme('-')
  const { config, style } = ownOf(file)
  const pathOf = new Map([...VARIABLE_AT].map(([path, variable]) => [variable, path]))
  const node = (from: unknown, path: string): Node => {
    const found = isNode(from) ? from[path.slice(path.lastIndexOf('.') + 1)] : undefined
    if (!isNode(found)) tell(path, 'This is missing')
    return isNode(found) ? found : {}
  }
  const label = (token: unknown) => (isNode(token) && typeof token.$description === 'string' ? token.$description : '')
  /** One token of a list: itself, or what its group keeps for it. */
  const one = (group: Node, path: string, type: (text: string) => TokenType) => {
    const name = path.slice(path.lastIndexOf('.') + 1)
    const kept = (ownOf(group).values as Record<string, Node> | undefined)?.[name]
    if (!isNode(group[name]) && isNode(kept)) return { text: String(kept.text), label: String(kept.label) }
    const said = isNode(group[name]) ? (group[name].$type as TokenType) : undefined
    return { text: textIn(group[name], path, said ?? type(''), tell, pathOf) ?? '', label: label(group[name]) }
  }

  const color = node(file, 'color')
  for (const { group } of groupsOf(theme.global)) {
    const path = `color.${groupName(group)}`
    const steps = node(color, path)
    group.label = label(steps)
    const { main, uses } = ownOf(steps)
    if (typeof main === 'string') group.body.main = main
    else delete group.body.main
    group.body.colors.forEach((step, i) => {
      const { text, label: name } = one(steps, `${path}.${i + 1}`, () => 'color')
      Object.assign(step, { color: text, label: name })
    })
    const named = node(steps, `${path}.use`)
    const ids = Array.isArray(uses) ? uses.map(String) : []
    group.body.common = [...new Set([...ids.filter(id => Object.hasOwn(named, id)), ...Object.keys(named).filter(id => !id.startsWith('$'))])].map(id => {
      const use = named[id]
      const step = /^\{color\.[\w-]+\.(\d+)\}$/.exec(String(isNode(use) ? use.$value : ''))?.[1]
      if (!step) tell(`${path}.use.${id}`, 'There is no such step')
      return { id, label: label(use), color: Number(step ?? 1) - 1, changeAll: ownOf(use).changeAll !== false }
    })
  }
  const data = node(color, 'color.data')
  const sets = Array.isArray(ownOf(data).sets) ? (ownOf(data).sets as unknown[]).map(String) : []
  theme.global.colors.data = [...new Set([...sets.filter(name => Object.hasOwn(data, name)), ...Object.keys(data).filter(name => !name.startsWith('$'))])].map(
    token => {
      const set = node(data, `color.data.${token}`)
      const steps = Object.keys(set).filter(name => !name.startsWith('$'))
      return {
        token,
        label: label(set),
        custom: ownOf(set).custom === true,
        colors: steps.map(step => ({ value: textIn(set[step], `color.data.${token}.${step}`, 'color', tell, pathOf) ?? '' })),
      }
    },
  )

  const font = node(file, 'font')
  const family = isNode(font.family) ? font.family.$value : undefined
  if (Array.isArray(family) || typeof family === 'string') theme.global.fonts.base.body = [family].flat()
  else tell('font.family', 'This is missing')
  const border = node(file, 'border')
  const size = node(file, 'size')
  const areas: Record<string, Node> = { font, border, size }
  for (const list of LISTS) {
    const [path, , , kind] = list
    const [area = '', name] = path.split('.')
    const group = name ? node(areas[area], path) : (areas[area] as Node)
    for (const item of listOf(theme.global, list)) {
      const { text, label: said } = one(group, `${path}.${last(item.token)}`, text => typeOf(kind, text) as TokenType)
      Object.assign(item, { value: text, label: said })
    }
  }
  theme.global.sizes.start = textIn(size.start, 'size.start', 'dimension', tell, pathOf) ?? ''
  theme.global.sizes.base = (isNode(size.base) ? size.base.$value : undefined) as (typeof theme)['global']['sizes']['base']
  const shadow = node(file, 'shadow')
  for (const item of theme.global.shadows) {
    const name = last(item.token)
    const token = shadow[name]
    const kept = (ownOf(shadow).values as Record<string, Node> | undefined)?.[name]
    if (!isNode(token) && isNode(kept)) Object.assign(item, { value: kept.layers, label: String(kept.label) })
    else {
      const value = isNode(token) ? token.$value : undefined
      const exact = ownOf(token).layers
      const layers = Array.isArray(exact) && same(shadowOf(exact), value) ? exact : layersOf(value)
      if (!layers) tell(`shadow.${name}`, token ? 'This is no value of this kind' : 'This is missing')
      Object.assign(item, { value: layers ?? [], label: label(token) })
    }
  }

  const parts = (from: Node, path: string): ComponentValues => {
    const values: ComponentValues = {}
    const { custom, values: kept } = ownOf(from)
    if (custom === true) Object.assign(values, { label: label(from), custom: true })
    for (const [name, inside] of Object.entries(from)) {
      if (name.startsWith('$')) continue
      const at = `${path}.${name}`
      if (name === '__proto__' || !isNode(inside)) tell(at, 'There is no such part or field')
      else if ('$value' in inside) values[name] = textIn(inside, at, undefined, tell, pathOf) ?? ''
      else values[name] = parts(inside, at)
    }
    for (const [name, text] of Object.entries(isNode(kept) ? kept : {}))
      if (name === '__proto__' || typeof text !== 'string') tell(`${path}.${name}`, 'This is no value of this kind')
      else values[name] ??= text
    return values
  }
  return {
    config: config as ThemeDocument['config'],
    global: theme.global,
    component: parts(node(file, 'component'), 'component') as ThemeDocument['component'],
    customStyle: { style: (style ?? '') as string },
  }
}
