// Differences as a list of sentences.
import { useState } from 'react'
import { Problem, useSay } from '../workplace/ui.tsx'
import type { Changes } from './use-changes.ts'

const SHORT = 12

export function ChangeList({ changes: { sentences, error }, none }: { changes: Changes; none: string }) {
  const say = useSay()
  const [all, setAll] = useState(false)
  if (error) return <Problem>{error}</Problem>
  if (!sentences) return <div className="tes-changes is-waiting" role="status" aria-label={say('Loading')} />
  if (!sentences.length) return <p className="tes-hint">{none}</p>
  const shown = all ? sentences : sentences.slice(0, SHORT)
  return (
    <>
      <ul className="tes-changes">
        {shown.map((sentence, at) => (
          <li key={`${at} ${sentence}`}>{sentence}</li>
        ))}
      </ul>
      {sentences.length > shown.length && (
        <button type="button" className="tes-link" onClick={() => setAll(true)}>
          {say('Show all {count}', { count: sentences.length })}
        </button>
      )}
    </>
  )
}
