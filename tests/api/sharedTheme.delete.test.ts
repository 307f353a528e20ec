import { expect } from 'vitest'
import { ask, atEach, themeAt } from '../support/shared-themes.ts'
import { DEV } from '../support/themes.ts'

atEach('sharedTheme.delete', level => [
  {
    name: 'deletes a theme that nothing is shown in, with its file',
    given: async world => ({ params: await themeAt(world, level, 'Gone') }),
    expect: { status: 0 },
    then: async (_reply, world) => expect((await ask(world, level, 'sharedTheme.list')).data.items.map(({ name }: any) => name)).not.toContain('Gone'),
  },
  {
    name: 'keeps the default',
    given: async world => {
      const params = await themeAt(world, level)
      await ask(world, level, 'sharedTheme.setDefault', { body: { themeId: params.sharedThemeId } })
      return { params }
    },
    expect: { status: 409, code: 'sharedTheme.isDefault', stored: 'same' },
  },
  ...(level.ending === 'Company'
    ? [
        {
          name: 'keeps one that an app has chosen, and says which app',
          given: async (world: any) => {
            const params = await themeAt(world, level)
            await world.call('theme.setDefault', { as: 'ann', params: DEV, body: { themeId: null, sharedThemeId: params.sharedThemeId } })
            return { params }
          },
          expect: { status: 409, code: 'sharedTheme.isUsed', stored: 'same' as const },
          then: async (reply: any) => expect(reply.msg).toContain('Shop'),
        },
      ]
    : []),
])
