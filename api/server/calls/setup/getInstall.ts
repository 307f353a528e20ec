import type { Handler } from '../../handler.ts'
import { safeRedirect } from '../../redirects.ts'

export const setupGetInstall: Handler<'setup.getInstall'> = async ({ query }, { installation }) => {
  await installation.mustBeAt('/install')
  return { upQuery: await installation.pendingSql(), redirect: safeRedirect(query.redirect) }
}
