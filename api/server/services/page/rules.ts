// What holds for a tree of pages, whoever asks: how deep, how many, no page inside itself, names and order.
import { fieldError } from '../../errors.ts'
import { normalPath, pathFromName, pathProblem, pathShape } from './paths.ts'

export const MAX_PAGES = 5000
export const MAX_DEPTH = 8
const NAME_LENGTH = 50
const REFUSED_PATH = { 'page.pathInvalid': 'Use /segments of letters, digits, - _ . ~ and :name', 'page.pathReserved': 'This path is reserved' }

export type PageKind = 'page' | 'group' | 'link'
export interface TreeRow {
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
export interface OrderEntry {
  id: string
  parentId?: string | null
  sort?: number
  children?: Record<string, unknown>[]
}

/** The part of a tree that a person may see; the groups above a visible page stay as well. */
export function pagesFor<T extends { id: string; children: T[] }>(tree: readonly T[], may: (id: string) => boolean): T[] {
  return tree.flatMap(page => {
    const children = pagesFor(page.children, may)
    return children.length || may(page.id) ? [{ ...page, children }] : []
  })
}

/** Puts rows that come in menu order under their parents; a row whose parent is not among them stands at the top. */
export function treeOf<T extends PlacedRow>(rows: T[]): T[] {
  const byId = new Map(rows.map(row => [row.id, row]))
  const top: T[] = []
  for (const row of rows) (byId.get(row.parentId ?? '')?.children ?? top).push(row)
  return top
}

/** Refuses loops and too deep nesting in a map of id → parent. */
export function checkTree(parents: ReadonlyMap<string, string | null>, field: string) {
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
export function flatOrder(items: OrderEntry[]): { id: string; parentId: string | null; sort?: number }[] {
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

/** A row and everything under it, parents first. */
export function subtree(tree: TreeRow[], id: string): TreeRow[] {
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
export function freeName(name: string, tree: TreeRow[]): string {
  const taken = new Set(tree.map(row => row.name))
  const base = name.replace(/ \d{1,4}$/, '')
  for (let n = 2; ; n++) {
    const next = `${base.slice(0, NAME_LENGTH - `${n}`.length - 1)} ${n}`
    if (!taken.has(next)) return next
  }
}

export function trimmedName(name: string): string {
  const trimmed = name.trim()
  if (!trimmed) throw fieldError('request.invalid', 'name', 'Required')
  return trimmed
}

/** The path to store, checked against those in use. */
export function choosePath(given: string | undefined, name: string, taken: ReadonlySet<string>): string {
  const path = normalPath(given ?? '')
  if (!path) return pathFromName(name, taken)
  const problem = pathProblem(path)
  if (problem) throw fieldError(problem, 'path', REFUSED_PATH[problem])
  if (taken.has(pathShape(path))) throw fieldError('page.pathTaken', 'path', 'This path belongs to another page')
  return path
}

export function checkParent(parentId: string | null, kinds: ReadonlyMap<string, PageKind>) {
  if (parentId === null) return
  const kind = kinds.get(parentId)
  if (!kind) throw fieldError('page.parentUnknown', 'parentId', 'There is no such group')
  if (kind === 'link') throw fieldError('page.parentIsLink', 'parentId', 'A link holds no pages')
}

export const linkOf = (kind: PageKind, link: string | undefined) => {
  if (kind !== 'link') return ''
  if (!link) throw fieldError('page.linkMissing', 'link', 'Required')
  return link
}
