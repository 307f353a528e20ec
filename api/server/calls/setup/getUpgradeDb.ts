import type { Handler } from '../../handler.ts'
import { safeRedirect } from '../../redirects.ts'

export const setupGetUpgradeDb: Handler<'setup.getUpgradeDb'> = async ({ query }, { installation }) => {
  await installation.mustBeAt('/upgrade-db')
  return { upQuery: await installation.pendingSql(), redirect: safeRedirect(query.redirect) }
}
