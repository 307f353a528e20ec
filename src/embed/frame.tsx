// The document that the JS SDK shows in a page of another site: one page of an app after the other, without the console around it. The page around says
// which, keeps the addresses, and hands in who is signed in.
import './storage.ts'
import { useEffect, useMemo, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { clearStoresCache } from 'amis-core'
import { connectLabels } from '../amis/labels.ts'
import { connectTabs } from '../amis/tabs.ts'
import { CallError, call, connectClient } from '../../api/client/index.ts'
import { loadAll } from '../amis-lite.tsx'
import { showAppTheme } from '../app-theme.ts'
import { tellBlocked } from '../blocked.ts'
import { boot } from '../boot.ts'
import { ErrorBoundary, ScreenError } from '../error-boundary.tsx'
import { loadAmisWords, loadWords, t, useLocale } from '../i18n.ts'
import { setAppEnv } from '../amis/env.ts'
import { followLinks } from '../links.ts'
import { go, setNavigator } from '../navigation.ts'
import { appLanguages, locale } from '../preferences.ts'
import { addressInApp, appBase, pathInApp } from '../runtime/addresses.ts'
import { createAppEnv } from '../runtime/env.ts'
import { followApp } from '../runtime/language.ts'
import { AppPage } from '../runtime/page.tsx'
import type { Site } from '../runtime/site.ts'
import { NotPublished, SignedOutHere } from '../runtime/states.tsx'
import { refreshSession, session } from '../session.ts'
import { Skeleton } from '../shell/skeleton.tsx'
import type { FromFrame, ToFrame } from './protocol.ts'
import '../styles/critical.css'
import '../styles/tokens.css'
import '../styles/shell.css'
import '../runtime/runtime.css'
import './frame.css'

const place = boot.embed
if (!place) throw new Error('this document is for no app')
const { companyKey, appUrlKey, origins, home } = place
const base = appBase({ companyKey, appUrlKey })

/** The site that this stands in, once it has spoken. */
let site = ''
const say = (message: FromFrame) => window.parent.postMessage(message, site)

const listeners = new Set<(message: ToFrame) => void>()
const opened = new Promise<Extract<ToFrame, { kind: 'open' }>>(done => {
  window.addEventListener('message', ({ source, origin, data }: MessageEvent<ToFrame>) => {
    if (source !== window.parent || data?.tessera !== 'embed' || !origins.includes(origin)) return
    if (site && origin !== site) return
    site = origin
    if (data.kind === 'open') done(data)
    else for (const listener of listeners) listener(data)
  })
})

connectClient({
  locale: () => locale.get(),
  languages: () => appLanguages.get(),
  csrfToken: () => session.get().csrfToken,
  authority: () => session.get().authority ?? '',
  embedded: () => `${companyKey}/${appUrlKey}`,
  refreshSession,
  onSignedOut: () => say({ tessera: 'embed', kind: 'signedOut' }),
  afterCall: async () => {},
  onSetupPending: () => {},
})

/** Signs in whom the site means; nobody where it means nobody, whoever was here before. */
async function enter(ticket: string) {
  if (ticket) {
    const entered = await call('embed.enter', { params: { companyKey, appUrlKey }, body: { ticket } })
    if (entered.session) session.set(entered.session)
    return
  }
  if (!(await refreshSession())) return
  await call('general.signOut', {})
  await refreshSession()
}

const split = (path: string) => {
  const { pathname, search } = new URL(addressInApp(path || home, base), location.origin)
  const isOfApp = pathname === base || pathname.startsWith(`${base}/`)
  return isOfApp ? { pathname: pathname === base ? base + home : pathname, search } : undefined
}

type State = { kind: 'loading' } | { kind: 'ready'; site: Site } | { kind: 'signedOut' } | { kind: 'unpublished' } | { kind: 'failed'; error: unknown }

function Embedded({ first }: { first: Extract<ToFrame, { kind: 'open' }> }) {
  useLocale()
  const [place, setPlace] = useState(() => split(first.path) ?? { pathname: base + home, search: '' })
  const [state, setState] = useState<State>({ kind: 'loading' })
  const [ticket, setTicket] = useState(first.ticket)
  const [attempt, setAttempt] = useState(0)

  useEffect(() => {
    // Where pages of the app are, wherever the frame came from: what they read of their address is what they read in a window of their own.
    history.replaceState(null, '', place.pathname + place.search)
  }, [place])

  useEffect(() => {
    let here = true
    const load = async () => {
      await enter(ticket)
      const [found] = await Promise.all([
        call('runtime.site', { params: { companyKey, appUrlKey } }),
        loadAll(),
        loadWords('shell'),
        loadAmisWords(locale.get()),
      ])
      await Promise.all([followApp(found), showAppTheme({ appId: found.variables.app.id, companyKey, appUrlKey }, found.theme)])
      return found
    }
    load().then(
      found => here && setState({ kind: 'ready', site: found }),
      (error: unknown) => {
        if (!here) return
        const { status, code } = error instanceof CallError ? error : { status: 0, code: '' }
        if (status === 401) return setState({ kind: 'signedOut' })
        setState(code === 'runtime.notPublished' ? { kind: 'unpublished' } : { kind: 'failed', error })
      },
    )
    return () => void (here = false)
  }, [ticket, attempt])

  useEffect(() => {
    const listener = (message: ToFrame) => {
      if (message.kind === 'go') {
        const next = split(message.path)
        if (next) setPlace(next)
      } else if (message.kind === 'ticket') setTicket(message.ticket)
      else if (message.kind === 'stay') setState({ kind: 'signedOut' })
    }
    listeners.add(listener)
    setNavigator({
      go(to, options) {
        // What leads home in the console is the first page here.
        const next = split(to === '/home' || to === base ? home : to)
        if (!next) return void window.open(to, '_blank', 'noopener')
        setPlace(next)
        say({ tessera: 'embed', kind: 'at', path: pathInApp(next.pathname, base) + next.search, replace: options?.replace ?? false })
      },
    })
    return () => void listeners.delete(listener)
  }, [])

  const isSettled = state.kind !== 'loading'
  useEffect(() => {
    if (isSettled) say({ tessera: 'embed', kind: 'drawn', title: document.title })
  }, [isSettled, place])

  const authority = state.kind === 'ready' ? state.site.authority : undefined
  const env = useMemo(() => createAppEnv(base, authority), [authority])
  useEffect(() => () => clearStoresCache([env.session]), [env])

  switch (state.kind) {
    case 'loading':
      return <Skeleton />
    case 'signedOut':
      return (
        <SignedOutHere
          retry={() => {
            setState({ kind: 'loading' })
            say({ tessera: 'embed', kind: 'signedOut' })
          }}
        />
      )
    case 'unpublished':
      return <NotPublished />
    case 'failed':
      return <ScreenError error={state.error} retry={() => setAttempt(attempt + 1)} />
    case 'ready':
      return (
        <div lang={state.site.language || undefined}>
          <AppPage
            site={state.site}
            base={base}
            path={pathInApp(place.pathname, base)}
            env={env}
            params={{ companyKey, appUrlKey }}
            location={{ ...place, hash: '' }}
            perms={{}}
          />
        </div>
      )
  }
}

connectLabels(document.body)
connectTabs(document.body)
followLinks()
tellBlocked(t, () => ({ text: t('An administrator of the organisation can allow it.') }))
setAppEnv(async (at, authority) => createAppEnv(at, authority))

const element = document.getElementById('root')
if (!element) throw new Error('the frame has no #root')
// Only sites that are listed can show this document, so that any of them may know that it is there.
if (window.parent !== window) window.parent.postMessage({ tessera: 'embed', kind: 'waiting' } satisfies FromFrame, '*')
void opened.then(first => {
  new ResizeObserver(() => say({ tessera: 'embed', kind: 'height', height: element.getBoundingClientRect().height })).observe(element)
  createRoot(element).render(
    <main id="main" className="t-embed" tabIndex={-1}>
      <ErrorBoundary retry={() => go(home)}>
        <Embedded first={first} />
      </ErrorBoundary>
    </main>,
  )
})
