// What comes from another installation, piece by piece: kept under its hash until all of it is here and is what its hash names.
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { ApiError } from '../../errors.ts'
import type { Db, Scope, Trx } from '../../store/database.ts'
import { inApp, inCompany } from '../../store/scoped.ts'
import { HEAD_BYTES, namedBy, readHead, type Head } from './parts.ts'

const AT_ONCE = 2_000

export interface Piece {
  hash: string
  at: number
  data: string
}
export interface Missing {
  hash: string
  size: number
  /** Bytes that are here. */
  from: number
}
/** Where pieces of an app are kept. */
export interface Place {
  scope: Scope
  linkId: string
}

const wrongSize = () => new ApiError('sync.wrongSize', 'More came than was told. Nothing was changed', 422)
const wrongHash = () => new ApiError('sync.wrongHash', 'What came is not what its hash names. It was thrown away, and nothing was changed', 422)
const incomplete = () => new ApiError('sync.incomplete', 'Not all parts have come yet', 409)

export function createIncoming({ db }: { db: Db }) {
  const partsOf = ({ scope, linkId }: Place, on: Db | Trx = db) => inApp(on, scope).selectFrom('sync_part').where('link_id', '=', linkId)

  async function* piecesOf({ scope, linkId }: Place, hash: string, on: Db | Trx = db) {
    for (let at = 0; ;) {
      const row = await inApp(on, scope)
        .selectFrom('sync_piece')
        .select('data')
        .where('link_id', '=', linkId)
        .where('hash', '=', hash)
        .where('at', '=', at)
        .executeTakeFirst()
      if (!row) return
      yield row.data
      at += row.data.length
    }
  }
  async function bytesOf(place: Place, hash: string): Promise<Buffer | undefined> {
    const row = await partsOf(place).select('whole').where('hash', '=', hash).executeTakeFirst()
    if (!row?.whole) return undefined
    const pieces: Buffer[] = []
    for await (const piece of piecesOf(place, hash)) pieces.push(piece)
    return Buffer.concat(pieces)
  }
  const forget = ({ scope, linkId }: Place, hash: string, on: Trx) =>
    inApp(on, scope).deleteFrom('sync_piece').where('link_id', '=', linkId).where('hash', '=', hash).execute()

  /** Says what is waited for. What is known under the hash with another size was a lie, then or now, and is begun anew. */
  async function expect(place: Place, sizes: readonly (readonly [string, number])[]) {
    const { scope, linkId } = place
    for (let at = 0; at < sizes.length; at += AT_ONCE) {
      const some = sizes.slice(at, at + AT_ONCE)
      await db.transaction().execute(async trx => {
        const there = await partsOf(place, trx)
          .select(['hash', 'size', 'whole'])
          .where(
            'hash',
            'in',
            some.map(([hash]) => hash),
          )
          .execute()
        const known = new Map(there.map(one => [one.hash, one]))
        for (const [hash, size] of some) {
          const old = known.get(hash)
          if (!old || Number(old.size) === size) continue
          if (old.whole) throw wrongSize()
          await forget(place, hash, trx)
          await inApp(trx, scope).updateTable('sync_part').set({ size, received: 0 }).where('link_id', '=', linkId).where('hash', '=', hash).execute()
        }
        const fresh = some.filter(([hash]) => !known.has(hash))
        if (fresh.length)
          await inApp(trx, scope)
            .insertInto('sync_part')
            .values(fresh.map(([hash, size]) => ({ link_id: linkId, hash, size })))
            .onConflict(conflict => conflict.doNothing())
            .execute()
      })
    }
  }

  /** Of these hashes, what the organisation has as pages and files. */
  async function stored(companyId: string, hashes: readonly string[]): Promise<Set<string>> {
    const found = new Set<string>()
    for (let at = 0; at < hashes.length; at += AT_ONCE) {
      const some = hashes.slice(at, at + AT_ONCE).map(hash => Buffer.from(hash, 'hex'))
      const [bodies, files] = await Promise.all([
        inCompany(db, companyId).selectFrom('body').select('hash').where('hash', 'in', some).execute(),
        db.selectFrom('file').select('hash').distinct().where('company_id', '=', companyId).where('hash', 'in', some).execute(),
      ])
      for (const { hash } of [...bodies, ...files]) found.add(hash.toString('hex'))
    }
    return found
  }

  return {
    expect,
    bytesOf,

    /** The bytes of a file that came. */
    streamOf: (place: Place, hash: string) => Readable.from(piecesOf(place, hash), { objectMode: false }),
    isWhole: async (place: Place, hash: string) => (await partsOf(place).select('whole').where('hash', '=', hash).executeTakeFirst())?.whole === true,

    /** The head, once it is here. */
    async headOf(place: Place, hash: string): Promise<Head | undefined> {
      const packed = await bytesOf(place, hash)
      return packed && readHead(packed)
    },

    /** What is not here of what a head names. What the organisation has is not asked for. */
    async missingOf(place: Place, head: Head): Promise<Missing[]> {
      const named = namedBy(head)
      const there = await stored(place.scope.companyId, named)
      const wanted = named.filter(hash => !there.has(hash))
      await expect(
        place,
        wanted.map(hash => [hash, head.sizes[hash] as number] as const),
      )
      const missing: Missing[] = []
      for (let at = 0; at < wanted.length; at += AT_ONCE) {
        const rows = await partsOf(place)
          .select(['hash', 'size', 'received'])
          .where('whole', '=', false)
          .where('hash', 'in', wanted.slice(at, at + AT_ONCE))
          .orderBy('hash')
          .execute()
        missing.push(...rows.map(({ hash, size, received }) => ({ hash, size: Number(size), from: Number(received) })))
      }
      return missing
    },

    /** Takes pieces in, each once and in order. What is all here and wrong is thrown away. */
    async take(place: Place, pieces: readonly Piece[]): Promise<number> {
      const { scope, linkId } = place
      let bytes = 0
      for (const { hash, at, data } of pieces) {
        const wrong = await db.transaction().execute(async trx => {
          const part = await partsOf(place, trx).selectAll().where('hash', '=', hash).forUpdate().executeTakeFirst()
          if (!part) throw new ApiError('sync.unasked', 'Something came that nobody asked for. Nothing was changed', 422)
          const [size, received] = [Number(part.size), Number(part.received)]
          // It came before, and its answer was lost.
          if (part.whole || at < received) return false
          if (at > received) throw new ApiError('sync.gap', 'A piece is missing before one that came', 409)
          const content = Buffer.from(data, 'base64')
          if (received + content.length > size || (!content.length && size > 0)) throw wrongSize()
          const now = received + content.length
          await inApp(trx, scope).insertInto('sync_piece').values({ link_id: linkId, hash, at, data: content }).execute()
          bytes += content.length
          const own = () => inApp(trx, scope).updateTable('sync_part').where('link_id', '=', linkId).where('hash', '=', hash)
          if (now < size) return void (await own().set({ received: now }).execute())
          const sum = createHash('sha256')
          for await (const piece of piecesOf(place, hash, trx)) sum.update(piece)
          const isRight = sum.digest('hex') === hash
          if (!isRight) await forget(place, hash, trx)
          await own()
            .set({ received: isRight ? now : 0, whole: isRight })
            .execute()
          return !isRight
        })
        if (wrong) throw wrongHash()
      }
      return bytes
    },

    /** Refuses a head of which something is not here. */
    checkWhole(missing: readonly Missing[]) {
      if (missing.length) throw incomplete()
    },

    /** What only older states needed goes. */
    async keepOnly(place: Place, hashes: readonly string[], trx: Trx) {
      const { scope, linkId } = place
      await inApp(trx, scope)
        .deleteFrom('sync_part')
        .where('link_id', '=', linkId)
        .where(sql<boolean>`hash <> all (${[...hashes]}::text[])`)
        .execute()
    },

    checkHead(size: number) {
      if (size > HEAD_BYTES) throw new ApiError('sync.tooLarge', 'The app is larger than {limit} MB', 413, { values: { limit: HEAD_BYTES / 1024 / 1024 } })
    },
  }
}
export type Incoming = ReturnType<typeof createIncoming>
