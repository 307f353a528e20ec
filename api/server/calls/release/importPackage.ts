import { say } from '../../../messages.ts'
import type { Handler } from '../../handler.ts'
import { withGiven } from './given-package.ts'
import { mayTakeOf } from './may-take.ts'
import { updateChoice } from './update-choice.ts'

export const releaseImportPackage: Handler<'release.importPackage'> = async ({ body }, context) => {
  const { packages, permissions, keptUploads, app, user, scope, locale, progress } = context
  await permissions.pages.checkAll(app, user, 'read')
  const owner = { ...scope, userId: user.id }
  const { id, count, isModels } = await withGiven(context, owner, body.upload, async ({ name, path }) => {
    const given = { name, path, password: body.password || undefined, sha256: body.sha256 }
    const note = say(locale, 'Taken over from {source}', { source: name })
    return packages.update(scope, user.id, given, updateChoice(body), { may: mayTakeOf(context), note, locale, progress })
  })
  if (body.upload) await keptUploads.remove(owner, body.upload)
  return { id, count, models: isModels }
}
