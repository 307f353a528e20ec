import { notFound } from '../../errors.ts'
import type { Handler } from '../../handler.ts'
import { reference } from './reference.ts'
import { screenRight } from '../../services/foundation/access/index.ts'

export const screenReport: Handler<'screen.report'> = async ({ params, body }, { liveScreens, access, session, user, ip }) => {
  const named = session && body.companyKey ? await access.find(session.token, body) : undefined
  const mine = named?.company?.role || user?.isSuper ? named : undefined
  const viewer = { companyId: mine?.company?.id, appId: mine?.app?.id, userId: user?.id }
  const at = { platform: {}, company: { company: mine?.company }, app: mine ?? {} }
  const said = {
    hash: body.hash,
    tried: body.tried ?? [],
    message: body.message,
    reporter: user?.id ?? ip,
    mayChange: (level: keyof typeof at) => !!user && screenRight({ user, ...at[level] }) === 'change',
  }
  const found = await liveScreens.report(params.screenId, viewer, said)
  if (!found) throw notFound('screen.unknown', 'There is no such screen')
  const { by, ...answer } = found
  const authority = reference(by, session, answer)
  return { ...answer, ...(authority && { authority }) }
}
