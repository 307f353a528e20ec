import type { Handler } from '../../handler.ts'

export const appCreate: Handler<'app.create'> = async ({ body }, { apps, company, user }) => apps.create(company, user, body)
