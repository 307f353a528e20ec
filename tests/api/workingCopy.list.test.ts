// workingCopy.list: the copies of an app, and what whoever asks may do with them.
import { expect } from 'vitest'
import { DEV, wrongPeople } from '../support/pages.ts'
import { scenarios } from '../support/scenarios.ts'
import { foreignCopies, letDevelop, makeCopy } from '../support/working-copies.ts'

const ask = { as: 'ann' as const, params: DEV }

scenarios('workingCopy.list', [
  { ...ask, name: 'is empty while there is none', expect: { status: 0, data: { items: [], limit: 20 } } },
  {
    ...ask,
    name: 'tells those of the app, latest first, and of no other app',
    given: async world => {
      await makeCopy(world, 'One')
      await makeCopy(world, 'Two', 'abe')
      await foreignCopies(world)
    },
    expect: { status: 0 },
    then: reply =>
      expect(reply.data.items).toMatchObject([
        { name: 'Two', createdBy: 'Abe', isMine: false, mayRemove: true, mergedAt: null, updatedAt: null },
        { name: 'One', createdBy: 'Ann', isMine: true, mayRemove: true },
      ]),
  },
  ...wrongPeople({}, async () => ({ params: DEV })),
  {
    ...ask,
    as: 'ben',
    name: 'a developer throws away what they made',
    given: async world => {
      await letDevelop(world, 'Developers', [world.ids.ben])
      await makeCopy(world, 'Three', 'ben')
    },
    expect: { status: 0 },
    then: reply =>
      expect(reply.data.items.map(({ name, isMine, mayRemove }: Record<string, unknown>) => [name, isMine, mayRemove])).toEqual([
        ['Three', true, true],
        ['Two', false, false],
        ['One', false, false],
      ]),
  },
  {
    ...ask,
    name: 'a copy has none of its own',
    given: async world => ({ params: (await makeCopy(world, 'Four')).params }),
    expect: { status: 409, code: 'workingCopy.ofCopy' },
  },
])
