import { FileAnswer } from '../../answers.ts'
import { ApiError, fieldError } from '../../errors.ts'
import type { Handler } from '../../handler.ts'
import { mayInApp } from '../../services/foundation/access/index.ts'

export const releaseExportPackage: Handler<'release.exportPackage'> = async ({ body }, { packages, permissions, company, app, user }) => {
  await permissions.pages.checkAll(app, user, 'read')
  if (body.exportFormList?.length) throw fieldError('release.formUnknown', 'exportFormList', 'The app has no such form')
  // Rows leave the app as they do from its data page: for people who may manage data, and only rows that they may see.
  if (body.exportWithData && !mayInApp(app, 'dataManage')) throw new ApiError('release.dataForbidden', 'You may not take data out of this app', 403)
  const { name, size, stream } = await packages.exportApp(company, app, {
    from: body.from ?? 'dev',
    password: body.password,
    ...(body.exportWithData && { rows: { asker: { user, company, app }, of: body.exportList ?? [] } }),
  })
  return new FileAnswer(stream, { name, size, mime: 'application/octet-stream' })
}
