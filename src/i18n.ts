// Texts: "i18n:English" in screens and t('English') in the shell; the English itself is the key, Chinese is looked up.
import { boot } from './boot.ts'
import { locale, showLocale } from './preferences.ts'
import type { Locale } from '../api/messages.ts'
import { isMarked, keyOf, plain, type Words } from '../api/screen-texts.ts'
import { useStore } from './store.ts'

const OF_RENDERERS = '../api/generated/renderer-words.zh-CN.json'
const files = import.meta.glob<Words>(['../schemas/*/zh-CN.json', '../api/generated/renderer-words.zh-CN.json'], { import: 'default' })
const loaded = new Map<string, Words>(Object.entries(boot.words))

/** Areas that somebody wants to read, also while they were English and needed no dictionary. */
const wanted = new Set(['shell'])

/** Loads the dictionary of an area; nothing to do for English. */
export async function loadWords(area: string, language: Locale = locale.get()): Promise<void> {
  wanted.add(area)
  if (language === 'en-US' || loaded.has(area)) return
  const file = files[`../schemas/${area}/${language}.json`]
  // What our renderers say comes with the shell's words: they say it on any screen.
  const [own, more] = await Promise.all([file?.(), area === 'shell' ? files[OF_RENDERERS]?.() : undefined])
  loaded.set(area, { ...more, ...own })
}

/** Words of an area in a language, with the shell's behind them. */
export function wordsOf(area: string, language: Locale): Words {
  return language === 'en-US' ? {} : { ...loaded.get('shell'), ...loaded.get(area) }
}

/** A text of the shell in the reader's language; `{name}` places are filled from `values`. */
export function t(english: string, values: Record<string, string | number> = {}): string {
  const text = (locale.get() === 'en-US' ? undefined : loaded.get('shell')?.[english]) ?? plain(english)
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => (name in values ? String(values[name]) : whole))
}

/** A text of routes.json or site.json, marked or not. */
export const label = (text: string | undefined): string => (isMarked(text) ? t(keyOf(text)) : (text ?? ''))

/** Follows the language: a component that calls t() re-renders when it changes. */
export const useLocale = (): Locale => useStore(locale)

/** amis' own texts; English is always there. */
export const loadAmisWords = async (language: Locale) => {
  if (language === 'zh-CN') await import('amis-ui/lib/locale/zh-CN')
}

/** Switches the language in place: dictionaries of what is on screen first, then everything re-renders at once. */
export async function switchLocale(next: Locale, how?: { isKept: boolean }) {
  let known = 0
  // A screen that is on its way in the meantime brings its area with it.
  while (known < wanted.size) {
    known = wanted.size
    await Promise.all([loadAmisWords(next), ...[...wanted].map(area => loadWords(area, next))])
  }
  showLocale(next, how)
}
