import type { Handler } from '../../handler.ts'

export const appGet: Handler<'app.get'> = async (_input, { apps, app, company, user }) => apps.get(company, app, user)
