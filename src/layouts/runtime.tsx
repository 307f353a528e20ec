// A running app: its own header and menu, and the page of the address. Nothing of the console but the person's menu.
import { useEffect, useMemo, useState, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { clearStoresCache } from 'amis-core'
import { CallError, call } from '../../api/client/index.ts'
import { ScreenError } from '../error-boundary.tsx'
import { loadWords, t, useLocale } from '../i18n.ts'
import { loadAll } from '../amis-lite.tsx'
import { useFlowsOf, type FlowsOfApp } from '../live/tasks.ts'
import type { PlaceState } from '../place.ts'
import { appBase, pathInApp } from '../runtime/addresses.ts'
import { leaveAppTheme, showAppTheme } from '../app-theme.ts'
import { createAppEnv } from '../runtime/env.ts'
import { chooseAppLanguage, enterApp, followApp, leaveApp } from '../runtime/language.ts'
import { AppMenu, type MenuPage } from '../runtime/menu.tsx'
import { AppPage } from '../runtime/page.tsx'
import type { AppPerms, Site } from '../runtime/site.ts'
import { NotPublished, PageForbidden } from '../runtime/states.tsx'
import type { ScreenLocation } from '../screen-view.tsx'
import { Icon } from '../icons.tsx'
import { Skeleton } from '../shell/skeleton.tsx'
import { LanguageSwitch, ThemeSwitch } from '../shell/switches.tsx'
import { UserMenu } from '../shell/user-menu.tsx'
import { isScriptUrl } from '../amis/sanitize.ts'
import '../runtime/runtime.css'

const KEY = 'tessera-app-menu'
/** Flows that the menu offers; all are among the tasks. */
const MOST_STARTS = 8

interface Props {
  params: Record<string, string>
  location: ScreenLocation
  place: PlaceState
  /** A screen of ours that stands in the app, such as its tasks, instead of a page of it. */
  children?: ReactNode
}
type State = { kind: 'loading' } | { kind: 'ready'; site: Site } | { kind: 'unpublished' } | { kind: 'failed'; error: unknown }

export function RuntimeLayout({ params, location, place, children }: Props) {
  useLocale()
  const { companyKey = '', appUrlKey = '' } = params
  const base = appBase({ companyKey, appUrlKey })
  const [state, setState] = useState<State>({ kind: 'loading' })
  const [attempt, setAttempt] = useState(0)
  const [chosen, setChosen] = useState('')
  useEffect(() => {
    let here = true
    // In another language the app stays as it is until its texts are there.
    setState(now => (chosen && now.kind === 'ready' ? now : { kind: 'loading' }))
    if (!chosen) enterApp({ companyKey, appUrlKey })
    Promise.all([call('runtime.site', { params: { companyKey, appUrlKey } }), loadAll(), loadWords('shell')])
      .then(async ([site]) => {
        if (here) await Promise.all([followApp(site), showAppTheme({ appId: site.variables.app.id, companyKey, appUrlKey }, site.theme)])
        return site
      })
      .then(
        site => here && setState({ kind: 'ready', site }),
        error => here && setState(error instanceof CallError && error.code === 'runtime.notPublished' ? { kind: 'unpublished' } : { kind: 'failed', error }),
      )
    return () => void (here = false)
  }, [companyKey, appUrlKey, attempt, chosen])
  useEffect(
    () => () => {
      leaveApp()
      leaveAppTheme()
    },
    [companyKey, appUrlKey],
  )
  const choose = (language: string) => {
    chooseAppLanguage({ companyKey, appUrlKey }, language)
    setChosen(language)
  }

  const authority = state.kind === 'ready' ? state.site.authority : undefined
  const env = useMemo(() => createAppEnv(base, authority), [base, authority])
  useEffect(() => () => clearStoresCache([env.session]), [env])

  const retry = () => setAttempt(attempt + 1)
  const perms = (place.app?.perms ?? {}) as AppPerms
  if (state.kind === 'ready')
    return (
      <RunningApp site={state.site} base={base} env={env} params={params} location={location} perms={perms} onLanguage={choose}>
        {children}
      </RunningApp>
    )
  const name = String(place.app?.name ?? appUrlKey)
  const header = <AppHeader name={name} logo={String(place.app?.logo ?? '')} />
  // The places of what is to come, so that nothing moves when it is there.
  if (state.kind === 'loading') {
    const isDev = appUrlKey.endsWith('-dev')
    return (
      <div className={`t-app has-menu${localStorage.getItem(KEY) === 'narrow' ? ' is-narrow' : ''}${isDev ? ' is-dev' : ''}`}>
        {header}
        {isDev && <DevNote design={perms.edit ? `${base}/design` : undefined} />}
        <div className="t-app-menu" aria-hidden="true" />
        <main id="main" className="t-app-main" tabIndex={-1}>
          <div className="t-app-page">
            <Skeleton />
          </div>
        </main>
      </div>
    )
  }
  return (
    <div className="t-app">
      {header}
      <main id="main" className="t-app-main" tabIndex={-1}>
        {state.kind === 'failed' && <ScreenError error={state.error} retry={retry} />}
        {state.kind === 'unpublished' && (
          <NotPublished
            releases={
              perms.publish
                ? `/company/${encodeURIComponent(companyKey)}/app/${encodeURIComponent(appUrlKey.split('-')[0] ?? '')}-dev/admin/release`
                : undefined
            }
          />
        )}
      </main>
    </div>
  )
}

function DevNote({ design }: { design?: string }) {
  return (
    <aside className="t-app-dev" aria-label={t('Current state')}>
      <span>{t('You see the current state, not a release.')}</span>
      {design && (
        <a href={design} data-go>
          {t('Back to the design')}
        </a>
      )}
    </aside>
  )
}

interface HeaderProps {
  name: string
  logo: string
  home?: string
  onMenu?(): void
  menuOpen?: boolean
  /** Languages of the app that the reader chooses among, where it has several. */
  language?: { now: string; all: Site['languages']; choose(tag: string): void }
  /** Where tasks are, and how many. */
  tasks?: { to: string; todo: number; unread: number } | undefined
}

function AppHeader({ name, logo, home, onMenu, menuOpen, language, tasks }: HeaderProps) {
  const mark =
    logo && !isScriptUrl(logo) ? (
      <img className="t-app-logo" src={logo} alt="" />
    ) : (
      <span className="t-app-logo" aria-hidden="true">
        {(name.trim()[0] ?? '?').toUpperCase()}
      </span>
    )
  return (
    <header className="t-header">
      <a className="t-skip" href="#main">
        {t('Skip to the content')}
      </a>
      {onMenu && (
        <button type="button" className="t-icon-button t-menu-open" onClick={onMenu} aria-label={t('Menu')} aria-expanded={menuOpen} aria-controls="app-menu">
          <Icon name={menuOpen ? 'close' : 'menu'} />
        </button>
      )}
      <a className="t-app-brand" href={home} data-go>
        {mark}
        <strong>{name}</strong>
      </a>
      <span className="t-space" />
      {tasks && <TasksBell {...tasks} />}
      {language ? (
        <select className="t-app-language" aria-label={t('Language')} value={language.now} onChange={event => language.choose(event.target.value)}>
          {language.all.map(({ tag, name: words }) => (
            <option key={tag} value={tag} lang={tag}>
              {words}
            </option>
          ))}
        </select>
      ) : (
        <LanguageSwitch />
      )}
      <ThemeSwitch />
      <UserMenu />
    </header>
  )
}

interface RunningProps extends Omit<Props, 'place'> {
  site: Site
  base: string
  env: ReturnType<typeof createAppEnv>
  perms: AppPerms
  onLanguage(tag: string): void
}
/** What waits for this person; each number is told, whatever the badge has room for. */
function TasksBell({ to, todo, unread }: NonNullable<HeaderProps['tasks']>) {
  const count = todo + unread
  const text = count ? t('Tasks: {todo} to do, {unread} unread messages', { todo, unread }) : t('Tasks')
  return (
    <Link to={to} className="t-icon-button t-bell" title={text} aria-label={text}>
      <Icon name="check" size={18} />
      {count > 0 && <span aria-hidden="true">{count > 99 ? '99+' : count}</span>}
    </Link>
  )
}

/** Lines of the menu for what flows let people do here. */
function flowLines(flows: FlowsOfApp | undefined, todo: string): MenuPage[] {
  if (!flows) return []
  const line = (id: string, name: string, icon: string, link: string): MenuPage => ({ id, kind: 'link', name, path: '', icon, link, children: [] })
  return [
    line('flow-task', todo, 'check', '/flow-task'),
    ...flows.starts
      .slice(0, MOST_STARTS)
      .map(({ id, key, name, dsKey, dmKey }) => line(id, t('Start: {name}', { name }), 'plus', `/flow-initiate/${dsKey}/${dmKey}?formView=${key}`)),
  ]
}

function RunningApp({ site, base, env, params, location, perms, onLanguage, children }: RunningProps) {
  const [narrow, setNarrow] = useState(() => localStorage.getItem(KEY) === 'narrow')
  const [open, setOpen] = useState(false)
  useEffect(() => setOpen(false), [location.pathname])
  const address = pathInApp(location.pathname, base)
  const door = site.entries.find(({ key }) => address === `/${key}`)
  const path = (door ? door.path : address) || site.home
  const toggle = () => {
    localStorage.setItem(KEY, narrow ? 'wide' : 'narrow')
    setNarrow(!narrow)
  }
  const isDev = site.app.tag === 'dev'
  const flows = useFlowsOf(params.companyKey ?? '', params.appUrlKey ?? '', location.pathname)
  const pages = [...(site.pages as unknown as MenuPage[]), ...flowLines(flows, t('Tasks'))]
  const hasMenu = pages.length > 0
  return (
    <div className={`t-app${hasMenu ? ' has-menu' : ''}${narrow ? ' is-narrow' : ''}${open ? ' is-open' : ''}${isDev ? ' is-dev' : ''}`}>
      <AppHeader
        name={site.app.name}
        logo={site.app.logo}
        home={base}
        onMenu={hasMenu ? () => setOpen(!open) : undefined}
        menuOpen={open}
        tasks={flows && { to: `${base}/flow-task`, todo: flows.todo, unread: flows.unread }}
        language={site.languages.length > 1 ? { now: site.language, all: site.languages, choose: onLanguage } : undefined}
      />
      {isDev && <DevNote design={perms.edit ? `${base}/design` : undefined} />}
      {hasMenu && <AppMenu pages={pages} base={base} path={path} narrow={narrow && !open} onToggle={toggle} onClose={() => setOpen(false)} />}
      <main id="main" className="t-app-main" tabIndex={-1} lang={(!children && site.language) || undefined}>
        {children ? (
          <div className="t-content">{children}</div>
        ) : door && !door.isOpen ? (
          <PageForbidden />
        ) : (
          <AppPage site={site} base={base} path={path} env={env} params={params} location={location} perms={perms} />
        )}
      </main>
    </div>
  )
}
