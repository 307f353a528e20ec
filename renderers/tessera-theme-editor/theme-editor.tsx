// The editor of a theme: tokens and components on the left, samples or pages of the app in the middle, the form of what is chosen on the right.
// oxlint-disable no-restricted-imports -- themes are pure functions, as what is known of models and flows, and may be used anywhere
import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { createObject, isEffectiveApi, normalizeApi, tokenize, type RendererProps } from 'amis-core'
import { COMPONENT_GROUPS, COMPONENTS, partsIn } from '../../api/theme/components.ts'
import { findingsIn, repaired, repairedAll } from '../../api/theme/contrast.ts'
import { readCustomCss } from '../../api/theme/custom-css.ts'
import { THEME_SCOPE } from '../../api/theme/css.ts'
import { newTheme, valueAt, withValue, type ThemeDocument } from '../../api/theme/document.ts'
import type { Found } from '../../api/theme/find.ts'
import { withScheme } from '../../api/theme/recolor.ts'
import { renderer } from '../register.tsx'
import { languageOf, sayer } from '../words.ts'
import { Confirm, IconButton, Menu, Words } from '../workplace/ui.tsx'
import { Icon, type IconName } from '../icons.tsx'
import { ComponentPanel } from './component-panel.tsx'
import { downloadCss, downloadTokens, ImportDialog, PictureDialog } from './exchange.tsx'
import { TextField } from './fields.tsx'
import { FindPanel } from './find-panel.tsx'
import { applyTheme, outline } from './frame.ts'
import { TAB_WORDS, TABS, TokenForm, TokenList, type Tab } from './global-panels.tsx'
import { HistoryPanel, type Version } from './history-panel.tsx'
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
/** What may stand beside the samples: a page of the app, an app of the organisation, a screen of the console. */
interface Shown {
  name: string
  address: string
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
const GROUP_WORDS = { common: 'Common', layout: 'Layout', 'data-entry': 'Data entry', 'data-show': 'Data display', feedback: 'Feedback' } as const
const AREA_TABS: Record<string, Tab> = { colors: 'color', fonts: 'font', borders: 'border', sizes: 'space', shadows: 'shadow' }
/** The panel's own time to close, and how long what it held stays in it. */
const CLOSE_MS = 500
/** A drag that stands still for so long is done. */
const REST_MS = 150

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
  const [pages, setPages] = useState<Shown[]>([])
  const [page, setPage] = useState('')
  const [roles, setRoles] = useState<{ id: string; name: string }[]>([])
  const [role, setRole] = useState('')
  const [isPhone, setPhone] = useState(false)
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

  // The frame follows within the next frame that is drawn: a drag writes its variables there, and is a change of the document when it rests.
  const dragged = useRef<{ document: ThemeDocument; words: string; run: string }>(undefined)
  const rests = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef({ document: document_, isDark })
  latest.current = { document: document_, isDark }
  const asked = useRef(0)
  const paint = useCallback(() => {
    cancelAnimationFrame(asked.current)
    asked.current = requestAnimationFrame(() =>
      applyTheme(frame.current, dragged.current?.document ?? latest.current.document, latest.current.isDark, !!dragged.current),
    )
  }, [])
  const settle = useCallback(() => {
    clearTimeout(rests.current)
    const change = dragged.current
    if (!change) return
    dragged.current = undefined
    // At once: what is pressed next works on what was dragged.
    flushSync(() => act({ do: 'change', ...change }))
    paint()
  }, [paint])
  useEffect(() => () => clearTimeout(rests.current), [])
  const edit = useCallback(
    (next: ThemeDocument, words: string, run?: string) => {
      if (!run?.startsWith('drag ')) return act({ do: 'change', document: next, words, run })
      dragged.current = { document: next, words, run }
      clearTimeout(rests.current)
      rests.current = setTimeout(settle, REST_MS)
      paint()
    },
    [paint, settle],
  )
  useEffect(paint, [paint, document_, isDark])
  useEffect(() => {
    if (loaded) applyTheme(savedFrame.current, loaded.data, isDark)
  }, [loaded, isDark, beside])

