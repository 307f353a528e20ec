import { fieldError } from '../../errors.ts'
import type { Upload } from '../../handler.ts'
import type { Services } from '../../services/index.ts'
import type { UploadOwner } from '../../services/foundation/kept-uploads.ts'

type Given = Pick<Upload, 'path' | 'name' | 'size'>
interface Asking extends Pick<Services, 'keptUploads'> {
  files: readonly Upload[]
}

/** Hands on the package of a call: the file that came with it, or one that was sent before. */
export function withGiven<T>(
  { keptUploads, files: [file] }: Asking,
  owner: UploadOwner,
  upload: string | undefined,
  use: (file: Given) => Promise<T>,
): Promise<T> {
  if (file) return use(file)
  if (!upload) throw fieldError('request.file', 'file', 'Please choose a file')
  return keptUploads.open(owner, upload, use)
}
