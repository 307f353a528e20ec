// An app of a workbook with two sheets, from the upload to the published app: 10,000 and 100,000 rows, with the most memory that the processes took.
import { createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { writeWorkbook } from '../../api/server/services/foundation/spreadsheets/index.ts'
import { memory, round, setUp, startServer, wait, watchMemory, type Bench, type Client, type Figures, type Server } from './support.ts'

interface Column {
  at: number
  name: string
  type: string
  required?: boolean
  unique?: boolean
  relation?: unknown
}
interface Start {
  id: string
  state: string
  progress: number
  reason: string
  sheets: { sheet: number; name: string; columns: Column[] }[]
  result: { rows: { name: string; created: number; errors: number }[]; isPublished: boolean } | null
}

const named = (headers: string[]) => headers.map(header => ({ header }))
async function book(path: string, rows: number) {
  const customers = Math.ceil(rows / 50)
  await pipeline(
    writeWorkbook([
      {
        name: 'Customers',
        columns: named(['Customer no', 'Name', 'City']),
        rows: Array.from({ length: customers }, (_, at) => [`C-${at}`, `Customer ${at}`, ['Leeds', 'Bristol', 'York'][at % 3] ?? '']),
      },
      {
        name: 'Orders',
        columns: named(['Order no', 'Title', 'Customer', 'Status', 'Amount', 'Urgent']),
        rows: Array.from({ length: rows - customers }, (_, at) => [
          `O-${at}`,
          `Order of tea ${at}`,
          `C-${at % customers}`,
          ['New', 'In progress', 'Shipped', 'Cancelled'][at % 4] ?? '',
          String((at * 37) % 5000),
          at % 3 ? 'no' : 'yes',
        ]),
      },
    ]),
    createWriteStream(path),
  )
}

async function make(server: Server, client: Client, key: string, path: string) {
  await client.call('POST', `/api/company/${client.companyKey}/app`, { name: key, key, type: 1 })
  const base = `/api/company/${client.companyKey}/app/${key}-dev/starter/sheets`
  const stop = watchMemory(server)
  const started = performance.now()
  const body = new FormData()
  body.append('file', new Blob([await readFile(path)]), 'shop.xlsx')
  const reply = await fetch(server.url + base, {
    method: 'POST',
    body,
    headers: { cookie: client.cookie, 'x-csrf-token': client.csrf, accept: 'application/json' },
  })
  const { status, msg, data } = (await reply.json()) as { status: number; msg: string; data: Start }
  if (status !== 0) throw new Error(msg)
  const readMs = performance.now() - started
  const sheets = data.sheets.map(({ sheet, name, columns }) => ({
    sheet,
    name,
    columns: columns.map(({ at, name: called, type, required, unique, relation }) => ({ at, name: called, type, required, unique, relation })),
  }))
  let now = await client.call<Start>('POST', `${base}/${data.id}/make`, { sheets, publish: true, membersChange: true })
  const progress: number[] = []
  while (now.state !== 'done' && now.state !== 'failed') {
    await wait(100)
    now = await client.call<Start>('GET', `${base}/${data.id}`)
    if (progress.at(-1) !== now.progress) progress.push(now.progress)
  }
  const all = performance.now() - started
  const most = stop()
  if (now.state !== 'done') throw new Error(now.reason)
  return {
    rows: now.result?.rows,
    fileKiB: round(statSync(path).size / 1024, 0),
    readMs: round(readMs),
    uploadToPublishedMs: round(all),
    steps: progress.length,
    mostMemoryMiB: most,
  }
}

export async function run({ quick, note }: Bench): Promise<Figures> {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-starter-'))
  const server = await startServer()
  try {
    const client = await setUp(server)
    const before = memory(server)
    const found: Record<string, unknown> = {}
    for (const rows of quick ? [500, 1000] : [10_000, 100_000]) {
      const path = join(folder, `${rows}.xlsx`)
      await book(path, rows)
      const made = await make(server, client, `rows_${rows}`, path)
      note(`${rows} rows in ${round(made.uploadToPublishedMs / 1000)} s, node at most ${made.mostMemoryMiB.node} MiB`)
      found[rows] = made
    }
    return { memoryBeforeMiB: before, ...found }
  } finally {
    await server.remove()
    rmSync(folder, { recursive: true, force: true })
  }
}
