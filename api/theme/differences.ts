// What one theme has that another has not, in words: one sentence for a scale that was made anew, one for each value else.
import { MAIN_STEP, scaleOf } from './color.ts'
import { customButtons, entriesIn, valuesIn, type Entry } from './components.ts'
import { groupsOf, type ColorGroup, type ShadowLayer, type ThemeDocument, type ThemeGlobal } from './document.ts'

export interface Difference {
  /** In the document. */
  path: string
  /** What it is, from the whole to the part; English words, but for labels of authors. */
  names: string[]
  /** Of a value at a component, whose part and field have words of their own. */
  entry?: Entry
  /** As it was and as it is; nothing for what was or is not there. */
  from: string | undefined
  to: string | undefined
}

const LISTS = [
  ['fonts', 'size', 'Font size'],
  ['fonts', 'lineHeight', 'Line height'],
  ['fonts', 'weight', 'Weight'],
  ['borders', 'width', 'Border width'],
  ['borders', 'style', 'Border style'],
  ['borders', 'radius', 'Radius'],
  ['sizes', 'size', 'Sizes'],
] as const
const itemsOf = (global: ThemeGlobal, [area, name]: (typeof LISTS)[number]) =>
  (global[area] as unknown as Record<string, { token: string; label: string; value: string }[]>)[name] ?? []
export const shadowText = (layers: readonly ShadowLayer[]) =>
  layers.map(({ inset, x, y, blur, spread, color }) => `${inset ? 'inset ' : ''}${x} ${y} ${blur} ${spread} ${color}`).join(', ') || 'none'
const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The colour that all steps are made from, where they are. */
function madeFrom({ body }: ColorGroup, isDark: boolean): string | undefined {
  const main = body.main ?? body.colors[MAIN_STEP]?.color
  if (!main) return undefined
  const scale = scaleOf(main, isDark)
  return body.colors.every(({ color }, i) => color.toLowerCase() === scale[i]?.toLowerCase()) ? main.toLowerCase() : undefined
}

export function differencesOf(before: ThemeDocument, after: ThemeDocument): Difference[] {
  const found: Difference[] = []
  const tell = (path: string, names: string[], from: string | undefined, to: string | undefined, entry?: Entry) => {
    if (from !== to) found.push({ path, names, from, to, ...(entry && { entry }) })
  }
  tell('config.name', ['Name'], before.config.name, after.config.name)
  tell('config.description', ['Description'], before.config.description, after.config.description)
  tell('config.isDark', ['Dark mode'], before.config.isDark ? 'On' : 'Off', after.config.isDark ? 'On' : 'Off')

  const groups = new Map(groupsOf(before.global).map(({ group }) => [group.token, group]))
  for (const { group, path } of groupsOf(after.global)) {
    const old = groups.get(group.token)
    if (!old || same(old, group)) continue
    tell(path, [group.label, 'Label'], old.label, group.label)
    const made = madeFrom(group, after.config.isDark)
    const main = old.body.main ?? old.body.colors[MAIN_STEP]?.color
    if (made && main && main.toLowerCase() !== made) tell(path, [group.label], main.toLowerCase(), made)
    else
      group.body.colors.forEach(({ color, label }, i) => {
        const step = old.body.colors[i]
        tell(`${path}.body.colors.${i}`, [group.label, String(i + 1)], step?.color.toLowerCase(), color.toLowerCase())
        tell(`${path}.body.colors.${i}`, [group.label, String(i + 1), 'Label'], step?.label, label)
      })
    const uses = new Map(old.body.common.map(use => [use.id, use]))
    group.body.common.forEach((use, i) => {
      const last = uses.get(use.id)
      tell(`${path}.body.common.${i}`, [group.label, use.label, 'Step'], last && String(last.color + 1), String(use.color + 1))
      if (last) tell(`${path}.body.common.${i}`, [group.label, use.label, 'Label'], last.label, use.label)
      uses.delete(use.id)
    })
    for (const use of uses.values()) tell(path, [group.label, use.label, 'Step'], String(use.color + 1), undefined)
  }
  const sets = new Map(before.global.colors.data.map(set => [set.token, set]))
  after.global.colors.data.forEach((set, i) => {
    const old = sets.get(set.token)
    const text = (of: typeof old) => of?.colors.map(({ value }) => value).join(', ')
    tell(`global.colors.data.${i}`, ['Data colours', set.label], text(old), text(set))
    if (old) tell(`global.colors.data.${i}`, ['Data colours', set.label, 'Label'], old.label, set.label)
    sets.delete(set.token)
  })
  for (const set of sets.values()) tell('global.colors.data', ['Data colours', set.label], set.colors.map(({ value }) => value).join(', '), undefined)

  tell('global.fonts.base', ['Base family'], before.global.fonts.base.body.join(', '), after.global.fonts.base.body.join(', '))
  for (const list of LISTS) {
    const old = itemsOf(before.global, list)
    itemsOf(after.global, list).forEach(({ label, value }, i) => {
      const path = `global.${list[0]}.${list[1]}.${i}`
      tell(path, [list[2], label], old[i]?.value, value)
      tell(path, [list[2], label, 'Label'], old[i]?.label, label)
    })
  }
  const scale = ({ sizes: { start, base } }: ThemeGlobal) => `${start} + ${base}`
  tell('global.sizes', ['Scale'], scale(before.global), scale(after.global))
  after.global.shadows.forEach(({ label, value }, i) => {
    const old = before.global.shadows[i]
    tell(`global.shadows.${i}`, ['Shadow', label], old && shadowText(old.value), shadowText(value))
    tell(`global.shadows.${i}`, ['Shadow', label, 'Label'], old?.label, label)
  })

  const buttons = new Map(customButtons(before).map(one => [`${one.kind}.${one.token}`, one]))
  for (const one of customButtons(after)) {
    const key = `${one.kind}.${one.token}`
    tell(`component.button1.${key}`, ['Button', one.token, 'Label'], buttons.get(key)?.label, one.label)
    buttons.delete(key)
  }
  for (const [key, one] of buttons) tell(`component.button1.${key}`, ['Button', one.token, 'Label'], one.label, undefined)
  const entries = new Map([...entriesIn(before), ...entriesIn(after)])
  const old = valuesIn(before).set
  const now = valuesIn(after).set
  for (const path of new Set([...now.keys(), ...old.keys()])) {
    const entry = entries.get(path)
    if (!entry) continue
    const { component, part, state, field, key } = entry
    tell(
      path,
      [component.label, part.label, ...(state && state !== 'default' ? [state] : []), field.name, ...(key ? [key] : [])],
      old.get(path),
      now.get(path),
      entry,
    )
  }
  const lines = ({ customStyle: { style } }: ThemeDocument) => (style.trim() ? style.split('\n') : [])
  if (before.customStyle.style !== after.customStyle.style) {
    const [gone, come] = [lines(before), lines(after)]
    const short = (list: string[], other: string[]) =>
      list
        .filter(line => line.trim() && !other.includes(line))
        .join(' ')
        .slice(0, 200) || undefined
    found.push({ path: 'customStyle.style', names: ['Custom code'], from: short(gone, come), to: short(come, gone) })
  }
  return found
}
