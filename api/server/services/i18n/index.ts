// Languages of an app and its texts in them, as those who build it see and change them (decisions/languages.md).
import type { Finding } from '../../../gate/index.ts'
import { textsOfPage } from '../../../models/app-texts.ts'
import { isLanguage, languageName, LANGUAGES } from '../../../models/languages.ts'
import { say, type Locale } from '../../../messages.ts'
import type { Core } from '../../core.ts'
import { ApiError, fieldError } from '../../errors.ts'
import type { Db, Trx } from '../../store/database.ts'
import { inApp } from '../../store/scoped.ts'
import { appLanguages, MAX_APP_TEXTS, textHash, writeLanguages, writeTexts } from '../foundation/app-texts.ts'
import { scopeOf, type AppInScope, type SignedIn } from '../foundation/access/index.ts'
import { createTextFiles } from './files.ts'
import { wrongIn } from './check.ts'
import { createPlaces, standsIn, type AppText, type Place } from './places.ts'

export type TextState = 'all' | 'missing' | 'done' | 'unused'
export interface TextQuery {
  language?: string | undefined
  keywords?: string | undefined
  state?: TextState | undefined
  pageId?: string | undefined
  page: number
  perPage: number
}
export interface ListedText {
  text: string
  translation: string
  /** Words that the page brings along. */
  own: string
  state: 'done' | 'missing' | 'unused'
  places: Place[]
  more: number
  updatedAt: string
  updatedBy: string
}

