import { ApiError } from '../../errors.ts'
import type { Handler } from '../../handler.ts'
import { handingOn } from '../../redirects.ts'

export const setupSubmitOrgInstall: Handler<'setup.submitOrgInstall'> = async (
  { body },
  { installation, firstOrganisation, standalone, config, origin, locale, signIn },
) => {
  const step = await installation.step()
  if (step === '') throw new ApiError('setup.done', 'This step of the installation is already done', 409)
  if (step !== '/install-org') throw new ApiError('setup.earlierStep', 'An earlier step of the installation is not done yet', 409, { data: { redirect: step } })
  const key = config.standalone?.company.key
  await signIn(await firstOrganisation.install({ ...body, ...(key && { key }) }, { origin, locale }))
  await standalone.settle.now()
  return { redirect: handingOn('/set-password', body.redirect) }
}
