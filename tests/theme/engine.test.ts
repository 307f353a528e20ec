import { readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { checkTheme, MAX_VALUES } from '../../api/theme/check.ts'
import { apca, deltaE, hexOfLch, lchOf, MAIN_STEP, rgbOf, scaleOf, wcag } from '../../api/theme/color.ts'
import { BASE_VALUES, COMPONENT_GROUPS, COMPONENTS, ENTRIES, valuesIn } from '../../api/theme/components.ts'
import { findingsIn, pairsIn, repairedAll, worthIn } from '../../api/theme/contrast.ts'
import { THEME_SCOPE, themeCss } from '../../api/theme/css.ts'
import {
  AROUND,
  BASE_DARK,
  BASE_GLOBAL,
  BASE_LIGHT,
  groupsOf,
  newTheme,
  SIZE_BASES,
  systemUses,
  withValue,
  type ThemeDocument,
} from '../../api/theme/document.ts'
import { lookSheet, valuesInSheet } from '../../api/theme/look.ts'
import { READY_THEMES, readyTheme } from '../../api/theme/ready.ts'
import { mainOf, resetGroup, withBrand, withScheme } from '../../api/theme/recolor.ts'
import { themeVariables } from '../../api/theme/variables.ts'
import { random } from './random.ts'

const set = (path: string, value: unknown, from: ThemeDocument = newTheme('A')) => withValue(from, path, value)
const problems = (document: ThemeDocument) => checkTheme(document).map(({ path, english }) => [path, english])

describe('colours', () => {
  const next = random(7)
  const hex = () =>
    `#${Math.floor(next() * 0xffffff)
      .toString(16)
      .padStart(6, '0')}`

  test('survive OKLCH and back', () => {
    for (let i = 0; i < 500; i++) {
      const color = hex()
      expect(hexOfLch(lchOf(color))).toBe(color)
    }
  })
  // theme.DERIVED_STEPS
  test('ten steps of any colour are evenly apart on each side of it, and it is the fifth', () => {
    for (let i = 0; i < 300; i++)
      for (const isDark of [false, true]) {
        const color = hex()
        const scale = scaleOf(color, isDark)
        expect(scale).toHaveLength(10)
        if (!isDark) expect(scale[MAIN_STEP]).toBe(color)
        const light = scale.map(step => lchOf(step).l)
        const apart = light.slice(1).map((l, at) => l - (light[at] ?? 0))
        for (const side of [apart.slice(0, 4), apart.slice(4)]) {
          expect(Math.max(...side) - Math.min(...side)).toBeLessThan(0.012)
          for (const step of side) expect(isDark ? -step : step).toBeGreaterThan(-0.006)
        }
      }
  })
  test('contrast is what WCAG and APCA say of known pairs', () => {
    expect(wcag(rgbOf('#000000'), rgbOf('#ffffff'))).toBeCloseTo(21, 5)
    expect(wcag(rgbOf('#777777'), rgbOf('#ffffff'))).toBeCloseTo(4.48, 2)
    expect(apca(rgbOf('#888888'), rgbOf('#ffffff'))).toBeCloseTo(63.06, 1)
    expect(apca(rgbOf('#ffffff'), rgbOf('#888888'))).toBeCloseTo(-68.54, 1)
    expect(apca(rgbOf('#000000'), rgbOf('#aaaaaa'))).toBeCloseTo(58.15, 1)
  })
})

describe('a new theme', () => {
  test('changes nothing: it has no CSS and no problem', () => {
    expect(themeCss(newTheme('A'))).toBe('')
    expect(checkTheme(newTheme('A'))).toEqual([])
  })
  // theme.entity-theme, theme.entity-colors, theme.entity-fonts, theme.entity-borders, theme.entity-sizes, theme.entity-shadows
  test('has what the document names', () => {
    const { config, global } = newTheme('A')
    expect(config).toEqual({ name: 'A', description: '', isDark: false })
    expect(global.colors.brand.body.colors.map(({ token }) => token)).toEqual(Array.from({ length: 10 }, (_, i) => `--colors-brand-${i + 1}`))
    expect(global.colors.neutral.map(({ body }) => body.colors.length)).toEqual([11, 11, 11])
    // theme.system-colors, theme.SYSTEM_COLORS_NEUTRAL_TEXT, theme.SYSTEM_COLORS_OTHER
    expect(groupsOf(global).map(({ group }) => [systemUses(group), group.body.common.length])).toEqual(
      groupsOf(global).map(({ group }) => (group.token === '--colors-neutral-text-' ? [5, 5] : [4, 4])),
    )
    // theme.LINE_HEIGHT_ITEMS
    expect(global.fonts.lineHeight).toHaveLength(3)
    expect(global.shadows[1]?.value[0]).toEqual({ inset: false, x: '0px', y: '1px', blur: '2px', spread: '0px', color: 'rgba(0, 0, 0, 0.05)' })
    // theme.SIZE_BASE_CHOICES
    expect(SIZE_BASES).toEqual([0.125, 0.25, 0.5, 1, 2, 4, 6, 8])
  })
  test('begins with what amis and the console are drawn with', () => {
    const amis = readFileSync('node_modules/amis/lib/themes/cxd.css', 'utf8')
    const shipped = valuesInSheet(amis)
    const wrong = Object.entries(BASE_VALUES).filter(
      ([name, value]) => !(name in BASE_LIGHT) && !shipped.get(name)?.includes(value.trim().replace(/\s+/g, ' ').toLowerCase()),
    )
    expect(wrong).toEqual([])
    // The sheet is the shipped theme, in light and in dark; what no theme sets has no colour but that of a shadow.
    const look = valuesInSheet(lookSheet(amis))
    for (const said of [AROUND.light, AROUND.dark, BASE_LIGHT, BASE_DARK])
      for (const [name, value] of Object.entries(said)) expect(look.get(name)).toContain(value.trim().replace(/\s+/g, ' ').toLowerCase())
    expect(look.get('--fonts-size-7')).toEqual(['13px'])
    const rest = readFileSync('src/styles/tokens.css', 'utf8')
    expect(rest).toContain("@import '../../api/generated/look.css'")
    expect(rest.replace(/--t-shadow:[^;]*;/g, '')).not.toMatch(/#[0-9a-f]{3,8}\b|rgb\(/i)
  })
})

describe('CSS of a theme', () => {
  const green = withBrand(newTheme('A'), '#0f766e')
  test('names what differs alone, under the root of running apps, in light and in dark', () => {
    const css = themeCss(green)
    expect(css).toContain(`${THEME_SCOPE}{`)
    expect(css).toContain('--colors-brand-5:#0f766e')
    expect(css).not.toContain('--fonts-size')
    expect(css).not.toContain('--colors-error')
    for (const rule of css.split('\n')) expect(rule.startsWith(':root:root[data-app-theme]')).toBe(true)
  })
  test('is small', () => {
    let all = green
    for (const [i, { path, kind }] of ENTRIES.entries()) if (kind === 'color') all = withValue(all, path, `#${String(i).padStart(6, '0')}`)
    expect(brotliCompressSync(themeCss(all)).length).toBeLessThan(25_000)
  })
  test('every value of every component sets one variable of its own', () => {
    const variables = new Set(ENTRIES.map(({ variable }) => variable))
    expect(variables.size).toBe(ENTRIES.length)
    for (const { path, variable, kind } of ENTRIES.filter((_, i) => i % 7 === 0)) {
      const value = kind === 'color' ? '#123456' : 'var(--sizes-size-5)'
      expect([...themeVariables(set(path, value), false)]).toEqual([[variable, value]])
    }
  })
  // theme.SIZE_STEPS
  test('fifty sizes follow the start and the base', () => {
    const wide = set('global.sizes.base', 0.5, set('global.sizes.start', '4px'))
    const variables = themeVariables(wide, false)
    expect([variables.get('--sizes-base-1'), variables.get('--sizes-base-2'), variables.get('--sizes-base-50')]).toEqual(['4px', '4.5px', '28.5px'])
    expect(variables.has('--sizes-base-51')).toBe(false)
  })
  test('a value may be another one in dark', () => {
    const two = set('component.form.item.default.star.body.color', 'light-dark(#aa0000, #ff8888)')
    expect(checkTheme(two)).toEqual([])
    expect([false, true].map(isDark => themeVariables(two, isDark).get('--Form-item-star-color'))).toEqual(['#aa0000', '#ff8888'])
  })
  // theme.button-custom, theme.entity-button-type, theme.entity-button-size
  test('types and sizes of buttons that were added have classes', () => {
    const own = set('component.button1.type.sale', { label: 'Sale', custom: true, default: { body: { 'bg-color': '#aa0000' } } })
    expect(checkTheme(own)).toEqual([])
    expect(themeCss(own)).toContain('--button-sale-default-bg-color:#aa0000')
    expect(themeCss(own)).toContain('.cxd-Button--sale{color:var(--button-sale-default-font-color)')
    const size = set('component.button1.size.huge', { label: 'Huge', custom: true, body: { size: { height: '64px' } } })
    expect(checkTheme(size)).toEqual([])
    expect(themeCss(size)).toContain('--button-size-huge-height:64px')
  })
})

describe('recolouring', () => {
  test('links and information follow the brand while they are in its colour', () => {
    const { colors } = withBrand(newTheme('A'), '#0f766e').global
    expect(colors.functional.map(group => [group.token, mainOf(group)])).toContainEqual(['--colors-link-', '#0f766e'])
    expect(mainOf(colors.functional[0] as never)).toBe(mainOf(BASE_GLOBAL.colors.functional[0] as never))
  })
  // theme.dark-toggle
  test('dark makes the whole scheme anew from the brand, and light makes it as it was', () => {
    const light = newTheme('A')
    const dark = withScheme(light, true)
    expect(dark.config.isDark).toBe(true)
    expect(lchOf(dark.global.colors.neutral[1]?.body.colors[10]?.color ?? '').l).toBeLessThan(0.3)
    expect(withScheme(dark, false).global.colors.neutral).toEqual(light.global.colors.neutral)
  })
  // theme.dark-button, theme.dark-switch
  test('in dark, filled buttons and switches have the lightest grey as text', () => {
    const variables = themeVariables(withBrand(newTheme('A'), '#0f766e'), true)
    for (const state of ['default', 'hover', 'active']) expect(variables.get(`--button-primary-${state}-font-color`)).toBe('var(--colors-neutral-text-1)')
    expect(variables.get('--switch-default-on-slider-color')).toBe('var(--colors-neutral-fill-1)')
  })
  // theme.color-reset
  test('a group is reset to what its fifth step gives', () => {
    const theme = set('global.colors.brand.body.colors.0.color', '#ff0000', withBrand(newTheme('A'), '#0f766e'))
    expect(resetGroup(theme.global.colors.brand, theme)).toEqual(withBrand(newTheme('A'), '#0f766e').global.colors.brand)
  })
})

describe('what is refused', () => {
  const DIVIDER = 'component.divider.body.color'
  test.each([
    ['an unknown component', 'component.nothing.body.color', '#123456', 'There is no such part or field'],
    ['an unknown field', 'component.divider.body.glow', '#123456', 'There is no such part or field'],
    ['a list', 'component.divider', [1], 'This is no value of this kind'],
    ['a word for a colour', DIVIDER, 'loud', 'This is no value of this kind'],
    ['CSS behind a colour', DIVIDER, '#fff;}body{display:none', 'This is no value of this kind'],
    ['an address for a colour', DIVIDER, 'url(https://a.test)', 'This is no value of this kind'],
    ['a token that is none', DIVIDER, 'var(--nothing)', 'There is no token {name}'],
    ['itself', DIVIDER, 'var(--Divider-color)', 'These tokens name each other in a circle: {names}'],
  ])('%s', (_name, path, value, english) => {
    const found = problems(set(path, value))
    expect(found.map(([, text]) => text)).toContain(english)
    expect(found[0]?.[0]?.startsWith(path)).toBe(true)
  })
  test('tokens in a circle over several parts, each at its path', () => {
    const one = set('component.link.base.default.body.font.color', 'var(--link-onHover-color)')
    const two = set('component.link.base.hover.body.font.color', 'var(--link-color)', one)
    expect(problems(one)).toEqual([])
    expect(problems(two).map(([path]) => path)).toEqual(['component.link.base.default.body.font.color', 'component.link.base.hover.body.font.color'])
  })
  test('ten thousand tokens', () => {
    const many = { ...newTheme('A'), component: { x: Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`a${i}`, '#123456'])) } }
    expect(checkTheme(many)).toEqual([{ path: 'component', english: 'No more than {limit} values', values: { limit: MAX_VALUES } }])
  })
  // theme.token-readonly
  test('another token in the place of one that is shipped', () => {
    expect(problems(set('global.fonts.size.0.token', '--t-brand'))).toEqual([['global.fonts.size.0.token', 'Tokens cannot be changed']])
    expect(problems(set('global.colors.neutral.1.body.colors.2.token', 'color:red;--x'))).toEqual([
      ['global.colors.neutral.1.body.colors.2.token', 'Tokens cannot be changed'],
    ])
  })
  test('a use that comes with the system and is gone', () => {
    const theme = newTheme('A')
    theme.global.colors.brand.body.common.splice(0, 1)
    expect(problems(theme)).toEqual([['global.colors.brand.body.common', 'This use comes with the system: {id}']])
  })
  test('a button type under a name that is taken', () => {
    expect(problems(set('component.button1.type.primary', { label: 'x', custom: true }))[0]?.[0]).toBe('component.button1.type.primary')
  })
})

