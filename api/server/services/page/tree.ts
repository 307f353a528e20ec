// The tree of an app's pages, with groups and links.
// A page may hold pages like a group does (a list with its detail pages); a link holds nothing.
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Core } from '../../core.ts'
import { ApiError, fieldError } from '../../errors.ts'
import type { Scope, Trx } from '../../store/database.ts'
import { notAllowed } from '../foundation/access/rights.ts'
import { bodyOf, type Body, type createContents, type Schema } from '../foundation/contents.ts'
import { createKeptTrees } from './kept-trees.ts'
import { freePath, pathShape } from './paths.ts'
import { checkBase, lockPage, lockTree, node, nodeOf, nodes, unknownPage, type PageNode } from './rows.ts'
import {
  checkParent,
  checkTree,
  choosePath,
  flatOrder,
  freeName,
  linkOf,
  MAX_PAGES,
  subtree,
  treeOf,
  trimmedName,
  type OrderEntry,
  type PageKind,
} from './rules.ts'
import { addVersion } from './versions.ts'
import { inApp } from '../../store/scoped.ts'

const ROWS_AT_ONCE = 1000
/** What a page shows until somebody edits it. */
const EMPTY_PAGE: Schema = { type: 'page', body: [] }

/** A page to add. `parentId` may be the id of one that stands earlier in the same list. */
export interface NewPage {
  id?: string
  parentId?: string | null
  kind?: PageKind
  name: string
  path?: string
  icon?: string
  link?: string
  visible?: boolean
  schema?: Schema
}
export interface PageChange extends Partial<Omit<NewPage, 'id' | 'kind'>> {
  note?: string
  baseVersion?: number
}
/** Pages that the person who saves an order may edit, and pages that this person may see. */
export interface OrderRights {
  edit(id: string): boolean
  see(id: string): boolean
}
/**
 * Consoles ask for this more than for anything else: named, so that each connection plans it once; rows as lists and times
 * as numbers, which are read faster.
 */
const LIST = `
  select p.id, p.parent_id, p.kind, p.name, p.path, p.icon, p.link, p.visible, p.sort, p.version,
    d.page_id is not null, floor(extract(epoch from p.updated_at) * 1000)::float8, coalesce(u.name, '')
  from page p left join person u on u.id = p.updated_by left join page_draft d on d.page_id = p.id
  where p.app_id = $1 and p.company_id = $2
  order by p.sort, p.id`
type ListRow = [string, string | null, PageKind, string, string, string, string, boolean, number, number, boolean, number, string]

async function insertRows(
  scope: Scope,
  userId: string,
  rows: {
    id: string
    parentId: string | null
    kind: PageKind
    name: string
    path: string
    icon: string
    link: string
    visible: boolean
    sort: number
    hash: Buffer | null
  }[],
  trx: Trx,
) {
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    const some = rows.slice(at, at + ROWS_AT_ONCE)
    await inApp(trx, scope)
      .insertInto('page')
      .values(some.map(({ parentId, hash, ...row }) => ({ ...row, parent_id: parentId, body_hash: hash, updated_by: userId, owner_id: userId })))
      .execute()
    const versions = some.flatMap(row => (row.hash ? [{ page_id: row.id, version: 1, name: row.name, body_hash: row.hash, created_by: userId }] : []))
    if (versions.length) await inApp(trx, scope).insertInto('page_version').values(versions).execute()
  }
}

