import { ApiError } from '../../errors.ts'
import type { Handler } from '../../handler.ts'

export const rowPermissionGetConditionSource: Handler<'rowPermission.getConditionSource'> = async (
  { params, query },
  { data, rowPermissions, user, company, app, locale, scope },
) => {
  const asker = { user, company, app }
  // What an environment does not hold yet has no rows, and its values no names; neither have those of who may not view the model.
  const opened = await data.rows.open(scope, asker, params.dsKey, params.dmKey).catch((error: unknown) => {
    if (error instanceof ApiError) return undefined
    throw error
  })
  return rowPermissions.conditionSource(scope, asker, params, query, locale, async (field, chosen) =>
    opened ? data.choices.named(opened, field, params.dsKey, chosen) : [],
  )
}
