// A theme of amis' own editor: the same tokens in other brackets, and all values of all components, of which what differs is taken.
import { BASE_VALUES, builtInButtons, entriesIn } from './components.ts'
import { groupsOf, newTheme, withValue, type ShadowLayer, type ThemeDocument } from './document.ts'
import type { Node, Tell } from './token-file.ts'

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)
const at = (from: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((node, step) => (isNode(node) && Object.hasOwn(node, step) ? node[step] : undefined), from)

export const isAmisFile = (file: unknown): file is Node =>
  isNode(file) && isNode(file.config) && isNode(at(file, 'global.colors.func')) && Array.isArray(at(file, 'global.colors.func.body'))

const DEEPEST = 12
/** Variables that amis would write for its components: of what has a token and a body, by its own rules of names. */
function variablesOf(file: Node, tell: Tell): Map<string, { value: string; from: string }> {
  const found = new Map<string, { value: string; from: string }>()
  const set = (name: string, value: unknown, from: string) => {
    if (typeof value === 'string' || typeof value === 'number') found.set(name, { value: String(value), from })
  }
  const walk = (node: unknown, path: string, depth: number) => {
    if (depth > DEEPEST) return tell(path, 'Groups are nested too deep')
    if (Array.isArray(node)) return node.forEach((one, i) => walk(one, `${path}.${i}`, depth + 1))
    if (!isNode(node)) return
    if (typeof node.token === 'string' && isNode(node.body)) {
      for (const [key, value] of Object.entries(node.body)) {
        const from = `${path}.body.${key}`
        if (!isNode(value)) set(node.token + key, value, from)
        else {
          const kind = ['padding-and-margin', 'size', 'font', 'border'].find(one => key.includes(one))
          const stem = kind ? key.replace(kind, '') : ''
          for (const [inner, one] of Object.entries(value)) set(node.token + stem + inner, one, `${from}.${inner}`)
        }
      }
      return
    }
    for (const [name, inside] of Object.entries(node)) walk(inside, `${path}.${name}`, depth + 1)
  }
  walk(file.component, 'component', 0)
  return found
}

export function fromAmisFile(file: Node, tell: Tell): { document: ThemeDocument; left: string[] } {
  let theme = newTheme('-')
  const text = (path: string) => {
    const value = at(file, path)
    return typeof value === 'string' ? value : ''
  }
  theme.config = {
    name: text('config.name').slice(0, 50) || 'amis',
    description: text('config.description').slice(0, 500),
    isDark: at(file, 'config.isDark') === true,
  }

  const given = new Map<string, { group: Node; path: string }>()
  const note = (group: unknown, path: string) => isNode(group) && typeof group.token === 'string' && given.set(group.token, { group, path })
  note(at(file, 'global.colors.brand'), 'global.colors.brand')
  for (const kind of ['neutral', 'func']) {
    const list = at(file, `global.colors.${kind}.body`)
    if (!Array.isArray(list)) tell(`global.colors.${kind}.body`, 'This is missing')
    else list.forEach((group, i) => note(group, `global.colors.${kind}.body.${i}`))
  }
  for (const { group, path } of groupsOf(theme.global)) {
    const other = given.get(group.token)
    // Groups that amis' theme does not have stay as they are shipped.
    if (!other) continue
    const colors = at(other.group, 'body.colors')
    if (!Array.isArray(colors)) {
      tell(`${other.path}.body.colors`, 'This is missing')
      continue
    }
    const steps = group.body.colors.map((step, i) => {
      const color = at(colors[i], 'color')
      if (typeof color !== 'string' || !/^#[0-9a-f]{6}$/i.test(color))
        tell(`${other.path}.body.colors.${i}.color`, color === undefined ? 'This is missing' : 'This is no value of this kind')
      return { ...step, color: String(color) }
    })
    const fifth = steps[4]?.color
    theme = withValue(theme, `${path}.body.colors`, steps)
    if (group.body.main && fifth) theme = withValue(theme, `${path}.body.main`, fifth)
  }
  const data = at(file, 'global.colors.data.body')
  if (Array.isArray(data)) {
    for (const [i, set] of data.entries()) {
      const place = theme.global.colors.data.findIndex(({ token }) => token === at(set, 'token'))
      const colors = at(set, 'colors')
      if (place < 0 || !Array.isArray(colors)) continue
      const values = colors.map(one => ({ value: String(at(one, 'value')) }))
      values.forEach(({ value }, n) => /^#[0-9a-f]{6}$/i.test(value) || tell(`global.colors.data.body.${i}.colors.${n}.value`, 'This is no value of this kind'))
      theme = withValue(theme, `global.colors.data.${place}.colors`, values)
    }
  }

  const family = at(file, 'global.fonts.base.body')
  if (Array.isArray(family)) theme = withValue(theme, 'global.fonts.base.body', family.map(one => String(at(one, 'value') ?? one)).slice(0, 20))
  for (const [from, to] of [
    ['fonts.size', 'fonts.size'],
    ['fonts.lineHeight', 'fonts.lineHeight'],
    ['fonts.weight', 'fonts.weight'],
    ['borders.width', 'borders.width'],
    ['borders.style', 'borders.style'],
    ['borders.radius', 'borders.radius'],
    ['sizes.size', 'sizes.size'],
    ['shadows.shadow', 'shadows'],
  ] as const) {
    const list = at(file, `global.${from}.body`)
    if (!Array.isArray(list)) {
      tell(`global.${from}.body`, 'This is missing')
      continue
    }
    const items = at(theme, `global.${to}`) ?? (to.split('.').reduce<unknown>((node, step) => (node as Node)[step], theme.global) as unknown)
    ;(items as { token: string }[]).forEach(({ token }, i) => {
      const value = at(
        list.find(one => at(one, 'token') === token),
        'value',
      )
      if (value === undefined) return
      theme = withValue(theme, `global.${to}.${i}.value`, Array.isArray(value) ? (value as ShadowLayer[]) : String(value))
    })
  }
  const start = at(file, 'global.sizes.size.start')
  const base = at(file, 'global.sizes.size.base')
  if (typeof start === 'string') theme = withValue(theme, 'global.sizes.start', start)
  if (typeof base === 'number') theme = withValue(theme, 'global.sizes.base', base)

  for (const kind of ['type', 'size'] as const) {
    const list = at(file, `component.button1.${kind}`)
    for (const one of Array.isArray(list) ? list : [])
      if (at(one, 'custom') === true && typeof at(one, 'type') === 'string' && !builtInButtons(kind).includes(String(at(one, 'type'))))
        theme = withValue(theme, `component.button1.${kind}.${String(at(one, 'type'))}`, { label: String(at(one, 'label') ?? at(one, 'type')), custom: true })
  }
  const left: string[] = []
  const entries = new Map([...entriesIn(theme).values()].map(entry => [entry.variable, entry]))
  for (const [variable, { value, from }] of variablesOf(file, tell)) {
    const entry = entries.get(variable)
    if (!entry) left.push(from)
    else if (value && BASE_VALUES[variable] !== value) theme = withValue(theme, entry.path, value)
  }
  const style = at(file, 'customStyle.style')
  if (typeof style === 'string') theme = { ...theme, customStyle: { style } }
  return { document: theme, left }
}
