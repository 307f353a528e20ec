import { expect } from 'vitest'
import { addPage, DEV, refusals, shopOf } from '../support/pages.ts'
import { scenarios } from '../support/scenarios.ts'

scenarios('page.listVersions', [
  {
    name: 'lists versions newest first, a page at a time',
    as: 'ann',
    given: async world => {
      const pageId = await addPage(world, { name: 'Page' })
      for (let n = 2; n <= 5; n++) await world.running.services.pages.update(shopOf(world), world.ids.abe, pageId, { schema: { n }, note: `Step ${n}` })
      return { params: { ...DEV, pageId } }
    },
    query: { page: 2, perPage: 2 },
    expect: { status: 0, data: { total: 5, page: 2, perPage: 2 } },
    then: reply => expect(reply.data.items).toMatchObject([{ version: 3, note: 'Step 3', createdBy: 'Abe' }, { version: 2 }]),
  },
  {
    name: 'refuses odd pages',
    as: 'ann',
    params: { ...DEV, pageId: '01890000-0000-7000-8000-000000000001' },
    query: { page: 0, perPage: 'x' },
    expect: { status: 422, errors: ['page', 'perPage'] },
  },
  ...refusals(),
])
