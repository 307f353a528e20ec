// What one should know while working on a screen: newer versions, people at work, conflicts.
import { clock, useSay } from '../workplace/ui.tsx'
import type { DocumentState, ScreenDocument } from './screen-document.ts'

interface Props {
  doc: ScreenDocument
  state: DocumentState
  /** Address of the screen's history, where conflicts are decided. */
  history: string
  locale: string
  isTooNarrow: boolean
  /** Does something and tells how it went. */
  quietly(work: Promise<unknown>, done: string): void
  onDifference(): void
  onWithdraw(): void
}

export function ScreenNotices({ doc, state, history, locale, isTooNarrow, quietly, onDifference, onWithdraw }: Props) {
  const say = useSay()
  const { opened, newer, staged, others } = state
  const here = state.editors.filter(({ name, isSelf }) => !isSelf && !others.some(other => other.name === name))
  const isInOtherTab = state.editors.some(({ isSelf }) => isSelf)
  return (
    <div className="tes-notices" aria-live="polite">
      {state.broughtBack && (
        <p className="tes-notice">
          <span>{say('Your changes of {time}, which had not reached the server, are back.', { time: clock(state.broughtBack, locale) })}</span>
        </p>
      )}
      {newer && (
        <p className="tes-notice is-warn">
          <span>
            {newer.by
              ? say('{name} published version {version} of this screen. Yours is based on {base}.', {
                  name: newer.by,
                  version: newer.version,
                  base: state.base,
                })
              : say('Version {version} of this screen was published. Yours is based on {base}.', { version: newer.version, base: state.base })}
          </span>
          {state.dirty ? (
            <button type="button" className="tes-link" onClick={onDifference}>
              {say('Show the difference')}
            </button>
          ) : (
            <button type="button" className="tes-link" onClick={() => quietly(doc.takeTheirs(), say('You see the newest version'))}>
              {say('Show the newest')}
            </button>
          )}
        </p>
      )}
      {staged && (
        <p className="tes-notice">
          <span title={staged.people.map(({ name, email }) => name || email).join(', ')}>
            {staged.people.length === 1
              ? say('Version {version} is shown to {name} only.', {
                  version: staged.version,
                  name: staged.people[0]?.name || staged.people[0]?.email || '',
                })
              : say('Version {version} is shown to {count} people only.', { version: staged.version, count: staged.people.length })}
          </span>
          <button
            type="button"
            className="tes-link"
            onClick={() => quietly(doc.showToAll(), say('Everybody sees version {version} now', { version: staged.version }))}
          >
            {say('Show to everybody')}
          </button>
          <button type="button" className="tes-link" onClick={onWithdraw}>
            {say('Withdraw')}
          </button>
        </p>
      )}
      {!!opened?.conflicts.length && (
        <p className="tes-notice is-warn">
          <span>
            {opened.conflicts.length === 1
              ? say('Tessera ships a newer form of this screen, and 1 part differs from yours.')
              : say('Tessera ships a newer form of this screen, and {count} parts differ from yours.', { count: opened.conflicts.length })}
          </span>
          <a className="tes-link" href={history}>
            {say('Decide')}
          </a>
        </p>
      )}
      {others.length > 0 && (
        <p className="tes-notice">
          <span>
            {others.length === 1
              ? say('{name} has a draft since {time}; you work on your own copy.', {
                  name: others[0]?.name ?? '',
                  time: clock(others[0]?.at ?? '', locale),
                })
              : say('{names} have drafts too; you work on your own copy.', { names: others.map(({ name }) => name).join(', ') })}
          </span>
        </p>
      )}
      {here.length > 0 && (
        <p className="tes-notice">
          <span>
            {here.length === 1
              ? say('{name} has this screen open too; you each work on a copy of your own.', { name: here[0]?.name ?? '' })
              : say('{names} have this screen open too; each works on a copy.', { names: here.map(({ name }) => name).join(', ') })}
          </span>
        </p>
      )}
      {isInOtherTab && (
        <p className="tes-notice is-warn">
          <span>{say('You have this screen open in another tab as well. There is one draft of yours: the tab that saves last keeps it.')}</span>
        </p>
      )}
      {isTooNarrow && (
        <p className="tes-notice">
          <span>{say('The visual editor needs a window of at least 900 pixels. JSON and preview work here.')}</span>
        </p>
      )}
    </div>
  )
}
