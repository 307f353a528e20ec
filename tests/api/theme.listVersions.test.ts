import { expect } from 'vitest'
import { scenarios } from '../support/scenarios.ts'
import { changed, themeIn } from '../support/themes.ts'

scenarios('theme.listVersions', [
  {
    name: 'lists what was saved, the newest first',
    as: 'ann',
    given: async world => {
      const params = await themeIn(world)
      await world.call('theme.update', { as: 'ann', params, body: { ...changed('config.description', 'x'), note: 'words' } })
      return { params }
    },
    expect: { status: 0 },
    then: async ({ data }) =>
      expect(data.items.map(({ version, note, createdBy }: any) => [version, note, createdBy])).toEqual([
        [2, 'words', 'Ann'],
        [1, '', 'Ann'],
      ]),
  },
])
