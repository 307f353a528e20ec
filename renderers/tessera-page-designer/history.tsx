// The versions of a page: who saved what when, what differs from now, and the way back.
import { lazy, Suspense, useEffect, useState } from 'react'
import type { Calls, Schema, Version } from './calls.ts'
import { TextChanges } from './text-changes.tsx'
import { clock, Confirm, Dialog, Problem, useSay } from '../workplace/ui.tsx'

const Diff = lazy(() => import('../workplace/code-view.tsx').then(({ Diff }) => ({ default: Diff })))

interface Props {
  calls: Calls
  pageId: string
  pageName: string
  current: Schema
  version: number
  locale: string
  dirty: boolean
  onRestore(version: number): Promise<unknown>
  onClose(): void
}

export function History({ calls, pageId, pageName, current, version, locale, dirty, onRestore, onClose }: Props) {
  const say = useSay()
  const [list, setList] = useState<Version[]>()
  const [total, setTotal] = useState(0)
  const [error, setError] = useState('')
  const [seen, setSeen] = useState<(Version & { schema: Schema }) | null>(null)
  const [restoring, setRestoring] = useState<Version | null>(null)
  const more = async () => {
    setError('')
    try {
      const { items, total: all } = await calls.versions(pageId, Math.floor((list?.length ?? 0) / 50) + 1)
      setList([...(list ?? []), ...items])
      setTotal(all)
    } catch (problem) {
      setError((problem as Error).message)
    }
  }
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the first versions of a page; more are asked for
  useEffect(() => void more(), [pageId])
  const look = async (one: Version) => {
    setError('')
    try {
      setSeen(await calls.version(pageId, one.version))
    } catch (problem) {
      setError((problem as Error).message)
    }
  }
  return (
    <Dialog title={say('History of {name}', { name: pageName })} onClose={onClose} drawer wide={!!seen}>
      <div className="tes-history">
        <ol className="tes-history__list">
          {list?.map(one => (
            <li key={one.version} className={seen?.version === one.version ? 'is-seen' : ''}>
              <button type="button" className="tes-history__line" aria-pressed={seen?.version === one.version} onClick={() => void look(one)}>
                <strong>
                  {say('Version {version}', { version: one.version })}
                  {one.version === version && <em>{say('saved now')}</em>}
                </strong>
                {one.note && <span>{one.note}</span>}
                <small title={new Date(one.createdAt).toLocaleString(locale)}>
                  {one.createdBy} · {clock(one.createdAt, locale)}
                </small>
              </button>
              {one.version !== version && (
                <button type="button" className="tes-link" onClick={() => setRestoring(one)}>
                  {say('Restore')}
                </button>
              )}
            </li>
          ))}
          {!list && !error && [1, 2, 3].map(n => <li key={n} className="tes-history__wait" />)}
          {list && list.length < total && (
            <li>
              <button type="button" className="tes-link" onClick={() => void more()}>
                {say('Show older ones')}
              </button>
            </li>
          )}
          {error && <Problem>{error}</Problem>}
        </ol>
        {seen && (
          <div className="tes-history__diff">
            <p>
              <span>{say('Version {version}', { version: seen.version })}</span>
              <span>{say('On the canvas now')}</span>
            </p>
            <TextChanges before={seen.schema} after={current} />
            <Suspense fallback={<div className="tes-code is-loading" />}>
              <Diff before={JSON.stringify(seen.schema, null, 2)} after={JSON.stringify(current, null, 2)} label={say('Differences')} />
            </Suspense>
          </div>
        )}
      </div>
      {restoring && (
        <Confirm
          title={say('Restore version {version}?', { version: restoring.version })}
          action={say('Restore')}
          onConfirm={() => onRestore(restoring.version)}
          onClose={() => setRestoring(null)}
        >
          <p>{say('It becomes the newest version of “{name}”. Version {version} stays in the history.', { name: pageName, version })}</p>
          {dirty && <p className="tes-warn">{say('Your unsaved changes on the canvas are dropped.')}</p>}
        </Confirm>
      )}
    </Dialog>
  )
}
