import { expect } from 'vitest'
import { ask, atEach, themeAt } from '../support/shared-themes.ts'
import { changed, DEV, green } from '../support/themes.ts'

atEach('sharedTheme.update', level => [
  {
    name: 'saves a version, which shows what has no theme of its own in it at once',
    given: async world => {
      const params = await themeAt(world, level)
      await ask(world, level, 'sharedTheme.setDefault', { body: { themeId: params.sharedThemeId } })
      return { params }
    },
    body: { ...changed('component.divider.body.color', '#123457'), note: 'darker' },
    expect: { status: 0, data: { version: 2, isDefault: true } },
    then: async (_reply, world) => {
      const { theme } = (await world.call('runtime.site', { as: 'ann', params: DEV })).data
      const file = await world.call('theme.getFile', { params: { file: theme } })
      expect(file.raw.toString()).toContain('--Divider-color:#123457')
      await ask(world, level, 'sharedTheme.setDefault', { body: { themeId: null } })
      expect((await world.call('runtime.site', { as: 'ann', params: DEV })).data.theme).toBe('')
    },
  },
  {
    name: 'makes no version of what is as it was saved',
    given: async world => ({ params: await themeAt(world, level) }),
    body: green(),
    expect: { status: 0, data: { version: 1 } },
  },
  {
    name: 'saves nothing over what somebody else has saved since',
    given: async world => {
      const params = await themeAt(world, level)
      await ask(world, level, 'sharedTheme.update', { params, body: changed('config.description', 'theirs') })
      return { params }
    },
    body: { ...changed('config.description', 'mine'), baseVersion: 1 },
    expect: { status: 409, code: 'theme.changed', stored: 'same' },
  },
  {
    name: 'takes no document that is damaged',
    given: async world => ({ params: await themeAt(world, level) }),
    body: changed('customStyle.style', '@import "x";'),
    expect: { status: 422, code: 'theme.invalid', stored: 'same' },
  },
])
