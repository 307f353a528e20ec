import { fieldError } from '../../errors.ts'
import type { Handler } from '../../handler.ts'
import { mayTakeOf } from './may-take.ts'
import { toldPlan } from './told-plan.ts'
import { updateChoice } from './update-choice.ts'

export const releasePlanImport: Handler<'release.planImport'> = async ({ body }, context) => {
  const { packages, permissions, app, user, scope, files, locale, progress } = context
  await permissions.pages.checkAll(app, user, 'read')
  const [file] = files
  if (!file) throw fieldError('request.file', 'file', 'Please choose a file')
  const given = { name: file.name, path: file.path, password: body.password || undefined }
  const { chosen, title, version, hasRows, sha256, ...plan } = await packages.planUpdate(
    scope,
    user.id,
    given,
    updateChoice(body),
    mayTakeOf(context),
    locale,
    progress,
  )
  return { plan: toldPlan(plan, locale), chosen, title, version, rows: hasRows, sha256 }
}
