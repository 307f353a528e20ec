import type { Handler } from '../../handler.ts'

export const iStartTotp: Handler<'i.startTotp'> = async ({ body }, { secondFactor, user }) => secondFactor.startTotp(user.id, body.password)
