// Two documents of a theme that come from one, put together value by value: by tokens, by steps of a scale, by the variables of components. Pure.
import { customButtons, entriesIn } from '../../../theme/components.ts'
import { brandOf, groupsOf, type ColorGroup, type ComponentValues, type ThemeDocument } from '../../../theme/document.ts'
import { isObject, mergeValues, same, type Decide, type Special } from './merge-values.ts'

type Scale = Pick<ColorGroup['body'], 'main' | 'colors'>
const scaleOf = (body: ColorGroup['body'] | undefined): Scale | undefined =>
  body && { ...(body.main !== undefined && { main: body.main }), colors: body.colors }
const isBody = (value: unknown): value is ColorGroup['body'] => isObject(value) && Array.isArray(value.colors) && Array.isArray(value.common)

const BRAND = ['global', 'colors', 'brand', 'body', 'colors']
export const isBrand = (at: readonly string[]) => same(at, BRAND)
/** One of the sides has another colour: steps of two of them make no scale. */
const isOtherScale = (old: Scale | undefined, ours: Scale | undefined, others: Scale | undefined) =>
  new Set([old?.main, ours?.main, others?.main]).size > 1 && !same(old, ours) && !same(old, others) && !same(ours, others)

type Sides = readonly [base: ThemeDocument | undefined, mine: ThemeDocument, theirs: ThemeDocument]
const sameColor = (a: unknown, b: string) => typeof a === 'string' && a.toLowerCase() === b.toLowerCase()
const mainIn = (value: unknown) => (isObject(value) ? (value.main ?? value.value) : value)

/** Tokens of the colours that both sides keep in the colour of their brand: links, information, the first colour of charts. */
export function followersOf(mine: ThemeDocument, theirs: ThemeDocument): string[] {
  const of = (document: ThemeDocument) =>
    new Set([
      ...groupsOf(document.global).flatMap(({ group, path }) =>
        !path.includes('.brand') && sameColor(group.body.main, brandOf(document)) ? [`${group.token}*`] : [],
      ),
      ...document.global.colors.data.flatMap(set => (set.colors.some(one => sameColor(one.value, brandOf(document))) ? [set.token] : [])),
    ])
  const others = of(theirs)
  return [...of(mine)].filter(token => others.has(token))
}

/** The brand is asked about once: what follows it on both sides goes as it does. */
function withBrand([base, mine, theirs]: Sides, decide: Decide): Decide {
  const [old, ours, others] = [base, mine, theirs].map(one => scaleOf(one?.global.colors.brand.body)) as [Scale | undefined, Scale, Scale]
  if (!isOtherScale(old, ours, others)) return decide
  const [own, other] = [brandOf(mine), brandOf(theirs)]
  let side: ReturnType<Decide> | undefined
  return (at, was, a, b) => {
    const follows = at[1] === 'colors' && sameColor(mainIn(a), own) && sameColor(mainIn(b), other)
    if (!follows && !isBrand(at)) return decide(at, was, a, b)
    return (side ??= decide(BRAND, old, ours, others))
  }
}

/** Values that make sense as a whole alone. */
const special: Special = (at, base, mine, theirs, decide) => {
  const path = at.join('.')
  const choose = (place = at, [old, ours, others] = [base, mine, theirs]) => (decide(place, old, ours, others) === 'theirs' ? others : ours)
  // Names of fonts stand for each other.
  if (path === 'global.fonts.base.body') return { value: choose() }
  // Colours for data are known by their place.
  if (/^global\.colors\.data\.[^.]+\.colors$/.test(path)) {
    const lists = [base, mine, theirs] as [unknown[], unknown[], unknown[]]
    if (lists.some(list => list?.length !== lists[1].length)) return { value: choose() }
    return { value: lists[1].map((_one, i) => mergeValues(lists[0][i], lists[1][i], lists[2][i], [...at, String(i)], decide)) }
  }
  // A scale is made of one colour: steps of two of them are none.
  if (isBody(mine) && isBody(theirs) && (base === undefined || isBody(base))) {
    const [old, ours, others] = [scaleOf(base), scaleOf(mine), scaleOf(theirs)]
    if (!isOtherScale(old, ours, others)) return undefined
    const common = mergeValues(base?.common, mine.common, theirs.common, [...at, 'common'], decide)
    return { value: { ...(choose([...at, 'colors'], [old, ours, others]) as Scale), common } }
  }
  return undefined
}

/** What is set at components, by its path. */
function leavesOf(component: Record<string, unknown>): Map<string, string | boolean> {
  const found = new Map<string, string | boolean>()
  const walk = (value: unknown, path: string) => {
    if (isObject(value)) for (const [key, one] of Object.entries(value)) walk(one, path ? `${path}.${key}` : key)
    else found.set(path, value as string | boolean)
  }
  walk(component, '')
  return found
}
function ofLeaves(leaves: ReadonlyMap<string, string | boolean>): ThemeDocument['component'] {
  const made: ComponentValues = {}
  for (const [path, value] of leaves) {
    const steps = path.split('.')
    const last = steps.pop() as string
    let at = made
    for (const step of steps) {
      if (!isObject(at[step])) at[step] = {}
      at = at[step] as ComponentValues
    }
    at[last] = value
  }
  return made as ThemeDocument['component']
}

export function mergeThemes(base: ThemeDocument | undefined, mine: ThemeDocument, theirs: ThemeDocument, ask: Decide): ThemeDocument {
  const decide = withBrand([base, mine, theirs], ask)
  const rest = (document: ThemeDocument | undefined) => document && { config: document.config, global: document.global, customStyle: document.customStyle }
  const merged = mergeValues(rest(base), rest(mine), rest(theirs), [], decide, special) as Omit<ThemeDocument, 'component'>
  const [old, ours, others] = [base?.component ?? {}, mine.component, theirs.component].map(leavesOf) as [Leaves, Leaves, Leaves]
  const leaves: Leaves = new Map()
  // In the order of one side, with what the other has besides.
  for (const path of new Set([...ours.keys(), ...others.keys()])) {
    const value = mergeValues(old.get(path), ours.get(path), others.get(path), ['component', ...path.split('.')], decide)
    if (value !== undefined) leaves.set(path, value as string | boolean)
  }
  return { config: merged.config, global: merged.global, component: ofLeaves(leaves), customStyle: merged.customStyle }
}
type Leaves = Map<string, string | boolean>

/** What a place in a theme is called: by its token, which is the same in every language. */
export function placeInTheme(at: readonly string[], documents: readonly ThemeDocument[]): string {
  const path = at.join('.')
  for (const document of documents) {
    const entry = new Map(entriesIn(document)).get(path)
    if (entry) return entry.variable
    if (customButtons(document).some(one => path.startsWith(`component.button1.${one.kind}.${one.token}`))) return at.slice(2).join(' · ')
  }
  if (path === 'customStyle.style') return 'CSS'
  const groups = documents.flatMap(document => groupsOf(document.global))
  const found = groups.find(({ group, path: place }) => at.includes(group.token) || path.startsWith(`${place}.`))
  if (found && at.at(-1) === 'colors') return `${found.group.token}*`
  return at.findLast(step => step.startsWith('--')) ?? at.filter(step => !['config', 'global', 'body'].includes(step)).join(' · ')
}
/** A value of a theme as it is shown beside the question. */
export function shownInTheme(value: unknown): unknown {
  if (!isObject(value)) return value
  if (Array.isArray(value.colors)) return value.main ?? (value.colors as { color?: string }[]).map(({ color }) => color).join(', ')
  return isObject(value.document) ? (value.document as unknown as ThemeDocument).config.name : value
}
