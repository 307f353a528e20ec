// A theme as CSS variables: only what differs from the shipped look, in light and in dark.
import { customButtons, entriesIn, valuesIn } from './components.ts'
import { contrastingFill, greysOf, hexOfLch, inDark, lchOf, scaleOf, sideOf, type GreyKind } from './color.ts'
import { BASE_DARK, BASE_GLOBAL, brandOf, groupsOf, SIZE_STEPS, STEPS, type ColorGroup, type ThemeDocument, type ThemeGlobal } from './document.ts'
import { mainOf } from './recolor.ts'

export type Variables = Map<string, string>

const layers = (value: ThemeGlobal['shadows'][number]['value']) =>
  // A browser takes nothing of a shadow whose blur is below 0.
  value
    .map(({ inset, x, y, blur, spread, color }) => `${inset ? 'inset ' : ''}${x} ${y} ${blur.startsWith('-') ? '0px' : blur} ${spread} ${color}`)
    .join(', ') || 'none'
export const sizeStep = ({ base, start }: ThemeGlobal['sizes'], i: number) => {
  const unit = /[a-z%]+$/.exec(start)?.[0] ?? 'rem'
  return `${Number((parseFloat(start) + i * base).toFixed(3))}${unit}`
}

/** Tokens of the document that are no colours. */
export function plainTokens(global: ThemeGlobal): Variables {
  const set: Variables = new Map()
  for (const list of [
    global.fonts.size,
    global.fonts.lineHeight,
    global.fonts.weight,
    global.borders.width,
    global.borders.style,
    global.borders.radius,
    global.sizes.size,
  ])
    for (const { token, value } of list) set.set(token, value)
  for (const { token, value } of global.shadows) set.set(token, layers(value))
  for (let i = 0; i < SIZE_STEPS; i++) set.set(`--sizes-base-${i + 1}`, sizeStep(global.sizes, i))
  set.set('--fonts-base-family', global.fonts.base.body.map(name => (/[^\w-]/.test(name) ? `'${name}'` : name)).join(', '))
  return set
}
const PLAIN_BASE = plainTokens(BASE_GLOBAL)

const colorsOf = (group: ColorGroup) => group.body.colors.map(({ token, color }) => [token, color] as const)
const shippedGroup = (token: string) => groupsOf(BASE_GLOBAL).find(({ group }) => group.token === token)?.group
const isChanged = (group: ColorGroup) => {
  const shipped = shippedGroup(group.token)
  return !shipped || group.body.colors.some(({ color }, i) => color.toLowerCase() !== shipped.body.colors[i]?.color.toLowerCase())
}
const isGrey = ({ token }: ColorGroup) => token.startsWith('--colors-neutral-')
const greyKind = ({ token }: ColorGroup): GreyKind => (token.includes('-fill-') ? 'fill' : token.includes('-line-') ? 'line' : 'text')

/** Button types whose text is white on a colour, and the group of that colour. */
const FILLED = { primary: 'brand', danger: 'error', success: 'success', warning: 'warning', info: 'info' } as const
const SIDES = ['top', 'right', 'bottom', 'left'] as const

/** What buttons are in dark: white text, on a colour that carries it. */
function darkButtons(set: Variables, main: (group: string) => string | undefined) {
  for (const [type, group] of Object.entries(FILLED)) {
    const color = main(group)
    if (!color) continue
    const fill = contrastingFill(color)
    const { l, c, h } = lchOf(fill)
    for (const [state, shown] of [
      ['default', fill],
      ['hover', hexOfLch({ l: l - 0.05, c, h })],
      ['active', hexOfLch({ l: l - 0.09, c, h })],
    ] as const) {
      set.set(`--button-${type}-${state}-font-color`, 'var(--colors-neutral-text-1)')
      set.set(`--button-${type}-${state}-bg-color`, shown)
      for (const side of SIDES) set.set(`--button-${type}-${state}-${side}-border-color`, shown)
    }
  }
}
/** What switches are in dark: the slider and the words beside it in the lightest grey. */
function darkSwitch(set: Variables) {
  for (const state of ['off', 'on']) {
    set.set(`--switch-default-${state}-slider-color`, 'var(--colors-neutral-fill-1)')
    set.set(`--switch-text-${state}-color`, 'var(--colors-neutral-text-1)')
  }
}

/** What the header and the menu around an app's pages read. */
function around(set: Variables, document: ThemeDocument, isDark: boolean, { brand, greys }: { brand: boolean; greys: boolean }) {
  const main = isDark ? inDark(brandOf(document)) : brandOf(document)
  const scale = scaleOf(brandOf(document), isDark)
  if (brand) {
    set.set('--t-brand', main)
    set.set('--t-brand-strong', scale[3] ?? main)
    set.set('--t-brand-soft', isDark ? (scale[9] ?? main) : (scale[9] ?? main))
  }
  if (!greys) return
  const of = (kind: GreyKind, step: number) => `var(--colors-neutral-${kind}-${step})`
  const { h, c } = lchOf(brandOf(document))
  set.set('--t-page', isDark ? hexOfLch({ l: 0.185, c: Math.min(0.012, c / 6), h }) : of('fill', 10))
  set.set('--t-panel', of('fill', 11))
  set.set('--t-raised', isDark ? of('fill', 10) : of('fill', 11))
  set.set('--t-hover', of('fill', 9))
  set.set('--t-line', of('line', 8))
  set.set('--t-line-strong', of('line', 7))
  set.set('--t-text', of('text', 2))
  set.set('--t-text-2', of('text', 4))
  set.set('--t-text-3', of('text', 5))
  set.set('--background', of('fill', 11))
  set.set('--Table-bg', of('fill', 11))
}

