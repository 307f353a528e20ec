import type { Handler } from '../../handler.ts'

export const releaseList: Handler<'release.list'> = async ({ query }, { releases, company, app, locale }) =>
  releases.list(company, app, { page: query.page ?? 1, perPage: query.perPage ?? 20 }, locale)
