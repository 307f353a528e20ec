// The departments as the file leaves them: rows find theirs by code or by path, and the paths in the file are those after the import.
import { randomBytes } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import type { CellProblem } from '../../foundation/spreadsheets/index.ts'
import { DEPTH_MAX } from '../departments.ts'
import { parsePath, pathKey, writePath, type Path } from './columns.ts'
import { problem, ROUNDS, TOO_ENTANGLED, type Department, type GivenRow } from './types.ts'

/** A department that a row is about. */
export interface Listed {
  row: GivenRow
  id: string
  isNew: boolean
  path: Path
  name: string
  code: string
  parentId: string
}

export interface Tree {
  rootId: string
  listed: Map<GivenRow, Listed>
  /** Departments at a path, as they will be. */
  at(path: Path): string[]
  byCode(code: string): string | undefined
  /** A row is about this path and has an error. */
  isRefused(path: Path): boolean
  pathOf(id: string): Path
}

interface Shape {
  root: Department
  byId: Map<string, Department>
  byCode: Map<string, Department>
}

function shapeOf(departments: readonly Department[]): Shape {
  const root = departments.find(one => one.parentId === null)
  if (!root) throw new Error('an organisation without a first department')
  return { root, byId: new Map(departments.map(one => [one.id, one])), byCode: new Map(departments.map(one => [one.code.toLowerCase(), one])) }
}

/** Where departments that no row is about end up: they stay below their parent, wherever that goes. */
function paths({ root, byId }: Shape, listed: ReadonlyMap<string, Listed>) {
  const known = new Map<string, Path>([[root.id, []]])
  return function pathOf(id: string): Path {
    const kept = known.get(id)
    if (kept) return kept
    const row = listed.get(id)
    const department = byId.get(id)
    const path = row ? row.path : department ? [...pathOf(department.parentId ?? root.id), department.name] : []
    known.set(id, path)
    return path
  }
}

const codeFor = () => randomBytes(4).toString('hex')

/** Finds the department of each row; `refuse` is told of rows that cannot be. */
function claim(rows: readonly GivenRow[], shape: Shape, refuse: (problem: CellProblem, of: GivenRow) => void): Map<string, Listed> {
  const listed = new Map<string, Listed>()
  const byCode = new Map<string, GivenRow>()
  const waiting: GivenRow[] = []
  const take = (row: GivenRow, department: Department | undefined) => {
    const path = parsePath(row.values.path ?? '')
    const other = department && listed.get(department.id)
    if (other) return refuse(problem(row.row, 'path', 'Row {row} is the same department', { row: other.row.row }), row)
    if (department?.id === shape.root.id) return refuse(problem(row.row, 'path', 'The organisation itself is not changed by an import'), row)
    const id = department?.id ?? uuidv7()
    // Somebody's capitals in a path do not rename what is found by it.
    const name = path.at(-1) ?? ''
    const isSameName = department && name.toLowerCase() === department.name.toLowerCase() && !row.values.code
    listed.set(id, {
      row,
      id,
      isNew: !department,
      path,
      name: isSameName ? department.name : name,
      code: department?.code ?? (row.values.code || codeFor()),
      parentId: department?.parentId ?? '',
    })
  }
  for (const row of rows) {
    if (!parsePath(row.values.path ?? '').length) {
      refuse(problem(row.row, 'path', 'The organisation itself is not changed by an import'), row)
      continue
    }
    const code = row.values.code?.toLowerCase()
    const same = code ? byCode.get(code) : undefined
    if (same) {
      refuse(problem(row.row, 'code', 'Row {row} has the same code', { row: same.row }), row)
      continue
    }
    if (code) byCode.set(code, row)
    const department = code ? shape.byCode.get(code) : undefined
    if (department) take(row, department)
    else waiting.push(row)
  }
  // Those without a known code are found where they are once the others have moved.
  const pathOf = paths(shape, listed)
  const free = new Map<string, Department[]>()
  for (const department of shape.byId.values()) {
    if (listed.has(department.id)) continue
    const key = pathKey(pathOf(department.id))
    free.set(key, [...(free.get(key) ?? []), department])
  }
  const byPath = new Map<string, GivenRow>([...listed.values()].map(one => [pathKey(one.path), one.row]))
  for (const row of waiting) {
    const path = parsePath(row.values.path ?? '')
    const key = pathKey(path)
    const [department, another] = free.get(key) ?? []
    const other = byPath.get(key)
    if (other) refuse(problem(row.row, 'path', 'Row {row} is the same department', { row: other.row }), row)
    else if (another) refuse(problem(row.row, 'path', 'Several departments are called {path}. Give the code', { path: writePath(path) }), row)
    else if (department && row.values.code && row.values.code.toLowerCase() !== department.code.toLowerCase())
      refuse(problem(row.row, 'code', 'The code cannot be changed once it is set'), row)
    else {
      byPath.set(key, row)
      take(row, department)
    }
  }
  return listed
}

