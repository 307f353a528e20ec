import type { Handler } from '../../handler.ts'

export const iConfirmTotp: Handler<'i.confirmTotp'> = async ({ body }, { secondFactor, user }) => ({
  recoveryCodes: await secondFactor.confirmTotp(user.id, body.code),
})
