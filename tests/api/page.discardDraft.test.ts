import { addPage, DEV, refusals, shopOf } from '../support/pages.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

const withDraftOfAnn = async (world: World) => {
  const pageId = await addPage(world, { name: 'Page' })
  await world.running.services.pages.saveDraft(shopOf(world), world.ids.ann, pageId, { schema: { by: 'ann' }, baseVersion: 1 })
  return { params: { ...DEV, pageId } }
}

scenarios('page.discardDraft', [
  { name: 'throws the own draft away', as: 'ann', given: withDraftOfAnn, expect: { status: 0, data: { discarded: true } } },
  {
    name: 'has nothing to throw away without one',
    as: 'ann',
    given: async world => ({ params: { ...DEV, pageId: await addPage(world, { name: 'Clean' }) } }),
    expect: { status: 0, data: { discarded: false }, stored: 'same' },
  },
  { name: 'keeps the draft of somebody else', as: 'abe', given: withDraftOfAnn, expect: { status: 409, code: 'page.draftByOther', stored: 'same' } },
  { name: 'throws it away when told to', as: 'abe', given: withDraftOfAnn, query: { force: true }, expect: { status: 0, data: { discarded: true } } },
  ...refusals(),
])
