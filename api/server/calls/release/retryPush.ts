import type { Handler } from '../../handler.ts'

export const releaseRetryPush: Handler<'release.retryPush'> = async ({ body }, { miniapps, company, app }) => {
  await miniapps.pushes.retry(company, app, body.id)
  return {}
}
