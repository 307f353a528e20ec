// Rows that were left out, to be put right.
import { expect } from 'vitest'
import { csv } from '../support/data-imports.ts'
import { sheetsOf } from '../support/imports.ts'
import { DEV } from '../support/models.ts'
import { scenarios } from '../support/scenarios.ts'
import { readShop, settled } from '../support/sheets.ts'

scenarios('starter.downloadErrors', [
  {
    name: 'is a workbook of the rows that were left out, with what is wrong with each',
    as: 'ann',
    given: async world => {
      const { id, sheets } = await readShop(world)
      await world.call('starter.makeFromSheets', { as: 'ann', params: { ...DEV, startId: id }, body: { sheets } })
      await settled(world)
      return { params: { ...DEV, startId: id } }
    },
    expect: { status: -1 },
    then: async reply => {
      const { Orders = [] } = await sheetsOf(reply.raw)
      expect(Orders.map(cells => cells.slice(-2))).toEqual([
        ['Row of the file', 'What is wrong'],
        [9, 'Customer: There is no such row'],
        [10, 'Amount: Please enter a whole number'],
      ])
    },
  },
  {
    name: 'has nothing to tell of a file without errors',
    as: 'ann',
    given: async world => {
      const reply = await world.call('starter.readSheets', { as: 'ann', params: DEV, files: csv('A,B', '1,2') as never })
      return { params: { ...DEV, startId: reply.data.id } }
    },
    expect: { status: 404, code: 'data.importNoErrors' },
  },
])
