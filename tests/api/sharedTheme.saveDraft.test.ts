import { expect } from 'vitest'
import { ask, atEach, themeAt } from '../support/shared-themes.ts'
import { changed, green } from '../support/themes.ts'

atEach('sharedTheme.saveDraft', level => [
  {
    name: 'keeps a document aside, which is no file and changes no look',
    given: async world => ({ params: await themeAt(world, level, 'Aside') }),
    body: changed('config.description', 'aside', green('Aside')),
    expect: { status: 0, data: { isDraft: true } },
    then: async (_reply, world) => {
      const { items } = (await ask(world, level, 'sharedTheme.list')).data
      expect(items.find(({ name }: any) => name === 'Aside')).toMatchObject({ hasDraft: true, version: 1, description: '' })
    },
  },
  {
    name: 'has no draft of what is as it was saved',
    given: async world => ({ params: await themeAt(world, level) }),
    body: green(),
    expect: { status: 0, data: { isDraft: false } },
  },
])
