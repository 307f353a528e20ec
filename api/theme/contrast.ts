// Every text of a component over its ground, in each state, in light and in dark: how well it is read, and what would be read with the least change.
import { BASE_VALUES, COMPONENTS, entriesIn, partsIn, partPath, type Component, type Part } from './components.ts'
import { apca, deltaE, hexOf, nearestReadable, over, READABLE, readColor, wcag, type Cover, type Rgb } from './color.ts'
import { AROUND, BASE_DARK, BASE_GLOBAL, groupsOf, withValue, type ThemeDocument } from './document.ts'
import { themeVariables, type Variables } from './variables.ts'

/** A change of one value of a document that makes a text readable. */
export interface Repair {
  path: string
  /** The whole value, which says what it is in light and in dark where that differs. */
  value: string
  /** The colour that is then seen. */
  color: string
  /** How far it is from the one that is there. */
  change: number
}
export interface Pair {
  component: string
  part: string
  label: string
  state: string
  /** Of the text, in the document and as a variable. */
  path: string
  text: string
  ground: string
  /** Nothing of its own is behind it: it is read on the page as well as in a panel. */
  isBare: boolean
}
interface Worth {
  raw(variable: string): string | undefined
  read(variable: string): Cover | undefined
}
export interface Finding extends Pair {
  isDark: boolean
  textColor: string
  groundColor: string
  ratio: number
  apca: number
  /** The least change that helps, of the text or of what is behind it. */
  repair: Repair | undefined
}

const NO_TEXT = /icon|line|arrow|split|border|slider|star|between|separator|theme|before|after|delBtn|distance|round|track|expand|shadow/i
/** What is behind a text without a ground of its own: a panel, or the page itself. */
const PANEL_GROUND = '--colors-neutral-fill-11'
const PAGE_GROUND = '--t-page'

/** Text and ground of a part by what they are called: header-font and header-bg-color belong together. */
function pairsOfPart(component: Component, part: Part): Pair[] {
  const pairs: Pair[] = []
  for (const [state, token] of Object.entries(part.tokens)) {
    // What is switched off is exempt.
    if (state === 'disabled' || /disabled/i.test(part.path) || part.hasText === false) continue
    const variableOf = (stem: string, at = token) =>
      ['bg-color', 'bg', 'bgColor', 'linkBg'].map(name => `${at}${stem}${name}`).find(name => part.custom || name in BASE_VALUES)
    const texts = part.fields.flatMap(field => {
      if (NO_TEXT.test(field.name) || /bg/i.test(field.name) || /disabled/i.test(field.name)) return []
      if (field.kind === 'font' && field.keys?.includes('color'))
        return [{ variable: `${token}${field.stem ?? ''}color`, stem: field.stem ?? '', path: `${field.name}.color` }]
      if (field.kind === 'color' && /color$/i.test(field.name)) {
        return [{ variable: token + field.name, stem: field.name.replace(/(font-|text-)?color$/i, ''), path: field.name }]
      }
      return []
    })
    for (const { variable, stem, path } of texts) {
      if (!part.custom && !(variable in BASE_VALUES)) continue
      const own = part.ground?.[state] ?? variableOf(stem) ?? variableOf(stem, part.tokens.default ?? token) ?? (stem ? variableOf('') : undefined)
      pairs.push({
        component: component.key,
        part: part.path,
        label: part.label,
        state,
        path: `${partPath(component, part, state)}.${path}`,
        text: variable,
        ground: own ?? PANEL_GROUND,
        isBare: !own,
      })
    }
  }
  return pairs
}
export function pairsIn(document: ThemeDocument): Pair[] {
  const entries = entriesIn(document)
  const paths = new Map([...entries.values()].map(({ variable, path }) => [variable, path]))
  return COMPONENTS.flatMap(component =>
    partsIn(component, document).flatMap(part => [
      ...pairsOfPart(component, part),
      ...(part.pairs ?? []).map(({ text, ground }) => ({
        component: component.key,
        part: part.path,
        label: part.label,
        state: '',
        path: paths.get(text) ?? '',
        text,
        ground,
        isBare: false,
      })),
    ]),
  )
}

const SHIPPED: Variables = new Map(groupsOf(BASE_GLOBAL).flatMap(({ group }) => group.body.colors.map(({ token, color }) => [token, color] as const)))

