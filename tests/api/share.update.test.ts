import { expect } from 'vitest'
import { scenarios } from '../support/scenarios.ts'
import { aShare, expire, open } from '../support/shares.ts'
import type { World } from '../support/world.ts'

const given =
  (body: Record<string, unknown> = {}) =>
  async (world: World) => ({ params: { shareId: (await aShare(world, body)).id } })

scenarios('share.update', [
  {
    name: 'changes title, description and end, and leaves the rest',
    as: 'ann',
    given: given({ password: 'open-sesame' }),
    body: { title: 'New', description: 'Better', expiresAt: '2999-01-01T00:00:00Z' },
    expect: { status: 0, data: { title: 'New', description: 'Better', isProtected: true, expiresAt: '2999-01-01T00:00:00.000Z' } },
  },
  {
    name: 'takes the password away',
    as: 'ann',
    given: given({ password: 'open-sesame' }),
    body: { isProtected: false },
    expect: { status: 0, data: { isProtected: false } },
    then: async ({ data }, world) => expect((await open(world, data.key)).status).toBe(0),
  },
  {
    name: 'keeps the password that there is when none is given',
    as: 'ann',
    given: given({ password: 'open-sesame' }),
    body: { isProtected: true, password: '' },
    expect: { status: 0, data: { isProtected: true } },
    then: async ({ data }, world) =>
      expect((await world.call('share.unlock', { params: { key: data.key }, body: { password: 'open-sesame' } })).status).toBe(0),
  },
  {
    name: 'changes the text of a document, which visitors see at once',
    as: 'ann',
    given: given({ type: 2, text: 'old' }),
    body: { text: 'new', title: 'Named' },
    expect: { status: 0, data: { name: 'Named' } },
    then: async ({ data }, world) => expect((await open(world, data.key)).data.body).toBe('new'),
  },
  {
    name: 'gives a share that is over a later end; the end it had may stay while something else changes',
    as: 'ann',
    given: async world => {
      const { id } = await aShare(world)
      await expire(world, id)
      const kept = (await world.call('share.get', { as: 'ann', params: { shareId: id } })).data.expiresAt
      expect((await world.call('share.update', { as: 'ann', params: { shareId: id }, body: { title: 'x', expiresAt: kept } })).data.state).toBe('expired')
      return { params: { shareId: id } }
    },
    body: { expiresAt: null },
    expect: { status: 0, data: { state: 'open', expiresAt: null } },
  },
  {
    name: 'wants a password where there is none yet',
    as: 'ann',
    given: given(),
    body: { isProtected: true },
    expect: { status: 422, errors: ['password'], stored: 'same' },
  },
  {
    name: 'wants a time to come',
    as: 'ann',
    given: given(),
    body: { expiresAt: '2001-01-01T00:00:00Z' },
    expect: { status: 422, errors: ['expiresAt'], stored: 'same' },
  },
  { name: 'wants a text', as: 'ann', given: given({ type: 2, text: 'old' }), body: { text: ' ' }, expect: { status: 422, errors: ['text'], stored: 'same' } },
  { name: 'refuses fields that there are not', as: 'ann', given: given(), body: { type: 3 }, expect: { status: 422, errors: ['type'], stored: 'same' } },
  {
    name: 'answers unknown for what is not there',
    as: 'ann',
    params: { shareId: '01890000-0000-7000-8000-000000000001' },
    body: {},
    expect: { status: 404, code: 'share.unknownHere' },
  },
  { name: 'keeps members out', as: 'ben', given: given(), body: { title: 'x' }, expect: { status: 403, stored: 'same' } },
  { name: 'keeps strangers out', given: given(), body: { title: 'x' }, expect: { status: 401, stored: 'same' } },
])
