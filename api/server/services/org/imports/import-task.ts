// The two parts of an import that take long, as tasks: reading a workbook, and finding out what twenty thousand rows would do. Rows and plans come and go
// as JSON texts, cut into pieces where the server has to read them itself.
import { task } from '../../foundation/workers.ts'
import { mayEdit } from '../seats.ts'
import { hashOfPlan, makePlan } from './plan.ts'
import type { Action, Department, GivenRow, MemberStep, Outcome, Person } from './types.ts'
import { readImport } from './workbook.ts'

/** Rows of one piece. */
const PIECE = 1000

export interface ReadRows {
  /** JSON of the rows as they were read. */
  rows: string
  /** JSON of the emails and usernames that the rows name. */
  words: string
}

/** An organisation as far as the rows name it, as the database answers it. */
export interface DirectoryText {
  departments: string
  people: string
  /** JSON of pairs: a username or email, and whose it is. */
  accounts: string
}
type FoundPerson = Omit<Person, 'isEditable'> & { isSuper: boolean; organisations: number }

export type Counts = Record<GivenRow['kind'], Record<Action, number>>

export interface Planned {
  counts: Counts
  /** Hex; the same for two plans that do the same. */
  hash: string
  /** Each a JSON list of rows as they are kept. */
  kept: string[]
  /** JSON of the departments to be written, and of the members in pieces. */
  departments: string
  members: string[]
}

const pieces = <T, Piece>(list: readonly T[], make: (piece: T[], at: number) => Piece): Piece[] =>
  Array.from({ length: Math.ceil(list.length / PIECE) }, (_none, at) => make(list.slice(at * PIECE, (at + 1) * PIECE), at * PIECE))

export const readBook = task({
  name: 'org.readBook',
  lane: 'long',
  // Packed: what is in it may be a hundred times as large.
  from: 12_000,
  async run({ path }: { path: string }): Promise<ReadRows> {
    const rows = await readImport(path)
    const words = new Set(rows.flatMap(({ values }) => [values.email, values.username, values.manager].flatMap(text => text || [])))
    return { rows: JSON.stringify(rows), words: JSON.stringify([...words]) }
  },
})

export const planRows = task({
  name: 'org.planRows',
  lane: 'long',
  from: 50_000,
  run({ rows: text, directory, byId, onlyExisting }: { rows: string; directory: DirectoryText; byId: string; onlyExisting: boolean }): Planned {
    const rows = JSON.parse(text) as GivenRow[]
    const people = (JSON.parse(directory.people) as FoundPerson[]).map(({ isSuper, organisations, role, ...person }) => ({
      ...person,
      role,
      isEditable: mayEdit({ id: person.id, role, is_super: isSuper, organisations }, byId),
    }))
    const accounts = new Map(JSON.parse(directory.accounts) as [string, string][])
    const plan = makePlan(rows, { onlyExisting, departments: JSON.parse(directory.departments) as Department[], people, accounts })
    const none = () => ({ create: 0, change: 0, leave: 0, error: 0 })
    const counts: Counts = { department: none(), member: none() }
    for (const [at, { action }] of plan.outcomes.entries()) counts[(rows[at] as GivenRow).kind][action]++
    return {
      counts,
      hash: hashOfPlan(plan).toString('hex'),
      kept: pieces(rows, (piece, from) =>
        JSON.stringify(
          piece.map(({ kind, row, values, problems }, at) => {
            const { action, ...outcome } = plan.outcomes[from + at] as Outcome
            return { n: from + at, kind, row, given: { values, problems }, action, outcome }
          }),
        ),
      ),
      departments: JSON.stringify(plan.departments),
      members: pieces(plan.members, (piece: MemberStep[]) => JSON.stringify(piece)),
    }
  },
})
