import { ApiError } from '../../errors.ts'
import type { Handler } from '../../handler.ts'

export const setupInspectAppInstall: Handler<'setup.inspectAppInstall'> = async ({ body }, { installation, packages, files, locale }) => {
  const step = await installation.step()
  if (step !== '' && step !== '/install-org')
    throw new ApiError('setup.earlierStep', 'An earlier step of the installation is not done yet', 409, { data: { redirect: step } })
  const [{ name, path }] = files as [(typeof files)[0]]
  return packages.inspectNew({ path, fileName: name, password: body.password || undefined, onConflict: 'skip', locale })
}
