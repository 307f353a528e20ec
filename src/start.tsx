// The sign-in screen as the first thing a visitor sees, before the router and the rest of amis are there.
import type { Screen } from './boot.ts'
import { BlankLayout } from './layouts/blank.tsx'
import { ScreenView } from './screen-view.tsx'
import { useStore } from './store.ts'
import { config } from './session.ts'

export function Start({ screen }: { screen: Screen }) {
  const { loginBackground } = useStore(config)
  return (
    <BlankLayout background={loginBackground}>
      <ScreenView screen={screen} params={{}} location={{ pathname: location.pathname, search: location.search, hash: '' }} />
    </BlankLayout>
  )
}
