import { expect } from 'vitest'
import { addMember } from '../support/organisation.ts'
import { scenarios } from '../support/scenarios.ts'

scenarios('role.autocompleteUsers', [
  {
    name: 'role.autocomplete-users: members of the organisation, with the email as value',
    as: 'ben',
    query: { term: 'BEN' },
    expect: { status: 0, data: { options: [{ label: 'Ben (ben@example.test)', value: 'ben@example.test' }] } },
  },
  {
    name: 'nobody who is banned, and nobody of other organisations',
    as: 'ann',
    given: async world => {
      const id = await addMember(world, 'Zoe')
      await world.db.updateTable('member').set({ banned: true }).where('user_id', '=', id).execute()
    },
    expect: { status: 0 },
    then: reply => expect(reply.data.options.map((option: { label: string }) => option.label.split(' ')[0])).toEqual(['Abe', 'Ann', 'Ben']),
  },
  { name: 'refuses a text without end', as: 'ann', query: { term: 'x'.repeat(200) }, expect: { status: 422, errors: ['term'] } },
  ...([undefined, 'cyd', 'dee'] as const).map(as => ({ name: `keeps ${as ?? 'nobody'} out`, as, expect: { status: as ? 403 : 401, stored: 'same' as const } })),
])
