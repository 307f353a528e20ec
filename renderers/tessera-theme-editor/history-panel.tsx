// What was done since the editor was opened, and the versions that were saved before; each can be looked at and taken again.
// oxlint-disable no-restricted-imports -- themes are pure functions, as what is known of models and flows, and may be used anywhere
import { useEffect, useState } from 'react'
import { differencesOf } from '../../api/theme/differences.ts'
import type { ThemeDocument } from '../../api/theme/document.ts'
import { clock, useSay } from '../workplace/ui.tsx'
import { Differences } from './differences.tsx'
import { TextField } from './fields.tsx'
import type { Work } from './work.ts'

export interface Version {
  version: number
  note: string
  createdAt: string
  createdBy: string
}
interface Props {
  work: Work
  saved: { version: number; data: ThemeDocument }
  note: string
  onNote(note: string): void
  onStep(steps: number): void
  onTake(document: ThemeDocument, version: number): void
  /** Answers with the reason where they cannot be had. */
  listVersions(): Promise<Version[] | string>
  getVersion(version: number): Promise<ThemeDocument | string>
  language: string
}

export function HistoryPanel({ work, saved, note, onNote, onStep, onTake, listVersions, getVersion, language }: Props) {
  const say = useSay()
  const [versions, setVersions] = useState<Version[]>()
  const [problem, setProblem] = useState('')
  const [shown, setShown] = useState<{ version: number; data: ThemeDocument }>()
  useEffect(() => {
    void listVersions().then(found => (typeof found === 'string' ? setProblem(found) : setVersions(found)))
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- again when one was saved
  }, [saved.version])
  const show = async (version: number) => {
    setProblem('')
    if (shown?.version === version) return setShown(undefined)
    const data = await getVersion(version)
    if (typeof data === 'string') setProblem(data)
    else setShown({ version, data })
  }
  const steps = [
    ...work.before.map(({ words }, i) => ({ words, at: i + 1 - work.before.length })),
    ...work.after.toReversed().map(({ words }, i) => ({ words, at: i + 1 })),
  ].toReversed()
  return (
    <>
      <TextField label={say('Note of the next version')} value={note} onChange={text => onNote(text.slice(0, 200))} />
      <section className="tes-theme-group">
        <h4>{say('Not saved yet')}</h4>
        <Differences differences={differencesOf(saved.data, work.now)} empty={say('Nothing')} />
      </section>
      <section className="tes-theme-group">
        <h4>{say('Done since the editor was opened')}</h4>
        {steps.length ? (
          <ol className="tes-theme-steps-done" reversed>
            {steps.map(({ words, at }) => (
              <li key={at} className={at > 0 ? 'is-undone' : ''}>
                <button type="button" className="tes-link" aria-current={at === 0 ? 'step' : undefined} onClick={() => onStep(at)}>
                  {words}
                </button>
              </li>
            ))}
            <li>
              <button
                type="button"
                className="tes-link"
                aria-current={work.before.length === 0 ? 'step' : undefined}
                onClick={() => onStep(-work.before.length)}
              >
                {say('As it was opened')}
              </button>
            </li>
          </ol>
        ) : (
          <p className="tes-theme-hint">{say('Nothing')}</p>
        )}
      </section>
      <section className="tes-theme-group">
        <h4>{say('Versions')}</h4>
        {problem && (
          <p className="tes-problem" role="alert">
            {problem}
          </p>
        )}
        <ul className="tes-theme-versions" aria-busy={!versions && !problem}>
          {versions?.map(({ version, note: said, createdAt, createdBy }) => (
            <li key={version}>
              <button type="button" className="tes-theme-entry" aria-expanded={shown?.version === version} onClick={() => void show(version)}>
                <span>
                  {say('Version {version}', { version })} {said && <b>{said}</b>}
                  <small>
                    {clock(createdAt, language)} · {createdBy}
                  </small>
                </span>
              </button>
              {shown?.version === version && (
                <div className="tes-theme-version">
                  <p className="tes-theme-hint">{say('From this version to what is in the editor')}</p>
                  <Differences differences={differencesOf(shown.data, work.now)} empty={say('It is the theme as it is in the editor')} />
                  <button
                    type="button"
                    className="tes-button"
                    disabled={!differencesOf(shown.data, work.now).length}
                    onClick={() => onTake(shown.data, version)}
                  >
                    {say('Take this version')}
                  </button>
                </div>
              )}
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}
