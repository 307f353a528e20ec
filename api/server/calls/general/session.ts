import type { Handler } from '../../handler.ts'

export const generalSession: Handler<'general.session'> = async (_input, { session, people }) => {
  if (!session) return { user: null, csrfToken: '', companies: [] }
  const { id, name, email, avatar, isSuper, hasPassword } = session.user
  return { user: { id, name, email, avatar, isPlatformSuper: isSuper, hasPassword }, csrfToken: session.csrf, companies: await people.companiesOf(id) }
}
