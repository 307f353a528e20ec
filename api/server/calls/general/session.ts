import type { CallTypes } from '../../../generated/types.ts'
import type { Handler } from '../../handler.ts'
import type { Services } from '../../services/index.ts'
import type { Session } from '../../services/sessions.ts'
import { screenRight } from '../../services/access.ts'

type SessionData = CallTypes['general.session']['data']

/** What a browser is told about its session. */
export async function sessionData(session: Session | undefined, { people, inbox }: Pick<Services, 'people' | 'inbox'>): Promise<SessionData> {
  if (!session) return { user: null, csrfToken: '', companies: [] }
  const { id, name, email, avatar, isSuper, hasPassword } = session.user
  const [companies, unreadNotices] = await Promise.all([people.companiesOf(id), isSuper ? inbox.unreadOf(id) : undefined])
  return {
    user: { id, name, email, avatar, isPlatformSuper: isSuper, hasPassword, screens: screenRight({ user: session.user }), ...(isSuper && { unreadNotices }) },
    csrfToken: session.csrf,
    companies,
  }
}

export const generalSession: Handler<'general.session'> = async (_input, { session, people, inbox }) => sessionData(session, { people, inbox })
