import type { Handler } from '../../handler.ts'

export const releaseInitPush: Handler<'release.initPush'> = async ({ query }, { miniapps, company, app }) => miniapps.pushes.start(company, app, query)
