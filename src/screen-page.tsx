// One screen in its layout: skeleton while it loads, the screen, or what went wrong.
import { useEffect, useState } from 'react'
import type { Screen } from './boot.ts'
import { loadCustomPage, loadCustomSignIn } from './custom-pages.ts'
import { ErrorBoundary, ScreenError } from './error-boundary.tsx'
import type { PlaceState } from './place.ts'
import { ScreenView, type ScreenLocation } from './screen-view.tsx'
import { loadScreen, readyScreen } from './screens.ts'
import { Skeleton } from './shell/skeleton.tsx'

interface Props {
  id: string
  params: Record<string, string>
  location: ScreenLocation
  place: PlaceState
}

/** The screen, or the page that the app in question puts in its place. */
async function load(id: string, params: Props['params'], location: ScreenLocation, place: PlaceState): Promise<Screen> {
  const [screen, custom] = await Promise.all([loadScreen(id), id === 'signin.page' ? loadCustomSignIn(location.search) : loadCustomPage(id, params, place)])
  return custom ?? screen
}

export function ScreenPage({ id, params, location, place }: Props) {
  const [screen, setScreen] = useState<Screen | undefined>(() => readyScreen(id))
  const [error, setError] = useState<unknown>()
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    let here = true
    setError(undefined)
    load(id, params, location, place).then(
      loaded => here && setScreen(loaded),
      problem => here && setError(problem),
    )
    return () => void (here = false)
  }, [id, attempt])

  const retry = () => setAttempt(attempt + 1)
  if (error && !screen) return <ScreenError error={error} retry={retry} />
  if (place.state === 'failed')
    return <ScreenError error={new Error('The server cannot be reached. Check the connection and try again')} retry={() => window.location.reload()} />
  if (!screen || place.state === 'loading') return <Skeleton />
  return (
    <ErrorBoundary key={attempt} retry={retry}>
      <ScreenView screen={screen} params={params} location={location} place={place} />
    </ErrorBoundary>
  )
}
