import { FileAnswer } from '../../answers.ts'
import { ApiError, fieldError } from '../../errors.ts'
import type { Handler } from '../../handler.ts'
import { packagesInPlan } from '../../services/foundation/plan.ts'
import { checkTakesRows } from './taking-rows.ts'

export const releaseExportPackage: Handler<'release.exportPackage'> = async ({ body }, context) => {
  const { config, packages, data, permissions, company, app, scope, user, progress } = context
  if (!packagesInPlan(config, company, user)) throw new ApiError('release.exportNotInPlan', 'The plan of your organisation has no packages of apps', 403)
  await permissions.pages.checkAll(app, user, 'read')
  const { from = 'dev', password, exportWithData = false, exportList = [], exportFormList = [] } = body
  const asker = { user, company, app }

  /** The models behind the chosen forms, as far as their rows may go along. */
  async function ofForms(): Promise<string[]> {
    const [forms, offered] = await Promise.all([packages.forms(scope, from), data.sampleRows.offered({ ...scope, tag: 'dev' }, asker)])
    const may = new Set(offered.map(({ id }) => id))
    return exportFormList.flatMap(id => {
      const models = forms.find(form => form.id === id)?.models.filter(model => may.has(model.id)) ?? []
      if (!models.length) throw fieldError('release.formUnknown', 'exportFormList', 'The app has no such form')
      return models.map(model => model.id)
    })
  }

  // Only rows that they may see.
  if (exportWithData) checkTakesRows(app)
  const { name, size, stream } = await packages.exportApp(company, app, {
    from,
    password,
    progress,
    ...(exportWithData && { rows: { asker, of: [...exportList, ...(exportFormList.length ? await ofForms() : [])] } }),
  })
  return new FileAnswer(stream, { name, size, mime: 'application/octet-stream' })
}
