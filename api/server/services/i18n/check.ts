// Whether a translation may stand for a text.
import { LONGEST_TEXT, unlikeSource } from '../../../models/app-texts.ts'

/** What is wrong with a translation, in English; undefined where it may stand for the text. */
export function wrongIn(source: string, translation: string): { english: string; values?: Record<string, string | number> } | undefined {
  if (translation.length > LONGEST_TEXT) return { english: 'No more than {limit} characters', values: { limit: LONGEST_TEXT } }
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f]|\p{Surrogate}/u.test(translation)) return { english: 'Contains characters that cannot be stored' }
  if (translation.startsWith('i18n:')) return { english: 'A translation is the text itself, without i18n: before it' }
  const { missing, added } = unlikeSource(source, translation)
  if (missing.length) return { english: 'What is computed or drawn stays as it is: {part} is missing', values: { part: missing[0]?.slice(0, 80) ?? '' } }
  if (added.length) return { english: 'What is computed or drawn stays as it is: {part} is not in the text', values: { part: added[0]?.slice(0, 80) ?? '' } }
  return undefined
}
