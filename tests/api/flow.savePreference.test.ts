import { expect } from 'vitest'
import { DEV, must } from '../support/flows.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

const told = (world: World) => must(world, 'flow.getPreference', { as: 'abe', params: DEV })
const keep = (name: string, keywords: string) => ({ keep: { name, keywords } })

scenarios('flow.savePreference', [
  {
    name: 'keeps a filter, and leaves the rest',
    as: 'abe',
    params: DEV,
    given: async world => void (await must(world, 'flow.savePreference', { as: 'abe', params: DEV, body: { mail: false } })),
    body: keep('Sea', 'sea'),
    expect: { status: 0 },
    then: async (_reply, world) => expect(await told(world)).toMatchObject({ mail: false, filters: [{ name: 'Sea', keywords: 'sea', flowId: '' }] }),
  },
  {
    name: 'puts one in the place of one with the same name',
    as: 'abe',
    params: DEV,
    body: keep('Sea', 'ocean'),
    expect: { status: 0 },
    then: async (_reply, world) => expect((await told(world)).filters).toEqual([{ name: 'Sea', keywords: 'ocean', flowId: '' }]),
  },
  { name: 'wants a name', as: 'abe', params: DEV, body: keep(' ', 'x'), expect: { status: 422, errors: ['keep.name'], stored: 'same' } },
  {
    name: 'keeps no more than thirty',
    as: 'abe',
    params: DEV,
    given: async world => {
      for (let n = 2; n <= 30; n++) await must(world, 'flow.savePreference', { as: 'abe', params: DEV, body: keep(`n${n}`, '') })
    },
    body: keep('one more', ''),
    expect: { status: 422, code: 'flow.filtersTooMany', stored: 'same' },
  },
  {
    name: 'forgets one',
    as: 'abe',
    params: DEV,
    body: { forget: 'Sea' },
    expect: { status: 0 },
    then: async (_reply, world) => expect((await told(world)).filters).toHaveLength(29),
  },
])
