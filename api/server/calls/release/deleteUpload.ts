import type { Handler } from '../../handler.ts'
import { uploadGone } from '../../services/foundation/kept-uploads.ts'

export const releaseDeleteUpload: Handler<'release.deleteUpload'> = async ({ params }, { keptUploads, user, scope }) => {
  if (!(await keptUploads.remove({ ...scope, userId: user.id }, params.uploadId))) throw uploadGone()
  return { id: params.uploadId }
}
