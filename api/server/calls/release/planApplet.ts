import type { Handler } from '../../handler.ts'

export const releasePlanApplet: Handler<'release.planApplet'> = async ({ query: { from = 'dev' } }, { miniapps, permissions, app, scope, user }) => {
  await permissions.pages.checkAll(app, user, 'read')
  const { entries, pages } = await miniapps.plan(scope, from)
  return { entries, native: pages.filter(page => page.isNative).length, pages: pages.map(({ id: _id, ...page }) => page) }
}
