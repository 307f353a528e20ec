import type { Handler } from '../../handler.ts'
import { reference } from './reference.ts'
import { levelOf } from '../../services/screen/index.ts'

export const screenGetDraft: Handler<'screen.getDraft'> = async ({ params }, { liveScreens, user, session, company, app, locale }) => {
  const scope = levelOf(company, app)
  const authority = reference(scope, session, { id: params.screenId, hash: 'draft' })
  return { ...(await liveScreens.versions.edit(scope, user.id, params.screenId, locale)), ...(authority && { authority }) }
}
