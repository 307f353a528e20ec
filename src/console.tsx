// The console once it is loaded: the router over schemas/routes.json, its guards, and one layout around each screen.
import { BrowserRouter } from 'react-router-dom'
import { OfflineNotice } from './shell/offline.tsx'
import { Router } from './router.tsx'
import './styles/shell.css'

export function Console() {
  return (
    <BrowserRouter>
      <OfflineNotice />
      <Router />
    </BrowserRouter>
  )
}
