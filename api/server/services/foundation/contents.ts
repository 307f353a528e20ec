// Contents by hash: the exact JSON text of a page, stored once per organisation however many pages and releases show it.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { fieldError } from '../../errors.ts'
import type { Core } from '../../core.ts'
import { hex, type Db, type Trx } from '../../store/database.ts'
import { inCompany } from '../../store/scoped.ts'
import { unreadText } from './unread.ts'

export type Schema = Record<string, unknown>

/** Largest JSON text of one page in bytes. */
export const MAX_BODY = 2 * 1024 * 1024
/** A screen nests some dozen levels; what is far deeper breaks the renderers that walk it. */
const MAX_DEPTH = 200
/** Text of parsed bodies kept in memory, in characters. */
const CACHE_CHARACTERS = 32 * 1024 * 1024
/** Text sent to the database in one statement, in bytes: the driver writes all of it down in one go, and others wait for that. */
export const BATCH_BYTES = 2 * 1024 * 1024

export interface Body {
  hash: Buffer
  text: string
  size: number
}

function isDeeper(value: object, levels: number): boolean {
  if (levels < 0) return true
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at++) if (value[at] && typeof value[at] === 'object' && isDeeper(value[at] as object, levels - 1)) return true
    return false
  }
  for (const key in value) {
    const item = (value as Schema)[key]
    if (item && typeof item === 'object' && isDeeper(item, levels - 1)) return true
  }
  return false
}

/** Texts of schemas that were made already for a request: some milliseconds for a large one, each time. */
const texts = new WeakMap<object, string>()

/** The JSON text of a schema, in the author's key order. */
export function jsonOf(schema: unknown): string {
  if (!schema || typeof schema !== 'object') return JSON.stringify(schema)
  const text = unreadText(schema) ?? texts.get(schema) ?? JSON.stringify(schema)
  texts.set(schema, text)
  return text
}

/** A schema of its JSON text, which is not made a second time. */
export function schemaOf(text: string): Schema {
  const schema = JSON.parse(text) as Schema
  texts.set(schema, text)
  return schema
}

/** The text and hash of a schema, in the author's key order; refuses what is too large or too deep at the field `schema`. */
export function bodyOf(schema: Schema): Body {
  // What nobody has looked into was measured when it came (json-body.ts).
  if (unreadText(schema) === undefined && isDeeper(schema, MAX_DEPTH - 1)) throw fieldError('page.schemaTooDeep', 'schema', 'The page is nested too deeply')
  const text = jsonOf(schema)
  const size = Buffer.byteLength(text)
  if (size > MAX_BODY) throw fieldError('page.schemaTooLarge', 'schema', 'The page is larger than {limit}', { limit: '2 MB' })
  return { hash: createHash('sha256').update(text).digest(), text, size }
}

/** Stores what is not there yet, and keeps what is from being swept; all at once. */
export async function storeBodies(companyId: string, bodies: readonly Body[], on: Db | Trx) {
  await sql`
    insert into body (company_id, hash, size, content)
    select ${companyId}::uuid, * from unnest(${bodies.map(b => b.hash)}::bytea[], ${bodies.map(b => b.size)}::int[], ${bodies.map(b => b.text)}::text[])
    on conflict (company_id, hash) do update set unused_since = null where body.unused_since is not null`.execute(on)
}

export function createContents({ db }: Pick<Core, 'db'>) {
  // Least recently used first; a hit moves its entry to the end.
  const cache = new Map<string, { schema: Schema; size: number }>()
  let cached = 0

  function keep(key: string, schema: Schema, size: number) {
    if (cache.has(key)) return
    cache.set(key, { schema, size })
    cached += size
    for (const [oldest, entry] of cache) {
      if (cached <= CACHE_CHARACTERS) break
      cache.delete(oldest)
      cached -= entry.size
    }
  }

  return {
    /** Stores what is not there yet, and keeps what is from being swept. In hash order, so that two savers never wait for each other in a circle. */
    async store(companyId: string, bodies: Body[], on: Db | Trx = db) {
      const unique = [...new Map(bodies.map(body => [hex(body.hash), body])).entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, body]) => body)
      let batch: Body[] = []
      let size = 0
      for (const body of unique) {
        if (size + body.size > BATCH_BYTES && batch.length) {
          await storeBodies(companyId, batch, on)
          batch = []
          size = 0
        }
        batch.push(body)
        size += body.size
      }
      if (batch.length) await storeBodies(companyId, batch, on)
    },

    /** The schema of a hash, from memory where it was read before. The value is shared: do not change it. */
    async read(companyId: string, hash: Buffer): Promise<Schema | undefined> {
      const key = `${companyId} ${hex(hash)}`
      const kept = cache.get(key)
      if (kept) {
        cache.delete(key)
        cache.set(key, kept)
        return kept.schema
      }
      const row = await inCompany(db, companyId).selectFrom('body').select('content').where('hash', '=', hash).executeTakeFirst()
      if (!row) return undefined
      const schema = JSON.parse(row.content) as Schema
      keep(key, schema, row.content.length)
      return schema
    },

    /** The JSON texts of many hashes, by hex hash. */
    async readMany(companyId: string, hashes: Buffer[], on: Db | Trx = db): Promise<Map<string, string>> {
      if (!hashes.length) return new Map()
      const rows = await inCompany(on, companyId)
        .selectFrom('body')
        .select(['hash', 'content'])
        .where('hash', '=', sql<Buffer>`any(${hashes}::bytea[])`)
        .execute()
      return new Map(rows.map(row => [hex(row.hash), row.content]))
    },
  }
}
