// release.planMerge: what taking over would do, and what stands against it; nothing is kept.
import { expect } from 'vitest'
import { addPage, DEV, shopOf, wrongPeople } from '../support/pages.ts'
import { publish } from '../support/releases.ts'
import { scenarios } from '../support/scenarios.ts'

const ask = { as: 'ann' as const, params: DEV }
let group: string
let inside: string
let broken: string

scenarios('release.planMerge', [
  {
    ...ask,
    name: 'offers what differs, with what taking it over would do',
    given: async world => {
      group = await addPage(world, { name: 'Sales', kind: 'group' })
      broken = await addPage(world, { name: 'Broken', schema: { type: 'page', body: { type: 'crud', api: 'get:query:gone/rows', columns: [] } } })
      await publish(world)
      inside = await addPage(world, { name: 'Inside', parentId: group })
      await world.running.services.pages.update(shopOf(world), world.ids.ann, broken, { schema: { type: 'page', body: 'Fine' } })
    },
    body: { from: 'env:latest' },
    expect: { status: 0, data: { count: 2, conflicts: 0, problems: [], models: false } },
    then: reply =>
      expect(reply.data.options[0].children).toMatchObject([
        { name: 'Inside', change: 'removed', label: 'Inside · Removed' },
        { name: 'Broken', change: 'changed', label: 'Broken · Content changed' },
      ]),
  },
  {
    ...ask,
    name: 'tells the mistakes of pages that would come, held against what the app would be',
    given: async () => ({ body: { from: '1.0.0', parts: [`page ${broken}`] } }),
    expect: { status: 0, data: { problems: [], findings: [{ label: 'Broken' }] } },
  },
  {
    ...ask,
    name: 'tells what is left in a group that would go',
    given: async world => {
      await publish(world, { version: '2.0.0' })
      await world.running.services.pages.remove(shopOf(world), inside, true)
      const fresh = await addPage(world, { name: 'New group', kind: 'group' })
      await addPage(world, { name: 'In it', parentId: fresh })
      return { body: { from: '2.0.0', parts: [`page ${fresh}`] } }
    },
    expect: {
      status: 0,
      data: { problems: [{ label: 'New group', code: 'merge.stillHolds', text: '“In it” stands in it. Choose that as well, or move it first' }] },
    },
  },
  {
    ...ask,
    name: 'knows no other versions',
    body: { from: '7.0.0' },
    expect: { status: 422, code: 'release.sourceUnknown', errors: ['from'], stored: 'same' },
  },
  ...wrongPeople({ body: { from: 'dev' } }, async () => ({ params: DEV })),
])
