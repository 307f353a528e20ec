import type { Handler } from '../../handler.ts'

export const releaseInitRelease: Handler<'release.initRelease'> = async ({ query }, { releases, company, app }) => releases.start(company, app, query)
