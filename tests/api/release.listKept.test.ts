// release.listKept: what left databases of the app and is kept there. What becomes of it is told by data-kept.test.ts.
import { wrongPeople, DEV } from '../support/pages.ts'
import { keptColumn } from '../support/releases.ts'
import { scenarios } from '../support/scenarios.ts'

const ask = { as: 'ann' as const, params: DEV }

scenarios('release.listKept', [
  { ...ask, name: 'is empty while nothing left', expect: { status: 0, data: { items: [], total: 0 } } },
  {
    ...ask,
    name: 'tells what is kept, of which environment and until when',
    given: async world => {
      await keptColumn(world)
    },
    expect: { status: 0, data: { total: 1, items: [{ tag: 'dev', source: 'Built-in', model: 'order', field: 'note', table: 'order', keptBy: 'Ann' }] } },
  },
  ...wrongPeople({}, async () => ({ params: DEV })),
])
