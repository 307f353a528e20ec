import type { Handler } from '../../handler.ts'

export const templateGetDetail: Handler<'template.getDetail'> = async ({ query }, { templates, locale }) => templates.get(query.id, locale)
