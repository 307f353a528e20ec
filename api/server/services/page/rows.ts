// Rows of pages as the services share them: read, locked, checked against what the reader had before.
import { sql } from 'kysely'
import { ApiError, notFound } from '../../errors.ts'
import type { Db, Scope, Trx } from '../../store/database.ts'
import type { PageKind, TreeRow } from './rules.ts'
import { inApp } from '../../store/scoped.ts'

export type PageNode = {
  id: string
  parentId: string | null
  kind: PageKind
  name: string
  path: string
  icon: string
  link: string
  visible: boolean
  sort: number
  version: number
  hasDraft: boolean
  updatedAt: string
  updatedBy: string
  children: PageNode[]
}

export const unknownPage = () => notFound('page.unknown', 'There is no such page')

/** The rows of pages, in menu order, with the name of who saved them last. */
export const nodes = (scope: Scope, on: Db | Trx) =>
  inApp(on, scope)
    .selectFrom('page')
    .leftJoin('person', 'person.id', 'page.updated_by')
    .leftJoin('page_draft', 'page_draft.page_id', 'page.id')
    .select([
      'page.id',
      'page.parent_id',
      'page.kind',
      'page.name',
      'page.path',
      'page.icon',
      'page.link',
      'page.visible',
      'page.sort',
      'page.version',
      'page.updated_at',
      'person.name as saved_by',
      'page_draft.at as draft_at',
    ])
    .orderBy('page.sort')
    .orderBy('page.id')
type NodeRow = Awaited<ReturnType<ReturnType<typeof nodes>['executeTakeFirstOrThrow']>>

export const nodeOf = (row: NodeRow): PageNode => ({
  id: row.id,
  parentId: row.parent_id,
  kind: row.kind,
  name: row.name,
  path: row.path,
  icon: row.icon,
  link: row.link,
  visible: row.visible,
  sort: row.sort,
  version: row.version,
  hasDraft: row.draft_at !== null,
  updatedAt: row.updated_at.toISOString(),
  updatedBy: row.saved_by ?? '',
  children: [],
})

export async function node(scope: Scope, id: string, on: Db | Trx): Promise<PageNode> {
  const row = await nodes(scope, on).where('page.id', '=', id).executeTakeFirst()
  if (!row) throw unknownPage()
  return nodeOf(row)
}

/**
 * Holds back other changes of this app's tree, and reads it. The app's row itself is only ever taken at commit, by the trigger
 * that counts changes: taken here, it would deadlock with a save that already holds its page.
 */
export async function lockTree(scope: Scope, trx: Trx): Promise<TreeRow[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`tree ${scope.appId}`}, 0))`.execute(trx)
  return inApp(trx, scope).selectFrom('page').select(['id', 'parent_id', 'kind', 'name', 'path', 'sort']).orderBy('sort').orderBy('id').execute()
}

/** The row of a page, held until the transaction ends. */
export async function lockPage(scope: Scope, id: string, trx: Trx) {
  const row = await inApp(trx, scope).selectFrom('page').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw unknownPage()
  return row
}

export const nameOf = async (userId: string | null, trx: Db | Trx) =>
  userId ? ((await trx.selectFrom('person').select('name').where('id', '=', userId).executeTakeFirst())?.name ?? '') : ''

export async function checkBase(row: { version: number; updated_by: string | null; updated_at: Date }, base: number | undefined, trx: Trx) {
  if (base === undefined || base === row.version) return
  const name = await nameOf(row.updated_by, trx)
  throw new ApiError('page.changedMeanwhile', '{name} saved this page meanwhile', 409, {
    values: { name },
    data: { version: row.version, updatedBy: name, updatedAt: row.updated_at.toISOString() },
  })
}