  const part = panel?.kind === 'part' ? component && partsIn(component, document_).find(({ path }) => path === panel.path) : undefined
  useEffect(() => outline(frame.current, part?.select ?? []), [part, place.tab])

  /** Pressing a sample opens the form of the part that is pressed. */
  const follow = useCallback(() => {
    const view = frame.current?.contentDocument
    paint()
    if (!view || page) return
    view.addEventListener(
      'click',
      event => {
        const target = event.target as Element
        if (!target.closest?.('.t-theme-drawn, .t-theme-state')) return
        const current = COMPONENTS.find(({ key }) => key === target.closest('[data-component]')?.getAttribute('data-component'))
        if (!current) return
        event.preventDefault()
        const look = target.closest('[data-look]')?.getAttribute('data-look') ?? ''
        const distance = (selector: string) => {
          let near: Element | null = target
          for (let steps = 0; near && steps < 12; steps++) {
            if (near.matches(selector)) return steps
            near = near.parentElement
          }
          return Infinity
        }
        const near = partsIn(current, latest.current.document)
          .map(one => ({ one, far: Math.min(...one.select.map(distance)), detail: Math.max(0, ...one.select.map(selector => selector.length)) }))
          .filter(({ far }) => far < Infinity)
          .sort((a, b) => a.far - b.far || b.detail - a.detail)[0]
        if (near) open({ kind: 'part', path: near.one.path, state: look in near.one.tokens ? look : (Object.keys(near.one.tokens)[0] ?? '') })
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

  const findings = useMemo(() => (panel?.kind === 'contrast' ? findingsIn(document_) : []), [panel, document_])
  const css = useMemo(() => readCustomCss(document_.customStyle.style, THEME_SCOPE).problems, [document_.customStyle.style])

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
  const searched = search.trim().toLowerCase()
  const shown = COMPONENTS.filter(
    ({ key, label }) => !searched || key.includes(searched) || label.toLowerCase().includes(searched) || say(label).toLowerCase().includes(searched),
  )
  const previewAddress = page ? page : `/preview/theme?component=${nav === 'component' ? (component?.key ?? '') : ''}`
  // The frame says it with every call, and the server answers no more than the role may have.
  const seenAs = role && page ? `as-role:${role}` : 'as-myself'
  const settings = { ...document_.config }
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
        <header className="tes-theme-bar">
          <a
            className="tes-icon-button"
            href={String(tokenize(backAddress ?? '', data))}
            data-go
            title={say('Back to themes')}
            aria-label={say('Back to themes')}
          >
            <Icon name="back" />
          </a>
          <h1>{document_.config.name}</h1>
          <IconButton
            icon="settings"
            label={say('Theme settings')}
            pressed={panel?.kind === 'settings'}
            onClick={() => open({ kind: 'settings', path: '', state: '' })}
          />
          <span className="tes-theme-state" role="status">
            {loaded.isDefault && <b>{say('In use')}</b>} {isDirty ? say('Not saved') : say('Saved, version {version}', { version: loaded.version })}
          </span>
          <span className="tes-theme-space" />
          <IconButton
            icon="undo"
            label={work.before.length ? say('Undo: {what}', { what: work.before.at(-1)?.words ?? '' }) : say('Undo')}
            disabled={!work.before.length}
            onClick={() => act({ do: 'undo' })}
          />
          <IconButton
            icon="redo"
            label={work.after.length ? say('Redo: {what}', { what: work.after.at(-1)?.words ?? '' }) : say('Redo')}
            disabled={!work.after.length}
            onClick={() => act({ do: 'redo' })}
          />
          <IconButton icon="search" label={say('Find')} pressed={panel?.kind === 'find'} onClick={() => open({ kind: 'find', path: '', state: '' })} />
          <IconButton
            icon="history"
            label={say('History')}
            pressed={panel?.kind === 'history'}
            onClick={() => open({ kind: 'history', path: '', state: '' })}
          />
          <Menu
            label={say('Import and export')}
            items={[
              { label: say('Import…'), onPick: () => setExchange('file') },
              { label: say('From a picture…'), onPick: () => setExchange('picture') },
              null,
              { label: say('Export design tokens'), onPick: () => downloadTokens(document_) },
              { label: say('Export CSS for amis'), onPick: () => downloadCss(document_) },
            ]}
          />
          <button
            type="button"
            className="tes-button"
            aria-pressed={panel?.kind === 'contrast'}
            onClick={() => open({ kind: 'contrast', path: '', state: '' })}
          >
            {say('Contrast')}
          </button>
          <button
            type="button"
            className="tes-button"
            disabled={busy}
            title={say('Saves a draft; running apps stay as they are')}
            onClick={() => void saveDraft()}
          >
            {say('Preview')}
          </button>
          <button type="button" className="tes-button is-primary" disabled={!isDirty || busy} onClick={() => void save()}>
            {say('Save')}
          </button>
        </header>
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
            <>
              <input
                type="search"
                className="tes-input"
                placeholder={say('Search components')}
                aria-label={say('Search components')}
                value={search}
                onChange={event => setSearch(event.target.value)}
              />
              <div className="tes-theme-tokens" tabIndex={0} role="region" aria-label={say('Components')}>
                {COMPONENT_GROUPS.map(group => {
                  const list = shown.filter(one => one.group === group)
                  return list.length ? (
                    <section key={group}>
                      <h3>{say(GROUP_WORDS[group])}</h3>
                      {list.map(one => (
                        <button
                          key={one.key}
                          type="button"
                          className="tes-theme-entry"
                          aria-pressed={one.key === component?.key}
                          onClick={() => {
                            setPage('')
                            go({ nav, tab: one.key })
                            open({ kind: 'part', path: one.parts[0]?.path ?? '', state: Object.keys(one.parts[0]?.tokens ?? {})[0] ?? '' })
                          }}
                        >
                          <span>{say(one.label)}</span>
                          {document_.component[one.path] !== undefined && <i className="tes-theme-dot" title={say('Changed')} />}
                        </button>
                      ))}
                    </section>
                  ) : null
                })}
                {!shown.length && <p className="tes-theme-hint">{say('Nothing is called so')}</p>}
              </div>
            </>
          )}
          {nav === 'code' && (
            <div className="tes-theme-code">
              <label htmlFor="theme-code">{say('CSS of this theme, behind everything above')}</label>
              <textarea
                id="theme-code"
                spellCheck={false}
                className="tes-input"
                value={document_.customStyle.style}
                aria-invalid={css.length > 0 || undefined}
                onChange={event => edit(withValue(document_, 'customStyle', { style: event.target.value }), say('Custom code changed'), 'code')}
              />
              {css.length > 0 && (
                <ul role="alert">
                  {css.map(({ line, column, english, values }) => (
                    <li key={`${line}:${column}:${english}`}>
                      {say('Line {line}, column {column}', { line, column })}: {say(english, values)}
                    </li>
                  ))}
                </ul>
              )}
              <p className="tes-theme-hint">
                {say(
                  level === 'app'
                    ? 'It holds for pages of the app alone. Pictures come from the app; nothing is loaded from elsewhere.'
                    : 'It holds for pages of apps alone, never for the console. Nothing is loaded from elsewhere.',
                )}
              </p>
            </div>
          )}
        </div>
        <div className="tes-theme-stage">
          <div className="tes-theme-tools" role="toolbar" aria-label={say('Preview')}>
            <label>
              <span>{say('Shown here')}</span>
              <select className="tes-input" value={page} onChange={event => setPage(event.target.value)}>
                <option value="">{say('Samples')}</option>
                {pages.map(one => (
                  <option key={one.address} value={one.address}>
                    {one.name}
                  </option>
                ))}
              </select>
            </label>
            {page !== '' && roles.length > 0 && (
              <label>
                <span>{say('Seen as')}</span>
                <select className="tes-input" value={role} onChange={event => setRole(event.target.value)}>
                  <option value="">{say('Myself')}</option>
                  {roles.map(one => (
                    <option key={one.id} value={one.id}>
                      {one.name}
                    </option>
                  ))}
                </select>
              </label>
            )}
            <span className="tes-segment">
              <IconButton icon="monitor" label={say('Desktop')} pressed={!isPhone} onClick={() => setPhone(false)} />
              <IconButton icon="smartphone" label={say('Phone')} pressed={isPhone} onClick={() => setPhone(true)} />
            </span>
            <span className="tes-segment">
              <IconButton icon="sun" label={say('Light')} pressed={!dark} disabled={document_.config.isDark} onClick={() => setDark(false)} />
              <IconButton icon="moon" label={say('Dark')} pressed={dark} disabled={document_.config.isDark} onClick={() => setDark(true)} />
            </span>
            <label className="tes-theme-check">
              <input type="checkbox" checked={beside} onChange={event => setBeside(event.target.checked)} />
              {say('Beside the saved one')}
            </label>
          </div>
          <div className={`tes-theme-frames${isPhone ? ' is-phone' : ''}`}>
            <iframe key={`${previewAddress} ${role}`} name={seenAs} ref={frame} title={say('Preview')} src={previewAddress} onLoad={follow} />
            {beside && (
              <iframe
                key={`saved ${previewAddress} ${role}`}
                name={seenAs}
                ref={savedFrame}
                title={say('As it is saved')}
                src={previewAddress}
                onLoad={() => applyTheme(savedFrame.current, loaded.data, isDark)}
              />
            )}
          </div>
        </div>
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
                {panel.kind === 'settings' && (
                  <>
                    <TextField
                      label={say('Name')}
                      required
                      value={settings.name}
                      onChange={name => edit(withValue(document_, 'config', { ...settings, name: name.slice(0, 50) }), say('Name changed'), 'name')}
                    />
                    <TextField
                      label={say('Description')}
                      multiline
                      value={settings.description}
                      onChange={description =>
                        edit(withValue(document_, 'config', { ...settings, description: description.slice(0, 500) }), say('Description changed'), 'description')
                      }
                    />
                    <label className="tes-theme-check">
                      <input
                        type="checkbox"
                        checked={settings.isDark}
                        onChange={() => setAsking(() => () => edit(withScheme(document_, !settings.isDark), say('Dark mode changed')))}
                      />
                      {say('Dark mode')}
                    </label>
                    <p className="tes-theme-hint">
                      {say(
                        'A light theme has a dark form as well, for those who choose it. With dark mode the theme is always dark; all colours are made anew from the brand.',
                      )}
                    </p>
                  </>
                )}
                {panel.kind === 'contrast' &&
                  (findings.length ? (
                    <>
                      <p className="tes-theme-hint">{say('Texts that are hard to read, by WCAG 2.2: at least 4.5 to 1.')}</p>
                      <button type="button" className="tes-button is-primary" onClick={() => edit(repairedAll(document_), say('All contrasts repaired'))}>
                        {say('Repair all {count}', { count: findings.length })}
                      </button>
                      <ul className="tes-theme-findings">
                        {findings.slice(0, 200).map(finding => (
                          <li key={`${finding.path} ${finding.isDark}`}>
                            <span className="tes-theme-chip" style={{ color: finding.textColor, background: finding.groundColor }} aria-hidden="true">
                              Aa
                            </span>
                            <span>
                              <b>
                                {say(COMPONENTS.find(({ key }) => key === finding.component)?.label ?? '')} · {say(finding.label)}
                              </b>
                              <small>
                                {finding.isDark ? say('Dark') : say('Light')} · {finding.ratio.toFixed(2)} : 1 · APCA {Math.round(finding.apca)}
                              </small>
                            </span>
                            {finding.repair && (
                              <button
                                type="button"
                                className="tes-button"
                                title={finding.repair.color}
                                onClick={() => edit(repaired(document_, finding), say('Contrast repaired'))}
                              >
                                {say('Repair')} <small>ΔE {finding.repair.change.toFixed(1)}</small>
                              </button>
                            )}
                          </li>
                        ))}
                      </ul>
                    </>
                  ) : (
                    <p className="tes-theme-good">
                      <Icon name="check" /> {say('Every text is read well, in light and in dark.')}
                    </p>
                  ))}
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
