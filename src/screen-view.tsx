// One screen on the page: translated, rendered by amis, with what every screen may read in its context.
import { useEffect, useMemo, useRef } from 'react'
import { clearStoresCache } from 'amis-core'
import { render } from './amis-lite.tsx'
import type { CallTypes } from '../api/generated/types.ts'
import type { Screen } from './boot.ts'
import { createLimitedEnv, env, type ConsoleEnv } from './amis/env.ts'
import { inLanguage } from '../api/screen-texts.ts'
import { loadWords, useLocale, wordsOf } from './i18n.ts'
import { isBusy } from './live/busy.ts'
import { readAgain } from './live/read-again.ts'
import { listenToReads } from './live/watch.ts'
import { freshScreen, placeIn } from './screens.ts'
import { asSamePerson, config, session } from './session.ts'
import { useStore } from './store.ts'

export interface ScreenLocation {
  pathname: string
  search: string
  hash: string
}

export type AppInPlace = CallTypes['app.get']['data']

/** What the shell knows about the place that a screen is shown in. */
export interface Place {
  company?: { key: string; name: string; role: string } | null
  app?: AppInPlace | null
}

/** A page of an app in place of a screen of ours, with what it may do. */
export type AppScreen = Screen & {
  env: ConsoleEnv
  /** Of a sign-in page: what it stands before, and where people go from there. */
  signsInTo?: { company: string; app: string; redirect: string }
}

export interface ScreenViewProps {
  screen: Screen | AppScreen
  params: Record<string, string>
  location: ScreenLocation
  place?: Place
  /** Gets amis' registry of the parts of this screen. */
  scopeRef?(scope: unknown): void
}

/** What a place may know of whoever looks at its screens. */
const known = ({ id, name, email, avatar, isPlatformSuper, screens }: NonNullable<CallTypes['general.session']['data']['user']>) => ({
  id,
  name,
  email,
  avatar,
  isPlatformSuper,
  screens,
})

/** Screens of the console with rows of an app in them. */
const SHOW_ROWS = new Set(['data.page'])

export function ScreenView({ screen, params, location, place, scopeRef }: ScreenViewProps) {
  const language = useLocale()
  const { user, companies } = useStore(session)
  const site = useStore(config)
  const area = screen.id.split('.')[0] ?? ''
  // Its dictionary is there when the language is switched.
  useEffect(() => void loadWords(area), [area])

  const { authority } = screen
  // What is not as it was shipped, or a page of an app: it is told what its place may know.
  const isLimited = !!authority || 'env' in screen
  const schema = useMemo(() => inLanguage(screen.schema, language, wordsOf(area, language)), [screen, area, language])
  const context = useMemo(
    () => ({
      user: isLimited && user ? known(user) : user,
      companies: isLimited ? companies.filter(one => one.key === place?.company?.key) : companies,
      config: site,
      company: place?.company ?? null,
      app: place?.app ?? null,
      locale: language,
      params,
      search: location.search,
      // Which tab the address opens.
      hash: location.hash.slice(1),
      query: Object.fromEntries(new URLSearchParams(location.search)),
      ...params,
    }),
    [user, companies, isLimited, site, place?.company, place?.app, language, params, location.search, location.hash],
  )
  const drawnWith = useMemo(() => {
    if ('env' in screen) return screen.env
    if (!authority) return env
    // The same form of it, in a new session of the same person.
    const renew = async () => {
      const fresh = await freshScreen(screen.id, placeIn(params))
      return fresh.hash === screen.hash ? fresh.authority : undefined
    }
    return createLimitedEnv(authority, () => asSamePerson(renew))
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- another place is another screen
  }, [screen, authority])
  useEffect(() => () => void (authority && clearStoresCache([drawnWith.session])), [authority, drawnWith])
  const parts = useRef<unknown>(undefined)
  const shownIn = useRef(language)
  useEffect(() => {
    if (shownIn.current === language) return
    shownIn.current = language
    // What somebody is working on stays as it is, in whatever language.
    if (!isBusy(parts.current)) readAgain(parts.current)
  }, [language])
  const keepParts = useMemo(
    () => (scope: unknown) => {
      parts.current = scope
      scopeRef?.(scope)
    },
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the function of the first drawing: amis hands the registry over once
    [],
  )
  const { companyKey, appUrlKey } = params
  const showsRows = SHOW_ROWS.has(screen.id)
  useEffect(() => {
    if (!showsRows || !companyKey || !appUrlKey) return
    const asked = new Set<string>()
    const unlisten = listenToReads(url => void asked.add(url))
    let stop: (() => void) | undefined
    let isLeft = false
    void import('./runtime/live/follow-screen.ts').then(({ followScreen }) => {
      unlisten()
      if (isLeft) return
      stop = followScreen(
        { companyKey, appUrlKey },
        () => parts.current,
        tell => {
          for (const url of asked) tell(url)
          return listenToReads(tell)
        },
      )
    })
    return () => {
      isLeft = true
      unlisten()
      stop?.()
    }
  }, [showsRows, companyKey, appUrlKey])
  // Says what is shown, to whoever looks for a fault.
  const which = { 'data-screen': screen.id, 'data-hash': screen.hash.slice(0, 12) }
  return (
    <div className="t-screen" {...which}>
      {render(schema as never, { locale: language, theme: 'cxd', context, location, scopeRef: keepParts } as never, drawnWith as never)}
    </div>
  )
}
