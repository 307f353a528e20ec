import { addPage, DEV, refusals, shopOf } from '../support/pages.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

const two = async (world: World) => {
  const pageId = await addPage(world, { name: 'Page', schema: { first: true } })
  await world.running.services.pages.update(shopOf(world), world.ids.ann, pageId, { schema: { second: true } })
  return pageId
}

scenarios('page.getVersion', [
  {
    name: 'answers an older version with its schema',
    as: 'ann',
    given: async world => ({ params: { ...DEV, pageId: await two(world), version: '1' } }),
    expect: { status: 0, data: { version: 1, schema: { first: true }, createdBy: 'Ann' } },
  },
  {
    name: 'knows only versions that were saved',
    as: 'ann',
    given: async world => ({ params: { ...DEV, pageId: await two(world), version: '3' } }),
    expect: { status: 404, code: 'page.versionUnknown' },
  },
  {
    name: 'refuses what is no version',
    as: 'ann',
    given: async world => ({ params: { ...DEV, pageId: await two(world), version: 'last' } }),
    expect: { status: 404, code: 'request.unknownAddress' },
  },
  ...refusals({ params: { version: '1' } }),
])
