import { Special } from '../../answers.ts'
import { ApiError } from '../../errors.ts'
import type { Handler } from '../../handler.ts'

export const setupSubmitAppInstall: Handler<'setup.submitAppInstall'> = async ({ body }, { installation, packages, user, files, signIn, progress }) => {
  const step = await installation.step()
  if (step !== '' && step !== '/install-org')
    throw new ApiError('setup.earlierStep', 'An earlier step of the installation is not done yet', 409, { data: { redirect: step } })
  const [file] = files
  if (!file) throw new ApiError('request.file', 'Please choose a file', 422, { fields: { file: 'Please choose a file' } })
  const { email, confirm = false, parts, sha256 } = body
  const input = {
    email,
    confirm,
    parts,
    sha256,
    progress,
    path: file.path,
    fileName: file.name,
    password: body.password || undefined,
    adminPassword: body.adminPassword || undefined,
  }
  const result = await packages.install(input, user)
  if (result.state === 'exists') {
    const { name, key, version, freeKey } = result
    return version
      ? new Special(
          601,
          '“{name}” is installed already, in version {version}. Install again to add this package beside it, with the key {key}',
          { appKey: key, freeKey },
          { name, version, key: freeKey },
        )
      : new Special(
          601,
          '“{name}” is installed already, but not published. Install again to add this package beside it, with the key {key}',
          { appKey: key, freeKey },
          { name, key: freeKey },
        )
  }
  if (result.administratorId) await signIn(result.administratorId)
  const { companyKey, appKey, version, title } = result
  return { companyKey, appKey, version, title }
}
