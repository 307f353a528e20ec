import { ApiError } from '../../errors.ts'
import type { Handler } from '../../handler.ts'

export const setupSubmitLicense: Handler<'setup.submitLicense'> = async ({ body }, { installation, licences, user }) => {
  if (!installation.databaseReady)
    throw new ApiError('setup.pending', 'The installation is not finished yet', 503, { data: { redirect: await installation.step() } })
  if (!user?.isSuper && (await licences.current()))
    throw user ? new ApiError('access.denied', 'You are not allowed to do this', 403) : new ApiError('access.signedOut', 'Please sign in', 401)
  return { redirect: '/home', ...(await licences.register(body.license)) }
}
