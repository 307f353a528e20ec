// The whole of a directory, put together from its pages.
import { DirectoryError, type Directory, type VendorDepartment, type VendorPerson } from './directory.ts'

const DEPARTMENTS_MAX = 20_000
const PEOPLE_MAX = 200_000
/** How many departments are asked for their people at once; the limiter holds the pace. */
const AT_ONCE = 6

export interface Snapshot {
  rootId: string
  /** Parents before what is below them. */
  departments: VendorDepartment[]
  people: VendorPerson[]
}

/** From the top down; who names an unknown parent comes directly below the organisation. */
function ordered(rootId: string, found: Map<string, VendorDepartment>): VendorDepartment[] {
  const below = new Map<string, VendorDepartment[]>()
  for (const department of found.values()) {
    const parentId = found.has(department.parentId) ? department.parentId : rootId
    below.set(parentId, [...(below.get(parentId) ?? []), { ...department, parentId }])
  }
  const rows: VendorDepartment[] = []
  for (let level = [rootId]; level.length;) {
    const next = level.flatMap(id => below.get(id) ?? [])
    rows.push(...next)
    level = next.map(department => department.id)
  }
  if (rows.length < found.size) throw new DirectoryError('unexpected', 'departments that are inside each other', 'departments')
  return rows
}

/** `onProgress` may refuse to go on by throwing. */
export async function readDirectory(directory: Directory, onProgress: (done: { departments: number; people: number }) => Promise<void>): Promise<Snapshot> {
  const { rootId } = directory
  await directory.signIn()
  const departments = new Map<string, VendorDepartment>()
  for await (const page of directory.departments()) {
    for (const department of page) departments.set(department.id, department)
    if (departments.size > DEPARTMENTS_MAX) throw new DirectoryError('tooMuch', `more than ${DEPARTMENTS_MAX} departments`, 'departments')
    await onProgress({ departments: departments.size, people: 0 })
  }
  const people = new Map<string, VendorPerson>()
  const waiting = [rootId, ...departments.keys()]
  async function work() {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      for await (const page of directory.people(id)) {
        for (const person of page) {
          const there = people.get(person.id)
          const union = (a: string[] = [], b: string[] = []) => [...new Set([...a, ...b])]
          people.set(person.id, {
            ...person,
            departmentIds: union(there?.departmentIds, [...person.departmentIds, id]),
            leads: union(there?.leads, person.leads),
          })
        }
        if (people.size > PEOPLE_MAX) throw new DirectoryError('tooMuch', `more than ${PEOPLE_MAX} people`, 'people')
      }
      await onProgress({ departments: departments.size, people: people.size })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, () => work().finally(() => (waiting.length = 0))))
  return { rootId, departments: ordered(rootId, departments), people: [...people.values()] }
}
