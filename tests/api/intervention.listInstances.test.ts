// intervention.default-order
import { expect } from 'vitest'
import { asking, caseIn, decide, HEADERS, inRow } from '../support/flows.ts'
import { scenarios } from '../support/scenarios.ts'

import type { World } from '../support/world.ts'

const titles = (reply: { data: Record<string, any> }) => reply.data.items.map((one: any) => one.title)
let first = ''
const three = async (world: World) => {
  const titled = (title: string) => ({ ...asking(world, ['abe']), title })
  first = (await caseIn(world, titled('First'))).caseId
  await decide(world, (await caseIn(world, titled('Second'))).caseId, 'abe')
  await caseIn(world, { ...inRow([{ id: 'a', approvers: { by: 'field', field: 'boss' }, empty: { then: 'exception' } }]), title: 'Third' })
}

scenarios('intervention.listInstances', [
  {
    name: 'tells the newest first',
    as: 'ann',
    headers: HEADERS,
    given: three,
    body: {},
    expect: { status: 0, data: { total: 3 } },
    then: reply => expect(titles(reply)).toEqual(['Third', 'Second', 'First']),
  },
  {
    name: 'by their states',
    as: 'ann',
    headers: HEADERS,
    body: { statuses: [2, -2] },
    expect: { status: 0 },
    then: reply => expect(titles(reply)).toEqual(['Third', 'Second']),
  },
  {
    name: 'by title',
    as: 'ann',
    headers: HEADERS,
    body: { title: 'IRS' },
    expect: { status: 0, data: { items: [{ title: 'First', status: 1, createdBy: 'Ben', flowDefTitle: 'Leave' }] } },
  },
  { name: 'by id', as: 'ann', headers: HEADERS, given: async () => ({ body: { flowDataId: first } }), expect: { status: 0, data: { total: 1 } } },
  { name: 'none by what is no id', as: 'ann', headers: HEADERS, body: { flowDataId: "'; drop table x" }, expect: { status: 0, data: { total: 0 } } },
  {
    name: 'by who started them',
    as: 'ann',
    headers: HEADERS,
    given: async world => ({ body: { userUid: world.ids.abe } }),
    expect: { status: 0, data: { total: 0 } },
  },
  { name: 'by when they began', as: 'ann', headers: HEADERS, body: { dateRange: '1000,2000' }, expect: { status: 0, data: { total: 0 } } },
  {
    name: 'in another order',
    as: 'ann',
    headers: HEADERS,
    body: { orderBy: 'title', orderDir: 'asc' },
    expect: { status: 0 },
    then: reply => expect(titles(reply)).toEqual(['First', 'Second', 'Third']),
  },
  { name: 'is for who manages flows', as: 'ben', headers: HEADERS, body: {}, expect: { status: 403 } },
])
