import { FileAnswer } from '../../answers.ts'
import { fieldError } from '../../errors.ts'
import type { Handler } from '../../handler.ts'
import { checkTakesRows } from './taking-rows.ts'

export const releaseExportPackage: Handler<'release.exportPackage'> = async ({ body }, { packages, permissions, company, app, user }) => {
  await permissions.pages.checkAll(app, user, 'read')
  if (body.exportFormList?.length) throw fieldError('release.formUnknown', 'exportFormList', 'The app has no such form')
  // Only rows that they may see.
  if (body.exportWithData) checkTakesRows(app)
  const { name, size, stream } = await packages.exportApp(company, app, {
    from: body.from ?? 'dev',
    password: body.password,
    ...(body.exportWithData && { rows: { asker: { user, company, app }, of: body.exportList ?? [] } }),
  })
  return new FileAnswer(stream, { name, size, mime: 'application/octet-stream' })
}
