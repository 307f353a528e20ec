// Puts imported pages into the tree of an app: addresses that are free, groups that exist, everything in the caller's transaction.
import { setImmediate as breathe } from 'node:timers/promises'
import { uuidv7 } from 'uuidv7'
import { ApiError, fieldError } from '../../errors.ts'
import type { Db, Scope, Trx } from '../../store/database.ts'
import { bodyOf, type Schema } from '../foundation/contents.ts'
import { UNTOLD, type Progress } from '../foundation/progress.ts'
import { freePath, normalPath, pathFromName, pathProblem, pathShape, type createPages, type NewPage } from '../page/index.ts'
import type { ImportNode, Remark } from './project.ts'
import { inApp } from '../../store/scoped.ts'

const PAGES_AT_ONCE = 500
const LARGE = 100_000
/** Of texts, which take several times as much once they are read: what waits for longer than a moment is taken for something to keep. */
const BYTES_AT_ONCE = 1024 * 1024

export interface Placed {
  made: { id: string; name: string; path: string; kind: ImportNode['kind'] }[]
  /** Of what was made, the id here by the id in the package. */
  ids: Map<string, string>
  refused: Remark[]
  notes: Remark[]
}
export type OnConflict = 'skip' | 'rename'

/** Levels of the tree that stand above what is put into `parentId`. */
export async function depthOfParent(scope: Scope, parentId: string | null, on: Db | Trx): Promise<number> {
  let depth = 0
  for (let at = parentId; at && depth < 100; depth++) {
    const row = await inApp(on, scope).selectFrom('page').select('parent_id').where('id', '=', at).executeTakeFirst()
    at = row?.parent_id ?? null
  }
  return depth
}

function sizeOf(schema: Schema): number | ApiError {
  try {
    return bodyOf(schema).size
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return error
  }
}

export async function place(
  pages: ReturnType<typeof createPages>,
  scope: Scope,
  userId: string,
  nodes: ImportNode[],
  { parentId, onConflict, progress = UNTOLD }: { parentId: string | null; onConflict: OnConflict; progress?: Progress | undefined },
  trx: Trx,
): Promise<Placed> {
  // Nobody takes a path between the look and the insert.
  await inApp(trx, scope).selectFrom('app').select('id').forNoKeyUpdate().execute()
  const there = await inApp(trx, scope).selectFrom('page').select(['id', 'parent_id', 'kind', 'name', 'path', 'link']).execute()
  if (parentId && !there.some(row => row.id === parentId)) throw fieldError('page.parentUnknown', 'parentId', 'There is no such group')
  const taken = new Set(there.map(row => pathShape(row.path)))
  const placed: Placed = { made: [], ids: new Map(), refused: [], notes: [] }
  let waiting: NewPage[] = []
  let bytes = 0
  /** Sizes, or why not, of schemas that several pages may have. */
  const sizes = new Map<object, number | ApiError>()

  async function flush() {
    if (waiting.length) await pages.addMany(scope, userId, waiting, trx)
    waiting = []
    bytes = 0
  }
  const tell = (list: Remark[], node: ImportNode, code: string, english: string, values: Remark['values'] = {}) =>
    list.push({ code, english, values, name: node.name, file: node.file })

  function pathFor(node: ImportNode): string | undefined {
    const wanted = normalPath(node.path)
    if (!wanted) return pathFromName(node.name, taken)
    if (pathProblem(wanted)) {
      const path = pathFromName(node.name, taken)
      tell(placed.notes, node, 'import.pathChanged', 'Its address {from} cannot be used here; it is now {to}', { from: wanted.slice(0, 100), to: path })
      return path
    }
    if (!taken.has(pathShape(wanted))) return wanted
    if (onConflict === 'skip') return undefined
    const path = freePath(wanted, taken)
    tell(placed.notes, node, 'import.pathRenamed', 'Its address {from} belongs to another page; it is now {to}', { from: wanted.slice(0, 100), to: path })
    return path
  }

  /** With `skip`, what is there already is used instead of being made a second time. */
  const twin = (node: ImportNode, parent: string | null) =>
    onConflict === 'skip'
      ? there.find(row => row.kind === node.kind && row.parent_id === parent && row.name === node.name && row.link === node.link)
      : undefined

  async function add(node: ImportNode, parent: string | null): Promise<string | null> {
    await progress.add()
    const id = uuidv7()
    const { kind, name, icon, link, visible } = node
    if (kind !== 'page') {
      const same = twin(node, parent)
      if (same && kind === 'link') tell(placed.refused, node, 'import.isThere', 'This is in the app already')
      if (same) return same.id
      waiting.push({ id, parentId: parent, kind, name, icon, link, visible })
      placed.made.push({ id, name, path: link, kind })
      if (node.id) placed.ids.set(node.id, id)
      return id
    }
    const schema = node.schema ?? (await node.load?.()) ?? {}
    const known = sizes.get(schema)
    const found = known ?? sizeOf(schema)
    // Thousands of pages are put in; others' calls are answered in between.
    if (typeof found === 'number' && found > LARGE) await breathe()
    // What is read when its turn comes belongs to one page alone, and is let go.
    if (node.schema) sizes.set(schema, found)
    if (found instanceof ApiError) {
      tell(placed.refused, node, found.code, found.english, found.more.values)
      return parent
    }
    const size = known === undefined ? found : 0
    const path = pathFor(node)
    if (path === undefined) {
      tell(placed.refused, node, 'import.pathTaken', 'The address {path} belongs to another page', { path: normalPath(node.path).slice(0, 100) })
      return there.find(row => pathShape(row.path) === pathShape(normalPath(node.path)))?.id ?? parent
    }
    taken.add(pathShape(path))
    if (bytes + size > BYTES_AT_ONCE || waiting.length >= PAGES_AT_ONCE) await flush()
    waiting.push({ id, parentId: parent, kind, name, path, icon, visible, schema })
    bytes += size
    placed.made.push({ id, name, path, kind })
    if (node.id) placed.ids.set(node.id, id)
    return id
  }

  async function walk(list: ImportNode[], parent: string | null) {
    for (const node of list) {
      const at = await add(node, parent)
      await walk(node.children, at)
    }
  }
  await walk(nodes, parentId)
  await flush()
  return placed
}
