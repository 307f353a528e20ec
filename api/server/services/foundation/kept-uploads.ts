// Files that were sent and are looked into before anything is done with them: sent once, and named by a handle in all that follows. They are in the database,
// because the next request may reach another process. A file belongs to who sent it, in the app it was sent to, and is forgotten after some hours.
import { createReadStream, createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Core } from '../../core.ts'
import { ApiError, notFound } from '../../errors.ts'
import type { Upload } from '../../handler.ts'
import type { Scope } from '../../store/database.ts'
import { everywhere, inApp, inCompany } from '../../store/scoped.ts'
import { temporaryFolder } from '../../temporary.ts'

const PIECE = 1024 * 1024
const HOURS = 2
/** All that one organisation has under way. */
const MOST_BYTES = 2 * 1024 * 1024 * 1024
const FOREIGN_KEY = '23503'

export interface UploadOwner extends Scope {
  userId: string
}
export interface KeptUpload {
  id: string
  name: string
  /** In bytes. */
  size: number
  expiresAt: Date
}

const tooMuch = () => new ApiError('upload.tooMuch', 'Your organisation looks into too many large files at once. Try again in a while', 429)
export const uploadGone = () => notFound('upload.unknown', 'This file is not kept here any more. Choose it again')

export function createKeptUploads({ db }: Pick<Core, 'db'>, { mostBytes = MOST_BYTES } = {}) {
  const own = (owner: UploadOwner, id: string) =>
    inApp(db, owner).selectFrom('kept_upload').where('id', '=', id).where('user_id', '=', owner.userId).where('expires_at', '>', new Date())

  async function* piecesOf(id: string, size: number) {
    let left = size
    for (let n = 0; left > 0; n++) {
      const row = await db.selectFrom('kept_upload_piece').select('bytes').where('upload_id', '=', id).where('n', '=', n).executeTakeFirst()
      // Thrown away meanwhile, or lost in a crash.
      if (!row) throw uploadGone()
      left -= row.bytes.length
      yield row.bytes
    }
  }

  return {
    /** Keeps a file instead of the one that the same person kept in this app before. Refused with `upload.tooMuch` where the organisation has too much under way. */
    async add(owner: UploadOwner, { path, name, size }: Pick<Upload, 'path' | 'name' | 'size'>): Promise<KeptUpload> {
      const kept = { id: uuidv7(), name: name.slice(0, 255), size, expiresAt: new Date(Date.now() + HOURS * 3_600_000) }
      await db.transaction().execute(async trx => {
        // One after the other, so that two at once do not both find room.
        await sql`select pg_advisory_xact_lock(hashtextextended(${`kept-upload ${owner.companyId}`}, 0))`.execute(trx)
        await inApp(trx, owner).deleteFrom('kept_upload').where('user_id', '=', owner.userId).execute()
        const { bytes } = await inCompany(trx, owner.companyId)
          .selectFrom('kept_upload')
          .select(eb => eb.fn.sum<string | null>('size').as('bytes'))
          .where('expires_at', '>', new Date())
          .executeTakeFirstOrThrow()
        if (Number(bytes) + size > mostBytes) throw tooMuch()
        await inApp(trx, owner)
          .insertInto('kept_upload')
          .values({ id: kept.id, user_id: owner.userId, name: kept.name, size, expires_at: kept.expiresAt })
          .execute()
      })
      try {
        let n = 0
        for await (const bytes of createReadStream(path, { highWaterMark: PIECE }))
          await db
            .insertInto('kept_upload_piece')
            .values({ upload_id: kept.id, n: n++, bytes: bytes as Buffer })
            .execute()
      } catch (error) {
        await this.remove(owner, kept.id)
        // The same person has begun to send another one.
        throw (error as { code?: string }).code === FOREIGN_KEY ? uploadGone() : error
      }
      return kept
    },

    /** Hands a kept file to `use` as one in a temporary place, as if it had just been sent. */
    async open<T>(owner: UploadOwner, id: string, use: (file: Pick<Upload, 'path' | 'name' | 'size'>) => Promise<T>): Promise<T> {
      const kept = await own(owner, id).select(['name', 'size']).executeTakeFirst()
      if (!kept) throw uploadGone()
      const folder = await temporaryFolder('kept')
      try {
        const path = join(folder, '0')
        const size = Number(kept.size)
        await pipeline(Readable.from(piecesOf(id, size)), createWriteStream(path))
        return await use({ path, name: kept.name, size })
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    },

    /** Forgets a file; false where none is there. */
    async remove(owner: UploadOwner, id: string): Promise<boolean> {
      const { numDeletedRows } = await inApp(db, owner)
        .deleteFrom('kept_upload')
        .where('id', '=', id)
        .where('user_id', '=', owner.userId)
        .executeTakeFirstOrThrow()
      return numDeletedRows > 0n
    },

    async removeExpired() {
      await everywhere(db, 'what has expired goes, whose ever it was').deleteFrom('kept_upload').where('expires_at', '<=', new Date()).execute()
    },
  }
}
export type KeptUploads = ReturnType<typeof createKeptUploads>
