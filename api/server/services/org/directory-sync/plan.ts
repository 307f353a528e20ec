// What a synchronisation would do: the directory against the organisation. Nothing is read or written here.
import { uuidv7 } from 'uuidv7'
import type { Tables } from '../../../store/tables.ts'
import type { VendorPerson } from './directory.ts'
import type { Snapshot } from './read.ts'

/** A name longer than what the form of a department takes could never be saved there. */
const DEPARTMENT_NAME_MAX = 25

type Kind = Tables['directory_change']['kind']

export interface LocalDepartment {
  id: string
  parentId: string | null
  name: string
  isOff: boolean
  managerId: string | null
}
export interface LocalPerson {
  id: string
  name: string
  email: string
  phone: string
  emailVerified: boolean
  /** Belongs to this organisation alone, which may then change name and phone. */
  isOurs: boolean
  /** Nobody can sign in as this person, and no organisation has it: there is nobody to ask before it comes back. */
  isUnclaimed: boolean
  /** Undefined for somebody who is no member. */
  role: 'owner' | 'admin' | 'member' | undefined
  banned: boolean
  seats: string[]
}
export interface Link {
  kind: Kind
  externalId: string
  localId: string
  isOff: boolean
  managerId: string | null
}
export interface Local {
  rootId: string
  departments: Map<string, LocalDepartment>
  people: Map<string, LocalPerson>
  links: Link[]
}

export interface Named {
  id: string
  name: string
}
export interface DepartmentState {
  name: string
  parent: Named
  isOff: boolean
}
export interface PersonState {
  name: string
  email: string
  phone: string
  banned: boolean
  departments: Named[]
}

/** Why somebody is left out, or what makes a change worth a look. */
export const REASONS = {
  inactive: 'Blocked or gone on the platform, and never was here',
  protected: 'Gone on the platform, but owner and administrators are never banned by a synchronisation',
  bannedHere: 'Banned here by hand, which stays so',
  accountTaken: 'The account with this email or phone is somebody else of the platform already',
  needsLook: 'The same phone or unconfirmed email as an account here: a synchronisation that somebody starts links them',
  byEmail: 'Linked with the account that has this email',
  byPhone: 'Linked with the account that has this phone',
  again: 'Was removed here, and is still on the platform',
} as const
export type Why = keyof typeof REASONS | ''

interface Base {
  externalId: string
  localId: string | null
  name: string
  reason: Why
}
export type Change = Base &
  (
    | {
        kind: 'department'
        action: 'create' | 'move' | 'change' | 'enable' | 'disable' | 'unchanged'
        before: Partial<DepartmentState>
        after: Partial<DepartmentState>
      }
    | { kind: 'department'; action: 'manager'; before: { manager: Named | null }; after: { manager: Named | null } }
    | {
        kind: 'person'
        action: 'create' | 'move' | 'change' | 'enable' | 'disable' | 'skip' | 'unchanged'
        before: Partial<PersonState>
        after: Partial<PersonState> & { isNew?: boolean; add?: string[]; remove?: string[]; /** The account that was a member before. */ knownAs?: string }
      }
  )

export interface Share {
  people: number
  peopleOf: number
  departments: number
  departmentsOf: number
}
export interface Plan {
  changes: Change[]
  share: Share
}

function departmentName(text: string): string {
  const letters = [...text]
  return letters.length > DEPARTMENT_NAME_MAX ? `${letters.slice(0, DEPARTMENT_NAME_MAX - 1).join('')}…` : text
}

