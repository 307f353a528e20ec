import { FileAnswer } from '../../answers.ts'
import { notFound } from '../../errors.ts'
import { IMAGE_TYPES } from '../../services/foundation/files.ts'
import type { Handler } from '../../handler.ts'

const YEAR = 365 * 86_400

export const generalGetFile: Handler<'general.getFile'> = async ({ params }, { installation, storedFiles, user }) => {
  const file = installation.databaseReady ? await storedFiles.find(params.fileId) : undefined
  // A file of an organisation does not exist for others.
  const mayRead = file && (!file.companyId || user?.isSuper || (user && (await storedFiles.isMember(file.companyId, user.id))))
  if (!mayRead) throw notFound('file.unknown', 'There is no such file')
  return new FileAnswer(storedFiles.content(file.hash), {
    name: file.name,
    mime: file.mime,
    size: file.size,
    inline: IMAGE_TYPES.has(file.mime),
    etag: file.hash,
    maxAge: file.companyId ? 0 : YEAR,
  })
}
