import { expect } from 'vitest'
import { ask, atEach, themeAt } from '../support/shared-themes.ts'
import { DEV, themeIn } from '../support/themes.ts'

const shown = async (world: any) => (await world.call('runtime.site', { as: 'ann', params: DEV })).data.theme as string

atEach('sharedTheme.setDefault', level => [
  {
    name: 'shows apps in it that have no theme of their own, and no others',
    given: async world => ({ body: { themeId: (await themeAt(world, level)).sharedThemeId } }),
    expect: { status: 0 },
    then: async (_reply, world) => {
      const above = await shown(world)
      expect(above).not.toBe('')
      const own = await themeIn(world, 'Own', (await import('../support/themes.ts')).changed('config.description', 'own'))
      await world.call('theme.setDefault', { as: 'ann', params: DEV, body: { themeId: own.themeId } })
      expect(await shown(world)).not.toBe(above)
      await world.call('theme.setDefault', { as: 'ann', params: DEV, body: { themeId: null } })
      expect(await shown(world)).toBe(above)
      await ask(world, level, 'sharedTheme.setDefault', { body: { themeId: null } })
      expect(await shown(world)).toBe('')
    },
  },
  {
    name: 'knows no other theme',
    body: { themeId: '0191d5a0-0000-7000-8000-00000000dead' },
    expect: { status: 404, code: 'theme.unknown', stored: 'same' },
  },
])
