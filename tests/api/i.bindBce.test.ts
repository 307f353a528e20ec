// i.bind-bce
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

const mine = async (world: World) => ({ query: { id: world.ids.ben } })

scenarios('i.bindBce', [
  { name: 'says that the third party is switched off', as: 'ben', given: mine, expect: { status: 403, code: 'signin.methodOff', stored: 'same' } },
  { name: 'wants an id', as: 'ben', expect: { status: 422, errors: ['id'], stored: 'same' } },
  { name: 'i.own-account: for oneself only', as: 'abe', given: mine, expect: { status: 403, code: 'account.notYours', stored: 'same' } },
  { name: 'keeps out who is not signed in', given: mine, expect: { status: 401, stored: 'same' } },
  {
    name: 'i.bind-bce: tells where it goes on',
    as: 'ben',
    given: async world => {
      const { methods } = world.running.services.signin
      await methods.save('third', { issuer: 'https://third.example.test', clientId: 'tessera' }, world.ids.sue)
      await methods.setEnabled('third', true, null)
      return mine(world)
    },
    expect: { status: 0, data: { url: '/auth/third?link=1&redirect=%2Fi%2Fprofile' } },
  },
])
