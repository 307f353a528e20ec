import type { Handler } from '../../handler.ts'

export const companyGetApply: Handler<'company.getApply'> = async (_, { applications, user }) => ({ application: await applications.latest(user.id) })
