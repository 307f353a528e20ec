import type { Handler } from '../../handler.ts'

export const apiRead: Handler<'api.read'> = ({ params, query }, { apis, company, app, user, ip, locale }) =>
  apis.call({ user, company, app }, params.apiKey, { parameters: query, isRead: true, ip, locale })
