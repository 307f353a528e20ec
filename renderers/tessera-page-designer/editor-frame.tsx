// What work on a page and work on a widget template share: the tools of the canvas, the canvas or the JSON, saving by key, the warning before leaving.
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { RendererProps } from 'amis-core'
import { markedTexts, textsOf } from '../../api/screen-texts.ts'
import type { Finding } from '../workplace/finding.ts'
import { Icon } from '../icons.tsx'
import { clock, Confirm, IconButton, useSay } from '../workplace/ui.tsx'
import type { EditorHandle } from '../tessera-schema-editor/schema-editor.tsx'
import type { Schema } from './calls.ts'
import { JsonView } from './json-view.tsx'
import type { DocumentState, PageDocument } from './page-document.ts'

interface Work<Saved> {
  doc: PageDocument
  env: RendererProps['env']
  /** Too narrow a window for the visual editor. */
  narrow: boolean
  save(): Promise<Saved>
}

/** One open document and what is shown of it. */
export function useEditing<Saved>({ doc, env, narrow, save }: Work<Saved>) {
  const say = useSay()
  const state = useSyncExternalStore(doc.subscribe, () => doc.state)
  const [device, setDevice] = useState<'desktop' | 'phone'>('desktop')
  const [previewing, setPreviewing] = useState(false)
  const [asJson, setAsJson] = useState(false)
  const [steps, setSteps] = useState({ back: false, forth: false })
  const handle = useRef<EditorHandle | null>(null)

  useEffect(() => {
    void doc.load()
    return () => doc.close()
  }, [doc])
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

  return {
    doc,
    state,
    narrow,
    device,
    setDevice,
    previewing,
    setPreviewing,
    asJson,
    setAsJson,
    isReady: state.phase === 'ready',
    steps,
    undo: () => (doc.touch(), handle.current?.undo()),
    redo: () => (doc.touch(), handle.current?.redo()),
    /** What the visual editor tells. */
    told: {
      onSchemaChange(schema: Schema) {
        doc.change(schema)
        // What the editor does by itself while it opens is no step of the person.
        if (doc.isTouched()) setSteps({ back: !!handle.current?.canUndo(), forth: !!handle.current?.canRedo() })
      },
      onTouch: doc.touch,
      onReady(ready: EditorHandle) {
        handle.current = ready
      },
    },
    /** Saves as the last drawing would: the same function for as long as the document is open. */
    save: useCallback(() => latest.current.save(), []),
    /** Saves over what somebody else saved; what stands against it is thrown for the dialog to show. */
    async overwrite() {
      const result = await doc.overwrite()
      if (result === 'conflict') throw new Error(say('Somebody saved again just now. Look at it before you decide.'))
      if (result === 'failed') throw new Error(doc.state.error)
    },
  }
}
type Editing = ReturnType<typeof useEditing>

/** Window, preview, JSON, undo and redo. */
export function CanvasTools({ editing }: { editing: Editing }) {
  const say = useSay()
  const { narrow, device, setDevice, previewing, setPreviewing, asJson, setAsJson, steps, undo, redo, isReady } = editing
  const off = !isReady || asJson
  return (
    <>
      <span className="tes-segment">
        <IconButton icon="monitor" label={say('Desktop')} pressed={device === 'desktop'} disabled={off} onClick={() => setDevice('desktop')} />
        <IconButton icon="smartphone" label={say('Phone')} pressed={device === 'phone'} disabled={off} onClick={() => setDevice('phone')} />
      </span>
      <IconButton icon="eye" label={say('Preview')} pressed={previewing || narrow} disabled={off || narrow} onClick={() => setPreviewing(!previewing)} />
      <IconButton icon="code" label={say('JSON')} pressed={asJson} disabled={!isReady} onClick={() => setAsJson(!asJson)} />
      <i className="tes-bar__line" />
      <IconButton icon="undo" label={say('Undo')} disabled={off || !steps.back} onClick={undo} />
      <IconButton icon="redo" label={say('Redo')} disabled={off || !steps.forth} onClick={redo} />
    </>
  )
}

