import type { Handler } from '../../handler.ts'

export const setupSubmitInstall: Handler<'setup.submitInstall'> = async ({ body }, { installation }) => {
  await installation.mustBeAt('/install')
  await installation.installDatabase(body.dbpw)
  return { redirect: await installation.next(body.redirect) }
}
