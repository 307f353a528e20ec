// The bar, the notices and the three views of one screen.
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { RendererProps } from 'amis-core'
import { isMarked, keyOf, plain, textsOf, type Words } from '../../api/screen-texts.ts'
import type { EditorHandle } from '../tessera-schema-editor/schema-editor.tsx'
import { createHand } from '../tessera-schema-editor/hand.ts'
import { Icon } from '../icons.tsx'
import { Confirm, IconButton, Menu, useSay } from '../workplace/ui.tsx'
import { CallFailed, type Finding, type Level, type Schema, type ScreenRow } from './calls.ts'
import { CheckedJson } from '../workplace/checked-json.tsx'
import { FindingsList } from '../workplace/findings-list.tsx'
import { taken } from './ledger.ts'
import { NewerDialog } from './newer-dialog.tsx'
import { PreviewView } from './preview-view.tsx'
import { PublishDialog } from './publish-dialog.tsx'
import { ScreenNotices } from './screen-notices.tsx'
import { DraftState, StateWord } from './screen-state.tsx'
import type { DocumentState, ScreenDocument } from './screen-document.ts'
import { TextsDialog } from './texts-dialog.tsx'
import { useNarrow } from '../workplace/use-narrow.ts'

type View = 'design' | 'json' | 'preview'
const VIEWS: { id: View; label: string; key: string }[] = [
  { id: 'design', label: 'Design', key: '1' },
  { id: 'json', label: 'JSON', key: '2' },
  { id: 'preview', label: 'Preview', key: '3' },
]

/** What the visual editor shows the screen with. */
export interface Canvas {
  texts: Record<string, string>
  context: Record<string, unknown> | undefined
  answer: ((api: { url: string; method?: string }) => unknown) | undefined
}

interface Props {
  doc: ScreenDocument
  state: DocumentState
  screenId: string
  row: ScreenRow | undefined
  level: Level
  /** Address of the list of screens that one came from. */
  base: string
  /** Undefined while it is on its way. */
  canvas: Canvas | undefined
  /** The Chinese words of the shipped screens. */
  dictionary(): Promise<Words>
  locale: string
  env: RendererProps['env']
  renderPart: RendererProps['render']
}

