// Workbooks that apps are made of, in tests.
import { asFile, workbook } from './imports.ts'
import { DEV } from './models.ts'
import type { World } from './world.ts'

const COLUMNS = { customers: ['Customer no', 'Name'], orders: ['Order no', 'Customer', 'Status', 'Amount'] }
const ROWS = Array.from({ length: 40 }, (_one, at) => [
  `O-${at}`,
  at === 7 ? 'C-9' : `C-${(at % 2) + 1}`,
  at % 2 ? 'New' : 'Paid',
  at === 8 ? 'none' : String(at),
])
/** Reads a workbook of customers and orders; answers what making it is asked with. Two of forty orders do not fit. */
export const readShop = async (world: World) => {
  const content = await workbook([
    {
      name: 'Customers',
      columns: COLUMNS.customers.map(header => ({ header })),
      rows: [
        ['C-1', 'Ada'],
        ['C-2', 'Bob'],
      ],
    },
    { name: 'Orders', columns: COLUMNS.orders.map(header => ({ header })), rows: ROWS },
  ])
  const reply = await world.call('starter.readSheets', { as: 'ann', params: DEV, files: asFile(content, 'shop.xlsx') as never })
  const { id, sheets } = reply.data
  return {
    id: id as string,
    sheets: sheets.map(({ sheet, name, columns }: any) => ({
      sheet,
      name,
      columns: columns.map(({ at, name: called, type, required, unique, relation }: any) => ({ at, name: called, type, required, unique, relation })),
    })),
  }
}
export const settled = async (world: World) => world.running.services.starter.sheets.settled()
