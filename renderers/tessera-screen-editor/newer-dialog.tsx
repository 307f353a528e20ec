// Somebody published while one worked: what they changed, and three ways on. Nothing is lost in any of them.
import { useEffect, useState } from 'react'
import type { RendererProps } from 'amis-core'
import { Dialog, Problem, useSay } from '../workplace/ui.tsx'
import type { Schema } from './calls.ts'
import { ChangeList } from './change-list.tsx'
import type { ScreenDocument } from './screen-document.ts'
import { useChanges, type Word } from './use-changes.ts'

interface Props {
  doc: ScreenDocument
  by: string
  locale: string
  word: Word
  renderPart: RendererProps['render']
  onPublishAnyway(version: number): Promise<unknown>
  onClose(): void
}
interface Found {
  start: Schema
  theirs: Schema
  version: number
  merged: Schema | undefined
  conflicts: number
}

export function NewerDialog({ doc, by, locale, word, renderPart, onPublishAnyway, onClose }: Props) {
  const say = useSay()
  const [found, setFound] = useState<Found>()
  const [error, setError] = useState('')
  const [busy, setBusy] = useState(false)
  const [beside, setBeside] = useState(false)
  const mine = doc.state.schema
  useEffect(() => {
    let here = true
    Promise.all([doc.compareNewer(), import('./ledger.ts')])
      .then(([compared, { merge }]) => {
        const { schema, conflicts } = merge(compared.start, mine, compared.theirs)
        if (here) setFound({ ...compared, conflicts, merged: conflicts ? undefined : schema })
      })
      .catch(problem => here && setError((problem as Error).message))
    return () => void (here = false)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- compared once, with what stands there when it opens
  }, [doc])
  const changes = useChanges(found?.start, found?.theirs, locale, word)
  const own = useChanges(found?.start, mine, locale, word)
  const decide = async (work: () => unknown) => {
    setBusy(true)
    setError('')
    try {
      await work()
      onClose()
    } catch (problem) {
      setError((problem as Error).message)
      setBusy(false)
    }
  }
  const name = by || say('Somebody')
  return (
    <Dialog
      title={found ? say('{name} published version {version} meanwhile', { name, version: found.version }) : say('A newer version was published')}
      onClose={onClose}
      wide
      drawer={beside}
    >
      <div className="tes-dialog__body tes-newer">
        {error && <Problem>{error}</Problem>}
        {beside && found ? (
          renderPart('diff', {
            type: 'tessera-json-diff',
            before: found.theirs,
            after: mine,
            beforeTitle: say('Version {version}', { version: found.version }),
            afterTitle: say('Yours'),
          })
        ) : (
          <>
            <section>
              <h3>{say('What {name} changed', { name })}</h3>
              <ChangeList changes={found ? changes : {}} none={say('Nothing that can be seen.')} />
            </section>
            <section>
              <h3>{say('What you changed')}</h3>
              <ChangeList changes={found ? own : {}} none={say('Nothing that can be seen.')} />
            </section>
            {found && (
              <p className="tes-hint">
                {found.merged
                  ? say('The two do not get in each other’s way: both can be in one screen.')
                  : found.conflicts === 1
                    ? say('1 part was changed by both, differently. Look at it side by side, then decide.')
                    : say('{count} parts were changed by both, differently. Look at them side by side, then decide.', { count: found.conflicts })}
              </p>
            )}
          </>
        )}
      </div>
      <footer>
        <button type="button" className="tes-link" disabled={!found} onClick={() => setBeside(!beside)}>
          {beside ? say('Back to the list') : say('Side by side')}
        </button>
        <span className="tes-bar__space" />
        <button type="button" className="tes-button" disabled={!found || busy} onClick={() => void decide(() => doc.takeTheirs())}>
          {say('Take theirs')}
        </button>
        <button type="button" className="tes-button" disabled={!found || busy} onClick={() => found && void decide(() => onPublishAnyway(found.version))}>
          {say('Publish mine anyway')}
        </button>
        <button
          type="button"
          className="tes-button is-primary"
          disabled={!found?.merged || busy}
          title={found && !found.merged ? say('Both changed the same part') : undefined}
          onClick={() => void decide(() => found?.merged && doc.merged(found.merged, found.version))}
        >
          {say('Merge both')}
        </button>
      </footer>
    </Dialog>
  )
}
