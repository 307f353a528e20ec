// What a file would do to the organisation: each row creates, changes or leaves something, or says why it cannot. Nothing is written here.
import { createHash } from 'node:crypto'
import type { CellProblem } from '../../foundation/spreadsheets/index.ts'
import { parseDepartments, parsePath, writeDepartments, writePath } from './columns.ts'
import { planPeople, type People } from './people.ts'
import { planTree, type Listed, type Tree } from './tree.ts'
import {
  problem,
  ROUNDS,
  TOO_ENTANGLED,
  type Change,
  type DepartmentStep,
  type Directory,
  type GivenRow,
  type MemberStep,
  type Outcome,
  type Plan,
} from './types.ts'

type Refused = Map<GivenRow, CellProblem[]>

export function makePlan(rows: readonly GivenRow[], directory: Directory): Plan {
  const ofKind = (kind: GivenRow['kind']) => rows.filter(row => row.kind === kind)
  const refused: Refused = new Map(rows.filter(row => row.problems.length).map(row => [row, row.problems]))
  const refuse = (found: CellProblem, row: GivenRow) => refused.set(row, [...(refused.get(row) ?? []), found])
  const good = (kind: GivenRow['kind']) => ofKind(kind).filter(row => !refused.has(row))
  const people = planPeople(ofKind('member'), good('member'), directory, refuse)

  // A refused row may make others impossible (members of a department, departments of a member): repeated until nothing more is refused.
  for (let round = 1; ; round++) {
    const before = refused.size
    const tree = planTree(ofKind('department'), directory.departments, refused)
    const seats = new Map<GivenRow, string[]>()
    for (const row of good('member')) {
      const found = seatsOf(row, tree, refuse)
      if (found) seats.set(row, found)
    }
    const managers = new Map<Listed, { id: string; name: string }>()
    for (const listed of tree.listed.values()) {
      const manager = managerOf(listed.row, people, refused, refuse)
      if (manager) managers.set(listed, manager)
    }
    if (refused.size > before) {
      if (round === ROUNDS) for (const row of rows) if (!refused.has(row)) refuse(problem(row.row, '', TOO_ENTANGLED), row)
      continue
    }
    return finish(rows, directory, refused, people, tree, seats, managers)
  }
}

/** The departments that a member's row names; undefined where it names none. */
function seatsOf(row: GivenRow, tree: Tree, refuse: (problem: CellProblem, row: GivenRow) => void): string[] | undefined {
  const texts = parseDepartments(row.values.departments ?? '')
  if (!texts.length) return undefined
  const ids = new Set<string>()
  for (const text of texts) {
    const path = parsePath(text)
    const found = tree.at(path)
    const id = found.length > 1 ? undefined : (found[0] ?? tree.byCode(text))
    if (!id) {
      const reason = found.length
        ? 'Several departments are called {path}. Give the code'
        : tree.isRefused(path)
          ? 'The row of department {path} has an error'
          : 'There is no department {path}'
      refuse(problem(row.row, 'departments', reason, { path: writePath(path) }), row)
      return undefined
    }
    ids.add(id)
  }
  return [...ids]
}

function managerOf(row: GivenRow, people: People, refused: Refused, refuse: (problem: CellProblem, row: GivenRow) => void) {
  const text = row.values.manager
  if (!text) return undefined
  const found = people.find(text)
  if (!found)
    refuse(
      problem(row.row, 'manager', 'No member of this organisation and nobody in the file has the email or username {text}', { text: text.slice(0, 100) }),
      row,
    )
  else if (found.row && refused.has(found.row)) refuse(problem(row.row, 'manager', 'Row {row} of this person has an error', { row: found.row.row }), row)
  else return found
  return undefined
}

