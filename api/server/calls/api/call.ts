import type { Handler } from '../../handler.ts'

export const apiCall: Handler<'api.call'> = ({ params, body }, { apis, company, app, user, ip, locale }) =>
  apis.call({ user, company, app }, params.apiKey, { parameters: body.parameters ?? {}, isRead: false, ip, locale })
