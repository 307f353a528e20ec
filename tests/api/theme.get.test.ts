import { scenarios } from '../support/scenarios.ts'
import { DEV, themeIn } from '../support/themes.ts'

// theme.get-theme
scenarios('theme.get', [
  {
    name: 'answers the document as it is saved, without a draft',
    as: 'ann',
    given: async world => ({ params: await themeIn(world) }),
    expect: { status: 0, data: { version: 1, draft: null, draftAt: null, data: { config: { name: 'Green', isDark: false }, customStyle: { style: '' } } } },
  },
  {
    name: 'knows no other',
    as: 'ann',
    params: { ...DEV, themeId: '0191d5a0-0000-7000-8000-00000000dead' },
    expect: { status: 404, code: 'theme.unknown', stored: 'same' },
  },
])
