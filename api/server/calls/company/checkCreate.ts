import { say } from '../../../messages.ts'
import type { Handler } from '../../handler.ts'

export const companyCheckCreate: Handler<'company.checkCreate'> = async (_input, { companies, user, locale }) => {
  const refused = companies.refusalFor(user)
  return { canCreate: !refused, msg: refused ? say(locale, refused.english) : '' }
}
