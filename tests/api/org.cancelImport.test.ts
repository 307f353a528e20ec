// org.import: an import that is not wanted is forgotten.
import { expect } from 'vitest'
import { confirmed, planned } from '../support/imports.ts'
import { notForThem } from '../support/organisation.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

const plan = async (world: World) => ({ params: { importId: (await planned(world, { departments: [['Sales']] })).data.id } })

scenarios('org.cancelImport', [
  {
    name: 'forgets the plan with its rows',
    as: 'ann',
    given: plan,
    expect: { status: 0 },
    then: async (_reply, world) => expect(await world.db.selectFrom('directory_import_row').select('n').execute()).toEqual([]),
  },
  {
    name: 'does not undo what was confirmed',
    as: 'ann',
    given: async world => {
      const ask = await plan(world)
      await confirmed(world, ask.params.importId)
      return ask
    },
    expect: { status: 409, code: 'org.importTaken', stored: 'same' },
  },
  { name: 'knows no other', as: 'ann', params: { importId: '0191d5a0-0000-7000-8000-000000000009' }, expect: { status: 404, code: 'org.importUnknown' } },
  { name: 'is for who made it alone', as: 'abe', given: plan, expect: { status: 404, code: 'org.importUnknown', stored: 'same' } },
  ...notForThem({}, plan),
])