/** `hasReader`: somebody looks at the plan before it is carried out, so that accounts may be linked by what nobody has proved. */
export function makePlan(snapshot: Snapshot, local: Local, { hasReader }: { hasReader: boolean }): Plan {
  const linksOf = (kind: Kind) => new Map(local.links.filter(link => link.kind === kind).map(link => [link.externalId, link]))
  const departmentLinks = linksOf('department')
  const personLinks = linksOf('person')

  // Departments: who is whom, then what differs.
  const localDepartment = new Map([[snapshot.rootId, local.rootId]])
  const nameOf = new Map([...local.departments.values()].map(department => [department.id, department.name]))
  const changes: Change[] = []
  for (const vendor of snapshot.departments) {
    const link = departmentLinks.get(vendor.id)
    const there = link && local.departments.get(link.localId)
    const id = there?.id ?? uuidv7()
    localDepartment.set(vendor.id, id)
    const name = departmentName(vendor.name)
    const parentId = localDepartment.get(vendor.parentId) ?? local.rootId
    const parent = { id: parentId, name: nameOf.get(parentId) ?? '' }
    nameOf.set(id, name)
    const after = { name, parent, isOff: false }
    const base = { kind: 'department' as const, externalId: vendor.id, localId: id, name, reason: '' as const }
    if (!there) {
      changes.push({ ...base, action: 'create', before: {}, after })
      continue
    }
    const before = { name: there.name, parent: { id: there.parentId ?? '', name: nameOf.get(there.parentId ?? '') ?? '' }, isOff: there.isOff }
    // Put out of use here by hand, it stays so.
    if (there.isOff && !link.isOff) after.isOff = true
    const action = before.isOff && !after.isOff ? 'enable' : before.parent.id !== parentId ? 'move' : before.name !== name ? 'change' : 'unchanged'
    changes.push({ ...base, action, before, after })
  }

  const people = planPeople(snapshot, local, { localDepartment, nameOf, personLinks, departmentLinks, hasReader })
  changes.push(...people.changes)

  // Managers come after the people who are.
  for (const vendor of snapshot.departments) {
    const id = localDepartment.get(vendor.id) as string
    const link = departmentLinks.get(vendor.id)
    const now = local.departments.get(id)?.managerId ?? null
    const wanted = people.managers.get(vendor.id) ?? null
    // Who was made manager by hand stays, where the platform names nobody.
    if (wanted === now || (wanted === null && now !== link?.managerId)) continue
    const named = (one: string | null) => (one ? { id: one, name: people.names.get(one) ?? local.people.get(one)?.name ?? '' } : null)
    const base = { kind: 'department' as const, externalId: vendor.id, localId: id, name: departmentName(vendor.name), reason: '' as const }
    changes.push({ ...base, action: 'manager', before: { manager: named(now) }, after: { manager: named(wanted) } })
  }

  // What is gone comes last, when nobody sits there any more who sits elsewhere now.
  const known = new Set(snapshot.departments.map(department => department.id))
  let departmentsOff = 0
  let departmentsOf = 0
  for (const link of departmentLinks.values()) {
    const there = local.departments.get(link.localId)
    if (!there || there.isOff) continue
    departmentsOf++
    if (known.has(link.externalId)) continue
    departmentsOff++
    const before = { name: there.name, parent: { id: there.parentId ?? '', name: nameOf.get(there.parentId ?? '') ?? '' }, isOff: false }
    const base = { kind: 'department' as const, externalId: link.externalId, localId: there.id, name: there.name, reason: '' as const }
    changes.push({ ...base, action: 'disable', before, after: { ...before, isOff: true } })
  }
  return { changes, share: { people: people.off, peopleOf: people.of, departments: departmentsOff, departmentsOf } }
}

