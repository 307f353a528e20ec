import type { Handler } from '../../handler.ts'

export const releasePlanApplet: Handler<'release.planApplet'> = async ({ query: { from = 'dev' } }, { miniapps, permissions, app, scope, user }) => {
  await permissions.pages.checkAll(app, user, 'read')
  const { pages, ...plan } = await miniapps.plan(scope, app.type, from)
  return { ...plan, native: pages.filter(page => page.isNative).length, pages: pages.map(({ id: _id, files: _files, ...page }) => page) }
}
