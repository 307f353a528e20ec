// Ties the client to the session: what it sends along, and what happens when the server no longer knows the person.
import type { CallId } from '../api/generated/calls.ts'
import { connectClient } from '../api/client/index.ts'
import type { SessionData } from './boot.ts'
import { go, goSignIn, isLeaving } from './navigation.ts'
import { forgetApps } from './place.ts'
import { locale, appLanguages } from './preferences.ts'
import { refreshSession, session } from './session.ts'

/** Calls after which the person, the organisations or the pending setup step are others than before. */
const CHANGES_SESSION = new Set<CallId>([
  'org.acceptInvitation',
  'bind.submit',
  'bind.createUser',
  'bind.verifyToken',
  'signin.login',
  'setup.submitInstall',
  'setup.submitUpgradeDb',
  'setup.submitOrgInstall',
  'setup.submitAppInstall',
  'setup.setPassword',
  'company.createCompany',
  'i.saveInfo',
  'i.leaveCompany',
  'i.changePassword',
  'i.bindEmail',
  'i.unbindEmail',
  'inbox.markRead',
  'inbox.markAllRead',
])
/** Calls whose answer holds the new session. */
const SIGNS_IN = new Set<CallId>(['signin.login', 'signin.loginLdap', 'signin.verifySecondFactor', 'external.signIn'])
const CHANGES_APP = new Set<CallId>(['company.saveHosts', 'app.update', 'app.delete', 'app.archive', 'release.create'])

/** The name of a frame says as which role of an app it is to be seen; it stays through addresses that the frame goes to. */
const PLAYED = (window !== window.parent && /^as-role:([0-9a-f-]{36})$/.exec(window.name)?.[1]) || ''

export function connect() {
  connectClient({
    locale: () => locale.get(),
    languages: () => appLanguages.get(),
    csrfToken: () => session.get().csrfToken,
    authority: () => session.get().authority ?? '',
    role: () => PLAYED,
    refreshSession,
    onSignedOut() {
      if (isLeaving()) return
      session.set({ user: null, csrfToken: '', companies: [] })
      goSignIn()
    },
    async afterCall(id, data) {
      if (CHANGES_APP.has(id)) forgetApps()
      if (SIGNS_IN.has(id) && data?.session) {
        session.set(data.session as SessionData)
        // The page that asked for it needs to know no more than where to go.
        delete data.session
        return
      }
      // The call itself went well; what cannot be read now is read at the next one.
      if (CHANGES_SESSION.has(id)) await refreshSession().catch(() => false)
    },
    onSetupPending: address => go(address, { replace: true }),
  })
}
