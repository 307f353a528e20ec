import { fieldError } from '../../errors.ts'
import { imageType } from '../../services/foundation/files.ts'
import type { Handler, Upload } from '../../handler.ts'

export const generalUploadImage: Handler<'general.uploadImage'> = async (_input, { files: uploads, storedFiles, user }) => {
  const upload = uploads[0] as Upload
  const mime = await imageType(upload.path)
  if (!mime) throw fieldError('file.notAnImage', 'file', 'This file is not a PNG, JPEG, GIF or WebP image')
  const { id, name, size } = await storedFiles.add(upload.path, { name: upload.name, mime, ownerId: user.id })
  const url = `/api/file/${id}`
  return { url, value: url, id, name, size }
}
