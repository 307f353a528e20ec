import type { Handler } from '../../handler.ts'

export const iGetSecurity: Handler<'i.getSecurity'> = async (_input, { secondFactor, user }) => secondFactor.status(user.id)
