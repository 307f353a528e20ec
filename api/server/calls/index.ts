// Every call and its handler; a contract without one does not compile.
import type { Handlers } from '../handler.ts'
import { generalGetConfig } from './general/getConfig.ts'
import { generalSession } from './general/session.ts'
import { generalSignOut } from './general/signOut.ts'
import { screenGet } from './screen/get.ts'
import { setupGetInstall } from './setup/getInstall.ts'
import { setupGetUpgradeDb } from './setup/getUpgradeDb.ts'
import { setupSubmitInstall } from './setup/submitInstall.ts'
import { setupSubmitUpgradeDb } from './setup/submitUpgradeDb.ts'
import { signinLogin } from './signin/login.ts'

export const handlers: Handlers = {
  'general.getConfig': generalGetConfig,
  'general.session': generalSession,
  'general.signOut': generalSignOut,
  'screen.get': screenGet,
  'setup.getInstall': setupGetInstall,
  'setup.getUpgradeDb': setupGetUpgradeDb,
  'setup.submitInstall': setupSubmitInstall,
  'setup.submitUpgradeDb': setupSubmitUpgradeDb,
  'signin.login': signinLogin,
}
