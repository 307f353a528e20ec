import type { Handler } from '../../handler.ts'

export const iCreateToken: Handler<'i.createToken'> = ({ body }, { accessTokens, user }) =>
  accessTokens.create(user.id, { name: body.name, app: body.app, duties: body.duties, days: body.days ?? 90 })
