import type { Handler } from '../../handler.ts'

export const appCopy: Handler<'app.copy'> = async ({ body }, { apps, app, company, user }) => apps.copy(company, app, user, body)
