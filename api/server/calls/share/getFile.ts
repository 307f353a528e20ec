import { FileAnswer } from '../../answers.ts'
import { notFound } from '../../errors.ts'
import type { Handler } from '../../handler.ts'
import { IMAGE_TYPES } from '../../services/foundation/files.ts'
import { UNLOCK_COOKIE } from '../../services/share/index.ts'

export const shareGetFile: Handler<'share.getFile'> = async ({ params }, { sharing, storedFiles, cookie }) => {
  const owner = await sharing.visitors.ownerOfFile(params.key, params.fileId, cookie(UNLOCK_COOKIE))
  const file = await storedFiles.find(params.fileId)
  const mayRead = file && IMAGE_TYPES.has(file.mime) && (!file.companyId || file.companyId === owner)
  if (!mayRead) throw notFound('file.unknown', 'There is no such file')
  return new FileAnswer(storedFiles.content(file.hash), { name: file.name, mime: file.mime, size: file.size, inline: true, etag: file.hash, maxAge: 0 })
}
