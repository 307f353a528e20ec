// Before something is published: what will change, what stands in the way, a note, and who gets it first.
import { useState, type FormEvent } from 'react'
import { Dialog, Field, Problem, useSay } from '../workplace/ui.tsx'
import { CallFailed, type Finding } from './calls.ts'
import { ChangeList } from './change-list.tsx'
import type { DocumentState } from './screen-document.ts'
import { useChanges, type Word } from './use-changes.ts'

interface Props {
  state: DocumentState
  title: string
  locale: string
  word: Word
  onPublish(publish: { note: string; people: string[] | undefined }): Promise<unknown>
  onFinding(finding: Finding): void
  onClose(): void
}

/** Addresses as people write them down: separated by commas, semicolons, spaces or lines. */
export const emailsIn = (text: string): string[] => [...new Set(text.split(/[\s,;，；]+/).filter(Boolean))]
const isEmail = (text: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)

export function PublishDialog({ state, title, locale, word, onPublish, onFinding, onClose }: Props) {
  const say = useSay()
  const [note, setNote] = useState('')
  const [first, setFirst] = useState(false)
  const [people, setPeople] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState('')
  const [wrong, setWrong] = useState('')
  const changes = useChanges(state.opened?.schema, state.schema, locale, word)
  const blocking = state.findings.filter(({ severity }) => severity === 'error')
  const others = state.findings.length - blocking.length
  const emails = emailsIn(people)
  const isReleasing = !!state.staged && !first
  const go = async (event: FormEvent) => {
    event.preventDefault()
    const bad = first ? emails.filter(one => !isEmail(one)) : []
    setWrong(
      first && !emails.length
        ? say('Required')
        : bad.length
          ? say('No email address: {list}', { list: bad.join(', ') })
          : emails.length > 100
            ? say('No more than {limit} entries', { limit: 100 })
            : '',
    )
    if (first && (!emails.length || bad.length || emails.length > 100)) return
    setBusy(true)
    setError('')
    try {
      await onPublish({ note: note.trim(), people: first ? emails : undefined })
      onClose()
    } catch (problem) {
      setBusy(false)
      if (problem instanceof CallFailed && problem.code === 'screen.changedMeanwhile') return onClose()
      const { message, errors } = problem as CallFailed
      const atPeople = Object.entries(errors ?? {}).find(([name]) => name.startsWith('people'))
      if (atPeople) setWrong(atPeople[1])
      else setError(message)
    }
  }
  return (
    <Dialog title={say('Publish {name}', { name: title })} onClose={onClose} wide>
      <form onSubmit={go} noValidate>
        <div className="tes-dialog__body tes-publish">
          {blocking.length > 0 && (
            <div className="tes-publish__block" role="alert">
              <strong>
                {blocking.length === 1 ? say('1 mistake stands in the way') : say('{count} mistakes stand in the way', { count: blocking.length })}
              </strong>
              <ul>
                {blocking.slice(0, 20).map((finding, at) => (
                  <li key={`${finding.path} ${at}`}>
                    <button type="button" className="tes-line" onClick={() => onFinding(finding)}>
                      <span>{finding.message}</span>
                      <code>{finding.path || say('the screen')}</code>
                    </button>
                  </li>
                ))}
              </ul>
            </div>
          )}
          <section>
            <h3>{say('What changes')}</h3>
            <ChangeList changes={changes} none={say('Nothing differs from what is published.')} />
            {others > 0 && (
              <p className="tes-hint">
                {others === 1
                  ? say('1 warning or hint does not stand in the way.')
                  : say('{count} warnings and hints do not stand in the way.', { count: others })}
              </p>
            )}
          </section>
          <Field label={say('Note')} help={say('Shown in the history, for those who wonder why.')}>
            {(id, described) => (
              <textarea
                id={id}
                aria-describedby={described}
                className="tes-input"
                rows={2}
                maxLength={500}
                autoFocus
                value={note}
                onChange={event => setNote(event.target.value)}
              />
            )}
          </Field>
          <label className="tes-check">
            <input type="checkbox" checked={first} onChange={event => setFirst(event.target.checked)} />
            {say('Only for these people first')}
          </label>
          {first && (
            <div className="tes-publish__people">
              <Field label={say('Their emails')} error={wrong} help={say('Everybody else keeps the screen as it is, until you show it to all.')}>
                {(id, described) => (
                  <textarea
                    id={id}
                    aria-describedby={described}
                    aria-invalid={!!wrong}
                    className="tes-input"
                    rows={2}
                    placeholder="ben@example.com, cyd@example.com"
                    value={people}
                    onChange={event => {
                      setPeople(event.target.value)
                      setWrong('')
                    }}
                  />
                )}
              </Field>
            </div>
          )}
          {isReleasing && (
            <p className="tes-hint">{say('This takes the place of version {version}, which only some people get.', { version: state.staged?.version ?? 0 })}</p>
          )}
          {error && <Problem>{error}</Problem>}
        </div>
        <footer>
          <button type="button" className="tes-button" onClick={onClose}>
            {say('Cancel')}
          </button>
          <button type="submit" className="tes-button is-primary" disabled={busy || blocking.length > 0 || !!state.mistake}>
            {first
              ? emails.length === 1
                ? say('Show to 1 person')
                : emails.length
                  ? say('Show to {count} people', { count: emails.length })
                  : say('Show to these people')
              : say('Publish to everybody')}
          </button>
        </footer>
      </form>
    </Dialog>
  )
}
