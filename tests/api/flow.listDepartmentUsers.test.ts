// flowDesign.department-users: who is in a department.
import { expect } from 'vitest'
import { DEV } from '../support/flows.ts'
import { scenarios } from '../support/scenarios.ts'

scenarios('flow.listDepartmentUsers', [
  {
    name: 'finds people of the organisation page by page',
    as: 'ann',
    given: async () => ({ params: DEV, query: { keywords: 'ben', page: 1, perPage: 5 } }),
    expect: { status: 0, data: { page: 1, perPage: 5 } },
    then: async (reply, world) => expect(reply.data.items.map(({ id }: { id: string }) => id)).toContain(world.ids.ben),
  },
  {
    name: 'knows no department that the organisation does not have',
    as: 'ann',
    given: async () => ({ params: DEV, query: { departmentId: '0191d5a0-0000-7000-8000-00000000dead' } }),
    expect: { status: 404, code: 'org.departmentUnknown' },
  },
  { name: 'is for who works on the app', as: 'ben', given: async () => ({ params: DEV }), expect: { status: 403 } },
])
