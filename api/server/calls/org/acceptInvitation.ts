import { fieldError } from '../../errors.ts'
import type { Handler } from '../../handler.ts'

export const orgAcceptInvitation: Handler<'org.acceptInvitation'> = async ({ params, body }, { organisation, signIn }) => {
  if (body.password !== body.repeat) throw fieldError('org.repeatDiffers', 'repeat', 'The two passwords are not the same')
  const { userId, companyKey } = await organisation.invitations.accept(params.invitationToken, body.password)
  await signIn(userId)
  return { redirect: `/company/${companyKey}` }
}
