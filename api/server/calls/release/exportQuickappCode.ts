import { Readable } from 'node:stream'
import { FileAnswer } from '../../answers.ts'
import { ApiError } from '../../errors.ts'
import type { Handler } from '../../handler.ts'
import { offersQuickapps } from '../../services/miniapp/index.ts'

export const releaseExportQuickappCode: Handler<'release.exportQuickappCode'> = async (
  { body: { from = 'dev' } },
  { config, miniapps, permissions, company, app, user, origin, progress },
) => {
  if (!offersQuickapps(config, app)) throw new ApiError('release.quickappClosed', 'Only quick apps have this source, where the installation offers it', 409)
  await permissions.pages.checkAll(app, user, 'read')
  const { name, content } = await miniapps.writeQuick(company, app, { from, server: origin, progress })
  return new FileAnswer(Readable.from(content), { name, size: content.length, mime: 'application/zip' })
}
