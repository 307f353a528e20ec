import type { Handler } from '../../handler.ts'

export const templateList: Handler<'template.list'> = async ({ query }, { templates, locale }) => templates.list(query, locale)
