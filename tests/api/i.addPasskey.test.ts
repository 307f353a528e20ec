import { expect } from 'vitest'
import { scenarios } from '../support/scenarios.ts'
import { makeAuthenticator } from '../support/authenticator.ts'
import { ORIGIN, withPasskey } from '../support/account.ts'
import { PASSWORD, type Person, type World } from '../support/world.ts'

const headers = { host: 'localhost' }
const options = async (world: World, as: Person = 'ann') => (await world.call('i.startPasskey', { as, headers, body: { password: PASSWORD } })).data.options
const made =
  (origin = ORIGIN) =>
  async (world: World) => ({ body: { name: ' Laptop ', credential: makeAuthenticator(origin).create(await options(world)) } })

scenarios('i.addPasskey', [
  { name: 'wants a name and an answer', as: 'ann', body: {}, expect: { status: 422, errors: ['name', 'credential'], stored: 'same' } },
  { name: 'nothing was asked', as: 'ben', headers, body: { name: 'x', credential: '{}' }, expect: { status: 410, code: 'passkey.expired', stored: 'same' } },
  {
    name: 'what is no answer is refused',
    as: 'ann',
    headers,
    body: { name: 'x', credential: 'hello' },
    expect: { status: 422, code: 'passkey.refused', stored: 'same' },
  },
  { name: 'keeps out who is not signed in', body: { name: 'x', credential: '{}' }, expect: { status: 401, stored: 'same' } },
  {
    name: 'one that was made on another page is refused',
    as: 'ann',
    headers,
    given: made('https://evil.test'),
    expect: { status: 422, code: 'passkey.refused' },
  },
  {
    name: 'so is the answer to what somebody else was asked',
    as: 'ben',
    headers,
    given: async world => {
      await options(world, 'ben')
      return made()(world)
    },
    expect: { status: 422, code: 'passkey.refused' },
  },
  {
    name: 'keeps it, and brings recovery codes with the first',
    as: 'ann',
    headers,
    given: made(),
    expect: { status: 0 },
    then: async (reply, world) => {
      expect(reply.data.recoveryCodes).toHaveLength(10)
      expect((await world.call('i.getSecurity', { as: 'ann' })).data).toMatchObject({ isOn: true, passkeys: [{ id: reply.data.id, name: 'Laptop' }] })
      expect((await withPasskey(world, 'ann', 'Phone')).recoveryCodes).toEqual([])
    },
  },
  {
    name: 'an answer works once',
    as: 'ann',
    headers,
    given: async world => {
      const ask = await made()(world)
      await world.call('i.addPasskey', { as: 'ann', headers, ...ask })
      return ask
    },
    expect: { status: 410, code: 'passkey.expired', stored: 'same' },
  },
])
