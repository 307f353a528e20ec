// The editor of a theme: tokens and components on the left, samples or pages of the app in the middle, the form of what is chosen on the right.
// oxlint-disable no-restricted-imports -- themes are pure functions, as what is known of models and flows, and may be used anywhere
import { useCallback, useEffect, useReducer, useRef, useState } from 'react'
import { createObject, isEffectiveApi, normalizeApi, tokenize, type RendererProps } from 'amis-core'
import { COMPONENTS, partsIn } from '../../api/theme/components.ts'
import { findingsIn } from '../../api/theme/contrast.ts'
import { newTheme, valueAt, type ThemeDocument } from '../../api/theme/document.ts'
import type { Found } from '../../api/theme/find.ts'
import { renderer } from '../register.tsx'
import { languageOf, sayer } from '../words.ts'
import { Confirm, IconButton, Words } from '../workplace/ui.tsx'
import { Icon, type IconName } from '../icons.tsx'
import { CodePanel } from './code-panel.tsx'
import { ComponentList } from './component-list.tsx'
import { ComponentPanel } from './component-panel.tsx'
import { ContrastPanel } from './contrast-panel.tsx'
import { EditorBar } from './editor-bar.tsx'
import { ImportDialog, PictureDialog } from './exchange.tsx'
import { FindPanel } from './find-panel.tsx'
import { applyTheme, outline, partPressed } from './frame.ts'
import { TokenForm } from './token-form.tsx'
import { TAB_WORDS, TABS, TokenList, type Tab } from './token-list.tsx'
import { HistoryPanel, type Version } from './history-panel.tsx'
import { usePainter } from './painter.ts'
import { SettingsPanel } from './settings-panel.tsx'
import { Stage, type ShownPage } from './stage.tsx'
import { begun, isSame, worked } from './work.ts'
import '../link.css'
import '../workplace/workplace.css'
import './theme-editor.css'

interface Props extends RendererProps {
  api: unknown
  saveApi: unknown
  draftApi: unknown
  pagesApi: unknown
  appsApi: unknown
  screensApi: unknown
  rolesApi: unknown
  /** Whose theme it is: of an app where it is not said. */
  level?: 'app' | 'company' | 'platform'
  versionsApi: unknown
  versionApi: unknown
  appAddress: string
  backAddress: string
}
interface Loaded {
  id: string
  version: number
  isDefault: boolean
  data: ThemeDocument
  draft: ThemeDocument | null
}
interface PageNode {
  kind: string
  name: string
  path: string
  children?: PageNode[]
}
const NAVS = ['global', 'component', 'code'] as const
type Nav = (typeof NAVS)[number]
const NAV_LOOK: Record<Nav, [IconName, string]> = { global: ['settings', 'Global'], component: ['box', 'Components'], code: ['code', 'Custom code'] }
const AREA_TABS: Record<string, Tab> = { colors: 'color', fonts: 'font', borders: 'border', sizes: 'space', shadows: 'shadow' }
/** The panel's own time to close, and how long what it held stays in it. */
const CLOSE_MS = 500

const openable = (nodes: readonly PageNode[]): PageNode[] =>
  nodes.flatMap(node => [...(node.kind === 'page' && node.path && !node.path.includes(':') ? [node] : []), ...openable(node.children ?? [])])

const inAddress = () => {
  const query = new URLSearchParams(location.search)
  const nav = NAVS.find(one => one === query.get('nav')) ?? 'global'
  return { nav, tab: query.get('tab') ?? '' }
}

