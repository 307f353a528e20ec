import { expect } from 'vitest'
import { addDepartment, addMember, notForThem } from '../support/organisation.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

const someone = async (world: World) => ({ body: { action: 'letIn', users: [world.ids.ben] } })

scenarios('org.previewMembersChange', [
  {
    name: 'says what a change of many would do, and changes nothing',
    as: 'ann',
    given: async world => {
      const sales = await addDepartment(world, 'Sales', undefined, { manager: world.ids.ben })
      const eve = await addMember(world, 'Eve', [sales])
      await world.db.updateTable('app').set({ owner_id: eve }).where('id', '=', world.ids.shop).execute()
      return { body: { action: 'remove', users: [eve, world.ids.ben, world.ids.abe, world.ids.ann] } }
    },
    expect: { status: 0, data: { count: 3, left: [{ name: 'Ann', reason: 'The owner stays' }] }, stored: 'same' },
    then: reply =>
      expect(reply.data.sentences).toEqual([
        'Leave Acme with all departments, the accounts stay (3): Abe, Ben, Eve',
        'No longer manage a department, which then has no manager: Ben',
        'Can no longer administer the organisation: Abe',
        'Own apps, which the administrators go on managing: Eve',
        'Ann is left out: The owner stays',
      ]),
  },
  {
    name: 'says so in the reader’s language',
    as: 'ann',
    headers: { 'accept-language': 'zh-CN' },
    given: someone,
    expect: { status: 0, data: { count: 0, sentences: ['Ben 不做更改：未被禁用'] }, stored: 'same' },
  },
  { name: 'wants people', as: 'ann', body: { action: 'ban', users: [] }, expect: { status: 422, errors: ['users'], stored: 'same' } },
  ...notForThem({}, someone),
])
