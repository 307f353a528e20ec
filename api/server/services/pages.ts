// Pages of an app: the tree with groups and links, saved versions, drafts, and who is editing what.
// A page may hold pages like a group does (a list with its detail pages); a link holds nothing.
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Core } from '../core.ts'
import { ApiError, fieldError, notFound } from '../errors.ts'
import type { Db, Scope, Trx } from '../store/database.ts'
import { bodyOf, type Body, type createBodies, type Schema } from './bodies.ts'
import { createPageTrees } from './page-trees.ts'
import { freePath, normalPath, pathFromName, pathProblem, pathShape } from './page-paths.ts'

export const MAX_PAGES = 5000
export const MAX_DEPTH = 8
const EDITOR_SECONDS = 30
const NAME_LENGTH = 50
const ROWS_AT_ONCE = 1000
/** What a page shows until somebody edits it. */
const EMPTY_PAGE: Schema = { type: 'page', body: [] }
const REFUSED_PATH = { 'page.pathInvalid': 'Use /segments of letters, digits, - _ . ~ and :name', 'page.pathReserved': 'This path is reserved' }

export type PageKind = 'page' | 'group' | 'link'
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
export interface OrderEntry {
  id: string
  parentId?: string | null
  sort?: number
  children?: Record<string, unknown>[]
}
export interface Editor {
  name: string
  since: string
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

interface TreeRow {
  id: string
  parent_id: string | null
  kind: PageKind
  name: string
  path: string
  sort: number
}
interface PlacedRow {
  id: string
  parentId: string | null
  children: PlacedRow[]
}

/** Puts rows that come in menu order under their parents; a row whose parent is not among them stands at the top. */
export function treeOf<T extends PlacedRow>(rows: T[]): T[] {
  const byId = new Map(rows.map(row => [row.id, row]))
  const top: T[] = []
  for (const row of rows) (byId.get(row.parentId ?? '')?.children ?? top).push(row)
  return top
}

/** Refuses loops and too deep nesting in a map of id → parent. */
function checkTree(parents: ReadonlyMap<string, string | null>, field: string) {
  const depths = new Map<string, number>()
  for (const id of parents.keys()) {
    const trail: string[] = []
    const onTrail = new Set<string>()
    let at: string | null = id
    while (at !== null && !depths.has(at)) {
      if (onTrail.has(at)) throw fieldError('page.loop', field, 'A page cannot be inside itself')
      onTrail.add(at)
      trail.push(at)
      at = parents.get(at) ?? null
    }
    let depth = at === null ? 0 : (depths.get(at) ?? 0)
    for (const step of trail.reverse()) depths.set(step, ++depth)
    if (depth > MAX_DEPTH) throw fieldError('page.tooDeep', field, 'Groups can be nested {limit} deep', { limit: MAX_DEPTH })
  }
}

/** Nested or flat entries as one list of id and parent in order; refuses entries of another shape. */
function flatOrder(items: OrderEntry[]): { id: string; parentId: string | null; sort?: number }[] {
  const invalid = () => fieldError('page.orderInvalid', 'items', 'The order names a page that is not here, or one twice')
  const flat: { id: string; parentId: string | null; sort?: number }[] = []
  const waiting: { entry: OrderEntry; parentId: string | null }[] = items.map(entry => ({ entry, parentId: entry.parentId ?? null })).reverse()
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { entry, parentId } = next
    if (typeof entry.id !== 'string' || (entry.sort !== undefined && !Number.isInteger(entry.sort))) throw invalid()
    if (entry.children !== undefined && !Array.isArray(entry.children)) throw invalid()
    flat.push({ id: entry.id, parentId, ...(entry.sort !== undefined && { sort: entry.sort }) })
    if (flat.length > MAX_PAGES) throw fieldError('page.tooMany', 'items', 'An app holds at most {limit} pages', { limit: MAX_PAGES })
    for (const child of [...(entry.children ?? [])].reverse()) {
      if (!child || typeof child !== 'object') throw invalid()
      waiting.push({ entry: child as unknown as OrderEntry, parentId: entry.id })
    }
  }
  return flat
}

