import { ApiError } from '../../errors.ts'
import type { Handler } from '../../handler.ts'

export const releaseGetMiniappQrcode: Handler<'release.getMiniappQrcode'> = async ({ query }, { releases, company, app, scope, locale, origin }) => {
  const { status, accessUrl, tag, version } = await releases.get(scope, company, app, query.pushId, locale)
  if (status !== 1) throw new ApiError('release.notRunning', 'This release did not succeed', 409)
  return { items: [{ url: `${origin}${accessUrl}`, label: `${tag} · ${version}` }] }
}
