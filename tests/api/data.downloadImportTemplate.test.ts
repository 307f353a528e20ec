// A file to fill in.
import { expect } from 'vitest'
import { ordersIn, read, xlsx } from '../support/data-imports.ts'
import { sheetsOf } from '../support/imports.ts'
import { scenarios } from '../support/scenarios.ts'

scenarios('data.downloadImportTemplate', [
  {
    name: 'a workbook with a column per field and what goes into each; filled in, it is read',
    as: 'ann',
    given: ordersIn,
    query: { format: 'xlsx' },
    expect: { status: -1 },
    then: async (reply, world) => {
      const sheets = await sheetsOf(reply.raw)
      expect(sheets.Orders?.[0]?.slice(0, 3)).toEqual(['Number *', 'Status', 'Price'])
      expect(sheets['How to fill in']).toContainEqual(['Status', 'status', 'Optional', 'New / Paid'])
      const { data } = await read(world, await xlsx(sheets.Orders?.[0] as string[], [['A-1']]))
      expect(data.columns.every((column: { field: string }) => column.field)).toBe(true)
    },
  },
  {
    name: 'in Chinese for who reads Chinese',
    as: 'ann',
    given: ordersIn,
    headers: { 'accept-language': 'zh-CN' },
    query: { format: 'xlsx' },
    expect: { status: -1 },
    then: async reply => expect(Object.keys(await sheetsOf(reply.raw))).toEqual(['Orders', '填写说明']),
  },
  {
    name: 'as .csv',
    as: 'ann',
    given: ordersIn,
    query: { format: 'csv' },
    expect: { status: -1 },
    then: reply => expect(reply.raw.toString()).toBe('\ufeffNumber *,Status,Price,Pieces,Urgent,Due,At,Owner,Team,Customer,Facts\r\n'),
  },
  { name: 'no such format', as: 'ann', given: ordersIn, query: { format: 'pdf' }, expect: { status: 422, errors: ['format'] } },
  { name: 'not for a member without the duty', as: 'ben', given: ordersIn, query: { format: 'csv' }, expect: { status: 403 } },
  { name: 'not for another organisation', as: 'dee', given: ordersIn, query: { format: 'csv' }, expect: { status: 403 } },
  { name: 'not for a stranger', given: ordersIn, query: { format: 'csv' }, expect: { status: 401 } },
])
