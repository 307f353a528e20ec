import type { Handler } from '../../handler.ts'

export const iGetInfo: Handler<'i.getInfo'> = async (_input, { account, user }) => account.profile.info(user)
