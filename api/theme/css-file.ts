// A theme as a sheet for pages of plain amis, which have none of Tessera's own values below it: all tokens, and what differs at components.
import { readCustomCss } from './custom-css.ts'
import { BASE_GLOBAL, groupsOf, type ThemeDocument } from './document.ts'
import { buttonClasses, plainTokens, themeVariables, type Variables } from './variables.ts'

/** amis resolves its variables at the root and at its own wrapper. */
const ROOT = ':root:root'
const WRAPPER = ' .AMISCSSWrapper'
/** What is Tessera's alone. */
const isOurs = (name: string) => name.startsWith('--t-') || name === '--data-colors'

const block = (scope: string, variables: Variables, before = '') => {
  const lines = [...variables].filter(([name, value]) => !isOurs(name) && !value.includes('var(--t-')).map(([name, value]) => `  ${name}: ${value};`)
  return lines.length ? `${scope},\n${scope}${WRAPPER} {\n${before}${lines.join('\n')}\n}` : ''
}

export function cssFile(document: ThemeDocument): string {
  const { config, customStyle } = document
  const light: Variables = new Map([
    ...groupsOf(BASE_GLOBAL).flatMap(({ group }) => group.body.colors.map(({ token, color }) => [token, color] as const)),
    ...groupsOf(document.global).flatMap(({ group }) => group.body.colors.map(({ token, color }) => [token, color] as const)),
    ...plainTokens(document.global),
    ...themeVariables(document, config.isDark),
  ])
  const dark = config.isDark ? new Map<string, string>() : new Map([...themeVariables(document, true)].filter(([name, value]) => light.get(name) !== value))
  const name = config.name.replaceAll('*/', '')
  return `${[
    `/* ${name}: load it behind the sheet of amis (cxd).${dark.size ? ' Dark: the class is-dark on the root of the page.' : ''} */`,
    block(ROOT, light, config.isDark ? '  color-scheme: dark;\n' : ''),
    block(`${ROOT}.is-dark`, dark, '  color-scheme: dark;\n'),
    buttonClasses(document, ROOT),
    readCustomCss(customStyle.style, ROOT, '').css,
  ]
    .filter(Boolean)
    .join('\n\n')}\n`
}
