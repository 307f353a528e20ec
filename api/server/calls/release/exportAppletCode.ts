import { Readable } from 'node:stream'
import { FileAnswer } from '../../answers.ts'
import { ApiError } from '../../errors.ts'
import type { Handler } from '../../handler.ts'

/** Web apps and mini-programs; those after them are quick apps. */
const LAST_APPLET = 2

export const releaseExportAppletCode: Handler<'release.exportAppletCode'> = async (
  { body },
  { miniapps, permissions, company, app, user, origin, progress },
) => {
  if (app.type > LAST_APPLET) throw new ApiError('release.notApplet', 'Quick apps have a source of their own', 409)
  await permissions.pages.checkAll(app, user, 'read')
  const { from, entryKey = '', codeType: framework, appletType: target } = body
  const { name, content } = await miniapps.write(company, app, { from, entryKey, framework, target, server: origin, progress })
  return new FileAnswer(Readable.from(content), { name, size: content.length, mime: 'application/zip' })
}
