// The language that the canvas shows a page in. Texts that are written there in another language than the app's first are kept as translations, on their
// own: they belong to the app, not to the version of the page.
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { ReadIn, Translation } from '../tessera-schema-editor/in-language.ts'
import type { CallFailed, Calls, Language, PageText } from './calls.ts'

interface Options {
  calls: Pick<Calls, 'texts' | 'saveText'>
  pageId: string
  /** None, or at least two. */
  languages: readonly Language[]
  /** The chosen one; empty for the first. */
  chosen: string
  /** Milliseconds of rest before what was written is kept. */
  rest?: number
}
export type Kept = '' | 'waiting' | 'saving' | 'kept' | 'unsaved'
export interface Refused {
  text: string
  reason: string
}

let stamps = 0

export function useTranslations({ calls, pageId, languages, chosen, rest = 800 }: Options) {
  const first = languages[0]?.tag ?? ''
  const language = languages.some(({ tag }) => tag === chosen) && chosen !== first ? chosen : ''
  const [loaded, setLoaded] = useState<{ language: string; texts: PageText[]; stamp: number }>()
  const [error, setError] = useState('')
  const [kept, setKept] = useState<Kept>('')
  const [refused, setRefused] = useState<Refused[]>([])
  /** Written and not kept yet, by language and text. */
  const waiting = useRef(new Map<string, { language: string; text: string; translation: string }>())
  /** Of texts that are on the canvas alone: they are kept when the page is. */
  const later = useRef(new Map<string, { language: string; text: string; translation: string }>())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const keep = useCallback(async () => {
    clearTimeout(timer.current)
    const now = [...waiting.current]
    waiting.current.clear()
    if (!now.length) return
    setKept('saving')
    for (const [name, { language: tag, text, translation }] of now)
      try {
        await calls.saveText(tag, text, translation)
        setRefused(before => before.filter(one => one.text !== text))
      } catch (problem) {
        const { code, message, errors } = problem as CallFailed
        if (code === 'texts.textUnknown') later.current.set(name, { language: tag, text, translation })
        else setRefused(before => [...before.filter(one => one.text !== text), { text, reason: errors?.translation ?? message }])
      }
    setKept(waiting.current.size ? 'waiting' : later.current.size ? 'unsaved' : 'kept')
  }, [calls])
  useEffect(() => () => void keep(), [keep])
  useEffect(() => {
    const leave = () => document.visibilityState === 'hidden' && void keep()
    document.addEventListener('visibilitychange', leave)
    return () => document.removeEventListener('visibilitychange', leave)
  }, [keep])

  const load = useCallback(async () => {
    if (!language) return setLoaded(undefined)
    setError('')
    try {
      await keep()
      const texts = await calls.texts(pageId, language)
      setLoaded({ language, texts, stamp: ++stamps })
    } catch (problem) {
      setError((problem as Error).message)
    }
  }, [calls, pageId, language, keep])
  useEffect(() => void load(), [load])

  const onTranslate = useCallback(
    (changed: Translation[]) => {
      for (const one of changed) {
        const name = `${language} ${one.text}`
        later.current.delete(name)
        waiting.current.set(name, { language, ...one })
      }
      setKept('waiting')
      clearTimeout(timer.current)
      timer.current = setTimeout(() => void keep(), rest)
    },
    [language, keep, rest],
  )
  const reading = useMemo<ReadIn | undefined>(() => {
    if (!language || loaded?.language !== language) return undefined
    const words = new Map(loaded.texts.flatMap(({ text, translation }) => (translation ? [[text, translation]] : [])))
    // What waits for the page to be saved is shown as it was written.
    for (const one of later.current.values()) if (one.language === language) words.set(one.text, one.translation)
    return { language, first, stamp: loaded.stamp, find: text => words.get(text), onTranslate }
  }, [language, loaded, first, onTranslate])

  return {
    language,
    reading,
    /** The canvas waits for the words of a language. */
    isReady: !language || !!reading,
    texts: loaded?.language === language ? loaded.texts : [],
    error,
    kept,
    refused,
    load,
    /** The page was saved: its new texts are known now. */
    async afterSave() {
      for (const [name, one] of later.current) waiting.current.set(name, one)
      later.current.clear()
      await keep()
    },
  }
}
export type Translations = ReturnType<typeof useTranslations>
