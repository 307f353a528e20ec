import type { Handler } from '../../handler.ts'

export const releaseGetStandaloneImage: Handler<'release.getStandaloneImage'> = async ({ query }, { standalone, company, app }) =>
  standalone.images.describe(company, app, query.from ?? 'dev')
