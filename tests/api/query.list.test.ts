import { expect } from 'vitest'
import { scenarios } from '../support/scenarios.ts'
import { DEV, queryIn } from '../support/queries.ts'

scenarios('query.list', [
  {
    name: 'tells the queries by their names, with what whoever asks may do with them',
    as: 'ann',
    params: DEV,
    given: async world => {
      await queryIn(world, { name: 'Zebras' })
      await queryIn(world, { name: 'apples' })
    },
    expect: { status: 0, data: { mayCreate: true } },
    then: reply =>
      expect(reply.data.items.map(({ name, mayEdit, mayDelete }: any) => [name, mayEdit, mayDelete])).toEqual([
        ['apples', true, true],
        ['Zebras', true, true],
      ]),
  },
  { name: 'is for who works on the app', as: 'ben', params: DEV, expect: { status: 403 } },
])
