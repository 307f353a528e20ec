// One page at work: toolbar, notices, canvas or JSON.
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { lazy, Suspense } from 'react'
import type { RendererProps } from 'amis-core'
import type { Calls, Schema } from './calls.ts'
import { History } from './history.tsx'
import { JsonView } from './json-view.tsx'
import { openDocument, type DocumentState } from './page-document.ts'
import { clock, Confirm, Dialog, Field, Icon, IconButton, Menu, Problem, useSay } from '../workplace/ui.tsx'

const Diff = lazy(() => import('../workplace/code-view.tsx').then(({ Diff }) => ({ default: Diff })))

/** What the editor hands out to be driven from the toolbar. */
interface EditorHandle {
  undo(): void
  redo(): void
  canUndo(): boolean
  canRedo(): boolean
}
export interface WorkAddresses {
  running(path: string): string
  phone(path: string): string
  releases: string
}
interface Props {
  calls: Calls
  pageId: string
  name: string
  path: string
  locale: string
  addresses: WorkAddresses
  env: RendererProps['env']
  renderPart: RendererProps['render']
  treeShown: boolean
  narrow: boolean
  onToggleTree(): void
  onSettings(): void
  /** Missing where this person may not share pages. */
  onShare?(): void
  /** Version, draft or name may have changed. */
  onChanged(): void
  /** Tells whether leaving would lose something; `save` keeps it. */
  onGuard(guard: { dirty: boolean; save(): Promise<boolean> } | null): void
}

const BEAT = 10_000

