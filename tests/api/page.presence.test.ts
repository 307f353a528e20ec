import { expect } from 'vitest'
import { addPage, DEV, refusals, shopOf } from '../support/pages.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

const fresh = async (world: World) => ({ params: { ...DEV, pageId: await addPage(world, { name: 'Page' }) } })

scenarios('page.presence', [
  { name: 'is alone on a fresh page', as: 'ann', given: fresh, body: { tab: 'a' }, expect: { status: 0, data: { editors: [], version: 1, updatedBy: 'Ann' } } },
  {
    name: 'tells of others, of the own other tab, and of a save meanwhile',
    as: 'ann',
    given: async world => {
      const ask = await fresh(world)
      await world.call('page.presence', { as: 'abe', ...ask, body: { tab: 'x' } })
      await world.call('page.presence', { as: 'ann', ...ask, body: { tab: 'other' } })
      await world.running.services.pages.update(shopOf(world), world.ids.abe, ask.params.pageId, { schema: { a: 1 } })
      return ask
    },
    body: { tab: 'mine' },
    expect: { status: 0, data: { version: 2, updatedBy: 'Abe' } },
    then: reply =>
      expect(reply.data.editors.map((e: any) => [e.name, e.isSelf])).toEqual([
        ['Abe', false],
        ['Ann', true],
      ]),
  },
  {
    name: 'forgets who went silent for 30 seconds',
    as: 'ann',
    given: async world => {
      const ask = await fresh(world)
      await world.call('page.presence', { as: 'abe', ...ask, body: { tab: 'x' } })
      await world.db
        .updateTable('page_editor')
        .set({ seen_at: new Date(Date.now() - 31_000) })
        .where('page_id', '=', ask.params.pageId)
        .execute()
      return ask
    },
    body: { tab: 'mine' },
    expect: { status: 0, data: { editors: [] } },
  },
  { name: 'wants a tab', as: 'ann', given: fresh, body: {}, expect: { status: 422, errors: ['tab'] } },
  { name: 'wants a plain one', as: 'ann', given: fresh, body: { tab: '<b>' }, expect: { status: 422, errors: ['tab'] } },
  ...refusals({ body: { tab: 'a' } }),
])
