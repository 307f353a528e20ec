import { scenarios } from '../support/scenarios.ts'
import { DEV, themeIn } from '../support/themes.ts'

scenarios('theme.delete', [
  { name: 'deletes a theme', as: 'ann', given: async world => ({ params: await themeIn(world) }), expect: { status: 0 } },
  {
    name: 'keeps the one that the app is shown in',
    as: 'ann',
    given: async world => {
      const params = await themeIn(world)
      await world.call('theme.setDefault', { as: 'ann', params: DEV, body: { themeId: params.themeId } })
      return { params }
    },
    expect: { status: 409, code: 'theme.isDefault', stored: 'same' },
  },
])
