import type { Handler } from '../../handler.ts'

export const iRenewRecoveryCodes: Handler<'i.renewRecoveryCodes'> = async ({ body }, { secondFactor, user }) => ({
  recoveryCodes: await secondFactor.renewCodes(user.id, body.password),
})