/** The variables that a theme sets in light, or in dark: nothing that is as it was shipped. */
export function themeVariables(document: ThemeDocument, isDark: boolean): Variables {
  const set: Variables = new Map()
  const { global, config } = document
  const groups = groupsOf(global).map(({ group }) => group)
  const changed = new Set(groups.filter(isChanged).map(({ token }) => token))
  const ownDark = config.isDark
  const brandChanged = changed.has(global.colors.brand.token) || ownDark
  const greysChanged = groups.some(group => isGrey(group) && changed.has(group.token)) || ownDark
  for (const group of groups) {
    if (ownDark) for (const [token, color] of colorsOf(group)) set.set(token, color)
    else if (!isDark) {
      const shipped = shippedGroup(group.token)
      for (const [i, [token, color]] of colorsOf(group).entries())
        if (color.toLowerCase() !== shipped?.body.colors[i]?.color.toLowerCase()) set.set(token, color)
    } else if (isGrey(group) ? greysChanged || brandChanged : changed.has(group.token)) {
      const colors = isGrey(group) ? greysOf(brandOf(document), greyKind(group), true) : scaleOf(mainOf(group), true)
      for (const [i, [token]] of colorsOf(group).entries()) set.set(token, colors[i] ?? '')
    }
    // What a group is called by its main colour.
    const name = `${group.token}main`
    if (!isGrey(group) && set.has(`${group.token}5`)) set.set(name, set.get(`${group.token}5`) ?? '')
  }
  const dark = isDark || ownDark
  for (const [variable, step] of Object.entries(STEPS)) {
    const group = groups.find(({ token }) => step.startsWith(`var(${token}`))
    if (ownDark || (group && (changed.has(group.token) || (isDark && isGrey(group) && (greysChanged || brandChanged))))) set.set(variable, step)
  }
  // Red buttons are shipped in a red of their own.
  if (!dark && changed.has('--colors-error-'))
    for (const [state, step] of Object.entries({ default: 5, hover: 6, active: 4 })) {
      set.set(`--button-danger-${state}-bg-color`, `var(--colors-error-${step})`)
      for (const side of SIDES) set.set(`--button-danger-${state}-${side}-border-color`, `var(--colors-error-${step})`)
    }
  around(set, document, dark, { brand: brandChanged, greys: dark ? greysChanged || brandChanged : greysChanged })
  if (dark && (brandChanged || changed.size)) {
    const main = (name: string) => {
      const group = groups.find(({ token }) => token === `--colors-${name}-`)
      return group && (ownDark || changed.has(group.token) || name === 'brand') ? mainOf(group) : undefined
    }
    darkButtons(set, main)
    darkSwitch(set)
  }
  // The shipped dark look has words of its own for links, which a theme of its own dark would miss in light.
  if (ownDark) for (const [token, value] of Object.entries(BASE_DARK)) if (!set.has(token)) set.set(token, value)

  for (const [token, value] of plainTokens(global)) if (PLAIN_BASE.get(token) !== value) set.set(token, value)
  if (set.has('--fonts-base-family')) {
    const family = set.get('--fonts-base-family') ?? ''
    set.set('--t-font', family)
    set.set('--fontFamilyBase', family)
  }
  const data = global.colors.data[0]?.colors.map(({ value }) => value)
  if (data && data.join() !== BASE_GLOBAL.colors.data[0]?.colors.map(({ value }) => value).join()) set.set('--data-colors', data.join(', '))

  const entries = entriesIn(document)
  for (const [path, value] of valuesIn(document).set) {
    const variable = entries.get(path)?.variable
    if (variable) set.set(variable, sideOf(value, dark))
  }
  return set
}

/** Classes of the types and sizes of buttons that an author has added. */
export function buttonClasses(document: ThemeDocument, scope: string): string {
  const sides = (what: string, from: string) => SIDES.map(side => `var(${from}${side}-border-${what})`).join(' ')
  return customButtons(document)
    .map(({ kind, token }) => {
      if (kind === 'size') {
        const at = `--button-size-${token}-`
        const corners = ['top-left', 'top-right', 'bottom-right', 'bottom-left'].map(corner => `var(${at}${corner}-border-radius)`).join(' ')
        const box = (what: string) => ['Top', 'Right', 'Bottom', 'Left'].map(side => `var(${at}${what}${side})`).join(' ')
        return `${scope} .cxd-Button--size-${token}{font-size:var(${at}fontSize);font-weight:var(${at}fontWeight);line-height:var(${at}lineHeight);height:var(${at}height);border-radius:${corners};padding:${box('padding')};margin:${box('margin')}}`
      }
      const rule = (state: string, when: string) => {
        const at = `--button-${token}-${state}-`
        return `${scope} .cxd-Button--${token}${when}{color:var(${at}font-color);background:var(${at}bg-color);box-shadow:var(${at}shadow);border-width:${sides('width', at)};border-style:${sides('style', at)};border-color:${sides('color', at)}}`
      }
      const works = ':not(:disabled):not(.is-disabled)'
      return rule('default', '') + rule('hover', `${works}:hover`) + rule('active', `${works}:hover:active`) + rule('disabled', ':is(:disabled,.is-disabled)')
    })
    .join('')
}
