import type { CallTypes } from '../../../generated/types.ts'
import type { Handler } from '../../handler.ts'
import type { Services } from '../../services/index.ts'
import type { Session } from '../../services/foundation/sessions.ts'
import { FULL, sign } from '../../services/foundation/access/authority.ts'
import { screenRight } from '../../services/foundation/access/index.ts'

type SessionData = CallTypes['general.session']['data']

/** What a browser is told about its session. */
export async function sessionData(
  session: Session | undefined,
  { people, inbox, signin }: Pick<Services, 'people' | 'inbox' | 'signin'>,
): Promise<SessionData> {
  if (!session) return { user: null, csrfToken: '', companies: [] }
  const { id, name, email, avatar, isSuper, hasPassword } = session.user
  const needsPassword = session.user.needsPassword && !session.appId && (await signin.methods.isOn('password'))
  const [companies, unreadNotices] = await Promise.all([session.appId ? [] : people.companiesOf(id), isSuper ? inbox.unreadOf(id) : undefined])
  return {
    user: {
      id,
      name,
      email,
      avatar,
      isPlatformSuper: isSuper,
      hasPassword,
      ...(needsPassword && { needsPassword }),
      screens: screenRight({ user: session.user }),
      ...(session.appId && { onlyApp: await people.addressOfApp(session.appId) }),
      ...(isSuper && { unreadNotices }),
    },
    csrfToken: session.csrf,
    authority: sign(FULL, session.token),
    companies,
  }
}

export const generalSession: Handler<'general.session'> = async (_input, { session, people, inbox, signin }) => sessionData(session, { people, inbox, signin })
