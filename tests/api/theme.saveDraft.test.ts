import { expect } from 'vitest'
import { scenarios } from '../support/scenarios.ts'
import { changed, green, themeIn } from '../support/themes.ts'

let there: Awaited<ReturnType<typeof themeIn>>
// theme.save-draft, theme.delegated-save
scenarios('theme.saveDraft', [
  {
    name: 'keeps a document aside and leaves what is saved',
    as: 'ann',
    given: async world => ({ params: (there = await themeIn(world)) }),
    body: changed('config.description', 'aside'),
    expect: { status: 0, data: { isDraft: true } },
    then: async (_reply, world) => {
      const { data, draft, version } = (await world.call('theme.get', { as: 'ann', params: there })).data
      expect([version, data.config.description, draft.config.description]).toEqual([1, '', 'aside'])
    },
  },
  {
    name: 'keeps nothing of what is as it was saved',
    as: 'ann',
    given: async world => ({ params: await themeIn(world) }),
    body: green(),
    expect: { status: 0, data: { isDraft: false } },
  },
  {
    name: 'refuses what cannot be used',
    as: 'ann',
    given: async world => ({ params: await themeIn(world) }),
    body: changed('component.nothing', { body: { color: '#123456' } }),
    expect: { status: 422, code: 'theme.invalid', stored: 'same' },
  },
])
