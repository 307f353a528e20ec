// From an address to what is shown: match, guard, layout, screen.
import { lazy, Suspense, useEffect, useMemo, useRef } from 'react'
import { useLocation, useNavigate, type Location } from 'react-router-dom'
import { matchRoute, type Match } from '../api/routes.ts'
import { mayBeDrawn } from './framed.ts'
import { guard } from './guard.ts'
import { label, t, useLocale } from './i18n.ts'
import { BlankLayout } from './layouts/blank.tsx'
import { ConsoleLayout } from './layouts/console.tsx'
import { DesignLayout } from './layouts/design.tsx'
import { ReaderLayout } from './layouts/reader.tsx'
import { here, placeDrawn, setNavigator } from './navigation.ts'
import { useOwnDocument } from './outside-hosts.ts'
import { usePlace, type PlaceState } from './place.ts'
import { ScreenPage } from './screen-page.tsx'
import type { ScreenLocation } from './screen-view.tsx'
import { config, session } from './session.ts'
import { routes } from './site.ts'
import { announce } from './shell/announcer.ts'
import { Leaving } from './shell/leaving.tsx'
import { isOffered, leadsOn } from './shell/menus.ts'
import { Skeleton } from './shell/skeleton.tsx'
import { useStore } from './store.ts'

// Running apps are opened by people who may never see the console, and the other way round.
const RuntimeLayout = lazy(() => import('./layouts/runtime.tsx').then(module => ({ default: module.RuntimeLayout })))
const ScreenPreview = lazy(() => import('./preview/screen-preview.tsx').then(module => ({ default: module.ScreenPreview })))
const PagePreview = lazy(() => import('./preview/page-preview.tsx').then(module => ({ default: module.PagePreview })))
const ThemePreview = lazy(() => import('./preview/theme-preview.tsx').then(module => ({ default: module.ThemePreview })))

export function Router() {
  const location = useLocation()
  const navigate = useNavigate()
  const now = useRef(location)
  now.current = location
  // Before any child renders: a screen may move on while it mounts.
  useMemo(
    () =>
      setNavigator({
        go(to, options) {
          const target = new URL(to, window.location.href)
          const address = target.pathname + target.search + target.hash
          // amis writes the same address again and again; only a change is worth an entry in the history.
          if (address === here() && options?.replace) return
          navigate(address, options)
        },
      }),
    [navigate],
  )

  // A published table is taken with the next navigation, so that no screen goes away under somebody's hands.
  const match = useMemo(() => {
    const table = routes.get()
    return matchRoute(table, location.pathname) ?? { route: table[table.length - 1] as Match['route'], params: {} }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- another navigation to the same address takes a table that was published meanwhile
  }, [location.key, location.pathname])
  if (match.route.redirect) return <LedOn match={match} location={location} />
  if (!mayBeDrawn(match)) return <NotInFrames address={location.pathname + location.search} />
  return <Guarded match={match} location={location} />
}

function LedOn({ match, location: { search, key } }: { match: Match; location: Location }) {
  const navigate = useNavigate()
  const who = useStore(session)
  const site = useStore(config)
  const place = usePlace(match.params, who)
  const to = leadsOn(match, { who, site, place }, search)
  // Not in a layout effect: the router itself begins to listen in one, after those of its children.
  useEffect(() => {
    if (to) navigate(to, { replace: true })
  }, [to, key, navigate])
  return null
}

/** What leads a frame to the console: its page is drawn in a window of its own only, where its address is seen. */
function NotInFrames({ address }: { address: string }) {
  useLocale()
  return (
    <main id="main" className="t-state-page">
      <p>{t('This page is not shown inside another page.')}</p>
      <a className="t-button" href={address} target="_blank" rel="noopener">
        {t('Open it in a new tab')}
      </a>
    </main>
  )
}

