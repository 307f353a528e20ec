// Files to import: written as a person would fill in the template, and read the way a person would open what comes back.
import { createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { DEPARTMENT_COLUMNS, MEMBER_COLUMNS } from '../../api/server/services/org/imports/columns.ts'
import { headersOf, openWorkbook, writeWorkbook, type Cell, type SheetToWrite } from '../../api/server/services/foundation/spreadsheets/index.ts'
import type { Person, Reply, World } from './world.ts'

async function inFolder<T>(act: (path: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'import-'))
  try {
    return await act(join(folder, 'book.xlsx'))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

export const workbook = (sheets: readonly SheetToWrite[]): Promise<Buffer> =>
  inFolder(async path => {
    await pipeline(writeWorkbook(sheets), createWriteStream(path))
    return readFile(path)
  })

export interface Rows {
  /** Path, code, manager. */
  departments?: Cell[][]
  /** Name, email, username, phone, departments. */
  members?: Cell[][]
}

/** A filled-in template. */
export const filled = ({ departments = [], members = [] }: Rows): Promise<Buffer> =>
  workbook([
    { name: 'Departments', columns: headersOf(DEPARTMENT_COLUMNS, 'en-US'), rows: departments },
    { name: 'Members', columns: headersOf(MEMBER_COLUMNS, 'en-US'), rows: members },
  ])

/** The sheets of a workbook as texts, the first row included. */
export const sheetsOf = (content: Buffer): Promise<Record<string, Cell[][]>> =>
  inFolder(async path => {
    await writeFile(path, content)
    const book = await openWorkbook(path)
    try {
      const sheets: Record<string, Cell[][]> = {}
      for (const sheet of book.sheets) {
        const rows: Cell[][] = []
        for await (const { cells } of sheet.rows()) rows.push(cells)
        sheets[sheet.name] = rows
      }
      return sheets
    } finally {
      book.close()
    }
  })

export const asFile = (content: Buffer | string, name = 'people.xlsx') => [{ field: 'file', name, content }]

/** Uploads a file; the answer tells its plan. */
export async function planned(world: World, rows: Rows, as: Person = 'ann'): Promise<Reply> {
  const reply = await world.call('org.importDepartments', { as, files: asFile(await filled(rows)) })
  if (reply.status !== 0) throw new Error(`the file was refused: ${reply.msg} ${JSON.stringify(reply.errors)}`)
  return reply
}

/** What each row of a plan would do, as one line. */
export async function linesOf(world: World, importId: string, as: Person = 'ann'): Promise<string[]> {
  const reply = await world.call('org.listImportRows', { as, params: { importId }, query: { perPage: 100 } })
  if (reply.status !== 0) throw new Error(reply.msg)
  return reply.data.items.map(
    (item: { action: string; title: string; changes: { label: string; from: string; to: string }[]; problems: { column: string; reason: string }[] }) =>
      [
        item.action,
        item.title,
        ...item.changes.map(change => `${change.label}: ${change.from} → ${change.to}`),
        ...item.problems.map(problem => `${problem.column}: ${problem.reason}`),
      ].join(' | '),
  )
}

/** Confirms a plan and waits until it is written. */
export async function confirmed(world: World, importId: string, body: { invite?: boolean } = {}, as: Person = 'ann'): Promise<Reply> {
  let reply = await world.call('org.confirmImport', { as, params: { importId }, body })
  while (reply.data.state === 'working') {
    await new Promise(resolve => setTimeout(resolve, 50))
    reply = await world.call('org.getImport', { as, params: { importId } })
  }
  return reply
}

/** Uploads and confirms. */
export async function imported(world: World, rows: Rows, body: { invite?: boolean } = {}): Promise<Reply> {
  return confirmed(world, (await planned(world, rows)).data.id, body)
}
