import { ask, atEach, themeAt } from '../support/shared-themes.ts'
import { changed } from '../support/themes.ts'

atEach('sharedTheme.listVersions', level => [
  {
    name: 'answers versions with their notes, the newest first',
    given: async world => {
      const params = await themeAt(world, level)
      await ask(world, level, 'sharedTheme.update', { params, body: { ...changed('config.description', 'new'), note: 'Why' } })
      return { params }
    },
    expect: { status: 0, data: { items: [{ version: 2, note: 'Why' }, { version: 1 }] } },
  },
])
