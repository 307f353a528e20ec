import { atEach, themeAt } from '../support/shared-themes.ts'

atEach('sharedTheme.create', level => [
  {
    name: 'makes a theme from a ready one',
    body: { name: 'Ours', ready: 'harbour' },
    expect: { status: 0, data: { name: 'Ours', version: 1, isDefault: false } },
  },
  {
    name: 'copies one of the same level',
    given: async world => ({ body: { name: 'Again', copyOf: (await themeAt(world, level)).sharedThemeId } }),
    expect: { status: 0, data: { name: 'Again', version: 1 } },
  },
  { name: 'needs a name', body: { name: '  ' }, expect: { status: 422, code: 'theme.nameMissing', errors: ['name'], stored: 'same' } },
  { name: 'knows no other ready theme', body: { name: 'A', ready: 'none' }, expect: { status: 422, code: 'theme.readyUnknown', stored: 'same' } },
])