export function PageWork(props: Props) {
  const { calls, pageId, name, path, locale, addresses, env, renderPart, treeShown, narrow, onToggleTree, onSettings, onShare, onChanged, onGuard } = props
  const say = useSay()
  const [tab] = useState(() => Math.random().toString(36).slice(2, 12))
  const doc = useMemo(() => openDocument({ calls, pageId, tab }), [calls, pageId, tab])
  const state = useSyncExternalStore(doc.subscribe, () => doc.state)
  const [device, setDevice] = useState<'desktop' | 'phone'>('desktop')
  const [previewing, setPreviewing] = useState(false)
  const [asJson, setAsJson] = useState(false)
  const [open, setOpen] = useState<'' | 'history' | 'note' | 'theirs' | 'over' | 'compare'>('')
  const handle = useRef<EditorHandle | null>(null)
  const [steps, setSteps] = useState({ back: false, forth: false })

  useEffect(() => {
    void doc.load()
    return () => doc.close()
  }, [doc])
  const ready = state.phase === 'ready' || state.phase === 'choosing'
  useEffect(() => {
    if (!ready) return
    void doc.beat()
    const timer = setInterval(() => document.visibilityState === 'visible' && void doc.beat(), BEAT)
    return () => clearInterval(timer)
  }, [doc, ready])

  const save = async (note = '') => {
    const result = await doc.save(note)
    if (result === 'saved') {
      env.notify('success', say('Saved as version {version}', { version: doc.state.version }))
      onChanged()
    } else if (result === 'failed') env.notify('error', doc.state.error)
    else env.notify('warning', say('Not saved: somebody else saved this page meanwhile'))
    return result === 'saved'
  }
  const latest = useRef({ save, asJson })
  useEffect(() => {
    latest.current = { save, asJson }
  })
  useEffect(() => {
    const keys = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== 's') return
      event.preventDefault()
      event.stopPropagation()
      if (doc.state.phase !== 'ready' || doc.state.saving) return
      if (latest.current.asJson) env.notify('info', say('Take the JSON over first, then save'))
      else if (doc.state.dirty) void latest.current.save()
      else env.notify('info', say('Nothing has changed since the last save'))
    }
    window.addEventListener('keydown', keys, true)
    return () => window.removeEventListener('keydown', keys, true)
  }, [doc, env, say])
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => doc.state.dirty && event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [doc])
  useEffect(() => {
    onGuard({ dirty: state.dirty, save: () => latest.current.save() })
    return () => onGuard(null)
  }, [state.dirty, onGuard])

  const working = state.phase === 'ready'
  const others = state.editors.map(({ name: who }) => who)
  return (
    <section className="tes-work" aria-label={name}>
      <div className="tes-bar" role="toolbar" aria-label={say('Page tools')}>
        <IconButton icon="side" label={treeShown ? say('Hide the pages') : say('Show the pages')} pressed={treeShown} onClick={onToggleTree} />
        <h2 className="tes-bar__name" title={path}>
          {name}
        </h2>
        <SaveState state={state} locale={locale} />
        <span className="tes-bar__space" />
        <span className="tes-segment">
          <IconButton icon="desktop" label={say('Desktop')} pressed={device === 'desktop'} disabled={!working || asJson} onClick={() => setDevice('desktop')} />
          <IconButton icon="phone" label={say('Phone')} pressed={device === 'phone'} disabled={!working || asJson} onClick={() => setDevice('phone')} />
        </span>
        <IconButton
          icon="eye"
          label={say('Preview')}
          pressed={previewing || narrow}
          disabled={!working || asJson || narrow}
          onClick={() => setPreviewing(!previewing)}
        />
        <IconButton icon="code" label={say('JSON')} pressed={asJson} disabled={!working} onClick={() => setAsJson(!asJson)} />
        <i className="tes-bar__line" />
        <IconButton icon="undo" label={say('Undo')} disabled={!working || asJson || !steps.back} onClick={() => (doc.touch(), handle.current?.undo())} />
        <IconButton icon="redo" label={say('Redo')} disabled={!working || asJson || !steps.forth} onClick={() => (doc.touch(), handle.current?.redo())} />
        <IconButton icon="history" label={say('History')} disabled={!working} onClick={() => setOpen('history')} />
        <i className="tes-bar__line" />
        <a
          className="tes-icon-button"
          href={addresses.running(path)}
          target="_blank"
          rel="noopener"
          title={say('Open the running app')}
          aria-label={say('Open the running app')}
        >
          <Icon name="open" />
        </a>
        <Menu
          label={say('More')}
          items={[
            { label: say('Save with a note'), disabled: !working || !state.dirty || asJson, onPick: () => setOpen('note') },
            { label: say('Preview on a phone'), onPick: () => env.jumpTo(addresses.phone(path), { blank: true } as never) },
            { label: say('Page settings'), onPick: onSettings },
          ]}
        />
        {onShare && (
          <button type="button" className="tes-button tes-bar__publish" disabled={!working} onClick={onShare}>
            {say('Share')}
          </button>
        )}
        <a className="tes-button tes-bar__publish" href={addresses.releases} data-go>
          {say('Publish')}
        </a>
        <button
          type="button"
          className="tes-button is-primary"
          title="Ctrl+S"
          disabled={!working || !state.dirty || state.saving || asJson}
          onClick={() => void save()}
        >
          {state.saving ? say('Saving…') : say('Save')}
        </button>
      </div>

      <div className="tes-notices" aria-live="polite">
        {others.length > 0 && !state.foreign && (
          <p className="tes-notice">
            {others.length === 1
              ? say('{name} is editing this page too.', { name: others[0] ?? '' })
              : say('{names} are editing this page too.', { names: others.join(', ') })}
          </p>
        )}
        {state.foreign && (
          <p className="tes-notice is-warn">
            <span>
              {state.foreign.by
                ? say('{name} saved version {version} of this page.', { name: state.foreign.by, version: state.foreign.version })
                : say('Version {version} of this page was saved.', { version: state.foreign.version })}{' '}
              {state.dirty ? say('Your changes are still here, unsaved.') : say('You see an older one.')}
            </span>
            <button type="button" className="tes-link" onClick={() => setOpen('compare')}>
              {say('Compare')}
            </button>
            <button type="button" className="tes-link" onClick={() => (state.dirty ? setOpen('theirs') : void doc.reload().then(onChanged))}>
              {state.dirty ? say('Take theirs') : say('Show the newest')}
            </button>
            {state.dirty && (
              <button type="button" className="tes-link" onClick={() => setOpen('over')}>
                {say('Save mine over it')}
              </button>
            )}
          </p>
        )}
        {state.draft.state === 'blocked' && (
          <p className="tes-notice is-warn">
            <span>{say('{name} has a draft of this page, so yours is not kept until you save.', { name: state.blockedBy })}</span>
            <button type="button" className="tes-link" onClick={() => void doc.takeDraft()}>
              {say('Replace that draft')}
            </button>
          </p>
        )}
        {narrow && working && !asJson && (
          <p className="tes-notice">{say('The visual editor needs a window of at least 900 pixels. Here you see the preview; JSON can be edited.')}</p>
        )}
      </div>

      <div className="tes-canvas">
        {state.phase === 'loading' && <div className="tes-canvas__wait" role="status" aria-label={say('Loading')} />}
        {state.phase === 'failed' && (
          <div className="tes-empty">
            <Icon name="alert" size={24} />
            <h3>{say('This page could not be loaded')}</h3>
            <p>{state.error}</p>
            <button type="button" className="tes-button is-primary" onClick={() => void doc.load()}>
              {say('Try again')}
            </button>
          </div>
        )}
        {state.phase === 'choosing' && state.found && (
          <div className="tes-empty">
            <Icon name="history" size={24} />
            <h3>{state.found.mine ? say('You have a draft of this page') : say('{name} has a draft of this page', { name: state.found.by })}</h3>
            <p>
              {say('Kept {time}, based on version {version}.', { time: clock(state.found.at, locale), version: state.found.baseVersion })}{' '}
              {state.found.baseVersion < state.version ? say('Version {version} was saved since.', { version: state.version }) : say('It was not saved yet.')}
            </p>
            <p className="tes-empty__actions">
              <button type="button" className="tes-button is-primary" autoFocus onClick={() => doc.continueDraft()}>
                {say('Continue with the draft')}
              </button>
              <button
                type="button"
                className="tes-button"
                onClick={() => void doc.dropDraft().then(onChanged, (error: Error) => env.notify('error', error.message))}
              >
                {say('Discard the draft')}
              </button>
            </p>
          </div>
        )}
        {working && (
          <div className="tes-canvas__editor" hidden={asJson}>
            {renderPart(
              'editor',
              { type: 'tessera-schema-editor' },
              {
                editedSchema: state.schema,
                revision: state.revision,
                device,
                previewing: previewing || narrow,
                onSchemaChange: (schema: Schema) => {
                  doc.change(schema)
                  // What the editor does by itself while it opens is no step of the person.
                  if (doc.isTouched()) setSteps({ back: !!handle.current?.canUndo(), forth: !!handle.current?.canRedo() })
                },
                onTouch: doc.touch,
                onReady: (ready: EditorHandle) => {
                  handle.current = ready
                },
              },
            )}
          </div>
        )}
        {working && asJson && (
          <JsonView
            schema={state.schema}
            check={calls.check}
            onClose={() => setAsJson(false)}
            onTake={schema => {
              doc.put(schema)
              setAsJson(false)
            }}
          />
        )}
      </div>

      {open === 'history' && (
        <History
          calls={calls}
          pageId={pageId}
          pageName={name}
          current={state.schema}
          version={state.page?.version ?? state.version}
          locale={locale}
          dirty={state.dirty}
          onRestore={async version => {
            await doc.restore(version)
            setOpen('')
            env.notify('success', say('Version {version} is the newest again', { version }))
            onChanged()
          }}
          onClose={() => setOpen('')}
        />
      )}
      {open === 'note' && <NoteDialog onSave={save} onClose={() => setOpen('')} />}
      {open === 'theirs' && (
        <Confirm title={say('Take their version?')} action={say('Drop mine')} danger onConfirm={() => doc.reload().then(onChanged)} onClose={() => setOpen('')}>
          <p>{say('Your unsaved changes and your draft of “{name}” are dropped.', { name })}</p>
        </Confirm>
      )}
      {open === 'over' && state.foreign && (
        <Confirm
          title={say('Save over version {version}?', { version: state.foreign.version })}
          action={say('Save mine over it')}
          onConfirm={async () => {
            const result = await doc.overwrite()
            if (result === 'conflict') throw new Error(say('Somebody saved again just now. Look at it before you decide.'))
            if (result === 'failed') throw new Error(doc.state.error)
            onChanged()
          }}
          onClose={() => setOpen('')}
        >
          <p>{say('Yours becomes the newest version. Theirs stays in the history and can be restored.')}</p>
        </Confirm>
      )}
      {open === 'compare' && state.foreign && (
        <Compare calls={calls} pageId={pageId} version={state.foreign.version} mine={state.schema} onClose={() => setOpen('')} />
      )}
    </section>
  )
}

function SaveState({ state, locale }: { state: DocumentState; locale: string }) {
  const say = useSay()
  const { phase, dirty, draft, page } = state
  if (phase !== 'ready') return null
  const text = !dirty
    ? say('Saved, version {version}', { version: page?.version ?? state.version })
    : draft.state === 'kept'
      ? say('Draft saved {time}', { time: clock(draft.at, locale) })
      : draft.state === 'failed'
        ? say('The draft could not be kept')
        : say('Unsaved changes')
  return (
    <span className={`tes-state${dirty ? ' is-dirty' : ''}${draft.state === 'failed' ? ' is-bad' : ''}`} role="status">
      {text}
    </span>
  )
}

function NoteDialog({ onSave, onClose }: { onSave(note: string): Promise<boolean>; onClose(): void }) {
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

function Compare({ calls, pageId, version, mine, onClose }: { calls: Calls; pageId: string; version: number; mine: Schema; onClose(): void }) {
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
        {theirs && (
          <Suspense fallback={<div className="tes-code is-loading" />}>
            <Diff before={JSON.stringify(theirs, null, 2)} after={JSON.stringify(mine, null, 2)} label={say('Differences')} />
          </Suspense>
        )}
      </div>
    </Dialog>
  )
}
