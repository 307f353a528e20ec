import { expect } from 'vitest'
import { scenarios } from '../support/scenarios.ts'
import { sheetsOf } from '../support/imports.ts'
import { addRow } from '../support/models.ts'
import { queryIn } from '../support/queries.ts'

scenarios('query.export', [
  {
    name: 'writes words and numbers into a sheet',
    as: 'ann',
    given: async world => {
      const params = await queryIn(world, { key: 'sheet' })
      await addRow(world, 'sale', { state: 'open', amount: 1 })
      return { params }
    },
    expect: { status: -1 },
    then: async reply =>
      expect((await sheetsOf(reply.raw)).sheet).toEqual([
        ['State', 'Number of rows'],
        ['Open', 1],
      ]),
  },
])