export function ScreenWork({ doc, state, screenId, row, level, base, canvas: shipped, dictionary, locale, env, renderPart }: Props) {
  const say = useSay()
  const narrow = useNarrow()
  // Routes and menus are data: there is nothing to draw.
  const isData = screenId.startsWith('site.')
  const views = VIEWS.filter(({ id }) => id === 'json' || (!isData && (id !== 'design' || !narrow)))
  const [chosen, setView] = useState<View>('design')
  const view: View = views.some(({ id }) => id === chosen) ? chosen : 'json'
  const [seen, setSeen] = useState<ReadonlySet<View>>(new Set())
  useEffect(() => setSeen(before => new Set([...before, view])), [view])
  const [open, setOpen] = useState<'' | 'publish' | 'discard' | 'newer' | 'withdraw' | 'texts'>('')
  const [listOpen, setListOpen] = useState(false)
  const [goTo, setGoTo] = useState({ path: '', turn: 0 })
  const handle = useRef<EditorHandle | null>(null)
  const root = useRef<HTMLDivElement>(null)
  const ready = state.phase === 'ready'

  // The words that the screen brings stand before those of the dictionaries; a new text of it does not draw the canvas anew while they stay.
  const own = JSON.stringify(textsOf(state.schema, locale))
  const canvas = useMemo(() => shipped && { ...shipped, texts: { ...shipped.texts, ...(JSON.parse(own) as Words) } }, [shipped, own])
  const word = useCallback((marked: string) => (isMarked(marked) ? (canvas?.texts[keyOf(marked)] ?? plain(keyOf(marked))) : marked), [canvas])
  const title = row?.title ? say(row.title) : screenId

  const [shown, setShown] = useState({ schema: state.schema, revision: state.revision })
  if (view === 'design' && shown.revision !== state.revision) setShown({ schema: state.schema, revision: state.revision })
  const hand = useMemo(createHand, [])
  /** What the editor said last; what it says next is somebody's doing only as far as it differs from that. */
  const said = useRef(shown.schema)
  useEffect(() => {
    hand.rest()
    said.current = shown.schema
  }, [hand, shown])
  const emit = (schema: Schema) => {
    const before = said.current
    said.current = schema
    if (!hand.isAtWork()) return
    try {
      doc.design(taken(before, schema, doc.state.schema))
    } catch {
      // Nested deeper than differences are made of: better all of it than none.
      doc.design(schema)
    }
  }

  useEffect(() => {
    const keys = (event: KeyboardEvent) => {
      if (!doc.state.opened || document.querySelector('dialog[open]')) return
      const target = event.target as Element
      const command = (event.ctrlKey || event.metaKey) && !event.altKey
      const key = event.key.toLowerCase()
      // Fields with an undo of their own, and dialogs of the editor, keep it.
      const own = target.closest?.('.cxd-Modal, .cxd-Drawer, .CodeMirror') || (target.closest?.('.monaco-editor') && !target.closest('.tes-json-view'))
      const stop = () => {
        event.preventDefault()
        event.stopImmediatePropagation()
      }
      if (command && key === 's') {
        stop()
        void doc.keepDraft()
      } else if (command && !own && (key === 'z' || key === 'y')) {
        stop()
        if (key === 'y' || event.shiftKey) doc.redo()
        else doc.undo()
      } else if (view !== 'design' && target === document.body && (command || key === 'backspace' || key === 'delete')) {
        // The editor listens on the whole page; what it does not show it must not change.
        event.stopImmediatePropagation()
      }
    }
    window.addEventListener('keydown', keys, true)
    return () => window.removeEventListener('keydown', keys, true)
  }, [doc, view])

  const showFinding = (finding: Finding) => {
    setOpen('')
    setListOpen(true)
    const lead = () => setGoTo(before => ({ path: finding.path, turn: before.turn + 1 }))
    if (view === 'json') return lead()
    if (view === 'design' && handle.current?.select(finding.path)) return
    lead()
    setView('json')
  }
  const publish = async ({ note, people, over }: { note: string; people?: string[] | undefined; over?: number }) => {
    try {
      const version = await doc.publish({ note, people, over })
      env.notify('success', people ? say('Version {version} is shown to those people', { version }) : say('Published as version {version}', { version }))
    } catch (problem) {
      if (problem instanceof CallFailed && problem.code === 'screen.changedMeanwhile') setOpen('newer')
      throw problem
    }
  }
  const quietly = (work: Promise<unknown>, done: string) =>
    void work.then(
      () => env.notify('success', done),
      problem => env.notify('error', (problem as Error).message),
    )

  const { opened, newer, staged } = state
  const history = `${base}/${encodeURIComponent(screenId)}/history`
  return (
    <div className="tes-designer tes-screen" ref={root}>
      <section className="tes-work" aria-label={title}>
        <div className="tes-bar tes-screen__bar" role="toolbar" aria-label={say('Screen tools')}>
          <a className="tes-icon-button" href={base} title={say('Back to the screens')} aria-label={say('Back to the screens')}>
            <Icon name="back" />
          </a>
          <div className="tes-screen__name">
            <h2 title={row?.path}>{title}</h2>
            <span>
              {row?.title ? <code>{screenId}</code> : null}
              {opened && <StateWord state={state.dirty && ['shipped', 'published'].includes(opened.state) ? 'draft' : opened.state} />}
            </span>
          </div>
          <div
            className="tes-views"
            role="tablist"
            aria-label={say('Views')}
            onKeyDown={event => {
              const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
              const next = step && views[(views.findIndex(({ id }) => id === view) + step + views.length) % views.length]
              if (!next) return
              event.preventDefault()
              setView(next.id)
              document.getElementById(`tab-${next.id}`)?.focus()
            }}
          >
            {views.map(({ id, label }) => (
              <button
                key={id}
                type="button"
                role="tab"
                id={`tab-${id}`}
                aria-selected={view === id}
                tabIndex={view === id ? 0 : -1}
                aria-controls="screen-view"
                disabled={!ready}
                onClick={() => setView(id)}
              >
                {say(label)}
              </button>
            ))}
          </div>
          <span className="tes-bar__space" />
          <DraftState state={state} locale={locale} onRetry={() => void doc.keepDraft()} />
          <IconButton icon="undo" label={`${say('Undo')} (Ctrl+Z)`} disabled={!state.canUndo} onClick={() => doc.undo()} />
          <IconButton icon="redo" label={`${say('Redo')} (Ctrl+Shift+Z)`} disabled={!state.canRedo} onClick={() => doc.redo()} />
          <a className="tes-icon-button" href={history} title={say('History')} aria-label={say('History')}>
            <Icon name="history" />
          </a>
          <Menu
            label={say('More')}
            items={[
              ...(isData ? [] : [{ label: say('Texts in both languages'), disabled: !ready || !!state.mistake, onPick: () => setOpen('texts') }]),
              { label: say('Discard the draft'), danger: true, disabled: !ready || !state.dirty, onPick: () => setOpen('discard') },
              ...(row?.path && !row.path.includes(':')
                ? [{ label: say('Open the screen'), onPick: () => env.jumpTo(row.path, { blank: true } as never) }]
                : []),
            ]}
          />
          <button type="button" className="tes-button is-primary" disabled={!ready || !state.dirty || !!state.mistake} onClick={() => setOpen('publish')}>
            {say('Publish')}
          </button>
        </div>

        <ScreenNotices
          doc={doc}
          state={state}
          history={history}
          locale={locale}
          isTooNarrow={narrow && !isData && chosen === 'design' && ready}
          quietly={quietly}
          onDifference={() => setOpen('newer')}
          onWithdraw={() => setOpen('withdraw')}
        />

        <div className="tes-screen__views" id="screen-view" role="tabpanel" aria-labelledby={`tab-${view}`}>
          {(state.phase === 'loading' || (ready && view === 'design' && !canvas)) && (
            <div className="tes-canvas__wait" role="status" aria-busy="true" aria-label={say('Loading')} />
          )}
          {state.phase === 'failed' && (
            <div className="tes-empty">
              <Icon name="alert" size={24} />
              <h3>{say('This screen could not be loaded')}</h3>
              <p>{state.error}</p>
              <p className="tes-empty__actions">
                <a className="tes-button" href={base}>
                  {say('Back to the screens')}
                </a>
                <button type="button" className="tes-button is-primary" onClick={() => void doc.load()}>
                  {say('Try again')}
                </button>
              </p>
            </div>
          )}
          {/* The editor stays while one looks at the other views: it takes a second to come. */}
          {ready && canvas && !narrow && !isData && (view === 'design' || seen.has('design')) && (
            <div className="tes-screen__design" hidden={view !== 'design'}>
              <div className="tes-screen__canvas">
                {renderPart(
                  'editor',
                  { type: 'tessera-schema-editor' },
                  {
                    editedSchema: shown.schema,
                    revision: shown.revision,
                    device: 'desktop',
                    previewing: false,
                    isScreen: true,
                    ...canvas,
                    onSchemaChange: emit,
                    onTouch: hand.touch,
                    onReady: (made: EditorHandle) => {
                      handle.current = made
                    },
                  },
                )}
              </div>
              <FindingsList findings={state.findings} checked={state.checked} onGo={showFinding} open={listOpen} onToggle={() => setListOpen(!listOpen)} />
            </div>
          )}
          {ready && view === 'json' && (
            <CheckedJson
              key={goTo.turn}
              text={state.text}
              label={say('Screen as JSON')}
              mistake={state.mistake?.kind}
              findings={state.findings}
              checked={state.checked}
              goTo={goTo.path}
              open={listOpen}
              onToggle={() => setListOpen(!listOpen)}
              onType={doc.type}
            />
          )}
          {ready && view === 'preview' && <PreviewView screenId={screenId} level={level} schema={state.schema} locale={locale} />}
        </div>
      </section>

      {open === 'publish' && (
        <PublishDialog
          state={state}
          title={title}
          locale={locale}
          word={word}
          onPublish={publish}
          onFinding={showFinding}
          onClose={() => setOpen(before => (before === 'publish' ? '' : before))}
        />
      )}
      {open === 'newer' && (
        <NewerDialog
          doc={doc}
          by={newer?.by ?? ''}
          locale={locale}
          word={word}
          renderPart={renderPart}
          onPublishAnyway={version => publish({ note: '', over: version })}
          onClose={() => setOpen('')}
        />
      )}
      {open === 'texts' && <TextsDialog schema={state.schema} dictionary={dictionary} onSave={schema => doc.put(schema)} onClose={() => setOpen('')} />}
      {open === 'discard' && (
        <Confirm
          title={say('Discard your draft of {name}?', { name: title })}
          action={say('Discard the draft')}
          danger
          onConfirm={() => doc.discard()}
          onClose={() => setOpen('')}
        >
          <p>{say('The published screen takes its place. While this page is open, Undo brings your work back.')}</p>
        </Confirm>
      )}
      {open === 'withdraw' && staged && (
        <Confirm
          title={say('Withdraw version {version}?', { version: staged.version })}
          action={say('Withdraw')}
          danger
          onConfirm={() => doc.withdraw()}
          onClose={() => setOpen('')}
        >
          <p>{say('The people who have it see what everybody sees again. It stays in the history.')}</p>
        </Confirm>
      )}
    </div>
  )
}
