// release.interface-push-dialog: versions to choose from and what came of pushes; what a push does is told by release.interfacePush.test.ts.
import { addPage } from '../support/pages.ts'
import { publish } from '../support/releases.ts'
import { scenarios } from '../support/scenarios.ts'

scenarios(
  'release.listInterfacePushes',
  [
    { name: 'is for mini-programs and quick apps', as: 'ann', expect: { status: 409, code: 'release.interfacePushClosed', stored: 'same' } },
    {
      name: 'lists the versions, and nothing that was pushed',
      as: 'ann',
      given: async world => {
        await addPage(world, { name: 'Orders', path: '/orders' })
        await publish(world, { version: '1.0.0', title: 'First' })
        await world.db.updateTable('app').set({ type: 4 }).where('id', '=', world.ids.shop).execute()
      },
      expect: { status: 0, data: { versions: [{ label: '1.0.0 First' }], inProgress: false, items: [] }, stored: 'same' },
    },
  ],
  { interfacePush: { url: 'http://127.0.0.1:9/', secret: 'a secret of both sides', companies: ['acme'] } },
)
