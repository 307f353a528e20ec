import { FileAnswer } from '../../answers.ts'
import { ApiError, fieldError } from '../../errors.ts'
import type { Handler } from '../../handler.ts'
import { checkTakesRows } from './taking-rows.ts'

/** Apps that have pages in a browser. */
const WEB = 1

export const releaseExportStandalone: Handler<'release.exportStandalone'> = async (
  { query, body },
  { standalone, permissions, company, app, user, progress },
) => {
  if (app.type !== WEB) throw new ApiError('release.notStandalone', 'Only web apps run by themselves', 409)
  await permissions.pages.checkAll(app, user, 'read')
  const isEngine = query.fileType === 'engine'
  const isImage = query.mode === 'image'
  if (isEngine && isImage) throw fieldError('release.imageIsOne', 'fileType', 'An image has the engine in it')
  // Only rows that they may see.
  if (body.withRows && !isEngine) checkTakesRows(app)
  const rowsFor = body.withRows ? { user, company, app } : undefined
  const { name, size, stream } = isEngine
    ? await standalone.engine.read(progress)
    : await (isImage ? standalone.images : standalone.applications).write(company, app, body.from ?? 'dev', rowsFor, progress)
  return new FileAnswer(stream, { name, size, mime: isEngine ? 'application/gzip' : isImage ? 'application/x-tar' : 'application/zip' })
}
