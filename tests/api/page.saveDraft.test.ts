import { expect } from 'vitest'
import { addPage, DEV, refusals, shopOf } from '../support/pages.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

const fresh = async (world: World) => ({ params: { ...DEV, pageId: await addPage(world, { name: 'Page', schema: { type: 'page' } }) } })
const withDraftOfAnn = async (world: World) => {
  const ask = await fresh(world)
  await world.running.services.pages.saveDraft(shopOf(world), world.ids.ann, ask.params.pageId, { schema: { by: 'ann' }, baseVersion: 1 })
  return ask
}

scenarios('page.saveDraft', [
  {
    name: 'keeps unsaved work beside the saved page',
    as: 'ann',
    given: fresh,
    body: { schema: { type: 'page', body: 'draft' }, baseVersion: 1 },
    expect: { status: 0, data: { hasDraft: true } },
    then: async (_reply, world) => {
      const page = await world.db.selectFrom('page_draft').innerJoin('page', 'page.id', 'page_id').select(['version', 'content']).executeTakeFirstOrThrow()
      expect(page).toEqual({ version: 1, content: '{"type":"page","body":"draft"}' })
    },
  },
  {
    name: 'says what the gate finds, script as well, and keeps it all the same',
    as: 'ann',
    given: fresh,
    body: { schema: { type: 'page', body: { type: 'custom' } }, baseVersion: 1 },
    expect: { status: 0, data: { hasDraft: true, findings: [{ path: 'body.type', severity: 'error', code: 'safety.script' }] } },
  },
  {
    name: 'has no draft when the work equals what is saved',
    as: 'ann',
    given: withDraftOfAnn,
    body: { schema: { type: 'page' }, baseVersion: 1 },
    expect: { status: 0, data: { hasDraft: false } },
  },
  { name: 'replaces the own draft', as: 'ann', given: withDraftOfAnn, body: { schema: { by: 'ann again' }, baseVersion: 1 }, expect: { status: 0 } },
  {
    name: 'does not write over the draft of somebody else',
    as: 'abe',
    given: withDraftOfAnn,
    body: { schema: { by: 'abe' }, baseVersion: 1 },
    expect: { status: 409, code: 'page.draftByOther', data: { by: 'Ann' }, stored: 'same' },
  },
  {
    name: 'does when told to',
    as: 'abe',
    given: withDraftOfAnn,
    body: { schema: { by: 'abe' }, baseVersion: 1, force: true },
    expect: { status: 0, data: { hasDraft: true } },
  },
  {
    name: 'takes no draft of an old version',
    as: 'ann',
    given: fresh,
    body: { schema: {}, baseVersion: 7 },
    expect: { status: 409, code: 'page.changedMeanwhile', data: { version: 1 }, stored: 'same' },
  },
  { name: 'says which field is missing', as: 'ann', given: fresh, body: {}, expect: { status: 422, errors: ['schema', 'baseVersion'], stored: 'same' } },
  {
    name: 'wants an object',
    as: 'ann',
    given: fresh,
    body: { schema: [], baseVersion: '1' },
    expect: { status: 422, errors: ['schema', 'baseVersion'], stored: 'same' },
  },
  {
    name: 'takes no page over 2 MB',
    as: 'ann',
    given: fresh,
    body: { schema: { body: '订'.repeat(800_000) }, baseVersion: 1 },
    expect: { status: 422, code: 'page.schemaTooLarge', errors: ['schema'], stored: 'same' },
  },
  {
    name: 'keeps none for a group',
    as: 'ann',
    given: async world => ({ params: { ...DEV, pageId: await addPage(world, { name: 'G', kind: 'group' }) } }),
    body: { schema: {}, baseVersion: 1 },
    expect: { status: 422, code: 'page.noSchema', stored: 'same' },
  },
  ...refusals({ body: { schema: {}, baseVersion: 1 } }),
])
