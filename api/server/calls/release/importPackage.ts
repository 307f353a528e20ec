import { say } from '../../../messages.ts'
import { fieldError } from '../../errors.ts'
import type { Handler } from '../../handler.ts'
import { mayTakeOf } from './may-take.ts'
import { updateChoice } from './update-choice.ts'

export const releaseImportPackage: Handler<'release.importPackage'> = async ({ body }, context) => {
  const { packages, permissions, app, user, scope, files, locale, progress } = context
  await permissions.pages.checkAll(app, user, 'read')
  const [file] = files
  if (!file) throw fieldError('request.file', 'file', 'Please choose a file')
  const given = { name: file.name, path: file.path, password: body.password || undefined, sha256: body.sha256 }
  const note = say(locale, 'Taken over from {source}', { source: file.name })
  const { id, count, isModels } = await packages.update(scope, user.id, given, updateChoice(body), { may: mayTakeOf(context), note, locale, progress })
  return { id, count, models: isModels }
}
