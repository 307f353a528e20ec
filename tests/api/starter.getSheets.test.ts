import { DEV } from '../support/models.ts'
import { scenarios } from '../support/scenarios.ts'
import { readShop } from '../support/sheets.ts'

scenarios('starter.getSheets', [
  {
    name: 'is for whoever chose the file alone',
    as: 'sue',
    given: async world => ({ params: { ...DEV, startId: (await readShop(world)).id } }),
    expect: { status: 404, code: 'starter.unknown' },
  },
])