export function createPageTree({ db, pool }: Pick<Core, 'db' | 'pool'>, contents: ReturnType<typeof createContents>) {
  const trees = createKeptTrees<PageNode[]>()

  /** Adds pages at the end of their groups, in one transaction; the first refusal undoes all. Returns their ids. */
  async function addMany(scope: Scope, userId: string, list: NewPage[], on?: Trx): Promise<string[]> {
    // Several pages may have one schema, which is read once.
    const read = new Map<Schema, Body>()
    const made = list.map(({ kind = 'page', schema = EMPTY_PAGE }) => {
      if (kind !== 'page') return null
      const body = read.get(schema) ?? bodyOf(schema)
      read.set(schema, body)
      return body
    })
    const work = async (trx: Trx) => {
      const tree = await lockTree(scope, trx)
      if (tree.length + list.length > MAX_PAGES) throw new ApiError('page.tooMany', 'An app holds at most {limit} pages', 422, { values: { limit: MAX_PAGES } })
      const kinds = new Map(tree.map(row => [row.id, row.kind]))
      const parents = new Map(tree.map(row => [row.id, row.parent_id]))
      const taken = new Set(tree.map(row => pathShape(row.path)))
      const last = new Map<string | null, number>()
      for (const row of tree) last.set(row.parent_id, Math.max(row.sort, last.get(row.parent_id) ?? -1))
      const rows = list.map((page, at) => {
        const id = page.id ?? uuidv7()
        const kind = page.kind ?? 'page'
        const parentId = page.parentId || null
        const name = trimmedName(page.name)
        checkParent(parentId, kinds)
        const path = kind === 'page' ? choosePath(page.path, name, taken) : ''
        if (path) taken.add(pathShape(path))
        kinds.set(id, kind)
        parents.set(id, parentId)
        const sort = (last.get(parentId) ?? -1) + 1
        last.set(parentId, sort)
        const link = linkOf(kind, page.link)
        return { id, parentId, kind, name, path, icon: page.icon ?? '', link, visible: page.visible ?? true, sort, hash: made[at]?.hash ?? null }
      })
      checkTree(parents, 'parentId')
      await contents.store(
        scope.companyId,
        made.filter((body): body is Body => body !== null),
        trx,
      )
      await insertRows(scope, userId, rows, trx)
      return rows.map(row => row.id)
    }
    return on ? work(on) : db.transaction().execute(work)
  }

  return {
    addMany,

    /** The tree of an app; with the app's tree revision, read before, it may come from memory. */
    async list(scope: Scope, revision?: number): Promise<PageNode[]> {
      const kept = revision === undefined ? undefined : trees.get(scope.appId, revision)
      if (kept) return kept
      const { rows } = await pool.query<ListRow>({ name: 'page.list', text: LIST, values: [scope.appId, scope.companyId], rowMode: 'array' })
      const tree = treeOf(
        rows.map(([id, parentId, kind, name, path, icon, link, visible, sort, version, hasDraft, at, updatedBy]): PageNode => ({
          id,
          parentId,
          kind,
          name,
          path,
          icon,
          link,
          visible,
          sort,
          version,
          hasDraft,
          updatedAt: new Date(at).toISOString(),
          updatedBy,
          children: [],
        })),
      )
      if (revision !== undefined) trees.set(scope.appId, revision, tree, rows.length)
      return tree
    },

    /** A page with all that is in it; nothing while it is unknown. */
    async idsUnder(scope: Scope, id: string): Promise<string[]> {
      const rows = await inApp(db, scope).selectFrom('page').select(['id', 'parent_id']).execute()
      const ids = rows.some(row => row.id === id) ? [id] : []
      for (let at = 0; at < ids.length; at++) for (const row of rows) if (row.parent_id === ids[at]) ids.push(row.id)
      return ids
    },

    async create(scope: Scope, userId: string, page: NewPage): Promise<PageNode> {
      return db.transaction().execute(async trx => {
        const [id] = await addMany(scope, userId, [page], trx)
        return node(scope, id as string, trx)
      })
    },

    /** A page with its schema and draft. */
    async get(scope: Scope, id: string, userId: string) {
      const row = await nodes(scope, db)
        .leftJoin('body', join => join.onRef('body.company_id', '=', 'page.company_id').onRef('body.hash', '=', 'page.body_hash'))
        .leftJoin('person as drafter', 'drafter.id', 'page_draft.by')
        .select(['body.content', 'page_draft.content as draft_content', 'page_draft.by as draft_by', 'page_draft.base_version', 'drafter.name as draft_name'])
        .where('page.id', '=', id)
        .executeTakeFirst()
      if (!row) throw unknownPage()
      const draft = row.draft_content !== null &&
        row.draft_at && {
          schema: JSON.parse(row.draft_content) as Schema,
          at: row.draft_at.toISOString(),
          by: row.draft_name ?? '',
          mine: row.draft_by === userId,
          baseVersion: row.base_version ?? row.version,
        }
      return { ...nodeOf(row), schema: row.content === null ? null : (JSON.parse(row.content) as Schema), draft: draft || null }
    },

    async update(scope: Scope, userId: string, id: string, change: PageChange): Promise<PageNode> {
      const body = change.schema && bodyOf(change.schema)
      return db.transaction().execute(async trx => {
        // The tree is locked before the page, here and everywhere, so that two savers never wait for each other in a circle.
        const tree = change.path !== undefined || change.parentId !== undefined ? await lockTree(scope, trx) : []
        const row = await lockPage(scope, id, trx)
        await checkBase(row, change.baseVersion, trx)
        if (body && row.kind !== 'page') throw fieldError('page.noSchema', 'schema', 'Only a page has a schema')
        const name = change.name === undefined ? row.name : trimmedName(change.name)
        let { path, parent_id: parentId, sort } = row
        if (change.path !== undefined && row.kind === 'page')
          path = choosePath(change.path, name, new Set(tree.filter(r => r.id !== id).map(r => pathShape(r.path))))
        if (change.parentId !== undefined && (change.parentId || null) !== parentId) {
          parentId = change.parentId || null
          checkParent(parentId, new Map(tree.map(r => [r.id, r.kind])))
          checkTree(new Map(tree.map(r => [r.id, r.id === id ? parentId : r.parent_id])), 'parentId')
          sort = Math.max(-1, ...tree.filter(r => r.parent_id === parentId).map(r => r.sort)) + 1
        }
        let version = row.version
        if (body) {
          await contents.store(scope.companyId, [body], trx)
          version = await addVersion(scope, { ...row, name }, body.hash, { userId, note: change.note ?? '' }, trx)
        }
        await inApp(trx, scope)
          .updateTable('page')
          .set({
            name,
            path,
            parent_id: parentId,
            sort,
            icon: change.icon ?? row.icon,
            link: change.link === undefined ? row.link : linkOf(row.kind, change.link),
            visible: change.visible ?? row.visible,
            version,
            ...(body && { body_hash: body.hash }),
            updated_at: new Date(),
            updated_by: userId,
          })
          .where('id', '=', id)
          .execute()
        return node(scope, id, trx)
      })
    },

    /** Deletes a page; with what it holds only when asked to. Returns how many went. */
    async remove(scope: Scope, id: string, withChildren: boolean): Promise<number> {
      return db.transaction().execute(async trx => {
        const tree = await lockTree(scope, trx)
        if (!tree.some(row => row.id === id)) throw unknownPage()
        const gone = subtree(tree, id)
        if (gone.length > 1 && !withChildren) {
          const count = gone.length - 1
          throw new ApiError('page.hasChildren', 'It holds {count} more. Confirm that they go too', 422, { values: { count }, data: { count } })
        }
        await inApp(trx, scope)
          .deleteFrom('page')
          .where(
            'id',
            'in',
            gone.map(row => row.id),
          )
          .execute()
        return gone.length
      })
    },

    /** Copies the saved state of a page, with what it holds, right behind the original. */
    async copy(scope: Scope, userId: string, id: string, wantedName?: string): Promise<PageNode> {
      return db.transaction().execute(async trx => {
        const tree = await lockTree(scope, trx)
        const original = tree.find(row => row.id === id)
        if (!original) throw unknownPage()
        const copied = subtree(tree, id)
        if (tree.length + copied.length > MAX_PAGES)
          throw new ApiError('page.tooMany', 'An app holds at most {limit} pages', 422, { values: { limit: MAX_PAGES } })
        const full = await inApp(trx, scope)
          .selectFrom('page')
          .selectAll()
          .where(
            'id',
            'in',
            copied.map(row => row.id),
          )
          .execute()
        const byId = new Map(full.map(row => [row.id, row]))
        const taken = new Set(tree.map(row => pathShape(row.path)))
        const newIds = new Map(copied.map(row => [row.id, uuidv7()]))
        const rows = copied.flatMap(({ id: oldId }) => {
          const row = byId.get(oldId)
          if (!row) return []
          const path = row.path && freePath(row.path, taken)
          if (path) taken.add(pathShape(path))
          const isTop = oldId === id
          return {
            id: newIds.get(oldId) as string,
            parentId: isTop ? row.parent_id : (newIds.get(row.parent_id ?? '') ?? null),
            kind: row.kind,
            name: !isTop ? row.name : wantedName === undefined ? freeName(row.name, tree) : trimmedName(wantedName),
            path,
            icon: row.icon,
            link: row.link,
            visible: row.visible,
            sort: isTop ? row.sort + 1 : row.sort,
            hash: row.body_hash,
          }
        })
        await inApp(trx, scope)
          .updateTable('page')
          .set({ sort: sql`sort + 1` })
          .where('parent_id', original.parent_id === null ? 'is' : '=', original.parent_id)
          .where('sort', '>', original.sort)
          .execute()
        await insertRows(scope, userId, rows, trx)
        return node(scope, newIds.get(id) as string, trx)
      })
    },

    /** Sets parents and order at once. Pages that are not named (added meanwhile) keep their group and come last there. */
    async saveOrder(scope: Scope, items: OrderEntry[], may?: OrderRights): Promise<number> {
      const order = flatOrder(items)
      return db.transaction().execute(async trx => {
        const tree = await lockTree(scope, trx)
        const byId = new Map(tree.map(row => [row.id, row]))
        const named = new Set(order.map(entry => entry.id))
        if (named.size < order.length || order.some(({ id, parentId }) => !byId.has(id) || (parentId !== null && !byId.has(parentId))))
          throw fieldError('page.orderInvalid', 'items', 'The order names a page that is not here, or one twice')
        if (order.some(({ parentId }) => parentId !== null && byId.get(parentId)?.kind === 'link'))
          throw fieldError('page.parentIsLink', 'items', 'A link holds no pages')
        const parents = new Map(tree.map(row => [row.id, row.parent_id]))
        for (const { id, parentId } of order) parents.set(id, parentId)
        checkTree(parents, 'items')

        // What may not be edited is not moved; what was neither shown nor named goes last, as ever.
        const fixed = new Map(tree.flatMap(({ id }, at) => (may && !may.edit(id) && (named.has(id) || may.see(id)) ? [[id, at] as const] : [])))
        if ([...fixed.keys()].some(id => parents.get(id) !== byId.get(id)?.parent_id)) throw notAllowed()

        const groups = new Map<string | null, { id: string; sort: number }[]>()
        const place = (id: string, parentId: string | null, sort: number) => {
          const group = groups.get(parentId)
          if (group) group.push({ id, sort })
          else groups.set(parentId, [{ id, sort }])
        }
        order.forEach(({ id, parentId, sort }, at) => place(id, parentId, sort ?? at))
        for (const row of tree) if (!named.has(row.id)) place(row.id, row.parent_id, Infinity)
        const changed: { id: string; parentId: string | null; sort: number }[] = []
        for (const [parentId, group] of groups) {
          // Infinity minus Infinity is no order; equal ones keep their place.
          group.sort((a, b) => (a.sort === b.sort ? 0 : a.sort - b.sort))
          const stays = group.flatMap(({ id }) => fixed.get(id) ?? [])
          if (stays.some((at, i) => at < (stays[i - 1] ?? -1))) throw notAllowed()
          group.forEach(({ id }, sort) => {
            const now = byId.get(id)
            if (now?.parent_id !== parentId || now.sort !== sort) changed.push({ id, parentId, sort })
          })
        }
        if (changed.length)
          await sql`
            update page set parent_id = next.parent_id, sort = next.sort
            from unnest(${changed.map(c => c.id)}::uuid[], ${changed.map(c => c.parentId)}::uuid[], ${changed.map(c => c.sort)}::int[]) as next (id, parent_id, sort)
            where page.id = next.id and page.company_id = ${scope.companyId} and page.app_id = ${scope.appId}`.execute(trx)
        return changed.length
      })
    },
  }
}
