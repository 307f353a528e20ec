// Texts of an app out to translators and back: a spreadsheet of all languages, or XLIFF of one.
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { isLanguage, languageName } from '../../../models/languages.ts'
import { say, type Locale } from '../../../messages.ts'
import type { Core } from '../../core.ts'
import { ApiError, fieldError } from '../../errors.ts'
import { inApp } from '../../store/scoped.ts'
import { appLanguages, MAX_APP_TEXTS, textHash, writeTexts } from '../foundation/app-texts.ts'
import { scopeOf, type AppInScope, type SignedIn } from '../foundation/access/index.ts'
import { headersOf, textOf, writeWorkbook } from '../foundation/spreadsheets/index.ts'
import { standsIn, type AppText, type Place } from './places.ts'
import { columnOf, PLACE_COLUMN, readTranslations, TEXT_COLUMN } from './read-task.ts'
import { wrongIn } from './check.ts'
import type { createPlaces } from './places.ts'

/** Texts that do not fit of which an answer tells. */
const TOLD = 200
const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const xml = (text: string) =>
  text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu, '\ufffd').replace(/[&<>"]/g, sign => ENTITIES[sign] ?? sign)

const placeText = ({ name, at }: Place) => [name, at].filter(Boolean).join(' · ')
const placesText = ({ places, more }: AppText) => [...places.slice(0, 5).map(placeText), ...(places.length > 5 || more ? ['…'] : [])].join('\n')

export function createTextFiles({ db, workers }: Pick<Core, 'db' | 'workers'>, { places }: { places: ReturnType<typeof createPlaces> }) {
  function languagesOf(app: AppInScope): [string, string[]] {
    const [first = '', ...others] = appLanguages(app.config)
    if (!others.length) throw new ApiError('texts.oneLanguage', 'The app has one language: add another one first')
    return [first, others]
  }
  async function wordsOf(app: AppInScope) {
    const words = new Map<string, Map<string, string>>()
    for (const row of await inApp(db, scopeOf(app)).selectFrom('app_text').select(['language', 'source', 'translation']).execute()) {
      const there = words.get(row.language) ?? new Map<string, string>()
      words.set(row.language, there.set(row.source, row.translation))
    }
    return (language: string, { text, own }: AppText) => words.get(language)?.get(text) ?? own?.[language] ?? ''
  }

  return {
    async xlsx(app: AppInScope, locale: Locale, onlyMissing: boolean): Promise<Readable> {
      const [first, others] = languagesOf(app)
      const [found, wordOf] = await Promise.all([places.of(scopeOf(app)), wordsOf(app)])
      const texts = [...found.values()].filter(text => !onlyMissing || others.some(tag => !wordOf(tag, text) && !standsIn(text, tag, first)))
      const columns = headersOf([TEXT_COLUMN, ...others.map(columnOf), PLACE_COLUMN], locale)
      const rows = texts.map(text => [text.text, ...others.map(tag => wordOf(tag, text)), placesText(text)])
      return writeWorkbook([{ name: say(locale, 'Texts'), columns, rows }])
    },

    async xliff(app: AppInScope, wanted: string | undefined, onlyMissing: boolean): Promise<{ content: Readable; language: string }> {
      const [first, others] = languagesOf(app)
      const language = wanted ?? (others[0] as string)
      if (!others.includes(language)) throw fieldError('texts.languageUnknown', 'language', 'The app is not translated into this language')
      const [found, wordOf] = await Promise.all([places.of(scopeOf(app)), wordsOf(app)])
      const units = [...found.values()].flatMap(text => {
        const target = wordOf(language, text)
        if (onlyMissing && (target || standsIn(text, language, first))) return []
        const notes = text.places.slice(0, 5).map(place => `<note>${xml(placeText(place))}</note>`)
        return [
          `<unit id="${textHash(text.text).toString('hex').slice(0, 24)}">${notes.length ? `<notes>${notes.join('')}</notes>` : ''}` +
            `<segment state="${target ? 'translated' : 'initial'}"><source xml:space="preserve">${xml(text.text)}</source>` +
            `${target ? `<target xml:space="preserve">${xml(target)}</target>` : ''}</segment></unit>\n`,
        ]
      })
      const head = `<?xml version="1.0" encoding="UTF-8"?>\n<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="${first}" trgLang="${language}">\n<file id="app" original="${xml(app.key)}">\n`
      return { content: Readable.from([head, ...units, '</file>\n</xliff>\n']), language }
    },

    /** Takes all translations of a file, or none where one does not fit. */
    async take(app: AppInScope, user: SignedIn, locale: Locale, file: { path: string; name: string }) {
      const [, others] = languagesOf(app)
      const isSheet = /\.xlsx$/i.test(file.name)
      const read = await workers.do(readTranslations, { path: file.path, languages: others, isSheet }, (await stat(file.path)).size)
      if (!read.length) throw fieldError('texts.importEmpty', 'file', 'The file has no translations')
      const strange = isSheet ? undefined : read.find(({ language }) => !others.includes(language))
      if (strange)
        throw fieldError('texts.fileLanguage', 'file', 'The file is for {language}, which the app is not translated into', {
          language: isLanguage(strange.language) ? languageName(strange.language) : strange.language.slice(0, 20) || '–',
        })
      const found = await places.of(scopeOf(app))
      // Cells are trimmed where they are read.
      const sources = new Map([...found.keys()].map(text => [textOf(text), text]))
      const stored = new Map(
        (await inApp(db, scopeOf(app)).selectFrom('app_text').select(['language', 'source', 'translation']).execute()).map(row => [
          `${row.language} ${row.source}`,
          row.translation,
        ]),
      )
      const counts = { added: 0, changed: 0, same: 0, unknown: 0, failed: 0 }
      const errors: { row: number; text: string; message: string }[] = []
      const saved = new Map<string, { language: string; source: string; translation: string }>()
      for (const { row, language, text, translation, problem } of read) {
        const source = found.has(text) ? text : sources.get(textOf(text))
        const wrong = problem ? { english: problem.reason, values: problem.values } : source === undefined ? undefined : wrongIn(source, translation)
        if (wrong) {
          counts.failed++
          if (errors.length < TOLD) errors.push({ row, text: text.slice(0, 100), message: say(locale, wrong.english, wrong.values) })
        } else if (source === undefined) counts.unknown++
        else if (found.get(source)?.own?.[language] === translation) counts.same++
        else {
          const before = stored.get(`${language} ${source}`)
          counts[before === undefined ? 'added' : before === translation ? 'same' : 'changed']++
          if (before !== translation) saved.set(`${language} ${source}`, { language, source, translation })
        }
      }
      if (saved.size + stored.size > MAX_APP_TEXTS * others.length)
        throw new ApiError('data.tooMany', 'No more than {limit} entries', 422, { values: { limit: MAX_APP_TEXTS } })
      const isSaved = !counts.failed
      if (isSaved) await db.transaction().execute(trx => writeTexts(trx, scopeOf(app), user.id, [...saved.values()]))
      const english = isSaved ? '{added} added, {changed} changed, {same} the same' : 'Nothing was taken: {failed} translations do not fit'
      return { isSaved, ...counts, errors, message: say(locale, english, counts) }
    },
  }
}
