// The members as the file leaves them: rows find people by email, and follow the rules of adding and editing one by one.
import { uuidv7 } from 'uuidv7'
import type { CellProblem } from '../../foundation/spreadsheets/index.ts'
import { problem, type Directory, type GivenRow, type MemberStep, type Person } from './types.ts'

export interface People {
  steps: Map<GivenRow, MemberStep>
  /** People as they are, of rows about somebody who exists. */
  persons: Map<GivenRow, Person>
  /** Somebody by email or username: a member, or a row of the file. */
  find(text: string): { id: string; name: string; row?: GivenRow } | undefined
}

const USERNAME = /^[A-Za-z0-9][A-Za-z0-9._-]{1,49}$/

/** Of rows that are right in themselves; those with errors can be named, too. */
export function planPeople(
  all: readonly GivenRow[],
  rows: readonly GivenRow[],
  directory: Directory,
  refuse: (problem: CellProblem, of: GivenRow) => void,
): People {
  const byEmail = new Map(directory.people.map(person => [person.email.toLowerCase(), person]))
  const byUsername = new Map(directory.people.map(person => [person.username.toLowerCase(), person]))
  const rowOf = new Map<string, GivenRow>()
  const steps = new Map<GivenRow, MemberStep>()
  const persons = new Map<GivenRow, Person>()
  const named = new Map<string, GivenRow>()

  function newPerson(row: GivenRow, email: string): MemberStep | undefined {
    const accountId = directory.accounts.get(email.toLowerCase())
    if (directory.onlyExisting && !accountId) {
      refuse(problem(row.row, 'email', 'Nobody has this email. New people are added in the user centre'), row)
      return undefined
    }
    const username = row.values.username || email
    const column = row.values.username ? 'username' : 'email'
    if (row.values.username && !USERNAME.test(username) && username.toLowerCase() !== email.toLowerCase())
      return void refuse(problem(row.row, 'username', '2 to 50 letters, digits, - _ or .'), row)
    // A username that is somebody's email, or the other way round, would make two people of one sign-in.
    const words = new Set([email.toLowerCase(), username.toLowerCase()])
    const isTaken = username.toLowerCase() !== email.toLowerCase() && directory.accounts.has(username.toLowerCase())
    if (isTaken || [...words].some(word => byUsername.has(word) || byEmail.has(word)))
      return void refuse(problem(row.row, column, 'This username is taken'), row)
    const same = [...words].map(word => named.get(word)).find(Boolean)
    if (same) return void refuse(problem(row.row, column, 'Row {row} has the same username', { row: same.row }), row)
    for (const word of words) named.set(word, row)
    return {
      id: uuidv7(),
      isNewPerson: true,
      isNewMember: true,
      // Somebody who has an account is asked; the row looks the same as one about somebody new.
      ...(accountId && { standsFor: accountId }),
      email,
      username,
      name: row.values.name ?? '',
      phone: row.values.phone ?? '',
      isEdited: false,
    }
  }

  function existing(row: GivenRow, person: Person): MemberStep | undefined {
    persons.set(row, person)
    const { id, email, username } = person
    const step = { id, isNewPerson: false, isNewMember: false, email, username, name: person.name, phone: person.phone, isEdited: false }
    if (person.disabled) return void refuse(problem(row.row, 'email', 'The account of this person is out of use'), row)
    if (row.values.username && row.values.username.toLowerCase() !== username.toLowerCase())
      return void refuse(problem(row.row, 'username', 'The username cannot be changed'), row)
    const name = row.values.name || person.name
    const phone = row.values.phone || person.phone
    const column = name !== person.name ? 'name' : phone !== person.phone ? 'phone' : undefined
    if (column && !person.isEditable)
      return void refuse(problem(row.row, column, 'This person belongs to other organisations too and changes this himself'), row)
    return { ...step, name, phone, isEdited: !!column }
  }

  for (const row of rows) {
    const email = row.values.email ?? ''
    const key = email.toLowerCase()
    const same = rowOf.get(key)
    if (same) {
      refuse(problem(row.row, 'email', 'Row {row} is the same person', { row: same.row }), row)
      continue
    }
    rowOf.set(key, row)
    const person = byEmail.get(key)
    const step = person ? existing(row, person) : newPerson(row, email)
    if (step) steps.set(row, step)
  }
  const byWord = new Map<string, GivenRow>()
  for (const row of all)
    for (const word of [row.values.email, row.values.username]) if (word && !byWord.has(word.toLowerCase())) byWord.set(word.toLowerCase(), row)
  return {
    steps,
    persons,
    find(text) {
      const word = text.toLowerCase()
      const person = byEmail.get(word) ?? byUsername.get(word)
      if (person) return { id: person.id, name: person.name }
      const row = byWord.get(word)
      return row && { id: steps.get(row)?.id ?? '', name: row.values.name ?? '', row }
    },
  }
}
