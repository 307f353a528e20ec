import type { Handler } from '../../handler.ts'

export const templateInspect: Handler<'template.inspect'> = async ({ query }, { templates, locale }) => templates.inspect(query.id, query.resourceUrl, locale)
