// workingCopy.planMerge: what merging would do, what both sides changed differently, and what stands against it; nothing is kept.
import { expect } from 'vitest'
import { DEV } from '../support/pages.ts'
import { scenarios } from '../support/scenarios.ts'
import { addPages, idIn, makeCopy, refusals } from '../support/working-copies.ts'

const ask = { as: 'ann' as const }
let copy: Awaited<ReturnType<typeof makeCopy>>
let page: string

scenarios('workingCopy.planMerge', [
  {
    ...ask,
    name: 'has nothing to tell of a copy that was just made, in either direction',
    given: async world => {
      ;({ page } = await addPages(world))
      copy = await makeCopy(world, 'One')
      const out = await world.call('workingCopy.planMerge', { as: 'ann', params: { ...DEV, copyId: copy.id }, body: { direction: 'out' } })
      expect(out.data).toMatchObject({ count: 0, open: 0, both: 0 })
      return { params: { ...DEV, copyId: copy.id }, body: { direction: 'in' } }
    },
    expect: { status: 0, data: { count: 0, conflicts: [], open: 0, both: 0, left: [], problems: [] }, stored: 'same' },
  },
  {
    ...ask,
    name: 'asks about what both changed differently alone, with both values, and puts the rest together',
    given: async world => {
      const { pages } = world.running.services
      const edit = (scope: typeof copy.scope, id: string, text: string, more: object) =>
        pages.update(scope, world.ids.ann, id, { schema: { type: 'page', ...more, body: [{ type: 'tpl', tpl: text }] } })
      await edit({ companyId: world.ids.acme, appId: world.ids.shop }, page, 'From dev', { title: 'New title' })
      await edit(copy.scope, await idIn(world, copy.id, page), 'From the copy', { className: 'wide' })
      return { params: { ...DEV, copyId: copy.id }, body: { direction: 'in' } }
    },
    expect: { status: 0, data: { count: 1, open: 1, both: 1, problems: [] }, stored: 'same' },
    then: async (reply, world) => {
      const [conflict] = reply.data.conflicts
      expect(conflict).toMatchObject({ kind: 'there', part: `page ${page}`, base: 'Hello', ours: 'From dev', theirs: 'From the copy' })
      expect(conflict.text).toContain('Orders')
      const body = { direction: 'in', choices: { [conflict.key]: 'theirs' } }
      const decided = await world.call('workingCopy.planMerge', { as: 'ann', params: { ...DEV, copyId: copy.id }, body })
      expect(decided.data).toMatchObject({ open: 0, count: 1, state: reply.data.state })
      // The content of a page can be looked at, and be put together by hand, which decides all that is asked of it.
      expect(conflict.page).toBe(page)
      const pages = [{ pageId: page, schema: { type: 'page', body: 'Of both' } }]
      const byHand = await world.call('workingCopy.planMerge', { as: 'ann', params: { ...DEV, copyId: copy.id }, body: { direction: 'in', pages } })
      expect(byHand.data).toMatchObject({ open: 0, count: 1, state: reply.data.state, conflicts: [{ key: conflict.key }] })
    },
  },
  {
    ...ask,
    name: 'takes no page by hand that one side alone changed',
    given: async world => {
      const pages = [{ pageId: world.ids.shop, schema: { type: 'page' } }]
      return { params: { ...DEV, copyId: copy.id }, body: { direction: 'in', pages } }
    },
    expect: { status: 422, code: 'workingCopy.notBoth', errors: ['pages'], stored: 'same' },
  },
  {
    ...ask,
    name: 'tells what is wrong with a page by hand, and lets no script in',
    given: async () => {
      const pages = [{ pageId: page, schema: { type: 'page', body: { type: 'custom', onMount: 'alert(1)' } } }]
      return { params: { ...DEV, copyId: copy.id }, body: { direction: 'in', pages } }
    },
    expect: { status: 422, code: 'page.refused', stored: 'same' },
  },
  {
    ...ask,
    name: 'tells what stays as it is: roles that went, and themes',
    given: async world => {
      const made = await world.call('role.createRole', { as: 'ann', params: DEV, body: { name: 'Gone there' } })
      const other = await makeCopy(world, 'Two')
      await world.db
        .deleteFrom('role')
        .where('id', '=', await idIn(world, other.id, made.data.id))
        .execute()
      return { params: { ...DEV, copyId: other.id }, body: { direction: 'in' } }
    },
    expect: { status: 0, data: { left: ['The role Gone there was deleted there. Delete it here on the permissions screen'] } },
  },
  {
    ...ask,
    name: 'goes one of two ways',
    given: async () => ({ params: { ...DEV, copyId: copy.id }, body: { direction: 'up' } }),
    expect: { status: 422, errors: ['direction'] },
  },
  ...refusals({ body: { direction: 'in' } }),
])