function Guarded({ match, location }: { match: Match; location: ScreenLocation }) {
  const navigate = useNavigate()
  const who = useStore(session)
  const site = useStore(config)
  const place = usePlace(match.params, who, match.route.access === 'app.access')
  const verdict = guard(match, { who, site, place }, location)
  // A page of the user centre that the menu does not offer is not there.
  const isMissing = verdict.kind === 'show' && match.route.layout === 'user' && !isOffered(match.route.path)

  const moveTo = verdict.kind === 'move' ? verdict.to : undefined
  useEffect(() => {
    if (moveTo) navigate(moveTo, { replace: true })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- moved once: `navigate` is another function at each address
  }, [moveTo])
  const isLoading = useOwnDocument(match, place.app ?? undefined)
  if (moveTo || isLoading) return null
  return (
    <Arranged
      match={match}
      location={location}
      place={place}
      refused={verdict.kind === 'refuse' ? verdict.screen : isMissing ? 'general.not-found' : undefined}
    />
  )
}

interface Arrangement {
  match: Match
  location: ScreenLocation
  place: PlaceState
  /** Screen to show in place of the one asked for. */
  refused?: string
}

function Arranged({ match, location, place, refused }: Arrangement) {
  const language = useLocale()
  const { siteName, loginBackground } = useStore(config)
  const { route, params } = match
  const screen = refused ?? route.screen ?? ''
  const title = refused ? t(refused === 'general.forbidden' ? 'No access' : 'Not found') : label(route.title)
  // A new place starts at the top and is announced; a changed query is the same place.
  const key = `${route.path} ${JSON.stringify(params)} ${refused ?? ''}`
  const first = useRef(true)
  useEffect(() => {
    if (title) document.title = `${title} · ${siteName}`
  }, [title, siteName, language, key])
  useEffect(() => {
    if (first.current) {
      first.current = false
      return
    }
    window.scrollTo(0, 0)
    announce(title)
    const target = document.querySelector<HTMLElement>('#main')
    if (target && !target.contains(document.activeElement)) target.focus({ preventScroll: true })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a title in another language is no new place
  }, [key])

  useEffect(placeDrawn, [location.pathname])

  const { user } = useStore(session)
  if (route.path === '/logout' && user)
    return (
      <BlankLayout>
        <Leaving />
      </BlankLayout>
    )
  const page = <ScreenPage key={key} id={screen} params={params} location={location} place={place} asks={route.layout === 'design' && !refused} />
  if ((route.layout === 'runtime' || route.layout === 'app') && !refused)
    return (
      <Suspense fallback={<AppWait />}>
        <RuntimeLayout params={params} location={location} place={place}>
          {route.layout === 'app' && page}
        </RuntimeLayout>
      </Suspense>
    )
  // A frame inside the work page; nothing of the console belongs around it.
  if (route.layout === 'preview' && !refused)
    return (
      <Suspense fallback={<Skeleton />}>
        {params.screenId ? (
          <ScreenPreview screenId={params.screenId} search={location.search} />
        ) : route.path === '/preview/page' ? (
          <PagePreview search={location.search} />
        ) : (
          <ThemePreview search={location.search} />
        )}
      </Suspense>
    )
  if (refused && /^(runtime|app|design)$/.test(route.layout ?? '')) return <BlankLayout>{page}</BlankLayout>
  // These fill the window by themselves.
  if (screen === 'preview.mobile' || screen === 'share.page') return <main id="main">{page}</main>
  switch (route.layout) {
    case 'console':
    case 'user':
      return (
        <ConsoleLayout match={match} place={place} title={title}>
          {page}
        </ConsoleLayout>
      )
    case 'reader':
      return <ReaderLayout title={title}>{page}</ReaderLayout>
    case 'design':
      return (
        <DesignLayout match={match} place={place} title={title}>
          {page}
        </DesignLayout>
      )
    default:
      return (
        <BlankLayout
          background={screen === 'signin.page' ? loginBackground : undefined}
          wide={isWide(screen)}
          brandTo={screen === 'reset.page' ? '/login' : undefined}
        >
          {page}
        </BlankLayout>
      )
  }
}

/** A running app before its layout is there: the header's line, and the skeleton where the page will stand. */
function AppWait() {
  const isNarrow = localStorage.getItem('tessera-app-menu') === 'narrow'
  return (
    <>
      <div className="t-header" />
      <div className={`t-app-wait${isNarrow ? ' is-narrow' : ''}`}>
        <Skeleton />
      </div>
    </>
  )
}

/** Blank screens that show more than a short form. */
const isWide = (screen: string) => ['setup.install', 'setup.upgrade-db', 'setup.install-app'].includes(screen)
