// Dialogs of a page at work.
import { lazy, Suspense, useEffect, useState } from 'react'
import type { Calls, Schema } from './calls.ts'
import { TextChanges } from './text-changes.tsx'
import { Confirm, Dialog, Field, Problem, useSay } from '../workplace/ui.tsx'

const Diff = lazy(() => import('../workplace/code-view.tsx').then(({ Diff }) => ({ default: Diff })))

/** Asks what changed before a page is saved. */
export function NoteDialog({ onSave, onClose }: { onSave(note: string): Promise<boolean>; onClose(): void }) {
  const say = useSay()
  const [note, setNote] = useState('')
  return (
    <Confirm title={say('Save with a note')} action={say('Save')} onConfirm={async () => void (await onSave(note.trim()))} onClose={onClose}>
      <Field label={say('What changed?')} help={say('Shown in the history.')}>
        {(id, described) => (
          <textarea
            id={id}
            aria-describedby={described}
            className="tes-input"
            rows={3}
            maxLength={500}
            autoFocus
            value={note}
            onChange={event => setNote(event.target.value)}
          />
        )}
      </Field>
    </Confirm>
  )
}

/** What is on the canvas beside a version that somebody else saved meanwhile. */
export function CompareDialog({ calls, pageId, version, mine, onClose }: { calls: Calls; pageId: string; version: number; mine: Schema; onClose(): void }) {
  const say = useSay()
  const [theirs, setTheirs] = useState<Schema>()
  const [error, setError] = useState('')
  useEffect(() => {
    calls.version(pageId, version).then(
      found => setTheirs(found.schema),
      problem => setError((problem as Error).message),
    )
  }, [calls, pageId, version])
  return (
    <Dialog title={say('Version {version} and yours', { version })} onClose={onClose} drawer wide>
      <div className="tes-history__diff">
        <p>
          <span>{say('Version {version}', { version })}</span>
          <span>{say('On the canvas now')}</span>
        </p>
        {error && <Problem>{error}</Problem>}
        {theirs && <TextChanges before={theirs} after={mine} />}
        {theirs && (
          <Suspense fallback={<div className="tes-code is-loading" />}>
            <Diff before={JSON.stringify(theirs, null, 2)} after={JSON.stringify(mine, null, 2)} label={say('Differences')} />
          </Suspense>
        )}
      </div>
    </Dialog>
  )
}
