// The two sheets of an import: their columns, and how a cell names departments.
import type { Column, Reason } from '../../foundation/spreadsheets/index.ts'

export type Kind = 'department' | 'member'
export type DepartmentKey = 'path' | 'code' | 'manager'
export type MemberKey = 'name' | 'email' | 'username' | 'phone' | 'departments'
export type ColumnKey = DepartmentKey | MemberKey

export const NAME_MAX = 25
const notValid = (pattern: RegExp, reason: string) => (text: string) => (pattern.test(text) ? undefined : { reason })

export const DEPARTMENT_COLUMNS: readonly Column<DepartmentKey>[] = [
  {
    key: 'path',
    header: 'Department',
    isRequired: true,
    maxLength: 1000,
    width: 40,
    check: text => pathProblem(text),
    hint: 'The way from the top, without the organisation itself: “Sales / East”. A slash inside a name is written twice. A department that is there is found by its code, or by this way.',
  },
  {
    key: 'code',
    header: 'Code',
    maxLength: 50,
    width: 18,
    check: notValid(/^[A-Za-z0-9_.-]*$/, 'Only letters, digits, - _ and .'),
    hint: 'Unique in the organisation; made when empty, and not changed once set. With the code of a department that is there, its name and place are changed to what the row says.',
  },
  {
    key: 'manager',
    header: 'Manager',
    maxLength: 200,
    width: 28,
    hint: 'Email or username of a member, or of somebody in the members sheet. Becomes a member of the department. Empty leaves it as it is.',
  },
]

export const MEMBER_COLUMNS: readonly Column<MemberKey>[] = [
  { key: 'name', header: 'Name', isRequired: true, maxLength: 50, width: 22, hint: 'As others see it.' },
  {
    key: 'email',
    header: 'Email',
    isRequired: true,
    maxLength: 200,
    width: 32,
    check: notValid(/^[^\s@<>"']+@[^\s@<>"'.]+(\.[^\s@<>"'.]+)*$/, 'Please enter a valid email'),
    hint: 'People are found by it. Who is new gets a mail with a link to choose a password.',
  },
  {
    key: 'username',
    header: 'Username',
    maxLength: 200,
    width: 20,
    hint: 'For signing in; the email when empty. It is not changed for people who are there.',
  },
  {
    key: 'phone',
    header: 'Phone',
    maxLength: 20,
    width: 18,
    check: notValid(/^[0-9+() -]*$/, 'Only digits, spaces and + - ( )'),
    hint: 'Empty leaves it as it is.',
  },
  {
    key: 'departments',
    header: 'Departments',
    maxLength: 4000,
    width: 50,
    check: text => parseDepartments(text).map(pathProblem).find(Boolean),
    hint: 'All departments of the person, separated by semicolons: “Sales / East; Marketing”. Codes work too, and / alone is the organisation itself. Empty leaves somebody who is there where he is.',
  },
]

export const COLUMNS: Record<Kind, readonly Column<ColumnKey>[]> = { department: DEPARTMENT_COLUMNS, member: MEMBER_COLUMNS }
/** Names of the sheets. */
export const SHEETS: Record<Kind, string> = { department: 'Departments', member: 'Members' }

/** Cuts at a sign; where it is doubled it belongs to the text. */
function split(text: string, sign: string): string[] {
  const parts: string[] = []
  let part = ''
  for (let at = 0; at < text.length; at++) {
    if (text[at] !== sign) part += text[at]
    else if (text[at + 1] === sign) part += text[at++]
    else {
      parts.push(part.trim())
      part = ''
    }
  }
  return [...parts, part.trim()]
}
const doubled = (text: string, sign: string) => text.replaceAll(sign, sign + sign)

/** Names from the top down; none for the organisation itself. */
export type Path = readonly string[]

export const parsePath = (text: string): Path => (text.trim() === '/' ? [] : split(text, '/'))
export const writePath = (path: Path): string => (path.length ? path.map(name => doubled(name, '/')).join(' / ') : '/')

/** What the cell of a member names, one text per department. */
export const parseDepartments = (text: string): string[] => split(text, ';').filter(Boolean)
export const writeDepartments = (departments: readonly string[]): string => departments.map(one => doubled(one, ';')).join('; ')

/** Paths that are the same department; capitals do not tell names apart. */
export const pathKey = (path: Path): string => JSON.stringify(path.map(name => name.toLowerCase()))

function pathProblem(text: string): Reason | undefined {
  const path = parsePath(text)
  if (path.some(name => !name)) return { reason: 'A name is missing before or after a slash' }
  if (path.some(name => name.length > NAME_MAX)) return { reason: 'Names of departments have no more than {limit} characters', values: { limit: NAME_MAX } }
  return undefined
}
