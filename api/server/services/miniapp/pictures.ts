// Pictures that pages name, for projects that bring them along. Those of an organisation are for its members: they stay on the server.
import { ApiError } from '../../errors.ts'
import { IMAGE_TYPES, type createFiles } from '../foundation/files.ts'
import { FILE_ADDRESS } from '../packages/index.ts'
import type { PlannedPage } from './plan.ts'

const MOST_MB = 20

export function createPictures(files: Pick<ReturnType<typeof createFiles>, 'find' | 'content'>) {
  /** One that everybody may see; undefined where it is none. */
  const find = async (id: string) => {
    const file = await files.find(id)
    return file && !file.companyId && IMAGE_TYPES.has(file.mime) ? file : undefined
  }
  const read = async (hash: string) => Buffer.concat((await files.content(hash).toArray()) as Buffer[])
  const endOf = (mime: string) => mime.slice('image/'.length)

  return {
    /** The picture at an address of this server. */
    async icon(address: string): Promise<{ name: string; content: Buffer } | undefined> {
      const [, id] = [...address.matchAll(FILE_ADDRESS)][0] ?? []
      const file = id && (await find(id))
      return file ? { name: `logo.${endOf(file.mime)}`, content: await read(file.hash) } : undefined
    },

    /** By address: under which name it is kept, and its bytes. */
    async of(pages: readonly PlannedPage[]): Promise<Record<string, { name: string; content: Buffer }>> {
      const ids = [...new Set(pages.filter(({ isNative }) => isNative).flatMap(page => page.files))]
      const kept: Record<string, { name: string; content: Buffer }> = {}
      let size = 0
      for (const id of ids) {
        const file = await find(id)
        if (!file) continue
        size += file.size
        if (size > MOST_MB * 1024 * 1024)
          throw new ApiError('release.picturesTooLarge', 'The pictures of the pages are larger than {limit} MB together', 422, { values: { limit: MOST_MB } })
        kept[`/api/file/${id}`] = { name: `${id}.${endOf(file.mime)}`, content: await read(file.hash) }
      }
      return kept
    },
  }
}
