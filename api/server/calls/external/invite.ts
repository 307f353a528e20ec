import type { Handler } from '../../handler.ts'
import { contactOf, doorOf } from './contact.ts'

export const externalInvite: Handler<'external.invite'> = async ({ body }, { external, scope, app, company, user, origin, locale }) =>
  external.invite(
    scope,
    { ...contactOf(body.to), name: body.name.trim() },
    { name: user.name, app: app.name, door: doorOf(origin, company.key, app.key), locale },
  )
