// release.planInto: what chosen differences would do in an environment; nothing is kept. What is published of it: release.publishInto.test.ts.
import { expect } from 'vitest'
import { addPage, DEV, shopOf, wrongPeople } from '../support/pages.ts'
import { publish } from '../support/releases.ts'
import { scenarios } from '../support/scenarios.ts'

const ask = { as: 'ann' as const, params: DEV }
let page: string

scenarios('release.planInto', [
  {
    ...ask,
    name: 'offers what differs from what runs there, and nothing that holds for the whole app at once',
    given: async world => {
      page = await addPage(world, { name: 'Broken', schema: { type: 'page', body: 'Fine' } })
      await publish(world, { tag: 'latest' })
      await world.call('role.createRole', { ...ask, body: { name: 'Fresh', type: 0 } })
      const schema = { type: 'page', body: { type: 'crud', api: 'get:query:gone/rows', columns: [] } }
      await world.running.services.pages.update(shopOf(world), world.ids.ann, page, { schema })
    },
    body: { tag: 'latest', from: 'dev' },
    expect: { status: 0, stored: 'same', data: { count: 1, tag: 'latest', problems: [], effect: { count: 0, gate: 'tell' } } },
    then: reply => expect(reply.data.options).toMatchObject([{ value: 'page', children: [{ name: 'Broken', change: 'changed' }] }]),
  },
  {
    ...ask,
    name: 'tells the mistakes of pages that would come',
    given: async () => ({ body: { tag: 'latest', from: 'dev', parts: [`page ${page}`] } }),
    expect: { status: 0, stored: 'same', data: { problems: [], findings: [{ label: 'Broken' }] } },
  },
  {
    ...ask,
    name: 'takes what another environment runs',
    given: async world => void (await publish(world, { tag: 'qa' })),
    body: { tag: 'latest', from: 'env:qa' },
    expect: { status: 0, data: { count: 1 } },
  },
  {
    ...ask,
    name: 'knows no other versions',
    body: { tag: 'latest', from: '7.0.0' },
    expect: { status: 422, code: 'release.sourceUnknown', errors: ['from'], stored: 'same' },
  },
  ...wrongPeople({ body: { tag: 'latest', from: 'dev' } }, async () => ({ params: DEV })),
])
