import { expect } from 'vitest'
import { scenarios } from '../support/scenarios.ts'
import { LEVELS, themeAt } from '../support/shared-themes.ts'
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
  {
    name: 'shows the app in a theme of its organisation, which holds more than a default there',
    as: 'ann',
    params: DEV,
    given: async world => {
      const [, organisation] = LEVELS
      await world.call('theme.setDefault', { as: 'ann', params: DEV, body: { themeId: (await themeIn(world, 'Mine')).themeId } })
      const { sharedThemeId } = await themeAt(world, organisation!, 'Ours')
      return { body: { themeId: null, sharedThemeId } }
    },
    expect: { status: 0 },
    then: async (_reply, world) => {
      const { items } = (await world.call('theme.list', { as: 'ann', params: DEV })).data
      expect(items.filter(({ isDefault }: any) => isDefault)).toMatchObject([{ name: 'Ours', level: 'company', isInherited: false }])
    },
  },
  {
    name: 'takes no theme of the platform for one of the organisation',
    as: 'ann',
    params: DEV,
    given: async world => ({ body: { themeId: null, sharedThemeId: (await themeAt(world, LEVELS[0]!)).sharedThemeId } }),
    expect: { status: 404, code: 'theme.unknown', stored: 'same' },
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
