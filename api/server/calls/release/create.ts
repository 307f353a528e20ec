import type { Handler } from '../../handler.ts'

export const releaseCreate: Handler<'release.create'> = async ({ body }, { releases, runtime, user, company, app }) => {
  const release = await releases.publish(company, app, user.id, body)
  // This process must not wait for its own message: the next call may already ask for the new pages.
  runtime.forget(app.id, release.tag)
  return release
}
