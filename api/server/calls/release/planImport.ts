import type { Handler } from '../../handler.ts'
import { withGiven } from './given-package.ts'
import { mayTakeOf } from './may-take.ts'
import { toldPlan } from './told-plan.ts'
import { updateChoice } from './update-choice.ts'

export const releasePlanImport: Handler<'release.planImport'> = async ({ body }, context) => {
  const { packages, permissions, app, user, scope, locale, progress } = context
  await permissions.pages.checkAll(app, user, 'read')
  return withGiven(context, { ...scope, userId: user.id }, body.upload, async ({ name, path }) => {
    const given = { name, path, password: body.password || undefined }
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
  })
}
