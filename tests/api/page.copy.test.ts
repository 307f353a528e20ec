import { expect } from 'vitest'
import { addPage, DEV, refusals, SCRIPT } from '../support/pages.ts'
import { scenarios } from '../support/scenarios.ts'

scenarios('page.copy', [
  {
    name: 'copies a page behind the original, with a name and path of its own',
    as: 'ann',
    given: async world => {
      const pageId = await addPage(world, { name: 'Orders', schema: { type: 'page', body: 'o' } })
      await addPage(world, { name: 'Next' })
      return { params: { ...DEV, pageId } }
    },
    body: {},
    expect: { status: 0, data: { name: 'Orders 2', path: '/orders-2', version: 1, sort: 1 } },
    then: async (reply, world) => {
      const copy = await world.call('page.get', { as: 'ann', params: { ...DEV, pageId: reply.data.id } })
      expect(copy.data.schema).toEqual({ type: 'page', body: 'o' })
      const { items } = (await world.call('page.list', { as: 'ann', params: DEV })).data
      expect(items.map((i: any) => i.name)).toEqual(['Orders', 'Orders 2', 'Next'])
    },
  },
  {
    name: 'copies a group with all it holds, patterns too',
    as: 'ann',
    given: async world => {
      const group = await addPage(world, { name: 'Crud', kind: 'group' })
      const list = await addPage(world, { name: 'List', path: '/crud', parentId: group })
      await addPage(world, { name: 'View', path: '/crud/:id', parentId: list })
      return { params: { ...DEV, pageId: group } }
    },
    body: { name: SCRIPT },
    expect: { status: 0, data: { name: SCRIPT, kind: 'group' } },
    then: async (reply, world) => {
      const { items } = (await world.call('page.list', { as: 'ann', params: DEV })).data
      const copy = items.find((i: any) => i.id === reply.data.id)
      expect(copy.children[0]).toMatchObject({ path: '/crud-2', children: [{ path: '/crud-2/:id' }] })
    },
  },
  {
    name: 'takes no long name',
    as: 'ann',
    given: async world => ({ params: { ...DEV, pageId: await addPage(world, { name: 'A' }) } }),
    body: { name: 'x'.repeat(51) },
    expect: { status: 422, errors: ['name'], stored: 'same' },
  },
  ...refusals({ body: {} }),
])
