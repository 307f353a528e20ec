// workingCopy.getPage: a page that a merge is about, as it was before both and as it is on both sides, in the ids of the side that is written.
import { expect } from 'vitest'
import { DEV } from '../support/pages.ts'
import { scenarios } from '../support/scenarios.ts'
import { addPages, foreignCopies, idIn, makeCopy } from '../support/working-copies.ts'

const ask = { as: 'ann' as const }
let copy: Awaited<ReturnType<typeof makeCopy>>
let page: string
const text = (tpl: string) => ({ type: 'page', body: [{ type: 'tpl', tpl }] })
const unknown = { status: 404, stored: 'same' as const }

scenarios('workingCopy.getPage', [
  {
    ...ask,
    name: 'gives all sides of a page that both changed',
    given: async world => {
      ;({ page } = await addPages(world))
      copy = await makeCopy(world, 'One')
      const { pages } = world.running.services
      await pages.update({ companyId: world.ids.acme, appId: world.ids.shop }, world.ids.ann, page, { schema: text('Of dev') })
      await pages.update(copy.scope, world.ids.ann, await idIn(world, copy.id, page), { schema: text('Of the copy') })
      return { params: { ...DEV, copyId: copy.id, pageId: page }, query: { direction: 'in' } }
    },
    expect: {
      status: 0,
      data: { name: 'Orders', appUrlKey: 'shop-dev', base: text('Hello'), ours: text('Of dev'), theirs: text('Of the copy') },
      stored: 'same',
    },
  },
  {
    ...ask,
    name: 'tells them the other way round for a copy that is brought up to date',
    given: async world => ({ params: { ...DEV, copyId: copy.id, pageId: await idIn(world, copy.id, page) }, query: { direction: 'out' } }),
    expect: { status: 0, data: { base: text('Hello'), ours: text('Of the copy'), theirs: text('Of dev') } },
    then: async reply => {
      expect(reply.data.appUrlKey).toBe(`${copy.key}-dev`)
    },
  },
  {
    ...ask,
    name: 'leaves out the side that has the page no longer',
    given: async world => {
      await world.running.services.pages.remove(copy.scope, await idIn(world, copy.id, page), false)
      return { params: { ...DEV, copyId: copy.id, pageId: page }, query: { direction: 'in' } }
    },
    expect: { status: 0 },
    then: async reply => {
      expect(Object.keys(reply.data).toSorted()).toEqual(['appUrlKey', 'base', 'name', 'ours'])
    },
  },
  {
    ...ask,
    name: 'knows no page that is in neither',
    given: async world => ({ params: { ...DEV, copyId: copy.id, pageId: world.ids.shop }, query: { direction: 'in' } }),
    expect: { ...unknown, code: 'page.unknown' },
  },
  {
    ...ask,
    name: 'does not reach a copy of another app',
    given: async world => ({ params: { ...DEV, copyId: (await foreignCopies(world)).otherApp, pageId: page }, query: { direction: 'in' } }),
    expect: { ...unknown, code: 'workingCopy.unknown' },
  },
  {
    name: 'is for developers alone',
    as: 'ben',
    given: async () => ({ params: { ...DEV, copyId: copy.id, pageId: page }, query: { direction: 'in' } }),
    expect: { status: 403 },
  },
])
