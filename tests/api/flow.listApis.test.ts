// flowDesign.api-list: the APIs that a flow can call, with their parameters.
import { expect } from 'vitest'
import { makeApi, WEATHER } from '../support/apis.ts'
import { DEV } from '../support/flows.ts'
import { scenarios } from '../support/scenarios.ts'

scenarios('flow.listApis', [
  { name: 'answers none where the app has none', as: 'ann', given: async () => ({ params: DEV }), expect: { status: 0, data: { options: [] } } },
  {
    name: 'names an API and what it takes',
    as: 'ann',
    given: async world => {
      const parameters = [
        { key: 'who', name: 'Who', type: 'text', required: true },
        { key: 'note', type: 'text' },
      ]
      await makeApi(world, { ...WEATHER, parameters }, 'remind')
      return { params: DEV }
    },
    expect: { status: 0 },
    then: reply =>
      expect(reply.data.options).toEqual([
        {
          value: 'remind',
          label: 'remind',
          input: [
            { value: 'who', label: 'Who', required: true },
            { value: 'note', label: 'note', required: false },
          ],
        },
      ]),
  },
  { name: 'is for who works on the app', as: 'ben', given: async () => ({ params: DEV }), expect: { status: 403 } },
])
