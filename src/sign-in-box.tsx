// The sign-in box inside the sign-in page of an app: our own screen with our own env, apart from what stands around it.
import { useContext, useEffect, useState } from 'react'
import { ScopedContext } from 'amis-core'
import { useLocation } from 'react-router-dom'
import type { Screen } from './boot.ts'
import { t } from './i18n.ts'
import { ScreenView } from './screen-view.tsx'
import { loadScreen } from './screens.ts'
import { Skeleton } from './shell/skeleton.tsx'

interface Scope {
  parent?: Scope
}
/** The scope above all screens: parts of the box and of the page around it do not find each other by name. */
function useTopScope() {
  let scope = useContext(ScopedContext) as Scope
  while (scope.parent) scope = scope.parent
  return scope
}

export function SignInBox() {
  const location = useLocation()
  const scope = useTopScope()
  const [screen, setScreen] = useState<Screen>()
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    let here = true
    loadScreen('signin.page').then(
      found => here && setScreen(found),
      () => here && setFailed(true),
    )
    return () => void (here = false)
  }, [])
  if (failed) return <p className="t-problem">{t('The server cannot be reached. Check the connection and try again')}</p>
  if (!screen) return <Skeleton />
  return (
    <ScopedContext.Provider value={scope as never}>
      <ScreenView screen={screen} params={{}} location={location} />
    </ScopedContext.Provider>
  )
}