describe('descriptions of components', () => {
  // theme.COMPONENT_GROUPS
  test('are forty-one, each in a group, with samples and parts that are found in amis', () => {
    expect(COMPONENTS).toHaveLength(41)
    for (const { key, group, parts, samples } of COMPONENTS) {
      expect([key, COMPONENT_GROUPS.includes(group), parts.length > 0, samples.length > 0]).toEqual([key, true, true, true])
      for (const { fields } of parts) expect(fields.length).toBeGreaterThan(0)
    }
  })
  // theme.style-path, theme.button-states
  test('use the dotted paths of the document', () => {
    const paths = ENTRIES.map(({ path }) => path)
    for (const start of [
      'component.radio.base.default',
      'component.switch.size.sm.body',
      'component.alert.level.danger.body',
      'component.tag.model.normal.body',
      'component.tag.color.active.body',
      'component.status.color.fail.body',
      'component.dialog.size',
      'component.drawer.size',
      'component.progress.base.line',
      'component.inputRating',
      'component.inputRange.base',
      'component.inputRange.disabled',
      'component.inputRange.dot',
      'component.inputRange.marks.body',
      'component.inputRange.label.body',
      'component.inputTree.base.base',
      'component.inputTree.base.checkboxes',
      'component.tabs.simple',
      'component.link.base.hover.body',
      'component.select.base',
      'component.inputNumber.base.base',
      'component.button1.type.primary.hover.body',
    ])
      expect([start, paths.some(path => path.startsWith(`${start}.`))]).toEqual([start, true])
  })
})

