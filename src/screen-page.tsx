// One screen in its layout: skeleton while it loads, the screen, its last good form when it does not work, or what went wrong.
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { ahead } from './amis/env.ts'
import type { Screen } from './boot.ts'
import { loadCustomPage, loadCustomSignIn } from './custom-pages.ts'
import { ErrorBoundary, ScreenError } from './error-boundary.tsx'
import { hasFailed, replaceScreen } from './live/broken.ts'
import { isBusy } from './live/busy.ts'
import { beginDrawing } from './live/drawing.ts'
import { holdPlace } from './live/hold-place.ts'
import { StandInNote, UpdateNotice } from './live/notes.tsx'
import { isSafe } from './live/safe-mode.ts'
import { isTransport, watchScreen } from './live/watch.ts'
import type { PlaceState } from './place.ts'
import { ScreenView, type AppScreen, type ScreenLocation } from './screen-view.tsx'
import { freshScreen, loadScreen, onScreenChange, placeIn, readyScreen, type ScreenPlace } from './screens.ts'
import { AroundSignIn } from './around-sign-in.tsx'
import { Skeleton } from './shell/skeleton.tsx'

interface Props {
  id: string
  params: Record<string, string>
  location: ScreenLocation
  place: PlaceState
  /** A newer form is never taken without asking, since work in progress is all that such a screen shows. */
  asks?: boolean
}

/** Pages of apps in place of ours that did not work in this window. */
const failedPages = new Set<string>()
const isPage = ({ id }: Screen) => id.startsWith('custom.')

/** The screen, or what stands in for it where it did not work here. */
async function loadWorking(id: string, at: ScreenPlace): Promise<Screen> {
  const screen = await loadScreen(id, at)
  return hasFailed(screen) ? ((await replaceScreen(screen, at)) ?? screen) : screen
}

/** The page that the app in question puts in place of a screen of ours. */
async function loadPage(id: string, params: Props['params'], location: ScreenLocation, place: PlaceState): Promise<Screen | undefined> {
  if (isSafe()) return undefined
  const page = await (id === 'signin.page' ? loadCustomSignIn(location.search) : loadCustomPage(id, params, place))
  return page && !failedPages.has(page.id) ? page : undefined
}

const readyAndWorking = (id: string, at: ScreenPlace) => {
  const screen = readyScreen(id, at)
  return screen && !hasFailed(screen) ? screen : undefined
}

export function ScreenPage({ id, params, location, place, asks }: Props) {
  const key = JSON.stringify(place.company ? placeIn(params) : {})
  const at = useMemo(() => JSON.parse(key) as ScreenPlace, [key])
  // Before anything is drawn: the answers are on their way meanwhile.
  const begun = useRef('')
  if (begun.current !== `${id} ${key}`) {
    begun.current = `${id} ${key}`
    ahead.begin(location.pathname + location.search)
  }
  const [screen, setScreen] = useState<Screen | AppScreen | undefined>(() => readyAndWorking(id, at))
  const [newer, setNewer] = useState<Screen>()
  const [error, setError] = useState<unknown>()
  const [attempt, setAttempt] = useState(0)
  const box = useRef<HTMLDivElement>(null)
  const scope = useRef<unknown>(undefined)
  const shown = useRef(screen)
  shown.current = screen

  const isStandard = id === 'signin.page' && new URLSearchParams(location.search).has('standard')
  useEffect(() => {
    let here = true
    setError(undefined)
    Promise.all([loadWorking(id, at), loadPage(id, params, location, place)]).then(
      ([own, page]) => here && setScreen(page ?? own),
      problem => here && setError(problem),
    )
    return () => void (here = false)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a changed query is the same screen, and `at` names what the page of an app depends on
  }, [id, at, attempt, isStandard])

  const take = useCallback((next: Screen) => {
    if (box.current) holdPlace(box.current)
    setNewer(undefined)
    setError(undefined)
    // Two words about the same change may be answered before anything is drawn.
    shown.current = next
    setScreen(next)
  }, [])

  useEffect(() => {
    let here = true
    const stop = onScreenChange(changed => {
      if (changed !== id && changed !== '*') return
      freshScreen(id, at).then(
        next => {
          const now = shown.current
          if (!here || (now && (isPage(now) || now.hash === next.hash)) || hasFailed(next)) return
          if (now && (asks || isBusy(scope.current))) setNewer(next)
          else take(next)
        },
        // Asked for again with the next navigation.
        () => {},
      )
    })
    return () => {
      here = false
      stop()
    }
  }, [id, at, asks, take])

  /** The screen does not work: its last good form is shown in the same place. */
  const fail = useCallback(
    (broken: Screen, message: string, problem: unknown) => {
      if (shown.current !== broken) return
      shown.current = undefined
      setScreen(undefined)
      setNewer(undefined)
      if (isPage(broken)) failedPages.add(broken.id)
      const instead = isPage(broken) ? loadWorking(id, at) : replaceScreen(broken, at, message)
      void instead
        // Others may have reported it already, so that the server has something else by now.
        .then(next => next ?? freshScreen(id, at))
        .catch(() => undefined)
        .then(next => (next && !hasFailed(next) ? setScreen(next) : setError(problem)))
    },
    [id, at],
  )
  const failed = (problem: unknown) => {
    if (!screen || isTransport(problem)) return false
    fail(screen, (problem as Error)?.message ?? String(problem), problem)
    return true
  }

  useLayoutEffect(() => {
    if (!screen) return
    const stop = watchScreen({
      fail(message, problem = new Error(message)) {
        if (!isTransport(problem)) fail(screen, message, problem)
      },
    })
    return stop
  }, [screen, fail])
  // Written down before the screen is drawn, not after.
  const drawing = useRef<{ screen?: Screen; stop?(): void }>({})
  if (drawing.current.screen !== screen) {
    drawing.current.stop?.()
    drawing.current = { screen, stop: screen?.changed ? beginDrawing(screen) : undefined }
  }
  useEffect(() => () => drawing.current.stop?.(), [])

  const retry = () => setAttempt(attempt + 1)
  if (error && !screen) return <ScreenError error={error} retry={retry} />
  if (place.state === 'failed')
    return <ScreenError error={new Error('The server cannot be reached. Check the connection and try again')} retry={() => window.location.reload()} />
  if (!screen || place.state === 'loading') return <Skeleton />
  const view = <ScreenView screen={screen} params={params} location={location} place={place} scopeRef={parts => void (scope.current = parts)} />
  return (
    <div ref={box}>
      {screen.stand && <StandInNote screen={screen} />}
      <ErrorBoundary key={`${screen.id} ${screen.hash} ${attempt}`} retry={retry} onError={failed}>
        {'signsInTo' in screen && screen.signsInTo ? <AroundSignIn {...screen.signsInTo}>{view}</AroundSignIn> : view}
      </ErrorBoundary>
      {newer && <UpdateNotice onShow={() => take(newer)} onClose={() => setNewer(undefined)} />}
    </div>
  )
}
