import { expect } from 'vitest'
import { scenarios } from '../support/scenarios.ts'
import { hashOf, textOf } from '../../api/server/services/screen/live/store.ts'
import { HELLO, publish, SCREEN } from '../support/screens.ts'

scenarios('screen.report', [
  {
    name: 'answers the current screen to who has an old one',
    params: SCREEN,
    body: { hash: '0'.repeat(64), message: 'x' },
    expect: { status: 0, data: { source: 'current' }, stored: 'same' },
  },
  {
    name: 'gives one visitor the screen before, and leaves it for the others',
    params: SCREEN,
    given: async world => ({ body: { hash: (await publish(world)).hash, message: 'boom' } }),
    expect: { status: 0, data: { source: 'shipped' } },
    then: async (_reply, world) => expect((await world.call('screen.get', { params: SCREEN })).data.schema).toEqual(HELLO),
  },
  {
    name: 'takes a version back when an editor says that it is broken, tells the inbox and the audit log',
    as: 'sue',
    params: SCREEN,
    given: async world => ({ body: { hash: (await publish(world, { ...HELLO, title: 'Broken' })).hash, message: 'boom' } }),
    expect: { status: 0, data: { source: 'version', schema: HELLO } },
    then: async (_reply, world) => {
      expect((await world.call('screen.get', { params: SCREEN })).data.schema).toEqual(HELLO)
      const list = await world.call('screen.list', { as: 'sue', query: { state: 'broken' } })
      expect(list.data.items).toMatchObject([{ id: SCREEN.screenId, version: 2, shownVersion: 1 }])
      expect((await world.call('outbox.list', { as: 'sue' })).data.items[0].subject).toContain('general.forbidden')
      expect((await world.pool.query("select count(*)::int as n from audit where call = 'screen.broken'")).rows[0].n).toBe(1)
    },
  },
  {
    name: 'takes a version back after three people',
    as: 'ann',
    params: SCREEN,
    given: async world => {
      const { hash } = await publish(world, { ...HELLO, title: 'Broken again' })
      const body = { hash, message: 'boom' }
      for (const as of ['ben', 'dee'] as const) await world.call('screen.report', { as, params: SCREEN, body })
      return { body }
    },
    expect: { status: 0 },
    then: async (_reply, world) => expect((await world.call('screen.get', { params: SCREEN })).data.schema).toEqual(HELLO),
  },
  {
    name: 'answers nothing that did not work here either',
    params: SCREEN,
    given: async world => {
      const { hash } = await publish(world, { ...HELLO, title: 'Second' })
      const first = (await world.call('screen.getVersion', { as: 'sue', params: { ...SCREEN, version: '1' } })).data.schema
      return { body: { hash: hashOf(textOf(first)).toString('hex'), tried: [hash], message: 'boom' } }
    },
    expect: { status: 0, data: { source: 'shipped' } },
  },
  { name: 'refuses what is no hash', params: SCREEN, body: { hash: 'x', message: 'y' }, expect: { status: 422, errors: ['hash'], stored: 'same' } },
])
