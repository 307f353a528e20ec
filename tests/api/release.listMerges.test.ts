// release.listMerges: what was taken over, by whom and when.
import { addPage, DEV, wrongPeople } from '../support/pages.ts'
import { publish } from '../support/releases.ts'
import { scenarios } from '../support/scenarios.ts'

const ask = { as: 'ann' as const, params: DEV }

scenarios('release.listMerges', [
  { ...ask, name: 'is empty before anything was', expect: { status: 0, data: { items: [], total: 0 } } },
  {
    ...ask,
    name: 'tells what was taken over',
    given: async world => {
      await addPage(world, { name: 'Orders' })
      await publish(world)
      const fresh = await addPage(world, { name: 'Fresh' })
      await world.call('release.merge', { ...ask, body: { from: '1.0.0', parts: [`page ${fresh}`] } })
    },
    expect: { status: 0, data: { total: 1, items: [{ kind: 'version', source: '1.0.0', count: 1, createdBy: 'Ann', undoneAt: null }] } },
  },
  ...wrongPeople({}, async () => ({ params: DEV })),
])