export function ThemeEditor(props: Props) {
  const { api, saveApi, draftApi, pagesApi, appsApi, screensApi, rolesApi, level = 'app', versionsApi, versionApi, appAddress, backAddress, data, env } = props
  const say = sayer(env)
  const [loaded, setLoaded] = useState<Loaded>()
  const [error, setError] = useState('')
  const [refused, setRefused] = useState<string[]>([])
  const [busy, setBusy] = useState(false)
  const [work, act] = useReducer(worked, newTheme(''), begun)
  const [place, setPlace] = useState(inAddress)
  const [search, setSearch] = useState('')
  /** What the panel on the right is about. */
  const [panel, setPanel] = useState<{ kind: 'token' | 'part' | 'settings' | 'contrast' | 'find' | 'history'; path: string; state: string }>()
  const [isClosing, setClosing] = useState(false)
  const [pages, setPages] = useState<ShownPage[]>([])
  const [page, setPage] = useState('')
  const [roles, setRoles] = useState<{ id: string; name: string }[]>([])
  const [isDark, setDark] = useState(false)
  const [beside, setBeside] = useState(false)
  const [asking, setAsking] = useState<() => void>()
  const [exchange, setExchange] = useState<'file' | 'picture'>()
  const [wanted, setWanted] = useState('')
  const [note, setNote] = useState('')
  const frame = useRef<HTMLIFrameElement>(null)
  const savedFrame = useRef<HTMLIFrameElement>(null)
  const document_ = work.now
  const { nav } = place
  const tab: Tab = TABS.find(one => one === place.tab) ?? 'color'
  const component = COMPONENTS.find(({ key }) => key === place.tab) ?? COMPONENTS.find(({ key }) => key === 'button')
  const isDirty = !!loaded && !isSame(document_, loaded.data)
  const dark = isDark || document_.config.isDark

  const call = async (what: unknown, values: object = {}) =>
    env
      .fetcher(normalizeApi(what as never), createObject(data, values))
      .catch((problem: Error) => ({ ok: false, msg: problem.message, data: undefined })) as Promise<{
      ok: boolean
      msg: string
      data: unknown
      errors?: Record<string, string>
    }>

  async function load() {
    setError('')
    const answer = await call(api)
    if (!answer.ok) return setError(answer.msg || say('The server cannot be reached. Check the connection and try again'))
    const found = answer.data as Loaded
    setLoaded(found)
    act({ do: 'open', document: found.draft ?? found.data })
    if (rolesApi && isEffectiveApi(rolesApi as never, data))
      void call(rolesApi).then(found => found.ok && setRoles((found.data as { items?: { id: string; name: string }[] }).items ?? []))
    const list = pagesApi || appsApi || screensApi ? await call(pagesApi ?? appsApi ?? screensApi) : undefined
    if (!list?.ok) return
    const base = String(tokenize(appAddress ?? '', data))
    const { items = [] } = list.data as { items?: unknown[] }
    setPages(
      pagesApi
        ? openable(items as PageNode[]).map(({ name, path }) => ({ name, address: base + path }))
        : appsApi
          ? (items as { name: string; opensAt: string }[]).map(({ name, opensAt }) => ({ name, address: `${base}/${opensAt}` }))
          : (items as { id: string; title: string }[]).map(({ id, title }) => ({ name: title || id, address: `/preview/screen/${id}?version=shipped` })),
    )
  }
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- once; reloading is asked for
  useEffect(() => void load(), [])
  useEffect(() => {
    if (!isDirty) return
    return (env as { blockRouting?(ask: () => string | undefined): () => void }).blockRouting?.(() => say('There are unsaved changes. Leave anyway?'))
  }, [isDirty, env, say])

  const go = (next: { nav: Nav; tab: string }) => {
    setPlace(next)
    if (next.nav !== nav) setSearch('')
    // What was chosen in the list before is not in this one.
    if (panel?.kind === 'token' || panel?.kind === 'part') setPanel(undefined)
    env.updateLocation?.(`?nav=${next.nav}&tab=${encodeURIComponent(next.tab)}`, true)
  }
  const closing = useRef<ReturnType<typeof setTimeout>>(undefined)
  const close = useCallback(() => {
    setClosing(true)
    closing.current = setTimeout(() => {
      setPanel(undefined)
      setClosing(false)
    }, CLOSE_MS)
  }, [])
  const open = (next: typeof panel) => {
    clearTimeout(closing.current)
    setClosing(false)
    setPanel(next)
  }

  const { paint, settle, edit } = usePainter(frame, { document: document_, isDark, act })
  useEffect(paint, [paint, document_, isDark])
  useEffect(() => {
    if (loaded) applyTheme(savedFrame.current, loaded.data, isDark)
  }, [loaded, isDark, beside])

  const part = panel?.kind === 'part' ? component && partsIn(component, document_).find(({ path }) => path === panel.path) : undefined
  useEffect(() => outline(frame.current, part?.select ?? []), [part, place.tab])

  const now = useRef(document_)
  now.current = document_
  /** Pressing a sample opens the form of the part that is pressed. */
  const follow = useCallback(() => {
    const view = frame.current?.contentDocument
    paint()
    if (!view || page) return
    view.addEventListener(
      'click',
      event => {
        const pressed = partPressed(event, now.current)
        if (pressed) open({ kind: 'part', ...pressed })
      },
      true,
    )
  }, [page, paint])

  const send = async (what: unknown, done: (answer: unknown) => void) => {
    setBusy(true)
    setRefused([])
    const answer = await call(what, { ...document_, baseVersion: loaded?.version, note })
    setBusy(false)
    if (answer.ok) return done(answer.data)
    setRefused([
      answer.msg || say('The server cannot be reached. Check the connection and try again'),
      ...Object.entries(answer.errors ?? {}).map(([path, text]) => `${path}: ${text}`),
    ])
  }
  const save = () =>
    send(saveApi, answer => {
      setLoaded(answer as Loaded)
      setNote('')
      const hard = findingsIn((answer as Loaded).data).length
      env.notify?.(
        'success',
        say(!(answer as Loaded).isDefault ? 'Saved' : level === 'platform' ? 'Saved. The console is shown in it' : 'Saved. Running apps are shown in it'),
      )
      if (hard) env.notify?.('warning', say('{count} texts are hard to read: look at Contrast', { count: hard }))
    })
  const saveDraft = () => send(draftApi, () => env.notify?.('success', say('Draft saved')))

  /** What was found opens where it is edited. */
  const openFound = ({ path, entry }: Found) => {
    if (entry) {
      setPage('')
      setPlace({ nav: 'component', tab: entry.component.key })
      env.updateLocation?.(`?nav=component&tab=${entry.component.key}`, true)
      return open({ kind: 'part', path: entry.part.path, state: entry.state })
    }
    const [, area = ''] = path.split('.')
    const where = TABS.find(one => one === AREA_TABS[area])
    setPlace(where ? { nav: 'global', tab: where } : { nav: 'code', tab: '' })
    env.updateLocation?.(where ? `?nav=global&tab=${where}` : '?nav=code&tab=', true)
    // Weights and styles of lines are as they are.
    if (where && !/^global\.(fonts\.weight|borders\.style)\./.test(path)) open({ kind: 'token', path, state: '' })
    else close()
  }
  const shownToken = panel?.kind === 'token' ? valueAt(document_, `${panel.path}.token`) : undefined
  const showUses = (token: string) => {
    setWanted(token)
    open({ kind: 'find', path: '', state: '' })
  }
  const answered = async <T,>(what: unknown, values: object, take: (data: unknown) => T): Promise<T | string> => {
    const answer = await call(what, values)
    return answer.ok ? take(answer.data) : answer.msg || say('The server cannot be reached. Check the connection and try again')
  }

  const keys = (event: React.KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey)) return
    const target = event.target as HTMLElement
    // In a text that is being typed the keys are the browser's.
    const isText = target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type === 'text')
    if (event.key === 's') {
      event.preventDefault()
      if (isDirty && !busy) void save()
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
  const title =
    panel?.kind === 'settings'
      ? say('Theme settings')
      : panel?.kind === 'contrast'
        ? say('Contrast')
        : panel?.kind === 'find'
          ? say('Find')
          : panel?.kind === 'history'
            ? say('History')
            : panel?.kind === 'part'
              ? say(component?.label ?? '')
              : say(TAB_WORDS[tab])

  return (
    <Words.Provider value={say}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the whole editor */}
      <div
        className={`tes-theme${panel && !isClosing ? ' has-panel' : ''}`}
        onKeyDown={keys}
        onPointerDownCapture={settle}
        onPointerUpCapture={settle}
        onKeyDownCapture={settle}
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
          onSave={() => void save()}
          onSaveDraft={() => void saveDraft()}
        />
        {refused.length > 0 && (
          <ul className="tes-theme-refused" role="alert">
            {refused.map(text => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        )}
        <nav className="tes-theme-rail" aria-label={say('Sections')}>
          {NAVS.map(one => (
            <button
              key={one}
              type="button"
              aria-current={one === nav ? 'page' : undefined}
              title={say(NAV_LOOK[one][1])}
              onClick={() => go({ nav: one, tab: one === 'global' ? 'color' : one === 'component' ? 'button' : '' })}
            >
              <Icon name={NAV_LOOK[one][0]} />
              <span>{say(NAV_LOOK[one][1])}</span>
            </button>
          ))}
        </nav>
        <div className={`tes-theme-list${nav === 'code' ? ' is-code' : ''}`}>
          {nav === 'global' && (
            <>
              <div className="tes-theme-tabs" role="tablist" aria-label={say('Global')}>
                {TABS.map(one => (
                  <button key={one} type="button" role="tab" aria-selected={one === tab} onClick={() => go({ nav, tab: one })}>
                    {say(TAB_WORDS[one])}
                  </button>
                ))}
              </div>
              <div className="tes-theme-tokens" role="tabpanel" tabIndex={0} aria-label={say(TAB_WORDS[tab])}>
                <TokenList
                  document={document_}
                  tab={tab}
                  chosen={panel?.kind === 'token' ? panel.path : ''}
                  onChoose={path => open({ kind: 'token', path, state: '' })}
                  onEdit={edit}
                />
              </div>
            </>
          )}
          {nav === 'component' && (
            <ComponentList
              document={document_}
              chosen={component?.key ?? ''}
              search={search}
              onSearch={setSearch}
              onChoose={one => {
                setPage('')
                go({ nav, tab: one.key })
                open({ kind: 'part', path: one.parts[0]?.path ?? '', state: Object.keys(one.parts[0]?.tokens ?? {})[0] ?? '' })
              }}
            />
          )}
          {nav === 'code' && <CodePanel document={document_} level={level} onEdit={edit} />}
        </div>
        <Stage
          pages={pages}
          page={page}
          onPage={setPage}
          samples={nav === 'component' ? (component?.key ?? '') : ''}
          roles={roles}
          isDark={dark}
          isDarkFixed={document_.config.isDark}
          onDark={setDark}
          beside={beside}
          onBeside={setBeside}
          frame={frame}
          savedFrame={savedFrame}
          onLoad={follow}
          onSavedLoad={() => applyTheme(savedFrame.current, loaded.data, isDark)}
        />
        <aside className={`tes-theme-panel${isClosing ? ' is-closing' : ''}`} aria-label={title} aria-hidden={!panel || undefined}>
          {panel && (
            <>
              <header>
                <h2>{title}</h2>
                <IconButton icon="close" label={say('Close')} onClick={close} />
              </header>
              <div className="tes-theme-form" tabIndex={0} role="region" aria-label={title}>
                {panel.kind === 'token' && (
                  <>
                    <TokenForm key={panel.path} document={document_} path={panel.path} onEdit={edit} onClose={close} />
                    {typeof shownToken === 'string' && shownToken.startsWith('--') && (
                      <button type="button" className="tes-button" onClick={() => showUses(shownToken)}>
                        {say('Where is it used?')}
                      </button>
                    )}
                  </>
                )}
                {panel.kind === 'find' && <FindPanel document={document_} text={wanted} onText={setWanted} onOpen={openFound} />}
                {panel.kind === 'history' && (
                  <HistoryPanel
                    work={work}
                    saved={loaded}
                    note={note}
                    language={languageOf(env)}
                    onNote={setNote}
                    onStep={steps => act({ do: 'step', steps })}
                    onTake={(taken, version) => edit(taken, say('Version {version} taken', { version }))}
                    listVersions={() => answered(versionsApi, {}, found => (found as { items: Version[] }).items)}
                    getVersion={version => answered(versionApi, { themeVersion: version }, found => (found as { data: ThemeDocument }).data)}
                  />
                )}
                {panel.kind === 'part' && component && (
                  <ComponentPanel
                    component={component}
                    document={document_}
                    isDark={dark}
                    part={panel.path}
                    state={panel.state}
                    onEdit={edit}
                    onChoose={(path, state) => setPanel({ kind: 'part', path, state })}
                  />
                )}
                {panel.kind === 'settings' && <SettingsPanel document={document_} onEdit={edit} onAsk={ask => setAsking(() => ask)} />}
                {panel.kind === 'contrast' && <ContrastPanel document={document_} onEdit={edit} />}
              </div>
            </>
          )}
        </aside>
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
