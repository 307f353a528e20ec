import { atEach, LEVELS, themeAt } from '../support/shared-themes.ts'

atEach('sharedTheme.get', level => [
  {
    name: 'answers the document',
    given: async world => ({ params: await themeAt(world, level) }),
    expect: { status: 0, data: { name: 'Green', draft: null } },
  },
  {
    name: 'knows nothing of the other level',
    given: async world => {
      const other = LEVELS.find(one => one !== level) as typeof level
      return { params: { ...level.params, sharedThemeId: (await themeAt(world, other)).sharedThemeId } }
    },
    expect: { status: 404, code: 'theme.unknown' },
  },
])
