import { expect } from 'vitest'
import { addPage, DEV, refusals, shopOf } from '../support/pages.ts'
import { scenarios } from '../support/scenarios.ts'

scenarios('page.get', [
  {
    name: 'answers the page with its schema',
    as: 'ann',
    given: async world => ({ params: { ...DEV, pageId: await addPage(world, { name: 'A', schema: { type: 'page', title: 'T' } }) } }),
    expect: { status: 0, data: { name: 'A', schema: { type: 'page', title: 'T' }, draft: null, editors: [] } },
  },
  {
    name: 'has no schema for a group',
    as: 'ann',
    given: async world => ({ params: { ...DEV, pageId: await addPage(world, { name: 'G', kind: 'group' }) } }),
    expect: { status: 0, data: { kind: 'group', schema: null } },
  },
  {
    name: 'shows the draft, whose it is and who is editing',
    as: 'abe',
    given: async world => {
      const pageId = await addPage(world, { name: 'B' })
      await world.running.services.pages.saveDraft(shopOf(world), world.ids.ann, pageId, { schema: { type: 'page', body: 'draft' }, baseVersion: 1 })
      await world.running.services.pages.seen(shopOf(world), pageId, world.ids.ann, 'tab1')
      return { params: { ...DEV, pageId } }
    },
    expect: { status: 0, data: { hasDraft: true, draft: { schema: { type: 'page', body: 'draft' }, by: 'Ann', mine: false, baseVersion: 1 } } },
    then: reply => expect(reply.data.editors).toMatchObject([{ name: 'Ann' }]),
  },
  ...refusals(),
])
