import { notFound } from '../../errors.ts'
import type { Handler } from '../../handler.ts'

export const screenReport: Handler<'screen.report'> = async ({ params, body }, { screens, access, session, user, ip }) => {
  const { company, app } = session && body.companyKey ? await access.find(session.token, body) : {}
  const viewer = company?.role || user?.isSuper ? { companyId: company?.id, appId: app?.id } : {}
  const said = { hash: body.hash, tried: body.tried ?? [], message: body.message, reporter: user?.id ?? ip, isEditor: user?.isSuper ?? false }
  const answer = await screens.report(params.screenId, viewer, said)
  if (!answer) throw notFound('screen.unknown', 'There is no such screen')
  return answer
}
