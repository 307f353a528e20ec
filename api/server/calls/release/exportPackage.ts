import { FileAnswer } from '../../answers.ts'
import { fieldError } from '../../errors.ts'
import type { Handler } from '../../handler.ts'

export const releaseExportPackage: Handler<'release.exportPackage'> = async ({ body }, { packages, permissions, company, app, user }) => {
  await permissions.pages.checkAll(app, user, 'read')
  if (body.exportList?.length) throw fieldError('release.modelUnknown', 'exportList', 'The app has no such model')
  if (body.exportFormList?.length) throw fieldError('release.formUnknown', 'exportFormList', 'The app has no such form')
  const { name, size, stream } = await packages.exportApp(company, app, { from: body.from ?? 'dev', password: body.password })
  return new FileAnswer(stream, { name, size, mime: 'application/octet-stream' })
}
