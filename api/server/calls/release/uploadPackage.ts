import { fieldError } from '../../errors.ts'
import type { Handler } from '../../handler.ts'

export const releaseUploadPackage: Handler<'release.uploadPackage'> = async (_input, { keptUploads, permissions, app, user, scope, files }) => {
  await permissions.pages.checkAll(app, user, 'read')
  const [file] = files
  if (!file) throw fieldError('request.file', 'file', 'Please choose a file')
  const { id, name, size, expiresAt } = await keptUploads.add({ ...scope, userId: user.id }, file)
  return { value: id, name, size, expiresAt: expiresAt.toISOString() }
}