/** Answers whether the parent that a row names is, as things are now or as the file says, inside its own department. */
function loops(shape: Shape, listed: ReadonlyMap<string, Listed>) {
  const pathOf = paths(shape, new Map())
  const now = new Map([...shape.byId.keys()].map(id => [pathKey(pathOf(id)), id]))
  const above = (path: Path) => now.get(pathKey(path.slice(0, -1)))
  return (one: Listed): boolean => {
    const seen = new Set<string>()
    for (let at = above(one.path); at && !seen.has(at);) {
      if (at === one.id) return true
      seen.add(at)
      const next = listed.get(at)
      at = next ? above(next.path) : (shape.byId.get(at)?.parentId ?? undefined)
    }
    return false
  }
}

/** One pass over rows that are not refused yet; what it refuses now makes another pass needed. */
function pass(all: readonly GivenRow[], shape: Shape, refused: ReadonlySet<GivenRow>, refuse: (problem: CellProblem, of: GivenRow) => void): Tree {
  const rows = all.filter(row => !refused.has(row))
  const bad = new Set(all.filter(row => refused.has(row)).map(row => pathKey(parsePath(row.values.path ?? ''))))
  const listed = claim(rows, shape, refuse)
  const pathOf = paths(shape, listed)
  const index = new Map<string, string[]>()
  for (const id of new Set([...shape.byId.keys(), ...listed.keys()])) {
    const key = pathKey(pathOf(id))
    index.set(key, [...(index.get(key) ?? []), id])
  }
  const at = (path: Path) => index.get(pathKey(path)) ?? []
  const gone = new Set<string>()
  const drop = (one: Listed, found: CellProblem) => {
    gone.add(one.id)
    refuse(found, one.row)
  }
  let isLoop: ReturnType<typeof loops> | undefined
  for (const one of [...listed.values()].sort((a, b) => a.path.length - b.path.length)) {
    const above = one.path.slice(0, -1)
    const parents = at(above).filter(id => id !== one.id)
    const parent = parents.length > 1 && parents.includes(one.parentId) ? one.parentId : parents[0]
    const say = (reason: string) => drop(one, problem(one.row.row, 'path', reason, { path: writePath(above) }))
    if (!parent && (isLoop ??= loops(shape, listed))(one)) drop(one, problem(one.row.row, 'path', 'A department cannot be inside itself'))
    else if (!parent && !bad.has(pathKey(above))) say('Its parent department {path} is neither in the organisation nor in the file')
    else if (!parent || gone.has(parent)) say('The row of its parent department {path} has an error')
    else if (parents.length > 1 && parent !== one.parentId) say('Several departments are called {path}. Give the code')
    else one.parentId = parent
  }
  // The organisation itself is the first level.
  const tooDeep = new Map<string, Listed>()
  for (const id of shape.byId.keys()) {
    if (listed.has(id) || pathOf(id).length < DEPTH_MAX) continue
    for (let up = shape.byId.get(id); up; up = up.parentId ? shape.byId.get(up.parentId) : undefined) {
      const row = listed.get(up.id)
      if (row) tooDeep.set(row.id, row)
    }
  }
  for (const one of listed.values()) if (one.path.length >= DEPTH_MAX) tooDeep.set(one.id, one)
  for (const one of tooDeep.values())
    if (!gone.has(one.id)) drop(one, problem(one.row.row, 'path', 'Departments can be nested {limit} deep', { limit: DEPTH_MAX }))
  const newCodes = new Map([...listed.values()].map(one => [one.code.toLowerCase(), one.id]))
  return {
    rootId: shape.root.id,
    listed: new Map([...listed.values()].map(one => [one.row, one])),
    at,
    pathOf,
    isRefused: path => bad.has(pathKey(path)),
    byCode: code => newCodes.get(code.toLowerCase()) ?? shape.byCode.get(code.toLowerCase())?.id,
  }
}

/** The tree after the import, without the rows in `refused`; rows it refuses itself are added there. */
export function planTree(rows: readonly GivenRow[], departments: readonly Department[], refused: Map<GivenRow, CellProblem[]>): Tree {
  const shape = shapeOf(departments)
  for (let round = 1; ; round++) {
    const before = refused.size
    const tree = pass(rows, shape, new Set(refused.keys()), (found, row) => refused.set(row, [...(refused.get(row) ?? []), found]))
    if (refused.size === before) return tree
    if (round === ROUNDS) for (const row of rows) if (!refused.has(row)) refused.set(row, [problem(row.row, '', TOO_ENTANGLED)])
  }
}
