import type { Handler } from '../../handler.ts'

export const iRemoveTotp: Handler<'i.removeTotp'> = async ({ body }, { secondFactor, user }) => {
  await secondFactor.removeTotp(user.id, body.password)
  return {}
}
