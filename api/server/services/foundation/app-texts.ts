// Texts of an app in its languages. The text is the key, so that neither pages nor models know of them: what a reader gets is put in place when it is
// answered (decisions/languages.md). An environment that is published reads what its release took along.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { LONGEST_TEXT, pageInLanguage, unlikeSource } from '../../../models/app-texts.ts'
import { isLanguage, MOST_LANGUAGES, nearestLanguage } from '../../../models/languages.ts'
import type { Core } from '../../core.ts'
import type { Db, Scope, Trx } from '../../store/database.ts'
import { inApp } from '../../store/scoped.ts'
import { RELEASE_TOPIC } from './topics.ts'

/** The texts of an app as releases and packages hold them. */
export interface DesignTexts {
  /** The language that the app is written in. */
  first: string
  languages: string[]
  /** Language → text → what it is in that language. */
  translations: Record<string, Record<string, string>>
}
/** What a reader's texts are read with. */
export interface AppReader {
  /** Those that readers choose among; none where there is nothing to choose. */
  languages: string[]
  /** The reader's; empty where there is nothing to choose. */
  language: string
  say(text: string): string
  page<T>(schema: T): T
}
type OfApp = { id: string; companyId: string; tag: string; config: Record<string, unknown>; reads?: readonly string[] }

/** Of one app in one language. */
export const MAX_APP_TEXTS = 20_000
/** Environments whose texts are kept in memory. */
const KEPT = 50

export const textHash = (text: string) => createHash('sha256').update(text).digest()

/** The languages of an app, the one that it is written in first; none where nobody has said any. */
export const appLanguages = (config: Record<string, unknown>): string[] => {
  const list = Array.isArray(config.languages) ? config.languages : []
  return [...new Set(list.filter((tag): tag is string => typeof tag === 'string' && isLanguage(tag)))].slice(0, MOST_LANGUAGES)
}

/** Everything of an app as a release holds it; undefined for an app of one language. */
export async function readTexts(scope: Scope, on: Db | Trx): Promise<DesignTexts | undefined> {
  const app = await inApp(on, scope).selectFrom('app').select('config').executeTakeFirst()
  const languages = appLanguages((app?.config ?? {}) as Record<string, unknown>)
  const [first] = languages
  if (!first || languages.length < 2) return undefined
  const rows = await inApp(on, scope)
    .selectFrom('app_text')
    .select(['language', 'source', 'translation'])
    .where('language', 'in', languages)
    .orderBy('language')
    .orderBy('hash')
    .execute()
  const translations: DesignTexts['translations'] = Object.fromEntries(languages.slice(1).map(tag => [tag, {}]))
  for (const { language, source, translation } of rows) (translations[language] ??= {})[source] = translation
  return { first, languages, translations }
}

/** What an environment has, as it was published. */
export async function publishedTexts(scope: Scope, tag: string, on: Db | Trx): Promise<DesignTexts | undefined> {
  const row = await inApp(on, scope)
    .selectFrom('environment')
    .innerJoin('release', 'release.id', 'environment.release_id')
    .innerJoin('manifest', join => join.onRef('manifest.app_id', '=', 'release.app_id').onRef('manifest.hash', '=', 'release.manifest_hash'))
    .select(sql<DesignTexts | null>`manifest.design -> 'texts'`.as('texts'))
    .where('environment.tag', '=', tag)
    .executeTakeFirst()
  return row?.texts ?? undefined
}

/** Writes translations; an empty one takes the text back. */
export async function writeTexts(trx: Trx, scope: Scope, userId: string, list: readonly { language: string; source: string; translation: string }[]) {
  for (let at = 0; at < list.length; at += 500) {
    const some = list.slice(at, at + 500)
    const filled = some.filter(({ translation }) => translation)
    const emptied = some.filter(({ translation }) => !translation)
    if (filled.length)
      await inApp(trx, scope)
        .insertInto('app_text')
        .values(filled.map(one => ({ ...one, hash: textHash(one.source), updated_by: userId })))
        .onConflict(conflict =>
          conflict.columns(['app_id', 'language', 'hash']).doUpdateSet({ translation: sql`excluded.translation`, updated_at: new Date(), updated_by: userId }),
        )
        .execute()
    for (const { language, source } of emptied)
      await inApp(trx, scope).deleteFrom('app_text').where('language', '=', language).where('hash', '=', textHash(source)).execute()
  }
}

/** Says which languages an app has, the one that it is written in first. */
export const writeLanguages = (trx: Trx, scope: Scope, languages: readonly string[]) =>
  inApp(trx, scope)
    .updateTable('app')
    .set({ config: sql`config || jsonb_build_object('languages', ${JSON.stringify(languages)}::jsonb)`, updated_at: new Date() })
    .execute()

