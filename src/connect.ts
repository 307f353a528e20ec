// Ties the client to the session: what it sends along, and what happens when the server no longer knows the person.
import { connectClient } from '../api/client/index.ts'
import { go, goSignIn } from './navigation.ts'
import { locale } from './preferences.ts'
import { refreshSession, session } from './session.ts'

export function connect() {
  connectClient({
    locale: () => locale.get(),
    csrfToken: () => session.get().csrfToken,
    refreshSession,
    onSignedOut() {
      session.set({ user: null, csrfToken: '', companies: [] })
      goSignIn()
    },
    onSetupPending: address => go(address, { replace: true }),
  })
}
