import type { Handler } from '../../handler.ts'

export const templateImport: Handler<'template.import'> = async ({ body }, { templates, user }) => templates.install(body, user)
