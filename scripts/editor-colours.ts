// Colours of amis' editor as variables, since its sheet knows none but those of the light: each keeps what it was unless the dark gives its variable a value
// (schema-editor.css). Greys are told apart by what they are for and how light they are; the blues that mark something are one.

const COLOUR = /#[0-9a-f]{3}(?:[0-9a-f]{3})?\b|\bwhite\b|\bblack\b|rgba?\(([\d.]+),\s*([\d.]+),\s*([\d.]+)(?:,\s*([\d.]+))?\)/gi
const DECLARATION = /(?<=[{;\s])(color|fill|stroke|background(?:-color)?|border(?:-[a-z]+)*|box-shadow)(\s*:\s*)([^;{}]+)/g
const NAMES: Record<string, string> = { white: '#ffffff', black: '#000000' }

function partsOf(text: string, rgb: readonly (string | undefined)[]): [number, number, number, number] {
  if (text.startsWith('rgb')) return [Number(rgb[0]), Number(rgb[1]), Number(rgb[2]), rgb[3] === undefined ? 1 : Number(rgb[3])]
  const hex = (NAMES[text.toLowerCase()] ?? text).slice(1)
  const full = hex.length === 3 ? [...hex].map(one => one + one).join('') : hex
  const at = (from: number) => Number.parseInt(full.slice(from, from + 2), 16)
  return [at(0), at(2), at(4), 1]
}

/** The variable of a colour; undefined where it is as good in the dark. */
function variableOf(property: string, [red, green, blue, alpha]: readonly [number, number, number, number]): string | undefined {
  const light = (red + green + blue) / 7.65
  const spread = Math.max(red, green, blue) - Math.min(red, green, blue)
  const isText = property === 'color' || property === 'fill' || property === 'stroke'
  const isGrey = spread < (isText ? 24 : 12)
  const isSoftBlue = !isGrey && light > 85 && blue >= red
  if (property === 'box-shadow') return undefined
  if (isText) {
    if (!isGrey || light > 90) return undefined
    return light < 35 ? '--tes-ed-text-1' : light < 52 ? '--tes-ed-text-2' : '--tes-ed-text-3'
  }
  // What lies over something stays as it is.
  if (alpha < 0.9) return undefined
  if (property.startsWith('border')) return isGrey && light > 75 ? '--tes-ed-line' : isSoftBlue ? '--tes-ed-soft' : undefined
  if (isSoftBlue) return '--tes-ed-soft'
  if (!isGrey) return undefined
  return light > 99 ? '--tes-ed-panel' : light > 94 ? '--tes-ed-raised' : light > 78 ? '--tes-ed-hover' : undefined
}

export const withVariables = (css: string): string =>
  css.replace(DECLARATION, (_all, property: string, colon: string, value: string) => {
    const named = value.replace(COLOUR, (text: string, ...rgb: (string | undefined)[]) => {
      const variable = variableOf(property, partsOf(text, rgb))
      return variable ? `var(${variable}, ${text})` : text
    })
    return property + colon + named
  })