function finish(
  rows: readonly GivenRow[],
  directory: Directory,
  refused: Refused,
  people: People,
  tree: Tree,
  seats: ReadonlyMap<GivenRow, string[]>,
  managers: ReadonlyMap<Listed, { id: string; name: string }>,
): Plan {
  const before = new Map(directory.departments.map(one => [one.id, one]))
  const rootName = before.get(tree.rootId)?.name ?? ''
  const shown = (path: readonly string[]) => (path.length ? writePath(path) : rootName)
  const pathText = (id: string) => shown(tree.pathOf(id))
  /** As the tree is now. */
  const pathNow = (id: string): string[] => {
    const one = before.get(id)
    return one?.parentId ? [...pathNow(one.parentId), one.name] : []
  }
  const departments: DepartmentStep[] = []
  const members: MemberStep[] = []
  /** Who manages what once all is done, and the departments that a manager comes to by that. */
  const nextManager = new Map<string, string>()
  const comes = new Map<string, string[]>()
  for (const [listed, manager] of managers) {
    nextManager.set(listed.id, manager.id)
    comes.set(manager.id, [...(comes.get(manager.id) ?? []), listed.id])
  }
  const managed = new Map<string, string[]>()
  for (const one of directory.departments) if (one.managerId) managed.set(one.managerId, [...(managed.get(one.managerId) ?? []), one.id])

  function department(row: GivenRow): Outcome {
    const listed = tree.listed.get(row) as Listed
    const old = before.get(listed.id)
    const manager = managers.get(listed)
    const changes: Change[] = []
    const isRenamed = !!old && old.name !== listed.name
    const isMoved = !!old && old.parentId !== listed.parentId
    const isManaged = !!manager && manager.id !== old?.managerId
    if (isRenamed) changes.push({ field: 'path', from: old.name, to: listed.name })
    if (isMoved) changes.push({ field: 'parent', from: shown(pathNow(old.parentId ?? '')), to: pathText(listed.parentId) })
    if (isManaged) changes.push({ field: 'manager', from: old?.manager ?? '', to: manager.name })
    if (!old || changes.length)
      departments.push({
        id: listed.id,
        isNew: !old,
        name: listed.name,
        code: listed.code,
        parentId: listed.parentId,
        isMoved,
        isRenamed,
        ...(isManaged && { managerId: manager.id }),
      })
    return { action: !old ? 'create' : changes.length ? 'change' : 'leave', changes, problems: [] }
  }

  function member(row: GivenRow): Outcome {
    const step = { ...(people.steps.get(row) as MemberStep) }
    const person = people.persons.get(row)
    const changes: Change[] = []
    if (person && step.name !== person.name) changes.push({ field: 'name', from: person.name, to: step.name })
    if (person && step.phone !== person.phone) changes.push({ field: 'phone', from: person.phone, to: step.phone })
    const now = person?.seats ?? []
    const wanted = seats.get(row) ?? (step.isNewMember && comes.has(step.id) ? [] : undefined)
    const next = wanted && [...new Set([...wanted, ...(comes.get(step.id) ?? [])])]
    const isSeated = !!next && (step.isNewMember || next.length !== now.length || next.some(id => !now.includes(id)))
    if (isSeated) {
      step.seats = next
      changes.push({
        field: 'departments',
        from: writeDepartments(now.map(id => shown(pathNow(id))).sort()),
        to: writeDepartments(next.map(pathText).sort()),
      })
      // Who leaves a department no longer manages it.
      const lost = (managed.get(step.id) ?? []).filter(id => !next.includes(id) && !nextManager.has(id))
      if (lost.length) changes.push({ field: 'managerOf', from: writeDepartments(lost.map(pathText).sort()), to: '' })
    }
    if (step.isNewMember || changes.length) members.push(step)
    return { action: step.isNewMember ? 'create' : changes.length ? 'change' : 'leave', changes, problems: [] }
  }

  const outcomes = rows.map((row): Outcome => {
    const problems = refused.get(row)
    if (problems) return { action: 'error', changes: [], problems }
    return row.kind === 'department' ? department(row) : member(row)
  })
  return { outcomes, departments, members }
}

/** The same for two plans that do the same; ids made for new things do not count. */
export const hashOfPlan = (plan: Plan): Buffer => createHash('sha256').update(JSON.stringify(plan.outcomes)).digest()
