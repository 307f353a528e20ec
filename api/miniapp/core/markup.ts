// Texts of pages may hold emphasis and new lines as markup; here they are only texts.
const EXPRESSION = /\$\{(?:[^{}]|\{[^{}]*\})*\}/g
const NAMES: Record<string, string> = { nbsp: '\u00a0', lt: '<', gt: '>', quot: '"', '#39': "'", '#x27': "'", amp: '&' }

/** A text outside of its expressions. */
export const outside = (template: string) => template.replace(EXPRESSION, '')

/** A template without markup. What its expressions say stays as it is: a row may hold `<b>` as a text. */
export function withoutMarkup(template: string): string {
  if (!/[<&]/.test(template)) return template
  const kept: string[] = []
  return template
    .replace(EXPRESSION, one => `\u0001${kept.push(one) - 1}\u0001`)
    .replace(/<br\s*\/?>|<\/(p|div|li|h[1-6]|pre)>/gi, '\n')
    .replace(/<\/?[a-z][a-z0-9]*(\s[^<>]*)?\/?>/gi, '')
    .replace(/&(nbsp|lt|gt|quot|#39|#x27|amp);/g, (_all, name: string) => NAMES[name] ?? '')
    .replace(/\n{2,}/g, '\n')
    .trim()
    .replace(/\u0001(\d+)\u0001/g, (_all, at: string) => kept[Number(at)] ?? '')
}
