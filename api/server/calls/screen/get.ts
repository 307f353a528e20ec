import { notFound } from '../../errors.ts'
import type { Handler } from '../../handler.ts'
import { reference } from './reference.ts'

export const screenGet: Handler<'screen.get'> = async ({ params, query }, { liveScreens, access, session, user, installation, etag }) => {
  // Whoever is not signed in may need the shipped sign-in page to get in again; it is no secret.
  const safe = query.safe === '1' && (!user || user.isSuper || (await installation.step()) !== '')
  const own = user && session && query.companyKey && (await liveScreens.hasOwn(params.screenId)) ? await access.find(session.token, query) : undefined
  const viewer = own?.company && (own.company.role || user?.isSuper) ? { companyId: own.company.id, appId: own.app?.id } : {}
  const found = await liveScreens.get(params.screenId, { ...viewer, userId: user?.id }, { safe })
  if (!found) throw notFound('screen.unknown', 'There is no such screen')
  const { screen, by } = found
  const authority = reference(by, session, screen)
  // What else is said about it may change while the screen stays the same.
  etag(screen.hash + (screen.shared ? '' : '-own') + (screen.changed ? '-changed' : '') + authority.slice(-8))
  return { ...screen, ...(authority && { authority }) }
}