function planPeople(
  { rootId, departments, people }: Snapshot,
  local: Local,
  maps: {
    localDepartment: Map<string, string>
    nameOf: Map<string, string>
    personLinks: Map<string, Link>
    departmentLinks: Map<string, Link>
    hasReader: boolean
  },
) {
  const { localDepartment, nameOf, personLinks, departmentLinks, hasReader } = maps
  const byEmail = new Map([...local.people.values()].filter(person => person.email).map(person => [person.email.toLowerCase(), person]))
  const byPhone = new Map<string, LocalPerson | null>()
  for (const person of local.people.values())
    // A phone that two have names nobody.
    if (person.phone && person.role && person.isOurs) byPhone.set(person.phone, byPhone.has(person.phone) ? null : person)
  const taken = new Set([...personLinks.values()].map(link => link.localId))

  /** Whom a person of the directory is here. */
  function match(vendor: VendorPerson): { person?: LocalPerson; knownAs?: string; reason: Why; isOut?: boolean } {
    const link = personLinks.get(vendor.id)
    const linked = link && local.people.get(link.localId)
    if (linked?.role) return { person: linked, reason: '' }
    // Who was taken out here, left or declined does not come back, and is not asked again, before somebody has looked at it.
    if (linked && !hasReader) return { reason: 'again', isOut: true }
    if (linked) return linked.isUnclaimed ? { person: linked, reason: 'again' } : { reason: 'again', knownAs: linked.id }
    const mailed = vendor.email ? byEmail.get(vendor.email) : undefined
    const called = vendor.phone ? (byPhone.get(vendor.phone) ?? undefined) : undefined
    const person = mailed ?? called
    if (!person && link) return { reason: 'again', ...(!hasReader && { isOut: true }) }
    if (!person) return { reason: '' }
    if (taken.has(person.id)) return mailed ? { reason: 'accountTaken', isOut: true } : { reason: '' }
    const isProved = person === mailed && person.emailVerified
    if (!isProved && !hasReader) return { reason: 'needsLook', isOut: true }
    return { person, reason: person === mailed ? 'byEmail' : 'byPhone' }
  }

  const found = people.map(vendor => {
    const matched = match(vendor)
    if (matched.person) taken.add(matched.person.id)
    return { vendor, ...matched, id: matched.person?.id ?? uuidv7() }
  })
  const idOf = new Map(found.filter(one => !one.isOut && one.vendor.isActive).map(one => [one.vendor.id, one.id]))
  const names = new Map(found.map(one => [one.id, one.vendor.name]))

  const leads = new Map<string, string[]>()
  for (const { vendor } of found) for (const id of vendor.leads) leads.set(id, [...(leads.get(id) ?? []), vendor.id])
  const managers = new Map<string, string>()
  const managed = new Map<string, string[]>()
  for (const { id, leaders } of departments) {
    const first = [...leaders, ...(leads.get(id) ?? [])].find(one => idOf.has(one))
    if (!first) continue
    managers.set(id, idOf.get(first) as string)
    managed.set(first, [...(managed.get(first) ?? []), id])
  }

  // Seats elsewhere were given by hand and stay.
  const governed = new Set([...[...departmentLinks.values()].map(link => link.localId), local.rootId])
  const named = (ids: Iterable<string>) => [...ids].map(id => ({ id, name: nameOf.get(id) ?? '' }))

  const changes: Change[] = []
  let off = 0
  const here = new Set<string>()
  const emails = new Set(byEmail.keys())
  for (const { vendor, person, knownAs, reason, isOut, id } of found) {
    here.add(vendor.id)
    const link = personLinks.get(vendor.id)
    const base = { kind: 'person' as const, externalId: vendor.id, localId: isOut ? null : id, name: vendor.name, reason }
    const nobody = { before: {}, after: { name: vendor.name, email: vendor.email, phone: vendor.phone } }
    if (isOut) {
      changes.push({ ...base, action: 'skip', ...nobody })
      continue
    }
    if (!vendor.isActive && !link) {
      changes.push({ ...base, action: 'skip', reason: 'inactive', localId: null, ...nobody })
      continue
    }
    const seats = new Set(person?.role ? person.seats : [])
    const wanted = new Set([...vendor.departmentIds, ...(managed.get(vendor.id) ?? [])].flatMap(one => localDepartment.get(one) ?? []))
    // Who sits in a department need not sit in the organisation itself, unless the platform says so as well.
    if (!wanted.size && ![...seats].some(seat => !governed.has(seat))) wanted.add(local.rootId)
    const add = [...wanted].filter(seat => !seats.has(seat))
    const remove = [...seats].filter(seat => governed.has(seat) && !wanted.has(seat))
    const after = [...[...seats].filter(seat => !remove.includes(seat)), ...add]

    if (!person?.role) {
      if (!vendor.isActive || (!person && emails.has(vendor.email))) {
        changes.push({ ...base, action: 'skip', reason: vendor.isActive ? 'accountTaken' : 'inactive', localId: null, ...nobody })
        continue
      }
      if (vendor.email) emails.add(vendor.email)
      const { name, email, phone } = person ?? vendor
      const state = { name, email, phone, banned: false, departments: named(after) }
      changes.push({ ...base, action: 'create', before: {}, after: { ...state, isNew: !person, add, remove: [], ...(knownAs && { knownAs }) } })
      continue
    }
    const before = { name: person.name, email: person.email, phone: person.phone, banned: person.banned, departments: named(seats) }
    if (!vendor.isActive) {
      changes.push(leaving(base, person, before))
      if (!person.banned && person.role === 'member') off++
      continue
    }
    const state: PersonState = { ...before, departments: named(after) }
    if (person.isOurs) {
      state.name = vendor.name
      state.phone = vendor.phone || person.phone
      // The email is how somebody signs in: it is filled in, not replaced.
      state.email = person.email || (emails.has(vendor.email) ? '' : vendor.email)
      if (vendor.email) emails.add(vendor.email)
    }
    if (person.banned && link?.isOff) state.banned = false
    const isSame = state.name === person.name && state.phone === person.phone && state.email === person.email && link
    const action = person.banned && !state.banned ? 'enable' : add.length || remove.length ? 'move' : isSame ? 'unchanged' : 'change'
    changes.push({ ...base, reason: state.banned ? 'bannedHere' : reason, action, before, after: { ...state, add, remove } })
  }

  let of = 0
  for (const link of personLinks.values()) {
    const person = local.people.get(link.localId)
    if (!person?.role) continue
    if (!person.banned && person.role === 'member') of++
    if (here.has(link.externalId)) continue
    const before = { name: person.name, email: person.email, phone: person.phone, banned: person.banned, departments: named(person.seats) }
    if (!person.banned && person.role === 'member') off++
    changes.push(leaving({ kind: 'person', externalId: link.externalId, localId: person.id, name: person.name, reason: '' }, person, before))
  }
  return { changes, managers, names, off, of, rootId }
}

/** Somebody who is gone on the platform, or blocked there. */
function leaving(base: Base & { kind: 'person' }, person: LocalPerson, before: PersonState): Change {
  if (person.banned) return { ...base, action: 'unchanged', before, after: before }
  if (person.role !== 'member') return { ...base, reason: 'protected', action: 'skip', before, after: before }
  return { ...base, action: 'disable', before, after: { ...before, banned: true } }
}
