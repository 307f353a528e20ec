// Imports of rows in tests: a model with customers and orders, files of either kind, and the way from a file to what it does.
import { addRow, applyAll, builtinSource, DEV, makeModel } from './models.ts'
import { workbook } from './imports.ts'
import type { Person, Reply, World } from './world.ts'
import type { Cell } from '../../api/server/services/foundation/spreadsheets/index.ts'

export const ORDERS = { ...DEV, dsKey: 'main', dmKey: 'order' }
const worlds = new WeakSet<World>()

/** Makes the models once; rows are those of the test. */
export async function ordersIn(world: World) {
  if (!worlds.has(world)) {
    worlds.add(world)
    const sourceId = await builtinSource(world)
    const { modelId } = await makeModel(world, sourceId, 'customer', [{ key: 'name', type: 'text', name: 'Name' }], 'Customers')
    await makeModel(
      world,
      sourceId,
      'order',
      [
        { key: 'number', type: 'text', name: 'Number', required: true, unique: true },
        {
          key: 'status',
          type: 'enum',
          name: 'Status',
          options: [
            { value: 'new', label: 'New' },
            { value: 'paid', label: 'Paid' },
          ],
          default: 'new',
        },
        { key: 'price', type: 'decimal', name: 'Price', rules: { min: 0 } },
        { key: 'pieces', type: 'integer', name: 'Pieces' },
        { key: 'urgent', type: 'boolean', name: 'Urgent' },
        { key: 'due', type: 'date', name: 'Due' },
        { key: 'at', type: 'datetime', name: 'At' },
        { key: 'owner', type: 'user', name: 'Owner' },
        { key: 'team', type: 'department', name: 'Team' },
        { key: 'customer', type: 'relationOne', name: 'Customer', relation: { modelId } },
        { key: 'facts', type: 'json', name: 'Facts' },
      ],
      'Orders',
    )
    await applyAll(world, sourceId)
    for (const name of ['Northwind', 'Twin', 'Twin']) await addRow(world, 'customer', { name })
  }
  return { params: ORDERS as Record<string, string> }
}
const table = (world: World, key: string) => `app_${world.ids.shop.replaceAll('-', '')}_dev."${key}"`
export const clearOrders = async (world: World) => void (await world.pool.query(`delete from ${table(world, 'order')}`))
export const storedOrders = async (world: World, columns = 'number, status, price, pieces') =>
  (await world.pool.query(`select ${columns} from ${table(world, 'order')} order by number`)).rows as Record<string, unknown>[]

export const csv = (...rows: string[]) => [{ field: 'file', name: 'orders.csv', content: rows.join('\r\n') }]
export const xlsx = async (headers: string[], rows: Cell[][]) => [
  { field: 'file', name: 'orders.xlsx', content: await workbook([{ name: 'Orders', columns: headers.map(header => ({ header })), rows }]) },
]

export async function read(world: World, files: { field: string; name: string; content: Buffer | string }[], as: Person = 'ann'): Promise<Reply> {
  const reply = await world.call('data.importRows', { as, params: ORDERS, files })
  if (reply.status !== 0) throw new Error(`the file was refused: ${reply.msg} ${JSON.stringify(reply.errors)}`)
  return reply
}
async function settled(world: World, reply: Reply, as: Person): Promise<Reply> {
  let next = reply
  while (next.data.state === 'checking' || next.data.state === 'working') {
    await new Promise(resolve => setTimeout(resolve, 30))
    next = await world.call('data.getImport', { as, params: { ...ORDERS, importId: next.data.id } })
  }
  return next
}
interface Choices {
  mode?: 'insert' | 'update' | 'upsert'
  keyField?: string
  fields?: string[]
}
/** Reads a file and finds out what it would do, with its columns as proposed. */
export async function planned(world: World, files: Parameters<typeof read>[1], { mode = 'insert', ...more }: Choices = {}, as: Person = 'ann'): Promise<Reply> {
  const { data } = await read(world, files, as)
  const fields = more.fields ?? data.columns.map((column: { field: string }) => column.field)
  const body = { mode, fields, ...(more.keyField && { keyField: more.keyField }) }
  const reply = await world.call('data.planImport', { as, params: { ...ORDERS, importId: data.id }, body })
  if (reply.status !== 0) throw new Error(`${reply.msg} ${JSON.stringify(reply.errors)}`)
  return settled(world, reply, as)
}
export async function confirmed(world: World, importId: string, as: Person = 'ann'): Promise<Reply> {
  return settled(world, await world.call('data.confirmImport', { as, params: { ...ORDERS, importId }, body: {} }), as)
}
/** What each row would do, as one line. */
export async function linesOf(world: World, importId: string, as: Person = 'ann'): Promise<string[]> {
  const reply = await world.call('data.listImportRows', { as, params: { ...ORDERS, importId }, query: { perPage: 100 } })
  return reply.data.items.map(
    (item: { row: number; action: string; changes: { label: string; from: string; to: string }[]; problems: { column: string; reason: string }[] }) =>
      [
        `${item.row} ${item.action}`,
        ...item.changes.map(({ label, from, to }) => `${label}: ${from} → ${to}`),
        ...item.problems.map(({ column, reason }) => `${column}: ${reason}`),
      ].join(' | '),
  )
}
