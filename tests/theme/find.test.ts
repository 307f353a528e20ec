import { describe, expect, test } from 'vitest'
import { differencesOf } from '../../api/theme/differences.ts'
import { newTheme, withValue, type ThemeDocument } from '../../api/theme/document.ts'
import { findValue, usesOf, usesOfButton, withButtonRenamed } from '../../api/theme/find.ts'
import { colorsOfPicture } from '../../api/theme/picture.ts'
import { withBrand, withScheme } from '../../api/theme/recolor.ts'
import { randomTheme } from './random-theme.ts'

const DIVIDER = 'component.divider.body.color'
const set = (path: string, value: unknown, from: ThemeDocument = newTheme('A')) => withValue(from, path, value)
const short = (before: ThemeDocument, after: ThemeDocument) => differencesOf(before, after).map(({ names, from, to }) => [names.join(' '), from, to])

describe('differences', () => {
  test('of a theme to itself are none', () => {
    for (let seed = 1; seed < 20; seed++) expect(differencesOf(randomTheme(seed), randomTheme(seed))).toEqual([])
  })
  test('of a scale that was made anew are one sentence each', () => {
    expect(short(newTheme('A'), withBrand(newTheme('A'), '#0f766e')).slice(0, 5)).toEqual([
      ['Brand', '#2468f2', '#0f766e'],
      ['Link', '#1d5bdd', '#0f766e'],
      ['Information', '#2468f2', '#0f766e'],
      ['Other', '#2468f2', '#0f766e'],
      ['Data colours Default', expect.stringMatching(/^#2468f2, /), expect.stringMatching(/^#0f766e, /)],
    ])
  })
  test('name each value that is another one, comes or goes', () => {
    expect(short(newTheme('A'), set('global.colors.brand.body.colors.0.color', '#FF0000'))).toEqual([['Brand 1', '#001259', '#ff0000']])
    expect(short(newTheme('A'), set(DIVIDER, '#ff0000'))).toEqual([['Divider Default color', undefined, '#ff0000']])
    expect(short(set(DIVIDER, '#ff0000'), newTheme('A'))).toEqual([['Divider Default color', '#ff0000', undefined]])
    expect(short(newTheme('A'), set('global.fonts.size.6.value', '15px'))).toEqual([['Font size Body', '13px', '15px']])
    expect(short(newTheme('A'), set('global.sizes.base', 0.5))).toEqual([['Scale', '0.125rem + 0.125', '0.125rem + 0.5']])
    expect(short(newTheme('A'), set('customStyle', { style: '.a { color: red }' }))).toEqual([['Custom code', undefined, '.a { color: red }']])
    expect(short(newTheme('A'), withScheme(newTheme('A'), true))[0]).toEqual(['Dark mode', 'Off', 'On'])
  })
  test('of two themes are told whenever there are any', () => {
    for (let seed = 1; seed < 40; seed++) {
      const [one, other] = [randomTheme(seed), randomTheme(seed + 1000)]
      expect(differencesOf(one, other).length).toBeGreaterThan(0)
    }
  })
})

describe('searching', () => {
  test('finds a colour however it is written, in tokens, components, shadows and CSS', () => {
    const theme = set(DIVIDER, 'rgb(36, 104, 242)', { ...newTheme('A'), customStyle: { style: '.a {\n  color: #2468F2;\n}' } })
    const found = findValue(theme, '#2468F2').map(({ path }) => path)
    expect(found).toContain('global.colors.brand.body.colors.4')
    expect(found).toContain('global.colors.data.0')
    expect(found).toContain(DIVIDER)
    expect(found).toContain('customStyle.style')
    expect(findValue(theme, '#123456')).toEqual([])
  })
  test('finds sizes by their worth, and tokens by name', () => {
    expect(findValue(newTheme('A'), '13.0px').map(({ path }) => path)).toContain('global.fonts.size.6')
    expect(findValue(newTheme('A'), 'shadow-2xl').map(({ path }) => path)).toEqual(['global.shadows.6'])
    expect(findValue(newTheme('A'), '--colors-brand-5')[0]).toMatchObject({ path: 'global.colors.brand.body.colors.4', value: '#2468f2' })
  })
  test('tells what uses a token: steps of uses, values of the theme before those as shipped, and not what is called nearly so', () => {
    const theme = set(DIVIDER, 'var(--colors-brand-5)')
    const found = usesOf(theme, '--colors-brand-5')
    expect(found[0]).toMatchObject({ path: 'global.colors.brand.body.common.0' })
    expect(found[1]).toMatchObject({ path: DIVIDER })
    expect(found.some(({ isShipped }) => isShipped)).toBe(true)
    expect(usesOf(theme, '--colors-brand-').length).toBe(0)
  })
})

test('a type of buttons under another token takes all that names it along', () => {
  const theme: ThemeDocument = {
    ...set(
      DIVIDER,
      'var(--button-sale-default-bg-color)',
      set('component.button1.type.sale', { label: '--button-sale-', custom: true, default: { body: { 'bg-color': '#aa0000' } } }),
    ),
    customStyle: { style: '.cxd-Button--sale, .cxd-Button--sale-x { color: var(--button-sale-default-bg-color) }' },
  }
  const renamed = withButtonRenamed(theme, 'type', 'sale', 'offer')
  expect(renamed.component).toEqual({
    button1: { type: { offer: { label: '--button-sale-', custom: true, default: { body: { 'bg-color': '#aa0000' } } } } },
    divider: { body: { color: 'var(--button-offer-default-bg-color)' } },
  })
  expect(renamed.customStyle.style).toBe('.cxd-Button--offer, .cxd-Button--sale-x { color: var(--button-offer-default-bg-color) }')
  expect(withButtonRenamed(renamed, 'type', 'offer', 'sale')).toEqual(theme)
  expect(usesOfButton(theme, 'type', 'sale').map(({ path, value }) => [path, value])).toEqual([
    [DIVIDER, 'var(--button-sale-default-bg-color)'],
    ['customStyle.style', theme.customStyle.style],
  ])
  expect(usesOfButton(renamed, 'type', 'offer').length).toBe(2)
})
test('a type or size that begins as the one that is renamed stays as it is', () => {
  const own = (label: string) => ({ label, custom: true, default: { body: { 'bg-color': '#aa0000' } } })
  const theme: ThemeDocument = {
    ...set(
      DIVIDER,
      'var(--button-sale-x-default-bg-color)',
      set('component.button1', {
        type: { sale: own('Sale'), 'sale-x': own('Sale more') },
        size: { huge: { label: 'Huge', custom: true, body: { size: { height: '64px' } } } },
      }),
    ),
    customStyle: { style: '.a { color: var(--button-sale-x-hover-bg-color, var(--button-sale-hover-bg-color)); height: var(--button-size-huge-height) }' },
  }
  const renamed = withButtonRenamed(theme, 'type', 'sale', 'offer')
  expect(renamed.component.divider).toEqual(theme.component.divider)
  expect(renamed.customStyle.style).toBe(
    '.a { color: var(--button-sale-x-hover-bg-color, var(--button-offer-hover-bg-color)); height: var(--button-size-huge-height) }',
  )
  expect(usesOfButton(theme, 'type', 'sale').map(({ path }) => path)).toEqual(['customStyle.style'])
  expect(withButtonRenamed(theme, 'size', 'huge', 'vast').customStyle.style).toContain('height: var(--button-size-vast-height)')
  expect(usesOfButton(theme, 'size', 'huge').map(({ names }) => names)).toEqual([['Custom code', '1']])
})

describe('colours of a picture', () => {
  const picture = (parts: [color: [number, number, number, number], count: number][]) =>
    new Uint8ClampedArray(parts.flatMap(([color, count]) => Array.from({ length: count }, () => color)).flat())
  test('are what is coloured in it, most first; white, greys and what is see-through are none', () => {
    const found = colorsOfPicture(
      picture([
        [[255, 255, 255, 255], 5000],
        [[15, 118, 110, 255], 800],
        [[16, 119, 111, 255], 30],
        [[200, 30, 60, 255], 200],
        [[90, 92, 95, 255], 900],
        [[255, 0, 255, 10], 4000],
      ]),
    )
    expect(found.map(({ color }) => color)).toEqual(['#0f766e', '#c81e3c'])
    expect(found[0]?.share).toBeGreaterThan(0.5)
  })
  test('are none in a grey picture, or an empty one', () => {
    expect(colorsOfPicture(picture([[[128, 128, 128, 255], 100]]))).toEqual([])
    expect(colorsOfPicture([])).toEqual([])
  })
})
