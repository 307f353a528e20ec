// A tree of pages made into another one: what a release, a package or a branch holds, put into dev. Ids stay what they are.
import type { Scope, Trx } from '../../store/database.ts'
import { inApp } from '../../store/scoped.ts'
import type { PageKind } from './rules.ts'
import { addVersion } from './versions.ts'

/** A page as states of an app hold it, by its id. */
export interface TreeEntry {
  kind: PageKind
  /** Hex SHA-256 of the body, which is stored; null for groups and links. */
  hash: string | null
  name: string
  path: string
  parentId: string | null
  icon: string
  link: string
  visible: boolean
  sort: number
}
type Tree = Readonly<Record<string, TreeEntry>>

const bytes = (hash: string) => Buffer.from(hash, 'hex')

/** Writes what differs, in a transaction that holds the tree; each other content is a version of its page. */
export async function writeTreeChanges(trx: Trx, scope: Scope, { userId, note }: { userId: string; note: string }, before: Tree, after: Tree) {
  const removed = Object.keys(before).filter(id => !after[id])
  const moved = Object.keys(before).filter(id => after[id] && after[id].path !== before[id]?.path)
  // Addresses may change hands.
  if (removed.length + moved.length)
    await inApp(trx, scope)
      .updateTable('page')
      .set({ path: '' })
      .where('id', 'in', [...removed, ...moved])
      .execute()

  const added = new Set(Object.keys(after).filter(id => !before[id]))
  const place = async (id: string): Promise<void> => {
    const entry = after[id]
    if (!added.delete(id) || !entry) return
    // A group comes before what stands in it.
    if (entry.parentId) await place(entry.parentId)
    const { hash, parentId, ...row } = entry
    await inApp(trx, scope)
      .insertInto('page')
      .values({ id, ...row, parent_id: parentId, body_hash: hash === null ? null : bytes(hash), updated_by: userId, owner_id: userId })
      .execute()
    if (hash !== null)
      await inApp(trx, scope)
        .insertInto('page_version')
        .values({ page_id: id, version: 1, name: entry.name, body_hash: bytes(hash), note, created_by: userId })
        .execute()
  }
  for (const id of added) await place(id)

  for (const [id, entry] of Object.entries(after)) {
    const old = before[id]
    if (!old) continue
    const { hash, parentId, kind: _kind, sort, ...shown } = entry
    const isOther = hash !== old.hash && hash !== null
    const isSame =
      !isOther && sort === old.sort && parentId === old.parentId && (Object.keys(shown) as (keyof typeof shown)[]).every(key => shown[key] === old[key])
    if (isSame) continue
    const { version } = await inApp(trx, scope).selectFrom('page').select('version').where('id', '=', id).executeTakeFirstOrThrow()
    const next = isOther ? await addVersion(scope, { id, version, name: entry.name }, bytes(hash), { userId, note }, trx) : version
    await inApp(trx, scope)
      .updateTable('page')
      .set({ ...shown, sort, parent_id: parentId, version: next, ...(isOther && { body_hash: bytes(hash) }), updated_at: new Date(), updated_by: userId })
      .where('id', '=', id)
      .execute()
  }
  if (removed.length) await inApp(trx, scope).deleteFrom('page').where('id', 'in', removed).execute()
}
