import { expect } from 'vitest'
import { ask, atEach, themeAt } from '../support/shared-themes.ts'

atEach('sharedTheme.list', level => [
  {
    name: 'answers the themes with who has chosen them, and how many apps follow the default',
    given: async world => {
      const { sharedThemeId } = await themeAt(world, level, 'Listed')
      if (level.ending === 'Company')
        await world.call('theme.setDefault', { as: 'ann', params: { companyKey: 'acme', appUrlKey: 'shop-dev' }, body: { themeId: null, sharedThemeId } })
      return {}
    },
    expect: { status: 0 },
    then: async (reply, world) => {
      const mine = reply.data.items.find(({ name }: any) => name === 'Listed')
      expect(mine.apps).toEqual(level.ending === 'Company' ? ['Shop'] : [])
      expect(reply.data.ready.length).toBeGreaterThanOrEqual(8)
      if (level.ending === '') return expect(reply.data.inheriting).toBe(0)
      // The shop has chosen: it follows the default again when it lets go.
      await world.call('theme.setDefault', { as: 'ann', params: { companyKey: 'acme', appUrlKey: 'shop-dev' }, body: { themeId: null } })
      const next = await ask(world, level, 'sharedTheme.list')
      expect(next.data.inheriting).toBe(reply.data.inheriting + 1)
    },
  },
])
