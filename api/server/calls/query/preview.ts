import type { Handler } from '../../handler.ts'

export const queryPreview: Handler<'query.preview'> = ({ body }, { queries, company, app, user, scope, locale }) =>
  queries.preview(body.definition, { scope, asker: { user, company, app }, locale, parameters: body.parameters ?? {}, zone: body.zone })
