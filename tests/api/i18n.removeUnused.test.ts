import { expect } from 'vitest'
import { DEV, languagesThere, say } from '../support/languages.ts'
import { addPage } from '../support/pages.ts'
import { scenarios } from '../support/scenarios.ts'

scenarios('i18n.removeUnused', [
  {
    name: 'takes back what is translated of texts that are gone, and nothing else',
    as: 'ann',
    params: DEV,
    given: async world => {
      await languagesThere(world)
      const pageId = await addPage(world, { name: 'Old page', schema: { type: 'page' } })
      await say(world, 'Old page', 'Alte Seite')
      await say(world, 'Save', 'Speichern')
      await world.call('page.delete', { as: 'ann', params: { ...DEV, pageId } })
    },
    expect: { status: 0, data: { removed: 1 } },
    then: async (_reply, world) => {
      const { data } = await world.call('i18n.listTexts', { as: 'ann', params: DEV })
      expect(data.counts).toMatchObject({ done: 1, unused: 0 })
    },
  },
  { name: 'is for who builds the app', as: 'ben', params: DEV, expect: { status: 403, stored: 'same' } },
])
