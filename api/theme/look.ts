// The look that is shipped, as a sheet: what the shipped theme (base.json) says otherwise than amis' own sheet, and the colours of the console around it.
// `npm run gen` writes it; nothing of it is written by hand.
import { AROUND, BASE_DARK, BASE_GLOBAL, BASE_LIGHT, groupsOf } from './document.ts'
import { plainTokens, type Variables } from './variables.ts'

/** A list of letters of the reader's own system, which `--t-font` is. */
const OWN = new Set(['--fonts-base-family'])

const spaced = (value: string) => value.trim().replace(/\s+/g, ' ').toLowerCase()
/** Every value that a sheet has for a variable. */
export function valuesInSheet(text: string): Map<string, string[]> {
  const values = new Map<string, string[]>()
  for (const [, name = '', value = ''] of text.matchAll(/(?<![\w-])(--[\w-]+):\s*([^;}]+)/g)) values.set(name, [...(values.get(name) ?? []), spaced(value)])
  return values
}

const block = (selectors: string, variables: Readonly<Record<string, string>>, before: string) =>
  `${selectors} {\n  ${before}${Object.entries(variables)
    .map(([name, value]) => `${name}: ${value};`)
    .join('\n  ')}\n}\n`

/** `amis`: the sheet of amis (cxd). */
export function lookSheet(amis: string): string {
  const theirs = valuesInSheet(amis)
  const tokens: Variables = new Map([
    ...groupsOf(BASE_GLOBAL).flatMap(({ group }) => group.body.colors.map(({ token, color }) => [token, color] as const)),
    ...plainTokens(BASE_GLOBAL),
  ])
  const differs = ([name, value]: [string, string]) => !OWN.has(name) && theirs.has(name) && !theirs.get(name)?.includes(spaced(value))
  return [
    '/* Made from api/theme/base.json by `npm run gen`. */\n',
    block(':root', AROUND.light, 'color-scheme: light;\n  '),
    block(':root.is-dark', AROUND.dark, 'color-scheme: dark;\n  '),
    '/* amis resolves its variables at the root and at its own wrapper. */\n',
    block(':root,\n:root .AMISCSSWrapper', { ...Object.fromEntries([...tokens].filter(differs)), ...BASE_LIGHT }, ''),
    block(':root.is-dark,\n:root.is-dark .AMISCSSWrapper', BASE_DARK, ''),
  ].join('')
}
