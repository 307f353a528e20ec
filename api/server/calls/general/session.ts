import type { Handler } from '../../handler.ts'
import { screenRight } from '../../services/access.ts'

export const generalSession: Handler<'general.session'> = async (_input, { session, people, inbox }) => {
  if (!session) return { user: null, csrfToken: '', companies: [] }
  const { id, name, email, avatar, isSuper, hasPassword } = session.user
  const [companies, unreadNotices] = await Promise.all([people.companiesOf(id), isSuper ? inbox.unreadOf(id) : undefined])
  return {
    user: { id, name, email, avatar, isPlatformSuper: isSuper, hasPassword, screens: screenRight({ user: session.user }), ...(isSuper && { unreadNotices }) },
    csrfToken: session.csrf,
    companies,
  }
}
