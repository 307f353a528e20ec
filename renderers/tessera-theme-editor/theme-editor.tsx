// The editor of a theme: tokens and components on the left, samples or pages of the app in the middle, the form of what is chosen on the right.
// oxlint-disable no-restricted-imports -- themes are pure functions, as what is known of models and flows, and may be used anywhere
import { useCallback, useEffect, useReducer, useRef, useState } from 'react'
import { tokenize } from 'amis-core'
import { partsIn } from '../../api/theme/components.ts'
import { newTheme } from '../../api/theme/document.ts'
import type { Found } from '../../api/theme/find.ts'
import { renderer } from '../register.tsx'
import { languageOf, sayer } from '../words.ts'
import { Confirm, Words } from '../workplace/ui.tsx'
import { EditorBar } from './editor-bar.tsx'
import { ImportDialog, PictureDialog } from './exchange.tsx'
import { applyTheme, bringIntoSight, outline, partPressed, readAhead, showSamples } from './frame.ts'
import { usePainter } from './painter.ts'
import { addressOf, componentAt, firstPart, placeInAddress, placeOf, tabAt, type Place, type Shown } from './place.ts'
import { Rail, SectionList } from './sections.tsx'
import { useServer, type Props } from './server.ts'
import { SidePanel } from './side-panel.tsx'
import { Stage } from './stage.tsx'
import { begun, isSame, worked } from './work.ts'
import '../link.css'
import '../workplace/workplace.css'
import './theme-editor.css'

/** The panel's own time to close, and how long what it held stays in it. */
const CLOSE_MS = 500

