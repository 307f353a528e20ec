import type { Handler } from '../../handler.ts'

export const releaseCreate: Handler<'release.create'> = async ({ body }, { releases, permissions, runtime, user, company, app, locale }) => {
  await permissions.tests.checkPublish(app, releases.tagFor(body), locale)
  const release = await releases.publish(company, app, user.id, body)
  // This process must not wait for its own message: the next call may already ask for the new pages.
  runtime.forget(app.id, release.tag)
  return release
}
