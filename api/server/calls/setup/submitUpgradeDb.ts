import type { Handler } from '../../handler.ts'

export const setupSubmitUpgradeDb: Handler<'setup.submitUpgradeDb'> = async ({ body }, { installation }) => {
  await installation.mustBeAt('/upgrade-db')
  await installation.upgradeDatabase()
  return { redirect: await installation.next(body.redirect) }
}
