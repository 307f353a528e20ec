// Texts of our renderers: the English is the key; the shell hands the dictionary's reader in by env.

export type Say = (english: string, values?: Record<string, string | number>) => string

const fill: Say = (english, values = {}) =>
  english.replace(/\|[a-z-]+$/, '').replace(/\{(\w+)\}/g, (whole, name: string) => (name in values ? String(values[name]) : whole))

interface Reader {
  t?: Say
  /** The language of Tessera's own words now. */
  language?(): string
  /** The language in which numbers, amounts and days are written: that of a running app may be one that Tessera has no words in. */
  figures?(): string
}
/** The reader's language, for what is written by `Intl`. */
export function languageOf(env: unknown): string {
  const { figures, language } = (env ?? {}) as Reader
  return figures?.() ?? language?.() ?? 'en-US'
}

const byLanguage = new WeakMap<Say, Map<string, Say>>()

/**
 * Looks texts up in the reader's language; `{name}` places are filled from the values. It is another function in another language, so that what is made
 * with it and kept is made again.
 */
export function sayer(env: unknown): Say {
  const { t, language } = (env ?? {}) as Reader
  if (!t) return fill
  const known = byLanguage.get(t) ?? new Map<string, Say>()
  byLanguage.set(t, known)
  const now = language?.() ?? ''
  const say = known.get(now) ?? ((english, values) => t(english, values))
  known.set(now, say)
  return say
}
