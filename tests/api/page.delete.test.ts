import { expect } from 'vitest'
import { addPage, DEV, refusals } from '../support/pages.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

async function full(world: World) {
  const group = await addPage(world, { name: 'Group', kind: 'group' })
  const page = await addPage(world, { name: 'Page', parentId: group })
  await addPage(world, { name: 'Sub', parentId: page })
  return { params: { ...DEV, pageId: group } }
}

scenarios('page.delete', [
  {
    name: 'deletes a page',
    as: 'ann',
    given: async world => ({ params: { ...DEV, pageId: await addPage(world, { name: 'Alone' }) } }),
    expect: { status: 0, data: { deleted: 1 } },
  },
  {
    name: 'keeps a group that holds pages until that is confirmed',
    as: 'ann',
    given: full,
    expect: { status: 422, code: 'page.hasChildren', data: { count: 2 }, stored: 'same' },
  },
  {
    name: 'deletes a group with all it holds',
    as: 'ann',
    given: full,
    query: { withChildren: true },
    expect: { status: 0, data: { deleted: 3 } },
    then: async (_reply, world) => {
      const left = await world.db
        .selectFrom('page_version')
        .innerJoin('page', 'page.id', 'page_id')
        .select('page.name')
        .where('page.name', '=', 'Sub')
        .execute()
      // The first full group still stands.
      expect(left).toHaveLength(1)
    },
  },
  ...refusals({ query: { withChildren: true } }),
])