/** A package may have been written by anybody: what computes or draws more than its text is left out. */
function fits(source: string, translation: unknown): boolean {
  if (typeof translation !== 'string' || !translation || Math.max(source.length, translation.length) > LONGEST_TEXT) return false
  const { missing, added } = unlikeSource(source, translation)
  return !missing.length && !added.length
}

/** Puts texts of elsewhere into an app: languages that it lacks come behind its own, and what is translated already stays. */
export async function placeTexts(trx: Trx, scope: Scope, userId: string, texts: DesignTexts | undefined) {
  if (!texts) return
  const app = await inApp(trx, scope).selectFrom('app').select('config').executeTakeFirst()
  const own = appLanguages((app?.config ?? {}) as Record<string, unknown>)
  const languages = [...new Set([...own, texts.first, ...texts.languages])].filter(isLanguage).slice(0, MOST_LANGUAGES)
  if (languages.length < 2) return
  await writeLanguages(trx, scope, languages)
  const there = new Set(
    (await inApp(trx, scope).selectFrom('app_text').select(['language', 'source']).execute()).map(({ language, source }) => `${language} ${source}`),
  )
  const added = languages
    .filter(tag => tag !== languages[0])
    .flatMap(language =>
      Object.entries(Object.hasOwn(texts.translations, language) ? (texts.translations[language] ?? {}) : {})
        .filter(([source, translation]) => !there.has(`${language} ${source}`) && fits(source, translation))
        .slice(0, MAX_APP_TEXTS)
        .map(([source, translation]) => ({ language, source, translation })),
    )
  await writeTexts(trx, scope, userId, added)
}

/** The part of an app's texts that goes with a release of some of its languages. */
export function chosenTexts(texts: DesignTexts | undefined, chosen: readonly string[]): DesignTexts | undefined {
  if (!texts) return undefined
  const languages = texts.languages.filter(tag => chosen.includes(tag))
  return languages.length
    ? {
        first: texts.first,
        languages,
        translations: Object.fromEntries(languages.filter(tag => tag !== texts.first).map(tag => [tag, texts.translations[tag] ?? {}])),
      }
    : undefined
}

interface Kept {
  first: string
  languages: string[]
  words: (language: string) => Promise<ReadonlyMap<string, string>>
}
const NONE: AppReader = { languages: [], language: '', say: text => text, page: schema => schema }

export function createAppTexts({ db, bus }: Pick<Core, 'db' | 'bus'>) {
  const kept = new Map<string, Promise<Kept | undefined>>()
  bus.on(RELEASE_TOPIC, ({ appId, tag }) => void kept.delete(`${String(appId)} ${String(tag)}`))
  bus.on('reconnected', () => kept.clear())

  function inDev({ id: appId, companyId, config }: OfApp): Kept | undefined {
    const languages = appLanguages(config)
    const [first] = languages
    if (!first || languages.length < 2) return undefined
    const words = async (language: string) => {
      const rows = await inApp(db, { appId, companyId }).selectFrom('app_text').select(['source', 'translation']).where('language', '=', language).execute()
      return new Map(rows.map(({ source, translation }) => [source, translation]))
    }
    return { first, languages, words }
  }

  async function inEnvironment(scope: Scope, tag: string): Promise<Kept | undefined> {
    const texts = await publishedTexts(scope, tag, db)
    if (!texts || (texts.languages.length < 2 && texts.languages[0] === texts.first)) return undefined
    const maps = new Map(Object.entries(texts.translations).map(([language, words]) => [language, new Map(Object.entries(words))]))
    return { first: texts.first, languages: texts.languages, words: async language => maps.get(language) ?? new Map() }
  }

  function ofApp(app: OfApp): Promise<Kept | undefined> | Kept | undefined {
    if (app.tag === 'dev') return inDev(app)
    const key = `${app.id} ${app.tag}`
    let found = kept.get(key)
    if (!found) {
      found = inEnvironment({ companyId: app.companyId, appId: app.id }, app.tag)
      kept.set(key, found)
      found.catch(() => kept.get(key) === found && kept.delete(key))
      if (kept.size > KEPT) kept.delete(kept.keys().next().value as string)
    }
    return found
  }

  return {
    /** The texts of an app for whoever asks, as their environment has them. */
    async reader(app: OfApp): Promise<AppReader> {
      const found = await ofApp(app)
      if (!found) return NONE
      const { first, languages } = found
      const language = nearestLanguage(app.reads ?? [], languages) ?? first
      const words: ReadonlyMap<string, string> = language === first ? new Map() : await found.words(language)
      const find = (text: string) => words.get(text)
      return { languages, language, say: text => words.get(text) ?? text, page: schema => pageInLanguage(schema, { language, first, find }) }
    },

    /** This process forgets at once what an environment had: the next call may already ask for what it has now. */
    forget: (appId: string, tag: string) => void kept.delete(`${appId} ${tag}`),
  }
}

export type AppTexts = ReturnType<typeof createAppTexts>
