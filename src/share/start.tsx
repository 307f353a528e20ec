// The share page as the first thing a visitor sees: without the router, the console and the rest of amis.
import type { Root } from 'react-dom/client'
import type { Screen } from '../boot.ts'
import { connect } from '../connect.ts'
import { ScreenView } from '../screen-view.tsx'
import '../../renderers/tessera-share/share.tsx'

export function startShare(root: Root, screen: Screen, params: Record<string, string>) {
  connect()
  root.render(
    <main id="main">
      <ScreenView screen={screen} params={params} location={{ pathname: location.pathname, search: location.search, hash: '' }} />
    </main>,
  )
}
