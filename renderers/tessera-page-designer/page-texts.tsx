// The texts of one page in one of the languages of its app: what each is there, and which are missing.
import { useId, useState } from 'react'
import { Dialog, Problem, useSay } from '../workplace/ui.tsx'
import type { CallFailed, Calls, Language, PageText } from './calls.ts'
import type { Translations } from './use-translations.ts'

interface Props {
  calls: Pick<Calls, 'saveText'>
  pageName: string
  languages: readonly Language[]
  translations: Translations
  onChoose(language: string): void
  onClose(): void
}

export function PageTexts({ calls, pageName, languages, translations, onChoose, onClose }: Props) {
  const say = useSay()
  const choice = useId()
  const [onlyGaps, setOnlyGaps] = useState(false)
  /** Typed here since the texts were read. */
  const [saved, setSaved] = useState<ReadonlyMap<string, string>>(new Map())
  const { language, texts, error, isReady } = translations
  const others = languages.slice(1)
  const now = ({ text, translation }: PageText) => saved.get(text) ?? translation
  const isGap = (one: PageText) => (saved.has(one.text) ? !saved.get(one.text) && !one.own : one.state === 'missing')
  const gaps = texts.filter(isGap)
  // A text stays in sight while it is written.
  const shown = onlyGaps ? texts.filter(one => one.state === 'missing') : texts
  return (
    <Dialog title={say('Texts of {name}', { name: pageName })} onClose={onClose} drawer wide>
      <div className="tes-page-texts__head">
        <label htmlFor={choice}>{say('Language')}</label>
        <select
          id={choice}
          className="tes-input"
          value={language || others[0]?.tag}
          onChange={event => {
            setSaved(new Map())
            onChoose(event.target.value)
          }}
        >
          {others.map(({ tag, name }) => (
            <option key={tag} value={tag} lang={tag}>
              {name}
            </option>
          ))}
        </select>
        <label className="tes-page-texts__only">
          <input type="checkbox" checked={onlyGaps} onChange={event => setOnlyGaps(event.target.checked)} /> {say('Only gaps')}
        </label>
        <span role="status">{isReady && !error && (gaps.length === 1 ? say('1 gap') : say('{count} gaps', { count: gaps.length }))}</span>
      </div>
      {error ? (
        <div className="tes-dialog__body">
          <Problem>{error}</Problem>
          <button type="button" className="tes-button" onClick={() => void translations.load()}>
            {say('Try again')}
          </button>
        </div>
      ) : (
        <div className="tes-page-texts">
          {!isReady && <div className="tes-canvas__wait" role="status" aria-label={say('Loading')} />}
          {isReady && !shown.length && (
            <p className="tes-page-texts__none">{onlyGaps ? say('Nothing is missing in this language.') : say('This page has no texts yet.')}</p>
          )}
          {shown.map(one => (
            <Line
              key={`${language} ${one.text}`}
              one={one}
              language={language}
              translation={now(one)}
              isGap={isGap(one)}
              onSave={async translation => {
                await calls.saveText(language, one.text, translation)
                setSaved(before => new Map(before).set(one.text, translation))
              }}
            />
          ))}
          {isReady && shown.length > 0 && <p className="tes-page-texts__none">{say('What is saved of the page. Texts of models are under Languages.')}</p>}
        </div>
      )}
    </Dialog>
  )
}

interface LineProps {
  one: PageText
  language: string
  translation: string
  isGap: boolean
  onSave(translation: string): Promise<void>
}

function Line({ one: { text, own }, language, translation, isGap, onSave }: LineProps) {
  const say = useSay()
  const id = useId()
  const [typed, setTyped] = useState<string>()
  const [error, setError] = useState('')
  const keep = async () => {
    if (typed === undefined || typed === translation) return
    try {
      await onSave(typed)
      setTyped(undefined)
      setError('')
    } catch (problem) {
      const { message, errors } = problem as CallFailed
      setError(errors?.translation ?? message)
    }
  }
  return (
    <div className={`tes-page-texts__line${isGap ? ' is-gap' : ''}`}>
      <label htmlFor={id}>{text}</label>
      <div>
        <textarea
          id={id}
          className="tes-input"
          lang={language}
          rows={Math.min(6, Math.max(1, Math.ceil(text.length / 50), text.split('\n').length))}
          maxLength={5000}
          value={typed ?? translation}
          placeholder={own || (isGap ? say('Missing') : '')}
          aria-invalid={!!error}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={event => setTyped(event.target.value)}
          onBlur={() => void keep()}
        />
        {error && (
          <p id={`${id}-error`} className="tes-problem" role="alert">
            {error}
          </p>
        )}
      </div>
    </div>
  )
}