export function createPages({ db, pool }: Pick<Core, 'db' | 'pool'>, bodies: ReturnType<typeof createBodies>) {
  const trees = createPageTrees<PageNode[]>()
  const unknown = () => notFound('page.unknown', 'There is no such page')

  /** The rows of pages, in menu order, with the name of who saved them last. */
  const nodes = (scope: Scope, on: Db | Trx) =>
    on
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
      .where('page.company_id', '=', scope.companyId)
      .where('page.app_id', '=', scope.appId)
      .orderBy('page.sort')
      .orderBy('page.id')
  type NodeRow = Awaited<ReturnType<ReturnType<typeof nodes>['executeTakeFirstOrThrow']>>

  const nodeOf = (row: NodeRow): PageNode => ({
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

  async function node(scope: Scope, id: string, on: Db | Trx): Promise<PageNode> {
    const row = await nodes(scope, on).where('page.id', '=', id).executeTakeFirst()
    if (!row) throw unknown()
    return nodeOf(row)
  }

  /**
   * Holds back other changes of this app's tree, and reads it. The app's row itself is only ever taken at commit, by the trigger
   * that counts changes: taken here, it would deadlock with a save that already holds its page.
   */
  async function lockTree(scope: Scope, trx: Trx): Promise<TreeRow[]> {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`tree ${scope.appId}`}, 0))`.execute(trx)
    return trx
      .selectFrom('page')
      .select(['id', 'parent_id', 'kind', 'name', 'path', 'sort'])
      .where('company_id', '=', scope.companyId)
      .where('app_id', '=', scope.appId)
      .orderBy('sort')
      .orderBy('id')
      .execute()
  }

  /** The row of a page, held until the transaction ends. */
  async function lockPage(scope: Scope, id: string, trx: Trx) {
    const row = await trx
      .selectFrom('page')
      .selectAll()
      .where('id', '=', id)
      .where('company_id', '=', scope.companyId)
      .where('app_id', '=', scope.appId)
      .forUpdate()
      .executeTakeFirst()
    if (!row) throw unknown()
    return row
  }

  const nameOf = async (userId: string | null, trx: Db | Trx) =>
    userId ? ((await trx.selectFrom('person').select('name').where('id', '=', userId).executeTakeFirst())?.name ?? '') : ''

  async function checkBase(row: { version: number; updated_by: string | null; updated_at: Date }, base: number | undefined, trx: Trx) {
    if (base === undefined || base === row.version) return
    const name = await nameOf(row.updated_by, trx)
    throw new ApiError('page.changedMeanwhile', '{name} saved this page meanwhile', 409, {
      values: { name },
      data: { version: row.version, updatedBy: name, updatedAt: row.updated_at.toISOString() },
    })
  }

  function trimmedName(name: string): string {
    const trimmed = name.trim()
    if (!trimmed) throw fieldError('request.invalid', 'name', 'Required')
    return trimmed
  }

  /** The path to store, checked against those in use. */
  function choosePath(given: string | undefined, name: string, taken: ReadonlySet<string>): string {
    const path = normalPath(given ?? '')
    if (!path) return pathFromName(name, taken)
    const problem = pathProblem(path)
    if (problem) throw fieldError(problem, 'path', REFUSED_PATH[problem])
    if (taken.has(pathShape(path))) throw fieldError('page.pathTaken', 'path', 'This path belongs to another page')
    return path
  }

  function checkParent(parentId: string | null, kinds: ReadonlyMap<string, PageKind>) {
    if (parentId === null) return
    const kind = kinds.get(parentId)
    if (!kind) throw fieldError('page.parentUnknown', 'parentId', 'There is no such group')
    if (kind === 'link') throw fieldError('page.parentIsLink', 'parentId', 'A link holds no pages')
  }

  const linkOf = (kind: PageKind, link: string | undefined) => {
    if (kind !== 'link') return ''
    if (!link) throw fieldError('page.linkMissing', 'link', 'Required')
    return link
  }

  /** Adds a version row and makes it the page's content. */
  async function addVersion(
    scope: Scope,
    row: { id: string; version: number; name: string },
    hash: Buffer,
    by: { userId: string; note: string },
    trx: Trx,
  ): Promise<number> {
    const version = row.version + 1
    await trx
      .insertInto('page_version')
      .values({
        page_id: row.id,
        version,
        company_id: scope.companyId,
        app_id: scope.appId,
        name: row.name,
        body_hash: hash,
        note: by.note,
        created_by: by.userId,
      })
      .execute()
    await trx.deleteFrom('page_draft').where('page_id', '=', row.id).where('by', '=', by.userId).execute()
    return version
  }

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
    const own = { company_id: scope.companyId, app_id: scope.appId }
    for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
      const some = rows.slice(at, at + ROWS_AT_ONCE)
      await trx
        .insertInto('page')
        .values(some.map(({ parentId, hash, ...row }) => ({ ...row, ...own, parent_id: parentId, body_hash: hash, updated_by: userId })))
        .execute()
      const versions = some.flatMap(row => (row.hash ? [{ ...own, page_id: row.id, version: 1, name: row.name, body_hash: row.hash, created_by: userId }] : []))
      if (versions.length) await trx.insertInto('page_version').values(versions).execute()
    }
  }

  /** Adds pages at the end of their groups, in one transaction; the first refusal undoes all. Returns their ids. */
  async function addMany(scope: Scope, userId: string, list: NewPage[], on?: Trx): Promise<string[]> {
    const made = list.map(page => (page.kind === undefined || page.kind === 'page' ? bodyOf(page.schema ?? EMPTY_PAGE) : null))
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
      await bodies.store(
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
      if (!row) throw unknown()
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
          await bodies.store(scope.companyId, [body], trx)
          version = await addVersion(scope, { ...row, name }, body.hash, { userId, note: change.note ?? '' }, trx)
        }
        await trx
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
        if (!tree.some(row => row.id === id)) throw unknown()
        const gone = subtree(tree, id)
        if (gone.length > 1 && !withChildren) {
          const count = gone.length - 1
          throw new ApiError('page.hasChildren', 'It holds {count} more. Confirm that they go too', 422, { values: { count }, data: { count } })
        }
        await trx
          .deleteFrom('page')
          .where('company_id', '=', scope.companyId)
          .where('app_id', '=', scope.appId)
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
        if (!original) throw unknown()
        const copied = subtree(tree, id)
        if (tree.length + copied.length > MAX_PAGES)
          throw new ApiError('page.tooMany', 'An app holds at most {limit} pages', 422, { values: { limit: MAX_PAGES } })
        const full = await trx
          .selectFrom('page')
          .selectAll()
          .where('company_id', '=', scope.companyId)
          .where('app_id', '=', scope.appId)
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
        await trx
          .updateTable('page')
          .set({ sort: sql`sort + 1` })
          .where('company_id', '=', scope.companyId)
          .where('app_id', '=', scope.appId)
          .where('parent_id', original.parent_id === null ? 'is' : '=', original.parent_id)
          .where('sort', '>', original.sort)
          .execute()
        await insertRows(scope, userId, rows, trx)
        return node(scope, newIds.get(id) as string, trx)
      })
    },

    /** Sets parents and order at once. Pages that are not named (added meanwhile) keep their group and come last there. */
    async saveOrder(scope: Scope, items: OrderEntry[]): Promise<number> {
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

        const groups = new Map<string | null, { id: string; sort: number }[]>()
        const place = (id: string, parentId: string | null, sort: number) => {
          const group = groups.get(parentId)
          if (group) group.push({ id, sort })
          else groups.set(parentId, [{ id, sort }])
        }
        order.forEach(({ id, parentId, sort }, at) => place(id, parentId, sort ?? at))
        for (const row of tree) if (!named.has(row.id)) place(row.id, row.parent_id, Infinity)
        const changed: { id: string; parentId: string | null; sort: number }[] = []
        for (const [parentId, group] of groups)
          group
            // Infinity minus Infinity is no order; equal ones keep their place.
            .sort((a, b) => (a.sort === b.sort ? 0 : a.sort - b.sort))
            .forEach(({ id }, sort) => {
              const now = byId.get(id)
              if (now?.parent_id !== parentId || now.sort !== sort) changed.push({ id, parentId, sort })
            })
        if (changed.length)
          await sql`
            update page set parent_id = next.parent_id, sort = next.sort
            from unnest(${changed.map(c => c.id)}::uuid[], ${changed.map(c => c.parentId)}::uuid[], ${changed.map(c => c.sort)}::int[]) as next (id, parent_id, sort)
            where page.id = next.id and page.company_id = ${scope.companyId} and page.app_id = ${scope.appId}`.execute(trx)
        return changed.length
      })
    },

    /** Keeps unsaved work; a draft equal to what is saved is no draft. */
    async saveDraft(scope: Scope, userId: string, id: string, draft: { schema: Schema; baseVersion: number; force?: boolean }) {
      const body = bodyOf(draft.schema)
      return db.transaction().execute(async trx => {
        const row = await lockPage(scope, id, trx)
        if (row.kind !== 'page') throw fieldError('page.noSchema', 'schema', 'Only a page has a schema')
        await checkBase(row, draft.baseVersion, trx)
        await checkDraftOwner(id, userId, draft.force, trx)
        const at = new Date()
        const hasDraft = !row.body_hash?.equals(body.hash)
        if (hasDraft) {
          const values = { base_version: draft.baseVersion, content: body.text, by: userId, at }
          await trx
            .insertInto('page_draft')
            .values({ ...values, page_id: id, company_id: scope.companyId, app_id: scope.appId })
            .onConflict(conflict => conflict.column('page_id').doUpdateSet(values))
            .execute()
        } else await trx.deleteFrom('page_draft').where('page_id', '=', id).execute()
        return { hasDraft, at: at.toISOString() }
      })
    },

    async discardDraft(scope: Scope, userId: string, id: string, force: boolean): Promise<boolean> {
      return db.transaction().execute(async trx => {
        await lockPage(scope, id, trx)
        await checkDraftOwner(id, userId, force, trx)
        const gone = await trx.deleteFrom('page_draft').where('page_id', '=', id).executeTakeFirst()
        return gone.numDeletedRows > 0n
      })
    },

    async listVersions(scope: Scope, id: string, { page, perPage }: { page: number; perPage: number }) {
      await node(scope, id, db)
      const all = versions(scope, id)
      const [rows, { total }] = await Promise.all([
        all
          .select(['page_version.version', 'page_version.name', 'note', 'page_version.created_at', 'person.name as by_name'])
          .orderBy('page_version.version', 'desc')
          .limit(perPage)
          .offset((page - 1) * perPage)
          .execute(),
        all.select(eb => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
      ])
      return { items: rows.map(versionOf), total, page, perPage }
    },

    async getVersion(scope: Scope, id: string, version: number) {
      await node(scope, id, db)
      const row = await versions(scope, id)
        .innerJoin('body', join => join.onRef('body.company_id', '=', 'page_version.company_id').onRef('body.hash', '=', 'page_version.body_hash'))
        .select(['page_version.version', 'page_version.name', 'note', 'page_version.created_at', 'person.name as by_name', 'body.content'])
        .where('page_version.version', '=', version)
        .executeTakeFirst()
      if (!row) throw notFound('page.versionUnknown', 'There is no such version')
      return { ...versionOf(row), schema: JSON.parse(row.content) as Schema }
    },

    /** Makes the content of an older version the newest version. */
    async restoreVersion(scope: Scope, userId: string, id: string, version: number, { note, baseVersion }: { note: string; baseVersion?: number }) {
      return db.transaction().execute(async trx => {
        const row = await lockPage(scope, id, trx)
        await checkBase(row, baseVersion, trx)
        const old = await trx
          .selectFrom('page_version')
          .select('body_hash')
          .where('page_id', '=', id)
          .where('company_id', '=', scope.companyId)
          .where('app_id', '=', scope.appId)
          .where('version', '=', version)
          .executeTakeFirst()
        if (!old) throw notFound('page.versionUnknown', 'There is no such version')
        const next = await addVersion(scope, row, old.body_hash, { userId, note }, trx)
        await trx
          .updateTable('page')
          .set({ version: next, body_hash: old.body_hash, updated_at: new Date(), updated_by: userId })
          .where('id', '=', id)
          .execute()
        return node(scope, id, trx)
      })
    },

    /** Who has had the page open in the last seconds, but for this person's tab. */
    async editors(scope: Scope, id: string, userId: string, tab?: string): Promise<Editor[]> {
      const rows = await db
        .selectFrom('page_editor')
        .innerJoin('page', 'page.id', 'page_editor.page_id')
        .innerJoin('person', 'person.id', 'page_editor.user_id')
        .select(['person.id', 'person.name', 'tab', 'since'])
        .where('page_id', '=', id)
        .where('page.company_id', '=', scope.companyId)
        .where('page.app_id', '=', scope.appId)
        .where('page_editor.seen_at', '>', sql<Date>`now() - ${EDITOR_SECONDS} * interval '1 second'`)
        .orderBy('since')
        .execute()
      // Without a tab the caller's own ones cannot be told apart and are left out.
      const others = rows.filter(row => row.id !== userId || (tab !== undefined && row.tab !== tab))
      const first = new Map<string, Editor>()
      for (const row of others) if (!first.has(row.id)) first.set(row.id, { name: row.name, since: row.since.toISOString() })
      return [...first.values()]
    },

    /** Notes that this tab has the page open, and forgets those that went silent. */
    async seen(scope: Scope, id: string, userId: string, tab: string) {
      const page = await node(scope, id, db)
      await db
        .insertInto('page_editor')
        .values({ page_id: id, user_id: userId, tab })
        .onConflict(conflict => conflict.columns(['page_id', 'user_id', 'tab']).doUpdateSet({ seen_at: sql`now()` }))
        .execute()
      await db
        .deleteFrom('page_editor')
        .where('page_id', '=', id)
        .where('seen_at', '<', sql<Date>`now() - ${EDITOR_SECONDS} * interval '1 second'`)
        .execute()
      return { version: page.version, updatedBy: page.updatedBy }
    },
  }

  async function checkDraftOwner(id: string, userId: string, force: boolean | undefined, trx: Trx) {
    const draft = await trx.selectFrom('page_draft').select(['by', 'at']).where('page_id', '=', id).executeTakeFirst()
    if (!draft || draft.by === userId || force) return
    const name = await nameOf(draft.by, trx)
    throw new ApiError('page.draftByOther', '{name} has unsaved work on this page', 409, { values: { name }, data: { by: name, at: draft.at.toISOString() } })
  }

  function versions(scope: Scope, id: string) {
    return db
      .selectFrom('page_version')
      .leftJoin('person', 'person.id', 'page_version.created_by')
      .where('page_version.page_id', '=', id)
      .where('page_version.company_id', '=', scope.companyId)
      .where('page_version.app_id', '=', scope.appId)
  }
}

const versionOf = (row: { version: number; name: string; note: string; created_at: Date; by_name: string | null }) => ({
  version: row.version,
  name: row.name,
  note: row.note,
  createdAt: row.created_at.toISOString(),
  createdBy: row.by_name ?? '',
})

/** A row and everything under it, parents first. */
function subtree(tree: TreeRow[], id: string): TreeRow[] {
  const children = new Map<string | null, TreeRow[]>()
  for (const row of tree) {
    const siblings = children.get(row.parent_id)
    if (siblings) siblings.push(row)
    else children.set(row.parent_id, [row])
  }
  const found = tree.filter(row => row.id === id)
  for (let at = 0; at < found.length; at++) found.push(...(children.get((found[at] as TreeRow).id) ?? []))
  return found
}

/** `Orders` becomes `Orders 2`, or the next number that no page of the app has. */
function freeName(name: string, tree: TreeRow[]): string {
  const taken = new Set(tree.map(row => row.name))
  const base = name.replace(/ \d{1,4}$/, '')
  for (let n = 2; ; n++) {
    const next = `${base.slice(0, NAME_LENGTH - `${n}`.length - 1)} ${n}`
    if (!taken.has(next)) return next
  }
}