describe('contrast', () => {
  test('of every text of every component is looked at, in light and in dark', () => {
    expect(new Set(pairsIn(newTheme('A')).map(({ component }) => component)).size).toBeGreaterThan(25)
    const { read } = worthIn(newTheme('A'), false)
    expect(
      pairsIn(newTheme('A'))
        .filter(({ text }) => !read(text))
        .map(({ text }) => text),
    ).toEqual([])
  })
  const next = random(3)
  const brands = [
    '#2468f2',
    '#facc15',
    '#ffffff',
    '#000000',
    ...Array.from(
      { length: 4 },
      () =>
        `#${Math.floor(next() * 0xffffff)
          .toString(16)
          .padStart(6, '0')}`,
    ),
  ]
  test.each(brands)('"repair all" leaves nothing below AA with the brand %s', brand => {
    for (const isDark of [false, true]) {
      const theme = withBrand(newTheme('A'), brand)
      const mended = repairedAll(isDark ? withScheme(theme, true) : theme)
      expect(findingsIn(mended)).toEqual([])
      expect(checkTheme(mended)).toEqual([])
    }
  })
  test('the shipped look and all ready themes have no text below AA, in light and in dark', () => {
    expect(findingsIn(newTheme('A'))).toEqual([])
    expect(READY_THEMES.length).toBeGreaterThanOrEqual(8)
    for (const { key } of READY_THEMES) expect([key, findingsIn(readyTheme(key))]).toEqual([key, []])
    expect(new Set(READY_THEMES.map(({ isDark }) => isDark === true)).size).toBe(2)
  })
  test('a repair moves as little as it can', () => {
    const pale = withBrand(newTheme('A'), '#facc15')
    expect(findingsIn(pale).length).toBeGreaterThan(10)
    for (const { repair, textColor, groundColor } of findingsIn(pale)) {
      expect(repair).toBeDefined()
      expect(repair?.change).toBeLessThanOrEqual(Math.max(deltaE(textColor, '#000000'), deltaE(textColor, '#ffffff'), deltaE(groundColor, '#000000')) + 0.01)
    }
    expect(valuesIn(repairedAll(pale)).set.size).toBeLessThan(120)
  })
})
