import { atEach, themeAt } from '../support/shared-themes.ts'

atEach('sharedTheme.getVersion', level => [
  {
    name: 'answers the document of a version',
    given: async world => ({ params: { ...(await themeAt(world, level)), version: '1' } }),
    expect: { status: 0, data: { version: 1, data: { config: { name: 'Green' } } } },
  },
  {
    name: 'knows no other version',
    given: async world => ({ params: { ...(await themeAt(world, level)), version: '9' } }),
    expect: { status: 404, code: 'theme.versionUnknown' },
  },
])
