// release.list-available, release.compare-defaults
import { addPage, DEV, wrongPeople } from '../support/pages.ts'
import { publish } from '../support/releases.ts'
import { scenarios } from '../support/scenarios.ts'

scenarios('release.listAvailable', [
  {
    name: 'is the development version alone before the first publish, on both sides',
    as: 'ann',
    params: DEV,
    expect: { status: 0, data: { items: [{ label: 'Current development version', value: 'dev' }], left: 'dev', right: 'dev' } },
  },
  {
    name: 'begins with the first version on the left and dev on the right, and offers what environments run',
    as: 'ann',
    params: DEV,
    given: async world => {
      await addPage(world, { name: 'Home' })
      await publish(world)
      const { id } = await publish(world, { title: 'Failed', version: '9.0.0' })
      await world.db.deleteFrom('environment').where('release_id', '=', id).execute()
      await world.db.updateTable('release').set({ status: -1 }).where('id', '=', id).execute()
      await publish(world, { tag: 'qa', version: '2.0.0' })
    },
    expect: {
      status: 0,
      data: {
        items: [
          { label: 'Current development version', value: 'dev' },
          { label: '2.0.0', value: '2.0.0' },
          { label: '1.0.0', value: '1.0.0' },
          { label: 'What qa runs', value: 'env:qa' },
        ],
        left: '2.0.0',
        right: 'dev',
      },
    },
  },
  ...wrongPeople({}, async () => ({ params: DEV })),
])
