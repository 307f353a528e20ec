import type { Handler } from '../../handler.ts'

export const starterGetSheets: Handler<'starter.getSheets'> = ({ params }, { starter, user, locale, scope }) =>
  starter.sheets.get({ ...scope, userId: user.id }, params.startId, locale)
