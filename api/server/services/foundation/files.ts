// Stored files: bytes once under their SHA-256 in pieces, names and owners beside them; streamed both ways, never whole in memory.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Core } from '../../core.ts'
import type { Db, Trx } from '../../store/database.ts'
import { inCompany } from '../../store/scoped.ts'

const PIECE = 256 * 1024

/** Where bytes come from: a path, a buffer, or a function that opens the stream anew (it is read twice: to hash, to store). */
export type Source = string | Buffer | (() => Readable | Promise<Readable>)

export interface FileMeta {
  /** One of its own where none is given; a file of this id is there once. */
  id?: string
  name: string
  mime: string
  /** Without an organisation a file is a public image. */
  companyId?: string
  appId?: string
  ownerId?: string
}

export interface StoredFile {
  id: string
  name: string
  mime: string
  size: number
  /** SHA-256, hexadecimal. */
  hash: string
  companyId: string | null
  appId: string | null
}

async function read(source: Source): Promise<AsyncIterable<Buffer>> {
  if (Buffer.isBuffer(source)) return Readable.from([source])
  return typeof source === 'string' ? createReadStream(source, { highWaterMark: PIECE }) : source()
}

/** Cuts any stream into pieces of the stored size. */
async function* pieces(source: AsyncIterable<Buffer>) {
  let held: Buffer[] = []
  let size = 0
  for await (const chunk of source) {
    held.push(chunk)
    size += chunk.length
    while (size >= PIECE) {
      const all = Buffer.concat(held)
      yield all.subarray(0, PIECE)
      held = [all.subarray(PIECE)]
      size -= PIECE
    }
  }
  if (size) yield Buffer.concat(held)
}

const IMAGES: [mime: string, is: (head: Buffer) => boolean][] = [
  ['image/png', head => head.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))],
  ['image/jpeg', head => head.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))],
  ['image/gif', head => /^GIF8[79]a/.test(head.toString('latin1'))],
  ['image/webp', head => head.subarray(0, 4).toString('latin1') === 'RIFF' && head.subarray(8, 12).toString('latin1') === 'WEBP'],
]
export const IMAGE_TYPES: ReadonlySet<string> = new Set(IMAGES.map(([mime]) => mime))

/** The image type that these first bytes show; undefined for anything else. */
export const imageOf = (head: Buffer): string | undefined => IMAGES.find(([, is]) => is(head.subarray(0, 16)))?.[0]

/** The image type that the first bytes of a file show, whatever its name says; undefined for anything else. */
export async function imageType(path: string): Promise<string | undefined> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(16), 0, 16, 0)
    return imageOf(buffer.subarray(0, bytesRead))
  } finally {
    await file.close()
  }
}

export function createFiles({ db }: Pick<Core, 'db'>) {
  async function keepBytes(source: Source, trx: Trx): Promise<{ hash: Buffer; size: number }> {
    const digest = createHash('sha256')
    let size = 0
    for await (const chunk of await read(source)) {
      digest.update(chunk)
      size += chunk.length
    }
    const hash = digest.digest()
    // The update locks the row and renews its date, so that a sweep running now leaves the bytes alone.
    const { isNew } = await trx
      .insertInto('blob')
      .values({ hash, size })
      .onConflict(conflict => conflict.column('hash').doUpdateSet({ created_at: new Date() }))
      .returning(sql<boolean>`xmax = 0`.as('isNew'))
      .executeTakeFirstOrThrow()
    if (!isNew) return { hash, size }
    const again = createHash('sha256')
    let n = 0
    for await (const bytes of pieces(await read(source))) {
      again.update(bytes)
      await trx.insertInto('blob_chunk').values({ hash, n: n++, bytes }).execute()
    }
    if (!again.digest().equals(hash)) throw new Error('the source changed while it was stored')
    return { hash, size }
  }

  return {
    /** Stores bytes under a new file id. */
    async add(source: Source, meta: FileMeta, on?: Trx): Promise<StoredFile> {
      const act = async (trx: Trx): Promise<StoredFile> => {
        const { hash, size } = await keepBytes(source, trx)
        const row = {
          id: meta.id ?? uuidv7(),
          company_id: meta.companyId ?? null,
          app_id: meta.appId ?? null,
          hash,
          name: meta.name.slice(0, 255),
          mime: meta.mime,
          owner_id: meta.ownerId ?? null,
        }
        await trx.insertInto('file').values(row).execute()
        return { id: row.id, name: row.name, mime: row.mime, size, hash: hash.toString('hex'), companyId: row.company_id, appId: row.app_id }
      }
      return on ? act(on) : db.transaction().execute(act)
    },

    /** Files of rows are found through their model only. */
    async find(id: string): Promise<StoredFile | undefined> {
      const row = await db
        .selectFrom('file')
        .innerJoin('blob', 'blob.hash', 'file.hash')
        .select(['file.id', 'file.name', 'file.mime', 'file.hash', 'file.company_id', 'file.app_id', 'blob.size'])
        .where('file.id', '=', id)
        .where(eb => eb.not(eb.exists(eb.selectFrom('data_file').select('file_id').whereRef('file_id', '=', 'file.id'))))
        .executeTakeFirst()
      return row && { id: row.id, name: row.name, mime: row.mime, size: row.size, hash: row.hash.toString('hex'), companyId: row.company_id, appId: row.app_id }
    },

    /** The bytes under a hash, one piece in memory at a time. */
    content(hash: string, on: Db | Trx = db): Readable {
      async function* chunks() {
        for (let n = 0; ; n++) {
          const row = await on.selectFrom('blob_chunk').select('bytes').where('hash', '=', Buffer.from(hash, 'hex')).where('n', '=', n).executeTakeFirst()
          if (!row) return
          yield row.bytes
        }
      }
      return Readable.from(chunks(), { objectMode: false, highWaterMark: PIECE })
    },

    /** True when a person may read a file that belongs to an organisation. */
    async isMember(companyId: string, userId: string): Promise<boolean> {
      return !!(await inCompany(db, companyId)
        .selectFrom('member')
        .select('user_id')
        .where('user_id', '=', userId)
        .where('banned', '=', false)
        .executeTakeFirst())
    },

    /** Removes bytes that no file has used for a day. */
    async removeUnused() {
      await db
        .deleteFrom('blob')
        .where('created_at', '<', new Date(Date.now() - 86_400_000))
        .where(eb => eb.not(eb.exists(eb.selectFrom('file').select('file.id').whereRef('file.hash', '=', 'blob.hash'))))
        .execute()
    },
  }
}
