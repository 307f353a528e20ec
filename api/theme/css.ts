// A theme as a file of CSS for running apps: variables in light and dark, classes of its buttons, its own CSS. Nothing of it reaches the console.
import { readCustomCss } from './custom-css.ts'
import type { ThemeDocument } from './document.ts'
import { buttonClasses, themeVariables, type Variables } from './variables.ts'

/** Stands on the document while a page of a running app is shown in it, and at no other time. */
export const THEME_ATTRIBUTE = 'data-app-theme'
/** Stronger than what the console sets for itself. */
export const THEME_SCOPE = `:root:root[${THEME_ATTRIBUTE}]`
/** Raised when the same document gives other CSS: browsers keep these files for ever. */
export const ENGINE = 2

const block = (selector: string, variables: Variables, before = '') => {
  const lines = [...variables].map(([name, value]) => `${name}:${value}`)
  return lines.length || before ? `${selector}{${before}${lines.join(';')}}` : ''
}

export function themeCss(document: ThemeDocument, scope = THEME_SCOPE): string {
  const light = themeVariables(document, false)
  const dark = themeVariables(document, true)
  const difference: Variables = new Map([...dark].filter(([name, value]) => light.get(name) !== value))
  const parts = document.config.isDark ? [block(scope, light, 'color-scheme:dark;')] : [block(scope, light), block(`${scope}.is-dark`, difference)]
  return [...parts, buttonClasses(document, scope), readCustomCss(document.customStyle.style, scope).css].filter(Boolean).join('\n')
}
