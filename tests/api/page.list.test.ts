import { expect } from 'vitest'
import { addPage, DEV, foreignPages, wrongPeople } from '../support/pages.ts'
import { scenarios } from '../support/scenarios.ts'

scenarios('page.list', [
  { name: 'is empty for a new app', as: 'ann', params: DEV, expect: { status: 0, data: { items: [] } } },
  {
    name: 'shows the tree of this app in order, without schemas',
    as: 'ann',
    params: DEV,
    given: async world => {
      await foreignPages(world)
      const group = await addPage(world, { name: 'Group', kind: 'group' })
      await addPage(world, { name: 'Last' })
      const list = await addPage(world, { name: 'List', parentId: group })
      await addPage(world, { name: 'Detail', path: '/list/:id', parentId: list, visible: false })
    },
    expect: { status: 0 },
    then: reply => {
      const names = (nodes: any[]): unknown[] => nodes.map(node => (node.children.length ? [node.name, names(node.children)] : node.name))
      expect(names(reply.data.items)).toEqual([['Group', [['List', ['Detail']]]], 'Last'])
      expect(JSON.stringify(reply.data)).not.toMatch(/schema|Secret/)
    },
  },
  { name: 'serves a platform super user', as: 'sue', params: DEV, expect: { status: 0 } },
  ...wrongPeople({}, async () => ({ params: DEV })),
])
