import { expect } from 'vitest'
import { addMember, notForThem } from '../support/organisation.ts'
import { scenarios } from '../support/scenarios.ts'

const labels = (reply: { data: Record<string, any> }) => reply.data.options.map((option: { label: string }) => option.label)

scenarios('org.suggestMembers', [
  {
    name: 'offers members by name, with what tells two of one name apart',
    as: 'abe',
    expect: { status: 0 },
    then: (reply, world) => {
      expect(labels(reply)).toEqual(['Abe (abe@example.test)', 'Ann (ann@example.test)', 'Ben (ben@example.test)'])
      expect(reply.data.options[0].value).toBe(world.ids.abe)
    },
  },
  {
    name: 'finds by a part of the email',
    as: 'ann',
    query: { term: ' BEN@ ' },
    expect: { status: 0 },
    then: reply => expect(labels(reply)).toEqual(['Ben (ben@example.test)']),
  },
  {
    name: 'brings who is chosen first, whatever the text and however many there are',
    as: 'ann',
    given: async world => {
      for (let n = 10; n < 32; n++) await addMember(world, `Ada ${n}`)
      return { query: { defaultIds: world.ids.ben } }
    },
    expect: { status: 0 },
    then: async (reply, world) => {
      expect(labels(reply)[0]).toBe('Ben (ben@example.test)')
      expect(labels(reply)).toHaveLength(21)
      const both = await world.call('org.suggestMembers', { as: 'ann', query: { term: 'nobody', defaultIds: `${world.ids.ben},${world.ids.ann}` } })
      expect(labels(both)).toEqual(['Ann (ann@example.test)', 'Ben (ben@example.test)'])
    },
  },
  {
    name: 'does not offer who is banned, and names such a one who is chosen already',
    as: 'ann',
    given: async world => {
      await world.db.updateTable('member').set({ banned: true }).where('user_id', '=', world.ids.ben).execute()
      return { query: { term: 'ben' } }
    },
    expect: { status: 0, data: { options: [] } },
    then: async (_reply, world) =>
      expect(labels(await world.call('org.suggestMembers', { as: 'ann', query: { defaultIds: world.ids.ben, term: 'zzz' } }))).toEqual([
        'Ben (ben@example.test)',
      ]),
  },
  { name: 'refuses ids that are none', as: 'ann', query: { defaultIds: 'x' }, expect: { status: 422, errors: ['defaultIds'] } },
  ...notForThem(),
])
