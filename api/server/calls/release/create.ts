import type { Handler } from '../../handler.ts'

export const releaseCreate: Handler<'release.create'> = async ({ body }, { releases, user, company, app, locale }) =>
  releases.publish(company, app, { userId: user.id, locale }, body)
