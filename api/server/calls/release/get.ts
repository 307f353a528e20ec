import type { Handler } from '../../handler.ts'

export const releaseGet: Handler<'release.get'> = async ({ params }, { releases, company, app, scope }) => releases.get(scope, company, app, params.releaseId)
