// The texts of a screen that the dictionaries do not have, with a field for each language.
import { useEffect, useState, type FormEvent } from 'react'
import { markedTexts, plain, textsOf, type Words } from '../../api/screen-texts.ts'
import { Dialog, useSay } from '../workplace/ui.tsx'
import type { Schema } from './calls.ts'

const LANGUAGES = [
  { id: 'en-US', label: 'English' },
  { id: 'zh-CN', label: 'Chinese' },
] as const
type Language = (typeof LANGUAGES)[number]['id']
type Row = { key: string } & Record<Language, string>

const isChinese = (text: string) => /[\u3400-\u9fff]/.test(text)
const languageOf = (key: string): Language => (isChinese(key) ? 'zh-CN' : 'en-US')

/** Texts that have their words from nowhere but the screen itself. */
function rowsOf({ texts, ...drawn }: Schema, dictionary: Words): Row[] {
  const own = { 'en-US': textsOf({ texts }, 'en-US'), 'zh-CN': textsOf({ texts }, 'zh-CN') }
  const wordIn = (key: string, language: Language) => own[language][key] ?? (languageOf(key) === language ? plain(key) : '')
  return [...markedTexts(drawn)]
    .filter(key => !(key in dictionary) || LANGUAGES.some(({ id }) => key in own[id]))
    .map(key => ({ key, 'en-US': wordIn(key, 'en-US'), 'zh-CN': wordIn(key, 'zh-CN') }))
}

function withRows({ texts: _before, ...drawn }: Schema, rows: Row[]): Schema {
  const texts = Object.fromEntries(
    LANGUAGES.flatMap(({ id }) => {
      const words = rows.filter(row => row[id].trim() && !(languageOf(row.key) === id && row[id] === plain(row.key))).map(row => [row.key, row[id]])
      return words.length ? [[id, Object.fromEntries(words) as Words]] : []
    }),
  )
  return Object.keys(texts).length ? { ...drawn, texts } : drawn
}

interface Props {
  schema: Schema
  /** The Chinese words of the shipped screens. */
  dictionary(): Promise<Words>
  onSave(schema: Schema): void
  onClose(): void
}

export function TextsDialog({ schema, dictionary, onSave, onClose }: Props) {
  const say = useSay()
  const [rows, setRows] = useState<Row[]>()
  useEffect(() => {
    let here = true
    void dictionary()
      .catch(() => ({}))
      .then(words => here && setRows(rowsOf(schema, words)))
    return () => void (here = false)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- read once, from what stands there when it opens
  }, [])
  const set = (at: number, language: Language, text: string) => setRows(before => before?.map((row, n) => (n === at ? { ...row, [language]: text } : row)))
  const save = (event: FormEvent) => {
    event.preventDefault()
    onSave(withRows(schema, rows ?? []))
    onClose()
  }
  return (
    <Dialog title={say('Texts in both languages')} wide onClose={onClose}>
      <form onSubmit={save}>
        <div className="tes-dialog__body">
          {rows?.length === 0 ? (
            <p>{say('Every text of this screen has words in both languages. A text that you change is listed here.')}</p>
          ) : (
            <p>{say('Texts of this screen that were changed here. Where the words of a language are missing, its readers see the others.')}</p>
          )}
          {rows?.map((row, at) => (
            <div className="tes-texts" key={row.key}>
              {LANGUAGES.map(({ id, label }) => (
                <label key={id}>
                  <span>{say(label)}</span>
                  <textarea className="tes-input" rows={1} lang={id} value={row[id]} onChange={event => set(at, id, event.target.value)} />
                </label>
              ))}
            </div>
          ))}
        </div>
        <footer>
          <button type="button" className="tes-button" onClick={onClose}>
            {say('Cancel')}
          </button>
          {!!rows?.length && (
            <button type="submit" className="tes-button is-primary">
              {say('Use these texts')}
            </button>
          )}
        </footer>
      </form>
    </Dialog>
  )
}
