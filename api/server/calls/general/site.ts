import { createHash } from 'node:crypto'
import type { Handler } from '../../handler.ts'

export const generalSite: Handler<'general.site'> = async ({ query }, { liveScreens, user, installation, etag }) => {
  const safe = query.safe === '1' && (!user || user.isSuper || (await installation.step()) !== '')
  const tables = await liveScreens.tables(user, { safe })
  etag(createHash('sha256').update(JSON.stringify(tables)).digest('hex'))
  return tables
}
