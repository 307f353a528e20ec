import { openDoor } from '../support/outsiders.ts'
import { scenarios } from '../support/scenarios.ts'

scenarios('external.getSettings', [
  {
    name: 'is off at first, by email',
    as: 'ann',
    headers: { host: 'tessera.test' },
    expect: {
      status: 0,
      data: { mode: 'off', kinds: ['email'], approval: false, door: 'http://tessera.test/external/acme/shop', mayOpen: false, invitations: [] },
    },
  },
  {
    name: 'tells who was invited, and that the app may be opened',
    as: 'abe',
    given: async world => {
      await openDoor(world)
      await world.call('external.invite', { as: 'ann', body: { to: 'vic@out.test', name: 'Vic' } })
    },
    expect: { status: 0, data: { mode: 'open', mayOpen: true, invitations: [{ kind: 'email', to: 'vic@out.test', name: 'Vic' }] } },
  },
  { name: 'keeps nobody out', expect: { status: 401 } },
  { name: 'keeps a plain member out', as: 'ben', expect: { status: 403 } },
  { name: 'keeps a stranger out', as: 'cyd', expect: { status: 403 } },
])
