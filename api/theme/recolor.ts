// Colours of a theme made anew from one: a scale from its main colour, the whole scheme from the brand and the choice of light or dark.
import { DEFAULT_COLOR, type ColorGroup, type ThemeDocument, BASE_GLOBAL, brandOf } from './document.ts'
import { greysOf, MAIN_STEP, scaleOf, type GreyKind } from './color.ts'

const withColors = (group: ColorGroup, colors: readonly string[]): ColorGroup => ({
  ...group,
  body: { ...group.body, colors: group.body.colors.map((one, i) => ({ ...one, color: colors[i] ?? one.color })) },
})
const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

/** The colour of a group that its scale is made from. */
export const mainOf = (group: ColorGroup) => group.body.main ?? group.body.colors[MAIN_STEP]?.color ?? DEFAULT_COLOR

/** A group with all steps made from one colour. */
export function rescaled(group: ColorGroup, main: string, isDark: boolean): ColorGroup {
  const { body, ...rest } = withColors(group, scaleOf(main, isDark))
  return { ...rest, body: { ...body, main: main.toLowerCase() } }
}

const kindOf = ({ token }: ColorGroup): GreyKind => (token.includes('-fill-') ? 'fill' : token.includes('-line-') ? 'line' : 'text')

/** Groups that follow the brand wherever they were the brand's colour. */
const FOLLOWS_BRAND = /-(link|info|other)-$/

/** The brand in another colour, with what stands for it elsewhere: links, information, the first of the data colours. */
export function withBrand(document: ThemeDocument, brand: string): ThemeDocument {
  const { isDark } = document.config
  const { colors } = document.global
  const before = brandOf(document)
  const follow = (group: ColorGroup) =>
    FOLLOWS_BRAND.test(group.token) && (same(mainOf(group), before) || isShipped(group)) ? rescaled(group, brand, isDark) : group
  return {
    ...document,
    global: {
      ...document.global,
      colors: {
        ...colors,
        brand: rescaled(colors.brand, brand, isDark),
        functional: colors.functional.map(follow),
        data: colors.data.map(set => ({ ...set, colors: set.colors.map((one, i) => (i === 0 && same(one.value, before) ? { value: brand } : one)) })),
      },
    },
  }
}

function isShipped(group: ColorGroup): boolean {
  const shipped = BASE_GLOBAL.colors.functional.find(({ token }) => token === group.token)
  return !!shipped && same(mainOf(shipped), mainOf(group))
}

/** The whole scheme made anew from the brand, light or dark. */
export function withScheme(document: ThemeDocument, isDark: boolean): ThemeDocument {
  const { colors } = document.global
  const brand = brandOf(document)
  // What was light before is the shipped greys, where the brand is the shipped one too.
  const isShippedBrand = !isDark && same(brand, DEFAULT_COLOR)
  const grey = (group: ColorGroup, i: number) =>
    isShippedBrand ? (BASE_GLOBAL.colors.neutral[i] ?? group) : withColors(group, greysOf(brand, kindOf(group), isDark))
  return {
    ...document,
    config: { ...document.config, isDark },
    global: {
      ...document.global,
      colors: {
        brand: rescaled(colors.brand, brand, isDark),
        neutral: colors.neutral.map((group, i) => ({ ...grey(group, i), label: group.label })),
        functional: colors.functional.map(group => rescaled(group, mainOf(group), isDark)),
        data: colors.data,
      },
    },
  }
}

/** A group as it is made from its own fifth step: what was set by hand at the others goes. */
export const resetGroup = (group: ColorGroup, document: ThemeDocument): ColorGroup =>
  group.token.startsWith('--colors-neutral-')
    ? withColors(group, greysOf(brandOf(document), kindOf(group), document.config.isDark))
    : rescaled(group, mainOf(group), document.config.isDark)
