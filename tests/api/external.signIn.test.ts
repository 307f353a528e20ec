import { expect } from 'vitest'
import { enter, openDoor } from '../support/outsiders.ts'
import { mailedCode } from '../support/signin.ts'
import { scenarios } from '../support/scenarios.ts'

scenarios('external.signIn', [
  {
    name: 'lets nobody in where there is no door',
    body: { to: 'vic@out.test', token: '123456' },
    expect: { status: 404, code: 'external.closed', stored: 'same' },
  },
  {
    name: 'lets nobody in without the code',
    body: { to: 'vic@out.test', token: '123456', name: 'Vic' },
    given: world => openDoor(world),
    expect: { status: 422, code: 'code.expired', errors: ['token'] },
    then: async (_reply, world) => expect(await world.db.selectFrom('external_user').selectAll().execute()).toEqual([]),
  },
  {
    name: 'wants a name of whoever is new, and takes the same code with it',
    body: { to: 'eve@out.test', token: '123456', name: 'Eve' },
    given: async world => {
      const first = await enter(world, 'vic@out.test')
      expect(first.reply).toMatchObject({ status: 422, code: 'external.nameMissing' })
      const token = await mailedCode(world, 'vic@out.test')
      const again = await first.browser.call('external.signIn', { body: { to: 'vic@out.test', token, name: 'Vic' } })
      expect(again).toMatchObject({ status: 0, data: { isWaiting: false, redirect: '/company/acme/app/shop' } })
    },
    expect: { status: 422, code: 'code.expired' },
  },
])
