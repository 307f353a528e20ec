// The language of a running app: one of its own, chosen in its header and remembered. The frame around it has words in two.
import { frameLanguage } from '../../api/models/languages.ts'
import type { Locale } from '../../api/messages.ts'
import { switchLocale } from '../i18n.ts'
import { appLanguages, isLocaleKept, locale } from '../preferences.ts'
import type { AppPlace } from './addresses.ts'
import type { Site } from './site.ts'

/** All environments of an app are read in the same language. */
const keyOf = ({ companyKey, appUrlKey }: AppPlace) => `tessera-app-language ${companyKey}/${appUrlKey.split('-')[0] ?? ''}`

/** The console's language as it was before an app was shown in another one. */
let before: Locale | undefined

/** What is asked for: what was chosen here, else the language of the console where somebody chose that, else the browser's. */
export function enterApp(place: AppPlace) {
  const chosen = localStorage.getItem(keyOf(place))
  const wanted = [...(chosen ? [chosen] : []), ...(isLocaleKept() ? [locale.get()] : []), ...navigator.languages, locale.get()]
  appLanguages.set([...new Set(wanted)].join(','))
}

/** Shows the frame in the words nearest to what the app is told in; an app of one language leaves it as it is. */
export async function followApp({ language }: Pick<Site, 'language'>) {
  if (!language) return appLanguages.set('')
  appLanguages.set(language)
  const frame = frameLanguage(language)
  if (frame === locale.get()) return
  before ??= locale.get()
  await switchLocale(frame, { isKept: false })
}

export function chooseAppLanguage(place: AppPlace, language: string) {
  localStorage.setItem(keyOf(place), language)
  appLanguages.set(language)
}

/** The console is shown in its own language again. */
export function leaveApp() {
  appLanguages.set('')
  if (before && before !== locale.get()) void switchLocale(before, { isKept: false })
  before = undefined
}
