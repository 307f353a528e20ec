// release.deleteKept: what is kept of a database is thrown away before its time.
import { expect } from 'vitest'
import { uuidv7 } from 'uuidv7'
import { DEV, wrongPeople } from '../support/pages.ts'
import { keptColumn } from '../support/releases.ts'
import { scenarios } from '../support/scenarios.ts'

const ask = { as: 'ann' as const }
let keptId: string

scenarios('release.deleteKept', [
  {
    ...ask,
    name: 'takes the column out of its table',
    given: async world => {
      keptId = await keptColumn(world)
      return { params: { ...DEV, keptId } }
    },
    expect: { status: 0 },
    then: async (_reply, world) => {
      const { rows } = await world.pool.query(`select 1 from information_schema.columns where column_name like 'tessera\\_kept\\_%'`)
      expect(rows).toEqual([])
      expect((await world.call('release.listKept', { as: 'ann', params: DEV })).data.items).toEqual([])
    },
  },
  {
    ...ask,
    name: 'is done once',
    given: async () => ({ params: { ...DEV, keptId } }),
    expect: { status: 404, code: 'data.keptUnknown', stored: 'same' },
  },
  {
    ...ask,
    name: 'knows no others',
    given: async () => ({ params: { ...DEV, keptId: uuidv7() } }),
    expect: { status: 404, code: 'data.keptUnknown', stored: 'same' },
  },
  ...wrongPeople({}, async () => ({ params: { ...DEV, keptId: uuidv7() } })),
])
