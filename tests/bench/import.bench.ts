// An import of 10,000 rows from the upload to the last row written: into a new organisation, again unchanged, and again with everybody moved.
import { mkdtempSync, rmSync, statSync, createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { writeWorkbook } from '../../api/server/services/foundation/spreadsheets/index.ts'
import { memory, round, setUp, startServer, wait, type Bench, type Client, type Figures } from './support.ts'

interface Import {
  id: string
  state: 'planned' | 'working' | 'done' | 'failed'
  progress: number
  total: Record<'create' | 'change' | 'leave' | 'error', number>
}

/** Divisions of ten teams; everybody sits in a team, one in ten in two. `turn` moves all to another team. */
async function book(path: string, departments: number, members: number, turn = 0) {
  const divisions = Math.ceil(departments / 11)
  const team = (n: number) => `Division ${n % divisions} / Team ${Math.floor(n / divisions) % 10}`
  const seats = (n: number) => [team(n + turn), ...(n % 10 ? [] : [team(n * 7 + 3 + turn)])].join('; ')
  await pipeline(
    writeWorkbook([
      {
        name: 'Departments',
        columns: ['Department', 'Code', 'Manager'].map(header => ({ header })),
        rows: Array.from({ length: divisions * 11 }, (_, n) =>
          n < divisions ? [`Division ${n}`, `d${n}`, `person${n}@example.test`] : [team(n - divisions), `t${n}`],
        ),
      },
      {
        name: 'Members',
        columns: ['Name', 'Email', 'Username', 'Phone', 'Departments'].map(header => ({ header })),
        rows: Array.from({ length: members }, (_, n) => [`Person ${n}`, `person${n}@example.test`, `person${n}`, `139${String(n).padStart(8, '0')}`, seats(n)]),
      },
    ]),
    createWriteStream(path),
  )
}

async function importFile(client: Client, url: string, path: string) {
  const base = `/api/company/${client.companyKey}/department/import`
  const started = performance.now()
  const body = new FormData()
  body.append('file', new Blob([await readFile(path)]), 'people.xlsx')
  const answer = await fetch(url + base, { method: 'POST', body, headers: { cookie: client.cookie, 'x-csrf-token': client.csrf, accept: 'application/json' } })
  const { status, msg, data } = (await answer.json()) as { status: number; msg: string; data: Import }
  if (status !== 0) throw new Error(msg)
  const plannedMs = performance.now() - started
  if (data.total.error) throw new Error(`${data.total.error} rows have errors`)
  if (!data.total.create && !data.total.change)
    return { total: data.total, plannedMs: round(plannedMs), confirmedMs: 0, uploadToConfirmedMs: round(plannedMs), progress: [] }
  let now = await client.call<Import>('POST', `${base}/${data.id}/confirm`, { invite: true })
  const progress: number[] = []
  while (now.state === 'working') {
    await wait(100)
    now = await client.call<Import>('GET', `${base}/${data.id}`)
    if (progress.at(-1) !== now.progress) progress.push(now.progress)
  }
  if (now.state !== 'done') throw new Error(`the import is ${now.state}`)
  const all = performance.now() - started
  return { total: data.total, plannedMs: round(plannedMs), confirmedMs: round(all - plannedMs), uploadToConfirmedMs: round(all), progress }
}

export async function run({ quick, note }: Bench): Promise<Figures> {
  const rows = quick ? 1000 : 10_000
  const departments = Math.ceil(rows / 550) * 11
  const folder = mkdtempSync(join(tmpdir(), 'tessera-import-'))
  const server = await startServer()
  try {
    const client = await setUp(server)
    const [first, moved] = [join(folder, 'first.xlsx'), join(folder, 'moved.xlsx')]
    await book(first, departments, rows - departments)
    await book(moved, departments, rows - departments, 1)
    const created = await importFile(client, server.url, first)
    note(`${rows} rows in ${round(created.uploadToConfirmedMs / 1000)} s`)
    const unchanged = await importFile(client, server.url, first)
    const changed = await importFile(client, server.url, moved)
    return { rows, departments, fileKiB: round(statSync(first).size / 1024, 0), created, unchanged, moved: changed, memoryMiB: memory(server) }
  } finally {
    await server.remove()
    rmSync(folder, { recursive: true, force: true })
  }
}