export function SaveButton({ editing: { state, isReady, asJson, save } }: { editing: Editing }) {
  const say = useSay()
  return (
    <button
      type="button"
      className="tes-button is-primary"
      title="Ctrl+S"
      disabled={!isReady || !state.dirty || state.saving || asJson}
      onClick={() => void save()}
    >
      {state.saving ? say('Saving…') : say('Save')}
    </button>
  )
}

/** What is saved, or kept as a draft, in a few words. */
export function SaveState({ state, locale }: { state: DocumentState; locale: string }) {
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

export function NarrowNotice({ editing: { narrow, isReady, asJson } }: { editing: Editing }) {
  const say = useSay()
  if (!narrow || !isReady || asJson) return null
  return <p className="tes-notice">{say('The visual editor needs a window of at least 900 pixels. Here you see the preview; JSON can be edited.')}</p>
}

/** In place of what could not be loaded. */
export function NotLoaded({ title, error, onAgain }: { title: string; error: string; onAgain?(): void }) {
  const say = useSay()
  return (
    <div className="tes-empty">
      <Icon name="alert" size={24} />
      <h3>{title}</h3>
      <p>{error}</p>
      {onAgain && (
        <button type="button" className="tes-button is-primary" onClick={onAgain}>
          {say('Try again')}
        </button>
      )}
    </div>
  )
}

/** The choice between a draft that was found and what is saved. */
export function FoundDraft({ editing: { doc, state }, title, locale, onDrop }: { editing: Editing; title: string; locale: string; onDrop(): void }) {
  const say = useSay()
  if (state.phase !== 'choosing' || !state.found) return null
  const { at, baseVersion } = state.found
  return (
    <div className="tes-empty">
      <Icon name="history" size={24} />
      <h3>{title}</h3>
      <p>
        {say('Kept {time}, based on version {version}.', { time: clock(at, locale), version: baseVersion })}{' '}
        {baseVersion < state.version ? say('Version {version} was saved since.', { version: state.version }) : say('It was not saved yet.')}
      </p>
      <p className="tes-empty__actions">
        <button type="button" className="tes-button is-primary" autoFocus onClick={() => doc.continueDraft()}>
          {say('Continue with the draft')}
        </button>
        <button type="button" className="tes-button" onClick={onDrop}>
          {say('Discard the draft')}
        </button>
      </p>
    </div>
  )
}

interface CanvasProps {
  editing: Editing
  locale: string
  renderPart: RendererProps['render']
  check(schema: Schema): Promise<Finding[]>
  /** What the visual editor takes besides; undefined while it is on its way. */
  more: object | undefined
}

/** The visual editor, or the JSON in its place. */
export function EditorCanvas({ editing, locale, renderPart, check, more }: CanvasProps) {
  const say = useSay()
  const { doc, state, narrow, device, previewing, asJson, setAsJson, told, isReady } = editing
  // What the editor makes of a page while it is open is not taken over again, so that its steps back stay.
  const texts = useMemo(
    () => (isReady && markedTexts(state.schema).size ? textsOf(state.schema, locale) : undefined),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the page as it was put into the editor
    [isReady, state.revision, locale],
  )
  if (!isReady) return null
  return (
    <>
      {!more && <div className="tes-canvas__wait" role="status" aria-label={say('Loading')} />}
      {more && (
        <div className="tes-canvas__editor" hidden={asJson}>
          {renderPart(
            'editor',
            { type: 'tessera-schema-editor' },
            {
              editedSchema: state.schema,
              revision: state.revision,
              ...(texts && { texts }),
              device,
              previewing: previewing || narrow,
              ...more,
              ...told,
            },
          )}
        </div>
      )}
      {asJson && (
        <JsonView
          schema={state.schema}
          check={check}
          onClose={() => setAsJson(false)}
          onTake={schema => {
            doc.put(schema)
            setAsJson(false)
          }}
        />
      )}
    </>
  )
}

/** Asks before own work gives way to what somebody else saved. */
export function TakeTheirs({ name, onConfirm, onClose }: { name: string; onConfirm(): Promise<void>; onClose(): void }) {
  const say = useSay()
  return (
    <Confirm title={say('Take their version?')} action={say('Drop mine')} danger onConfirm={onConfirm} onClose={onClose}>
      <p>{say('Your unsaved changes and your draft of “{name}” are dropped.', { name })}</p>
    </Confirm>
  )
}
