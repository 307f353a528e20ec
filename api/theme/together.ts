// All colours of a theme changed together: turned, made stronger or paler, lighter or deeper; a ready look put on; one by chance. Pure.
import { hexOfLch, lchOf } from './color.ts'
import { repairedAll } from './contrast.ts'
import { brandOf, type ColorGroup, type ThemeDocument } from './document.ts'
import { readyTheme } from './ready.ts'
import { rescaled, withBrand, withScheme } from './recolor.ts'

export interface Turn {
  /** Degrees round the circle of hues, from -180 to 180. */
  hue: number
  /** Colourfulness: 1 leaves it, 0 is grey. */
  strength: number
  /** Added to lightness, from -0.2 to 0.2. */
  light: number
}
export const NO_TURN: Turn = { hue: 0, strength: 1, light: 0 }

function turned(hex: string, { hue, strength, light }: Turn): string {
  if (!/^#[0-9a-f]{6}$/i.test(hex)) return hex
  const { l, c, h } = lchOf(hex)
  // Both ends stay where they are: white remains white.
  return hexOfLch({ l: l + light * 4 * l * (1 - l), c: c * strength, h: (h + hue + 360) % 360 })
}

function turnedGroup(group: ColorGroup, turn: Turn, isDark: boolean): ColorGroup {
  const { main, colors } = group.body
  // Greys keep their lightness, which texts are read by.
  if (main === undefined) return { ...group, body: { ...group.body, colors: colors.map(one => ({ ...one, color: turned(one.color, { ...turn, light: 0 }) })) } }
  const next = turned(main, turn)
  const made = rescaled(group, main, isDark).body.colors
  // A step that was set by hand is turned by itself; the others are made anew, evenly apart.
  const scale = rescaled(group, next, isDark)
  return {
    ...scale,
    body: {
      ...scale.body,
      colors: scale.body.colors.map((one, i) => (made[i]?.color === colors[i]?.color ? one : { ...one, color: turned(colors[i]?.color ?? one.color, turn) })),
    },
  }
}

export function withTurn(document: ThemeDocument, turn: Turn): ThemeDocument {
  if (turn.hue === 0 && turn.strength === 1 && turn.light === 0) return document
  const { colors } = document.global
  const { isDark } = document.config
  const group = (one: ColorGroup) => turnedGroup(one, turn, isDark)
  return {
    ...document,
    global: {
      ...document.global,
      colors: {
        brand: group(colors.brand),
        neutral: colors.neutral.map(group),
        functional: colors.functional.map(group),
        data: colors.data.map(set => ({ ...set, colors: set.colors.map(({ value }) => ({ value: turned(value, turn) })) })),
      },
    },
  }
}

/** Colours and corners of a ready theme; letters, sizes, components and the author's CSS stay, and every text is read well. */
export function withReadyLook(document: ThemeDocument, key: string): ThemeDocument {
  const { config, global } = readyTheme(key)
  return repairedAll({
    ...document,
    config: { ...document.config, isDark: config.isDark },
    global: { ...document.global, colors: global.colors, borders: { ...document.global.borders, radius: global.borders.radius } },
  })
}

const CORNERS: readonly (readonly [number, number, number])[] = [
  [0, 0, 2],
  [2, 3, 4],
  [3, 4, 6],
  [6, 8, 10],
  [8, 10, 14],
]
/** A brand by chance, as far from the one that is there as to be told apart, with corners of its own; `random` answers from 0 to 1. */
export function withChance(document: ThemeDocument, random: () => number): ThemeDocument {
  const { isDark } = document.config
  const before = lchOf(brandOf(document)).h
  const brand = hexOfLch({
    l: (isDark ? 0.66 : 0.46) + random() * 0.12,
    c: 0.07 + random() * 0.13,
    h: (before + 40 + random() * 280) % 360,
  })
  const corners = CORNERS[Math.floor(random() * CORNERS.length)] ?? [3, 4, 6]
  const { global } = document
  const radius = global.borders.radius.map((one, i) => (corners[i - 1] === undefined ? one : { ...one, value: `${corners[i - 1]}px` }))
  const shaped = { ...document, global: { ...global, borders: { ...global.borders, radius } } }
  return repairedAll(withScheme(withBrand(shaped, brand), isDark))
}
