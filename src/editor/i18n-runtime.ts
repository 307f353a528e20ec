// Stands in for the package `i18n-runtime` that amis-editor imports: that one reads the browser's language, sets it for the
// whole application and reloads the page. This one speaks the language of the console.
import { extendLocale, makeTranslator } from 'amis-core'
import { inGoodEnglish } from './editor-words.ts'

export const i18n = (key: string, data?: object): string => inGoodEnglish(makeTranslator(document.documentElement.lang || 'en-US')(key, data))
export { extendLocale }
