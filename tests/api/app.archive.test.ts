import { expect } from 'vitest'
import { scenarios } from '../support/scenarios.ts'

scenarios('app.archive', [
  {
    name: 'archives, and members lose the app from their list',
    as: 'ann',
    body: { archived: true },
    expect: { status: 0, data: { state: 'archived' } },
    then: async (_reply, world) => expect((await world.call('app.list', { as: 'ben' })).data.items).toEqual([]),
  },
  {
    name: 'takes it out again',
    as: 'abe',
    body: { archived: false },
    expect: { status: 0, data: { state: 'active' } },
    then: async (_reply, world) => expect((await world.call('app.list', { as: 'ben' })).data.items).toHaveLength(1),
  },
  { name: 'wants to know which', as: 'ann', body: {}, expect: { status: 422, errors: ['archived'], stored: 'same' } },
  { name: 'refuses what is no yes or no', as: 'ann', body: { archived: 'yes' }, expect: { status: 422, errors: ['archived'], stored: 'same' } },
  { name: 'keeps a member out', as: 'ben', body: { archived: true }, expect: { status: 403, stored: 'same' } },
  { name: 'keeps other organisations out', as: 'dee', body: { archived: true }, expect: { status: 403, stored: 'same' } },
  { name: 'keeps out who is not signed in', body: { archived: true }, expect: { status: 401, stored: 'same' } },
])
