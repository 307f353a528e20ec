// org.import: the rows of an import, by what they do, page by page.
import { expect } from 'vitest'
import { planned } from '../support/imports.ts'
import { notForThem } from '../support/organisation.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

const plan = async (world: World) => ({
  params: {
    importId: (
      await planned(world, {
        departments: [['Sales', 's'], ['Nowhere / East']],
        members: [
          ['Ben', 'ben@example.test', '', '139'],
          ['Ann', 'ann@example.test'],
          ['Eve', 'eve@example.test', '', '', 'Sales'],
        ],
      })
    ).data.id,
  },
})
const titles = (reply: { data: Record<string, any> }) => reply.data.items.map((item: { title: string }) => item.title)

scenarios('org.listImportRows', [
  {
    name: 'lists all rows in their order, departments first',
    as: 'ann',
    given: plan,
    expect: { status: 0, data: { total: 5, page: 1, perPage: 20 } },
    then: reply => {
      expect(titles(reply)).toEqual(['Sales', 'Nowhere / East', 'Ben', 'Ann', 'Eve'])
      expect(reply.data.items[2]).toEqual({
        id: '2',
        kind: 'member',
        sheet: 'Members',
        row: 2,
        action: 'change',
        title: 'Ben',
        detail: 'ben@example.test',
        changes: [{ label: 'Phone', from: '', to: '139' }],
        problems: [],
      })
    },
  },
  {
    name: 'lists those that create',
    as: 'ann',
    given: plan,
    query: { action: 'create' },
    expect: { status: 0, data: { total: 2 } },
    then: reply => expect(titles(reply)).toEqual(['Sales', 'Eve']),
  },
  {
    name: 'lists those that leave things as they are',
    as: 'ann',
    given: plan,
    query: { action: 'leave' },
    expect: { status: 0, data: { total: 1 } },
    then: reply => expect(titles(reply)).toEqual(['Ann']),
  },
  {
    name: 'tells errors by row, column and reason, in the language of the reader',
    as: 'ann',
    given: plan,
    query: { action: 'error' },
    headers: { 'accept-language': 'zh-CN' },
    expect: { status: 0, data: { total: 1 } },
    then: reply =>
      expect(reply.data.items[0]).toMatchObject({ row: 3, sheet: '部门', problems: [{ column: '部门', reason: '组织和文件中都没有上级部门“Nowhere”' }] }),
  },
  {
    name: 'comes in pages',
    as: 'ann',
    given: plan,
    query: { page: 2, perPage: 2 },
    expect: { status: 0, data: { total: 5, page: 2, perPage: 2 } },
    then: reply => expect(titles(reply)).toEqual(['Ben', 'Ann']),
  },
  { name: 'knows these four', as: 'ann', given: plan, query: { action: 'remove' }, expect: { status: 422, errors: ['action'] } },
  { name: 'is for who made it alone', as: 'abe', given: plan, expect: { status: 404, code: 'org.importUnknown' } },
  ...notForThem({}, plan),
])
