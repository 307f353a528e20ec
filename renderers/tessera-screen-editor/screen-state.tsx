// What a screen is, and what became of the draft, in a few words.
import { clock, useSay } from '../workplace/ui.tsx'
import type { DocumentState } from './screen-document.ts'

const STATES: Record<string, [label: string, tone: string]> = {
  shipped: ['Shipped', 'none'],
  draft: ['Draft', 'warning'],
  published: ['Changed', 'good'],
  staged: ['Staged', 'hint'],
  conflict: ['Conflict', 'warning'],
  broken: ['Broken', 'error'],
}

export function StateWord({ state }: { state: string }) {
  const say = useSay()
  const [label, tone] = STATES[state] ?? [state, 'none']
  return (
    <em className="tes-screen__state">
      <i className={`tes-dot is-${tone}`} />
      {say(label)}
    </em>
  )
}

export function DraftState({ state, locale, onRetry }: { state: DocumentState; locale: string; onRetry(): void }) {
  const say = useSay()
  const { phase, dirty, draft, mistake } = state
  if (phase !== 'ready') return null
  const bad = draft.state === 'failed' || draft.state === 'offline'
  const text = mistake
    ? say('Kept in this browser until the JSON can be read')
    : draft.state === 'offline'
      ? say('No connection; kept in this browser')
      : draft.state === 'failed'
        ? say('Draft not saved: {reason}', { reason: draft.error })
        : draft.state === 'waiting' || draft.state === 'saving'
          ? say('Saving the draft…')
          : dirty && draft.at
            ? say('Draft saved {time}', { time: clock(draft.at, locale) })
            : dirty
              ? say('Draft')
              : state.staged
                ? say('As version {version}, staged', { version: state.staged.version })
                : say('As published')
  return (
    <span className={`tes-state${dirty ? ' is-dirty' : ''}${bad ? ' is-bad' : ''}`} role="status">
      <span>{text}</span>
      {bad && (
        <button type="button" className="tes-link" onClick={onRetry}>
          {say('Try again')}
        </button>
      )}
    </span>
  )
}
