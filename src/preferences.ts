// Language and theme: kept in cookies, so that the server writes them on the page and nothing flashes.
import { boot, type ThemeChoice } from './boot.ts'
import type { Locale } from '../api/messages.ts'
import { createStore } from './store.ts'

export const locale = createStore<Locale>(boot.locale)
/** Languages that the reader of a running app wants its texts in, as Accept-Language says it; empty outside of one. */
export const appLanguages = createStore('')
/** The one language that a running app is shown in, once its answer has told it; none where the app has one language. */
export const appLanguage = (): string | undefined => {
  const told = appLanguages.get()
  return told && !told.includes(',') ? told : undefined
}
export const theme = createStore<ThemeChoice>(boot.theme)

const YEAR = 31_536_000
const keep = (name: string, value: string) => {
  document.cookie = `${name}=${value}; path=/; max-age=${YEAR}; samesite=lax`
}

const darkSystem = matchMedia('(prefers-color-scheme: dark)')

function paint() {
  // The editor of themes says what its samples are shown in.
  if (document.documentElement.getAttribute('data-app-theme') === 'preview') return
  const dark = theme.get() === 'dark' || (theme.get() === 'system' && darkSystem.matches)
  document.documentElement.classList.toggle('is-dark', dark)
}

export function chooseTheme(choice: ThemeChoice) {
  keep('tessera_theme', choice)
  theme.set(choice)
  paint()
}

/** Whether somebody has chosen it in this browser. */
export const isLocaleKept = () => /(^|;\s*)tessera_locale=/.test(document.cookie)

/** Remembers the language and shows it; dictionaries must be loaded first, see i18n.ts. */
export function showLocale(choice: Locale, { isKept = true } = {}) {
  if (isKept) keep('tessera_locale', choice)
  document.documentElement.lang = choice
  locale.set(choice)
}

darkSystem.addEventListener('change', paint)
paint()
