// The stored files that the pages of an app show, for a copy of it: the copy has rows of its own, so it keeps them when the first app goes.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Trx } from '../../store/database.ts'
import type { createContents } from '../foundation/contents.ts'
import { FILE_ADDRESS, withNewFiles } from '../packages/index.ts'

const BODIES_AT_ONCE = 50

/** Gives the pages of `to`, which show the bodies of `from`, and what these texts name, files of their own; answers the new ids by the old ones. */
export async function copyFiles(
  trx: Trx,
  contents: ReturnType<typeof createContents>,
  { companyId, from, to, by, texts: shown }: { companyId: string; from: string; to: string; by: string; texts: readonly string[] },
): Promise<Map<string, string>> {
  const own = await trx.selectFrom('file').select('id').where('company_id', '=', companyId).where('app_id', '=', from).execute()
  const ids = new Map<string, string>()
  if (!own.length) return ids
  const known = new Set(own.map(file => file.id))
  const note = (text: string) => {
    for (const [, id = ''] of text.matchAll(FILE_ADDRESS)) if (known.has(id) && !ids.has(id)) ids.set(id, uuidv7())
  }
  for (const text of shown) note(text)
  const showing = await sql<{ hash: Buffer }>`
    select distinct b.hash from page p join body b on b.company_id = p.company_id and b.hash = p.body_hash
    where p.company_id = ${companyId} and p.app_id = ${to} and position('/api/file/' in b.content) > 0`.execute(trx)
  for (let at = 0; at < showing.rows.length; at += BODIES_AT_ONCE) {
    const texts = await contents.readMany(
      companyId,
      showing.rows.slice(at, at + BODIES_AT_ONCE).map(row => row.hash),
      trx,
    )
    const changed: { from: Buffer; hash: Buffer; text: string; size: number }[] = []
    for (const [hash, old] of texts) {
      note(old)
      const text = withNewFiles(old, ids)
      if (text !== old) changed.push({ from: Buffer.from(hash, 'hex'), hash: createHash('sha256').update(text).digest(), text, size: Buffer.byteLength(text) })
    }
    if (!changed.length) continue
    await contents.store(companyId, changed, trx)
    const pairs = sql`unnest(${changed.map(one => one.from)}::bytea[], ${changed.map(one => one.hash)}::bytea[]) as pair (was, now)`
    await sql`update page set body_hash = pair.now from ${pairs} where app_id = ${to} and body_hash = pair.was`.execute(trx)
    await sql`update page_version set body_hash = pair.now from ${pairs} where app_id = ${to} and body_hash = pair.was`.execute(trx)
  }
  if (ids.size)
    await sql`
      insert into file (id, company_id, app_id, hash, name, mime, owner_id)
      select t.new_id, f.company_id, ${to}, f.hash, f.name, f.mime, ${by}
      from file f join unnest(${[...ids.keys()]}::uuid[], ${[...ids.values()]}::uuid[]) as t (old_id, new_id) on t.old_id = f.id`.execute(trx)
  return ids
}
