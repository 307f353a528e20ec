// Reading a file of people for a role as a task: up to 20,000 rows.
import { openWorkbook, readTable, type CellProblem, type Column } from '../foundation/spreadsheets/index.ts'
import { task } from '../foundation/workers.ts'

// The name is for those who fill in the file; the email alone says who is meant.
export const COLUMNS: readonly Column<'email' | 'name'>[] = [
  { key: 'email', header: 'Email', isRequired: true, maxLength: 200, width: 34 },
  { key: 'name', header: 'Name', isOptional: true, maxLength: 100, width: 22 },
]

export interface NamedPerson {
  row: number
  email: string
  /** What is wrong with the email, if anything. */
  problem?: Pick<CellProblem, 'reason' | 'values'>
}

export const readPeople = task({
  name: 'permission.readPeople',
  lane: 'long',
  // Packed: what is in it may be a hundred times as large.
  from: 12_000,
  async run({ path }: { path: string }): Promise<NamedPerson[]> {
    const found: NamedPerson[] = []
    const book = await openWorkbook(path)
    try {
      const sheet = book.sheets[0]
      if (sheet)
        for await (const { row, values, problems } of readTable(sheet, COLUMNS)) {
          const wrong = problems.find(problem => problem.column === 'email')
          found.push({ row, email: values.email ?? '', ...(wrong && { problem: { reason: wrong.reason, ...(wrong.values && { values: wrong.values }) } }) })
        }
    } finally {
      book.close()
    }
    return found
  },
})