export function createI18n(core: Pick<Core, 'db' | 'workers'>) {
  const { db } = core
  const places = createPlaces(core)

  const rows = (app: AppInScope, on: Db | Trx = db) =>
    inApp(on, scopeOf(app))
      .selectFrom('app_text')
      .leftJoin('person', 'person.id', 'app_text.updated_by')
      .select(['app_text.language', 'source', 'translation', 'app_text.updated_at', 'person.name as by_name'])

  /** The languages of an app; before anybody has said so it is the one of whoever asks. */
  const languagesIn = (app: AppInScope, locale: Locale) => {
    const list = appLanguages(app.config)
    return list.length ? list : [locale]
  }
  async function languageOf(app: AppInScope, locale: Locale, wanted: string | undefined) {
    const [first = locale, ...others] = languagesIn(app, locale)
    const language = wanted || others[0] || ''
    if (language && !others.includes(language)) throw fieldError('texts.languageUnknown', 'language', 'The app is not translated into this language')
    return { first, others, language }
  }

  function stateOf(text: AppText | undefined, translated: boolean, language: string, first: string): ListedText['state'] {
    if (!text) return 'unused'
    return translated || standsIn(text, language, first) ? 'done' : 'missing'
  }

  /** Counts of each language: how many texts there are, and how many have words. */
  async function progress(app: AppInScope, locale: Locale, on: Db | Trx = db) {
    const [first = locale, ...others] = languagesIn(app, locale)
    const found = await places.of(scopeOf(app), on)
    const there = others.length
      ? await inApp(on, scopeOf(app)).selectFrom('app_text').select(['language', 'source']).where('language', 'in', others).execute()
      : []
    const words = new Map(others.map(tag => [tag, new Set<string>()]))
    for (const { language, source } of there) words.get(language)?.add(source)
    const texts = [...found.values()]
    return [first, ...others].map(tag => {
      const own = words.get(tag)
      const done = texts.filter(text => own?.has(text.text) || standsIn(text, tag, first)).length
      return { tag, name: languageName(tag), isFirst: tag === first, texts: texts.length, done, missing: texts.length - done }
    })
  }

  return {
    files: createTextFiles(core, { places }),

    /** Texts of a page, as it is about to be saved, that are not there in languages of the app; one finding each, where it stands first. */
    async gapsIn(app: AppInScope, schema: unknown, locale: Locale): Promise<Finding[]> {
      const [first = locale, ...others] = languagesIn(app, locale)
      if (!others.length) return []
      const texts = new Map(
        textsOfPage(schema)
          .toReversed()
          .map(one => [one.text, one]),
      )
      const stored = await inApp(db, scopeOf(app))
        .selectFrom('app_text')
        .select(['language', 'source'])
        .where('hash', 'in', [Buffer.alloc(0), ...[...texts.keys()].map(textHash)])
        .execute()
      const there = new Set(stored.map(({ language, source }) => `${language} ${source}`))
      return [...texts.values()].toReversed().flatMap(one => {
        const lacking = others.filter(tag => !there.has(`${tag} ${one.text}`) && !standsIn(one, tag, first))
        if (!lacking.length) return []
        const values = { text: one.text.length > 60 ? `${one.text.slice(0, 60)}…` : one.text, languages: lacking.map(languageName).join(', ') }
        const english =
          lacking.length === others.length && others.length > 1 ? '“{text}” is in none of the languages {languages}' : '“{text}” is not there in {languages}'
        const path = one.path.map((key, at) => (typeof key === 'number' ? `[${key}]` : at ? `.${key}` : key)).join('')
        return [{ path, severity: 'hint' as const, code: 'text.missing', message: say(locale, english, values), values }]
      })
    },

    /** Languages to choose for a release of dev, with the number of texts that each lacks. */
    async withGaps<T extends { label: string; value: string }>(app: AppInScope, offered: T[], locale: Locale): Promise<T[]> {
      if (offered.length < 2) return offered
      const missing = new Map((await progress(app, locale)).map(one => [one.tag, one.missing]))
      const told = (language: string, count: number) =>
        count === 1 ? say(locale, '{language} (1 gap)', { language }) : say(locale, '{language} ({count} gaps)', { language, count })
      return offered.map(one => {
        const count = missing.get(one.value)
        return count ? { ...one, label: told(one.label, count) } : one
      })
    },

    /** Languages of the app with how far each is, and those that there are to choose from. */
    async languages(app: AppInScope, locale: Locale) {
      return { items: await progress(app, locale), offered: LANGUAGES.map(({ tag, name }) => ({ label: name, value: tag })) }
    },

    /** Sets the languages, the one that the app is written in first; translations of those that go, or come first, are lost. */
    async saveLanguages(app: AppInScope, languages: readonly string[], confirmLoss: boolean, locale: Locale) {
      const strange = languages.findIndex(tag => !isLanguage(tag))
      if (strange >= 0) throw fieldError('texts.noLanguage', `languages.${strange}`, 'Choose a language of the list')
      if (new Set(languages).size < languages.length) throw fieldError('texts.languageTwice', 'languages', 'Each language once')
      const kept = languages.slice(1)
      await db.transaction().execute(async trx => {
        await inApp(trx, scopeOf(app)).selectFrom('app').select('id').forNoKeyUpdate().execute()
        const there = await inApp(trx, scopeOf(app))
          .selectFrom('app_text')
          .select(['language', eb => eb.fn.countAll<string>().as('n')])
          .groupBy('language')
          .execute()
        const lost = there.filter(({ language }) => !kept.includes(language))
        const count = lost.reduce((sum, { n }) => sum + Number(n), 0)
        if (count && !confirmLoss)
          throw new ApiError('texts.loss', 'Translations would be lost: {count} in {languages}. Say so first', 409, {
            values: { count, languages: lost.map(({ language }) => languageName(language)).join(', ') },
          })
        if (lost.length)
          await inApp(trx, scopeOf(app))
            .deleteFrom('app_text')
            .where(
              'language',
              'in',
              lost.map(({ language }) => language),
            )
            .execute()
        await writeLanguages(trx, scopeOf(app), languages)
      })
      return this.languages({ ...app, config: { ...app.config, languages: [...languages] } }, locale)
    },

    /** The texts of the app in one of its languages, and what was translated of texts that are gone. */
    async list(app: AppInScope, locale: Locale, { keywords = '', state = 'all', pageId, page, perPage, ...query }: TextQuery) {
      const { first, others, language } = await languageOf(app, locale, query.language)
      const found = await places.of(scopeOf(app))
      const stored = new Map(
        (language ? await rows(app).where('app_text.language', '=', language).orderBy('source').execute() : []).map(row => [row.source, row]),
      )
      const all: ListedText[] = [...new Set([...found.keys(), ...stored.keys()])].map(text => {
        const there = found.get(text)
        const row = stored.get(text)
        return {
          text,
          translation: row?.translation ?? '',
          own: there?.own?.[language] ?? '',
          state: language ? stateOf(there, row !== undefined, language, first) : 'done',
          places: there?.places ?? [],
          more: there?.more ?? 0,
          updatedAt: row?.updated_at.toISOString() ?? '',
          updatedBy: row?.by_name ?? '',
        }
      })
      const words = keywords.trim().toLowerCase()
      const chosen = all.filter(
        one =>
          (state === 'all' ? one.state !== 'unused' : one.state === state) &&
          (!pageId || found.get(one.text)?.pages.has(pageId)) &&
          (!words || one.text.toLowerCase().includes(words) || one.translation.toLowerCase().includes(words)),
      )
      const count = (of: ListedText['state']) => all.filter(one => one.state === of).length
      return {
        language,
        first,
        languages: others.map(tag => ({ label: languageName(tag), value: tag })),
        counts: { missing: count('missing'), done: count('done'), unused: count('unused') },
        items: chosen.slice((page - 1) * perPage, page * perPage),
        total: chosen.length,
      }
    },

    /** Keeps the translation of a text; an empty one takes it back. */
    async saveText(
      app: AppInScope,
      user: SignedIn,
      locale: Locale,
      { language: wanted, text, translation }: { language: string; text: string; translation: string },
    ) {
      const { language } = await languageOf(app, locale, wanted)
      const found = await places.of(scopeOf(app))
      const source = text
      const known = found.has(source) || (await rows(app).where('app_text.language', '=', language).where('source', '=', source).executeTakeFirst())
      if (!known) throw fieldError('texts.textUnknown', 'text', 'There is no such text in the app')
      const wrong = translation.trim() ? wrongIn(source, translation) : undefined
      if (wrong) throw fieldError('texts.unlike', 'translation', wrong.english, wrong.values)
      await db.transaction().execute(async trx => {
        await inApp(trx, scopeOf(app)).selectFrom('app').select('id').forNoKeyUpdate().execute()
        const { n } = await inApp(trx, scopeOf(app))
          .selectFrom('app_text')
          .select(eb => eb.fn.countAll<string>().as('n'))
          .where('language', '=', language)
          .executeTakeFirstOrThrow()
        if (Number(n) >= MAX_APP_TEXTS) throw new ApiError('data.tooMany', 'No more than {limit} entries', 422, { values: { limit: MAX_APP_TEXTS } })
        await writeTexts(trx, scopeOf(app), user.id, [{ language, source, translation: translation.trim() ? translation : '' }])
      })
      return { text, language, translation: translation.trim() ? translation : '' }
    },

    /** Takes back what is translated of texts that are in the app no more. */
    async removeUnused(app: AppInScope) {
      const found = await places.of(scopeOf(app))
      const stored = await inApp(db, scopeOf(app)).selectFrom('app_text').select(['language', 'source']).execute()
      const gone = stored.filter(({ source }) => !found.has(source))
      await db.transaction().execute(trx =>
        writeTexts(
          trx,
          scopeOf(app),
          '',
          gone.map(one => ({ ...one, translation: '' })),
        ),
      )
      return { removed: gone.length }
    },
  }
}

export type I18n = ReturnType<typeof createI18n>
