// Colours of a picture or logo, the ones a brand is made of first: pixels gathered by how the eye sees them, greys and what is see-through aside. Pure.
import { hexOf, hexOfLch, lchOf } from './color.ts'

export interface PictureColor {
  color: string
  /** Of all that is coloured, from 0 to 1. */
  share: number
}
const MOST_PIXELS = 40_000
/** Less colourful than this is grey. */
const GREY = 0.035
const HUES = 36
const LEAST_SHARE = 0.02
const MOST = 6
/** One colour with this share of its neighbours is meant as it is. */
const FLAT = 0.2

/** `pixels`: red, green, blue and cover, from 0 to 255 each, as a canvas hands them out. */
export function colorsOfPicture(pixels: Uint8ClampedArray | readonly number[]): PictureColor[] {
  const count = pixels.length / 4
  const step = Math.max(1, Math.floor(count / MOST_PIXELS))
  // By hue and lightness; each keeps the weighted middle of what fell into it.
  const bins = new Map<number, { weight: number; pixels: number; l: number; x: number; y: number; exact: Map<number, number> }>()
  const known = new Map<number, { l: number; c: number; h: number }>()
  let total = 0
  for (let i = 0; i < count; i += step) {
    const at = i * 4
    if ((pixels[at + 3] ?? 0) < 128) continue
    const [r = 0, g = 0, b = 0] = [pixels[at], pixels[at + 1], pixels[at + 2]]
    // 32 shades of each part are as many as are told apart here.
    const key = ((r >> 3) << 10) | ((g >> 3) << 5) | (b >> 3)
    let lch = known.get(key)
    if (!lch) known.set(key, (lch = lchOf(hexOf([r / 255, g / 255, b / 255]))))
    if (lch.c < GREY) continue
    const hue = Math.floor((lch.h / 360) * HUES) % HUES
    const bin = hue * 4 + Math.min(3, Math.floor(lch.l * 4))
    const weight = Math.min(lch.c, 0.2)
    const radians = (lch.h * Math.PI) / 180
    const into = bins.get(bin) ?? { weight: 0, pixels: 0, l: 0, x: 0, y: 0, exact: new Map<number, number>() }
    const whole = (r << 16) | (g << 8) | b
    into.exact.set(whole, (into.exact.get(whole) ?? 0) + 1)
    into.pixels++
    into.weight += weight
    into.l += lch.l * weight
    into.x += Math.cos(radians) * lch.c * weight
    into.y += Math.sin(radians) * lch.c * weight
    bins.set(bin, into)
    total += weight
  }
  const found = [...bins.values()]
    .map(({ weight, pixels, l, x, y, exact }) => {
      const h = (Math.atan2(y, x) * 180) / Math.PI
      const middle = { l: l / weight, c: Math.hypot(x, y) / weight, h: h < 0 ? h + 360 : h }
      // A logo is flat: its own colour, without what its edges are softened with.
      const [whole, times] = [...exact].reduce((most, one) => (one[1] > most[1] ? one : most))
      return { weight, color: times > pixels * FLAT ? `#${whole.toString(16).padStart(6, '0')}` : hexOfLch(middle), ...middle }
    })
    .sort((a, b) => b.weight - a.weight)
  // Neighbours are shades of the same colour: the heavier one stands for both.
  const kept: typeof found = []
  for (const one of found) {
    const near = kept.find(other => Math.abs(((one.h - other.h + 540) % 360) - 180) < 24 && Math.abs(one.l - other.l) < 0.3)
    if (near) near.weight += one.weight
    else kept.push({ ...one })
  }
  return kept
    .sort((a, b) => b.weight - a.weight)
    .map(({ weight, color }) => ({ color, share: weight / total }))
    .filter(({ share }) => share >= LEAST_SHARE)
    .slice(0, MOST)
}