/** What variables are worth in a theme. */
export function worthIn(document: ThemeDocument, isDark: boolean): Worth {
  const own = themeVariables(document, isDark)
  const dark = isDark && !document.config.isDark
  const raw = (name: string) =>
    own.get(name) ?? (dark ? BASE_DARK[name] : undefined) ?? SHIPPED.get(name) ?? BASE_VALUES[name] ?? AROUND[dark ? 'dark' : 'light'][name]
  const read = (name: string, depth = 0): Cover | undefined => {
    const value = raw(name)?.trim()
    if (!value || depth > 12) return undefined
    const reference = /^var\((--[\w-]+)\)$/.exec(value)?.[1]
    return reference ? read(reference, depth + 1) : readColor(value)
  }
  return { raw, read: name => read(name) }
}

/** The value at a path with another colour in light or in dark, and what it was in the other. */
function valueWith(other: Worth | undefined, variable: string, color: string, isDark: boolean): string {
  if (!other) return color
  const raw = other.raw(variable) ?? color
  const kept = readColor(raw) || /^var\(--[\w-]+\)$/.test(raw) ? raw : color
  return isDark ? `light-dark(${kept}, ${color})` : `light-dark(${color}, ${kept})`
}

/** `textOnly`: what is behind a text stays as it is. */
export function findingsIn(document: ThemeDocument, { textOnly = false } = {}): Finding[] {
  const found: Finding[] = []
  const worth = [false, true].map(isDark => worthIn(document, isDark))
  const paths = new Map([...entriesIn(document).values()].map(({ variable, path }) => [variable, path]))
  const pairs = pairsIn(document)
  const grounds = new Map<string, Set<string>>()
  for (const { text, ground } of pairs) grounds.set(text, (grounds.get(text) ?? new Set()).add(ground))
  // What one of several grounds is moved to may leave no colour that is read on all of them.
  const isOnSeveral = ({ text }: Pair) => (grounds.get(text)?.size ?? 0) > 1
  for (const isDark of document.config.isDark ? [true] : [false, true]) {
    const { read } = worth[Number(isDark)] as Worth
    const other = document.config.isDark ? undefined : worth[Number(!isDark)]
    const panel: Rgb = read(PANEL_GROUND)?.rgb ?? [1, 1, 1]
    const page: Rgb = read(PAGE_GROUND)?.rgb ?? panel
    for (const pair of pairs) {
      const text = read(pair.text)
      const ground = read(pair.ground)
      if (!text || text.alpha === 0) continue
      const isBare = pair.isBare || !ground?.alpha
      const seen = [panel, ...(isBare ? [page] : [])].map(around => {
        const behind = ground && !(isBare && around === page) ? over(ground, around) : around
        const shown = over(text, behind)
        return { behind, shown, ratio: wcag(shown, behind) }
      })
      const { behind, shown, ratio } = seen.reduce((one, other) => (other.ratio < one.ratio ? other : one))
      if (ratio >= READABLE - 0.005) continue
      const choices = [
        { variable: pair.text, now: hexOf(shown), next: nearestReadable(hexOf(shown), behind, READABLE + 0.02) },
        {
          variable: pair.ground,
          now: hexOf(behind),
          next: !textOnly && ground?.alpha === 1 && !isOnSeveral(pair) ? nearestReadable(hexOf(behind), shown, READABLE + 0.02) : undefined,
        },
      ].flatMap(({ variable, now, next }) => {
        const path = paths.get(variable)
        return path && next ? [{ path, variable, color: next, change: deltaE(now, next) }] : []
      })
      const [best] = choices.sort((a, b) => a.change - b.change)
      found.push({
        ...pair,
        isDark,
        textColor: hexOf(shown),
        groundColor: hexOf(behind),
        ratio,
        apca: apca(shown, behind),
        repair: best && { path: best.path, color: best.color, change: best.change, value: valueWith(other, best.variable, best.color, isDark) },
      })
    }
  }
  return found
}

/** A document with a finding mended. */
export const repaired = (document: ThemeDocument, { repair }: Pick<Finding, 'repair'>): ThemeDocument =>
  repair ? withValue(document, repair.path, repair.value) : document

/** A document with all findings mended; what mends one may be another one's ground, so it is looked at again. */
export function repairedAll(document: ThemeDocument): ThemeDocument {
  let now = document
  for (let round = 0; round < 12; round++) {
    // Grounds that two texts pull in different ways are left alone in the end.
    const findings = findingsIn(now, { textOnly: round > 4 })
    if (!findings.length) break
    const done = new Set<string>()
    for (const finding of findings) {
      if (!finding.repair || done.has(finding.repair.path)) continue
      done.add(finding.repair.path)
      now = repaired(now, finding)
    }
  }
  return now
}
