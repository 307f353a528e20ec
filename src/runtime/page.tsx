// One page of a running app, rendered in a scope of its own.
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { CallError, call } from '../../api/client/index.ts'
import type { CallTypes } from '../../api/generated/types.ts'
import { inLanguage } from '../../api/screen-texts.ts'
import { AnswersIn } from '../../renderers/register.tsx'
import { render } from '../amis-lite.tsx'
import { loadNamed } from '../amis/named.ts'
import { ErrorBoundary, ScreenError } from '../error-boundary.tsx'
import { useLocale } from '../i18n.ts'
import type { AppPerms, Site } from './site.ts'
import type { ScreenLocation } from '../screen-view.tsx'
import { announce } from '../shell/announcer.ts'
import { Skeleton } from '../shell/skeleton.tsx'
import { addressParts, dataApiIn } from './addresses.ts'
import type { createAppEnv } from './env.ts'
import { drawingFailed, showPage } from './errors.ts'
import { EditedMeanwhile } from './live/editing.tsx'
import { followRows, type Change } from './live/follow.ts'
import { createReader } from './live/parts.ts'
import { isBusy } from '../live/busy.ts'
import { readAgain } from '../live/read-again.ts'
import { watchScreen } from '../live/watch.ts'
import { NoPages, PageForbidden, PageMissing, PageNotOffered } from './states.tsx'

type Page = CallTypes['runtime.page']['data']
interface Props {
  site: Site
  base: string
  path: string
  env: ReturnType<typeof createAppEnv>
  params: Record<string, string>
  location: ScreenLocation
  perms: AppPerms
}

export function AppPage(props: Props) {
  const { site, base, path, params, perms } = props
  const { companyKey = '', appUrlKey = '' } = params
  const [found, setFound] = useState<{ path: string; language?: string; page?: Page; error?: unknown }>()
  const [attempt, setAttempt] = useState(0)
  const [crashes, setCrashes] = useState(0)
  useEffect(() => {
    if (!path) return
    let here = true
    const get = (at: string) => call('runtime.page', { params: { companyKey, appUrlKey, path: at.replace(/^\//, '') } })
    /** The app's own pages for addresses that it does not know, and for those that are not this person's, where it has them. */
    const own: Record<string, string> = { 'runtime.pageUnknown': site.notFoundPath, 'runtime.pageForbidden': site.forbiddenPath }
    get(path)
      .catch(error => {
        const custom = error instanceof CallError ? own[error.code ?? ''] : ''
        if (custom) return get(custom)
        throw error
      })
      // The skeleton, or the page before, stays until there is something to draw with; what does not come amis asks for again.
      .then(async page => {
        await loadNamed(page.schema).catch(() => {})
        return page
      })
      .then(
        page => here && setFound({ path, page, language: site.language }),
        error => here && setFound({ path, error }),
      )
    return () => void (here = false)
  }, [companyKey, appUrlKey, path, attempt, site])

  const name = found?.page?.name
  useEffect(() => {
    document.title = name ? `${name} · ${site.app.name}` : site.app.name
    if (name) announce(name)
  }, [name, site])
  useEffect(() => {
    window.scrollTo(0, 0)
  }, [path])

  if (!path) return <NoPages design={perms.edit ? `${base}/design` : undefined} />
  // The page before stays until the next one is there, so that nothing flickers.
  if (!found)
    return (
      <div className="t-app-page">
        <Skeleton />
      </div>
    )
  const { page, error } = found
  if (!page) {
    const { status, code } = error as CallError
    if (code === 'runtime.pageUnknown') return <PageMissing home={base} path={path} />
    if (code === 'runtime.notOffered') return <PageNotOffered />
    if (status === 403) return <PageForbidden />
    return <ScreenError error={error} retry={() => setAttempt(attempt + 1)} />
  }
  return (
    // In another language it is the same page: what was typed stays.
    <ErrorBoundary key={`${found.path} ${crashes}`} retry={() => setCrashes(crashes + 1)} onError={told}>
      <Rendered {...props} page={page} language={found.language ?? ''} />
    </ErrorBoundary>
  )
}

/** Who builds the app hears of it; the reader is shown the same as ever. */
const told = (error: unknown) => {
  drawingFailed(error)
  return false
}

function Rendered({ page, language: answersIn, site, base, location, env, params }: Props & { page: Page; language: string }) {
  const language = useLocale()
  const { companyKey = '', appUrlKey = '' } = params
  useEffect(() => {
    const left = showPage({ companyKey, appUrlKey, pageId: page.id, send: env.request })
    const unwatched = watchScreen({ fail: (_message, error) => drawingFailed(error ?? new Error('Asked for without end')) })
    return () => {
      unwatched()
      left()
    }
  }, [companyKey, appUrlKey, page.id, env])
  const parts = useRef<unknown>(undefined)
  const keepParts = useMemo(() => (scope: unknown) => void (parts.current = scope), [])
  // Names in answers are in the language that they were asked in.
  const shownIn = useRef(answersIn)
  useEffect(() => {
    if (shownIn.current === answersIn) return
    shownIn.current = answersIn
    readAgain(parts.current, { keepsForms: isBusy(parts.current) })
  }, [answersIn])
  const listeners = useRef(new Set<(change: Change) => void>())
  const scope = useCallback(() => parts.current, [])
  const listen = useCallback((tell: (change: Change) => void) => {
    listeners.current.add(tell)
    return () => void listeners.current.delete(tell)
  }, [])
  useEffect(() => {
    const reader = createReader(scope, env.read.modelsOf)
    const stop = followRows(base, env.read, change => {
      reader.changed(change)
      for (const tell of listeners.current) tell(change)
    })
    return () => {
      stop()
      reader.stop()
    }
  }, [base, env, scope])
  const context = useMemo(
    () => ({
      ...page.variables,
      ...site.variables,
      location: addressParts(),
      // The older form of "get:model:main/order": "get:${dataApi}/main/model/order".
      dataApi: dataApiIn(base),
      // What this person may do with the page, its own permissions too: "visibleOn": "${perms.export}".
      perms: page.perms,
      locale: language,
      params: page.params,
      query: Object.fromEntries(new URLSearchParams(location.search)),
      ...page.params,
    }),
    [site, base, language, page, location],
  )
  // Its own words alone: an app is not written in those of the console.
  const schema = useMemo(() => inLanguage(page.schema, language, {}), [page, language])
  return (
    <>
      <div className="t-app-page">
        {/* What amis shows of a title is a heading of the second level. */}
        <h1 className="t-visually-hidden">{page.name}</h1>
        <AnswersIn.Provider value={answersIn}>
          {render(schema as never, { locale: language, theme: 'cxd', context, location, scopeRef: keepParts } as never, env as never)}
        </AnswersIn.Provider>
      </div>
      <EditedMeanwhile env={env} conflicts={env.conflicts} scope={scope} listen={listen} />
    </>
  )
}
