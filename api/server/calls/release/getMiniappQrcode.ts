import { ApiError } from '../../errors.ts'
import type { Handler } from '../../handler.ts'

export const releaseGetMiniappQrcode: Handler<'release.getMiniappQrcode'> = async ({ query }, { miniapps, releases, company, app, scope, locale, origin }) => {
  const pushed = await miniapps.pushes.codes(scope, query.pushId)
  if (pushed) return { items: pushed }
  const { status, accessUrl, tag, version } = await releases.get(scope, company, app, query.pushId, locale)
  if (status !== 1) throw new ApiError('release.notRunning', 'This release did not succeed', 409)
  return { items: [{ url: `${origin}${accessUrl}`, label: `${tag} · ${version}` }] }
}