export function ThemeEditor(props: Props) {
  const { level = 'app', versionsApi, versionApi, backAddress, data, env } = props
  const say = sayer(env)
  const [work, act] = useReducer(worked, newTheme(''), begun)
  const { loaded, error, refused, busy, pages, roles, load, save, saveDraft, answered } = useServer(props, say, act)
  const [place, setPlace] = useState(placeInAddress)
  const [panel, setPanel] = useState<Shown>()
  const [isClosing, setClosing] = useState(false)
  const [page, setPage] = useState('')
  const [isDark, setDark] = useState(false)
  const [beside, setBeside] = useState(false)
  const [asking, setAsking] = useState<() => void>()
  const [exchange, setExchange] = useState<'file' | 'picture'>()
  const [wanted, setWanted] = useState('')
  const [note, setNote] = useState('')
  const frame = useRef<HTMLIFrameElement>(null)
  const savedFrame = useRef<HTMLIFrameElement>(null)
  const document_ = work.now
  const component = componentAt(place)
  const samples = place.nav === 'component' ? (component?.key ?? '') : ''
  const isDirty = !!loaded && !isSame(document_, loaded.data)
  const dark = isDark || document_.config.isDark

  useEffect(() => {
    if (!isDirty) return
    return (env as { blockRouting?(ask: () => string | undefined): () => void }).blockRouting?.(() => say('There are unsaved changes. Leave anyway?'))
  }, [isDirty, env, say])

  const closing = useRef<ReturnType<typeof setTimeout>>(undefined)
  const close = useCallback(() => {
    setClosing(true)
    closing.current = setTimeout(() => {
      setPanel(undefined)
      setClosing(false)
    }, CLOSE_MS)
  }, [])
  const open = (next: Shown | undefined) => {
    clearTimeout(closing.current)
    setClosing(false)
    setPanel(next)
  }
  const go = (next: Place, shown?: Shown) => {
    setPlace(next)
    // What was chosen in the list before is not in this one.
    if (shown || panel?.kind === 'token' || panel?.kind === 'part') open(shown)
    env.updateLocation?.(addressOf(next), true)
  }
  /** What was found opens where it is edited. */
  const openFound = (found: Found) => {
    const next = placeOf(found)
    if (found.entry) setPage('')
    setPlace(next.place)
    env.updateLocation?.(addressOf(next.place), true)
    if (next.shown) open(next.shown)
    else close()
  }

  const { paint, settle, edit } = usePainter(frame, { document: document_, isDark, act })
  useEffect(paint, [paint, document_, isDark])
  const paintSaved = useCallback(() => {
    if (loaded) applyTheme(savedFrame.current, loaded.data, isDark)
  }, [loaded, isDark])
  useEffect(paintSaved, [paintSaved, beside])

  const part = panel?.kind === 'part' ? component && partsIn(component, document_).find(({ path }) => path === panel.path) : undefined
  const outlined = part?.select.join()
  const showPart = useCallback(() => {
    if (page) return
    for (const one of [frame.current, savedFrame.current]) showSamples(one, samples)
    outline(frame.current, outlined ? [outlined] : [])
  }, [page, samples, outlined])
  useEffect(showPart, [showPart])
  // What is chosen on the right is seen in the middle.
  useEffect(() => (page || !outlined ? undefined : bringIntoSight(frame.current, outlined)), [page, samples, outlined])

  const now = useRef(document_)
  now.current = document_
  const goTo = useRef(go)
  goTo.current = go
  /** Pressing a sample opens the form of the part that is pressed. */
  const follow = () => {
    const view = frame.current?.contentDocument
    paint()
    showPart()
    if (!view || page) return
    ;(view.defaultView?.requestIdleCallback ?? setTimeout)(() => readAhead(frame.current))
    view.addEventListener(
      'click',
      event => {
        const pressed = partPressed(event, now.current)
        if (pressed) goTo.current({ nav: 'component', tab: pressed.component }, { kind: 'part', path: pressed.path, state: pressed.state })
      },
      true,
    )
  }

  const keys = (event: React.KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey)) return
    const target = event.target as HTMLElement
    // In a text that is being typed the keys are the browser's.
    const isText = target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type === 'text')
    if (event.key === 's') {
      event.preventDefault()
      if (isDirty && !busy) void save(document_, note, () => setNote(''))
    } else if (event.key.toLowerCase() === 'z' && !isText) {
      event.preventDefault()
      act({ do: event.shiftKey ? 'redo' : 'undo' })
    }
  }

  if (error)
    return (
      <div className="tes-theme-empty" role="alert">
        <h2>{error}</h2>
        <button type="button" className="tes-button" onClick={() => void load()}>
          {say('Try again')}
        </button>
      </div>
    )
  if (!loaded) return <div className="tes-theme-empty" aria-busy="true" />
  return (
    <Words.Provider value={say}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the whole editor */}
      <div
        className={`tes-theme${panel && !isClosing ? ' has-panel' : ''}`}
        onKeyDown={keys}
        onPointerDownCapture={settle}
        onPointerUpCapture={settle}
        onKeyDownCapture={settle}
        // What a drag asks for is read before its first step.
        onFocusCapture={event => (event.target as HTMLInputElement).type === 'color' && readAhead(frame.current)}
      >
        <EditorBar
          backAddress={String(tokenize(backAddress ?? '', data))}
          name={document_.config.name}
          isDefault={loaded.isDefault}
          version={loaded.version}
          isDirty={isDirty}
          busy={busy}
          work={work}
          act={act}
          shown={panel?.kind}
          onOpen={kind => open({ kind, path: '', state: '' })}
          onExchange={setExchange}
          onSave={() => void save(document_, note, () => setNote(''))}
          onSaveDraft={() => void saveDraft(document_)}
        />
        {refused.length > 0 && (
          <ul className="tes-theme-refused" role="alert">
            {refused.map(text => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        )}
        <Rail nav={place.nav} onGo={go} />
        <SectionList
          key={place.nav}
          place={place}
          document={document_}
          level={level}
          chosen={panel?.kind === 'token' ? panel.path : ''}
          onGo={go}
          onToken={path => open({ kind: 'token', path, state: '' })}
          onComponent={one => {
            setPage('')
            go({ nav: 'component', tab: one.key }, firstPart(one))
          }}
          onEdit={edit}
        />
        <Stage
          pages={pages}
          page={page}
          onPage={setPage}
          samples={samples}
          roles={roles}
          isDark={dark}
          isDarkFixed={document_.config.isDark}
          onDark={setDark}
          beside={beside}
          onBeside={setBeside}
          frame={frame}
          savedFrame={savedFrame}
          onLoad={follow}
          onSavedLoad={() => {
            paintSaved()
            showPart()
          }}
        />
        <SidePanel
          shown={panel}
          isClosing={isClosing}
          tab={tabAt(place)}
          component={component}
          document={document_}
          isDark={dark}
          work={work}
          act={act}
          saved={loaded}
          answered={answered}
          versionsApi={versionsApi}
          versionApi={versionApi}
          note={note}
          language={languageOf(env)}
          wanted={wanted}
          onNote={setNote}
          onEdit={edit}
          onWanted={setWanted}
          onShow={open}
          onFound={openFound}
          onPart={(tab, path, state) => {
            setPage('')
            go({ nav: 'component', tab }, { kind: 'part', path, state })
          }}
          onAsk={ask => setAsking(() => ask)}
          onClose={close}
        />
        {exchange === 'file' && <ImportDialog document={document_} onEdit={edit} onClose={() => setExchange(undefined)} />}
        {exchange === 'picture' && <PictureDialog document={document_} onEdit={edit} onClose={() => setExchange(undefined)} />}
        {asking && (
          <Confirm
            title={say('Overwrite colours')}
            action={say('Overwrite')}
            onConfirm={() => {
              asking()
              setAsking(undefined)
            }}
            onClose={() => setAsking(undefined)}
          >
            {say('The existing colours will be overwritten; continue?')}
          </Confirm>
        )}
      </div>
    </Words.Provider>
  )
}

export default renderer('tessera-theme-editor', ThemeEditor as never)
