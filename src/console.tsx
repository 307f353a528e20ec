// The console once it is loaded: the router over schemas/routes.json, its guards, and one layout around each screen.
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import { LeaveGuard } from './shell/leave-guard.tsx'
import { OfflineNotice } from './shell/offline.tsx'
import { Router } from './router.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { followLinks } from './links.ts'
import { tellBlocked } from './blocked.ts'
import { helpHere } from './blocked-help.ts'
import { setAppEnv } from './amis/env.ts'
import { t } from './i18n.ts'
import { NewVersionNotice } from './shell/new-version.tsx'
import { SafeBar } from './live/safe-bar.tsx'
import { listenForScreens } from './live/stream.ts'
import { followTables } from './live/tables.ts'
import './live/live.css'
import './styles/shell.css'

followLinks()
tellBlocked(t, helpHere)
setAppEnv(async (base, authority) => (await import('./runtime/env.ts')).createAppEnv(base, authority))
listenForScreens()
followTables()

let router: ReturnType<typeof createBrowserRouter> | undefined
// One route: the addresses are in a table that may change while this runs (router.tsx). Not before the console is drawn: this is loaded while somebody still
// types at the sign-in page, and a router has the address that is there when it is made.
const consoleRouter = () =>
  (router ??= createBrowserRouter([
    {
      path: '*',
      element: (
        <>
          <OfflineNotice />
          <NewVersionNotice />
          <SafeBar />
          <LeaveGuard />
          <ErrorBoundary retry={() => window.location.reload()}>
            <Router />
          </ErrorBoundary>
        </>
      ),
    },
  ]))

// Not as transitions: React draws those in slices and lets other work in between, and amis writes into its stores while it is drawn. A drawer that was opened
// while a list wrote its page into the address then never learned that it stood there.
export const Console = () => <RouterProvider router={consoleRouter()} useTransitions={false} />
