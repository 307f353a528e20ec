import { fieldError } from '../../errors.ts'
import type { Handler } from '../../handler.ts'

export const orgAddMember: Handler<'org.addMember'> = async ({ params, body }, { organisation, company, config, user, origin, locale }) => {
  const from = { id: user.id, name: user.name, origin, locale }
  if (body.users !== undefined)
    return organisation.members.addExisting(company, params.departmentId, Array.isArray(body.users) ? body.users : body.users.split(','), from)
  if (config.features.uic) throw fieldError('org.pickExisting', 'users', 'Choose people who exist already; new ones are added in the user centre')
  const { name, email, username, phone } = body
  if (!name) throw fieldError('org.nameMissing', 'name', 'Please enter the name')
  if (!email) throw fieldError('org.emailMissing', 'email', 'Please enter a valid email')
  return organisation.members.invite(company, params.departmentId, { name, email, username, phone }, from)
}
