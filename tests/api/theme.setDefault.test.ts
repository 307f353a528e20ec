import { expect } from 'vitest'
import { scenarios } from '../support/scenarios.ts'
import { DEV, themeIn } from '../support/themes.ts'

scenarios('theme.setDefault', [
  {
    name: 'shows the app in a theme, and in one alone',
    as: 'ann',
    params: DEV,
    given: async world => {
      await world.call('theme.setDefault', { as: 'ann', params: DEV, body: { themeId: (await themeIn(world, 'First')).themeId } })
      return { body: { themeId: (await themeIn(world, 'Second')).themeId } }
    },
    expect: { status: 0 },
    then: async (_reply, world) => {
      const { items } = (await world.call('theme.list', { as: 'ann', params: DEV })).data
      expect(items.filter(({ isDefault }: any) => isDefault).map(({ name }: any) => name)).toEqual(['Second'])
    },
  },
  { name: 'goes back to the look that is shipped', as: 'ann', params: DEV, body: { themeId: null }, expect: { status: 0 } },
  {
    name: 'knows no other theme',
    as: 'ann',
    params: DEV,
    body: { themeId: '0191d5a0-0000-7000-8000-00000000dead' },
    expect: { status: 404, code: 'theme.unknown', stored: 'same' },
  },
])
