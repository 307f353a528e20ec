import { expect } from 'vitest'
import { DEV, GREETING, IN_GERMAN, languagesThere, say } from '../support/languages.ts'
import { scenarios } from '../support/scenarios.ts'

scenarios('i18n.listTexts', [
  {
    name: 'answers texts of pages, menus, models, fields and choices with where they stand',
    as: 'ann',
    params: DEV,
    given: async world => {
      await languagesThere(world)
      const params = { ...DEV, dsKey: 'main', dmKey: 'order' }
      for (const [name, isShared] of [
        ['Unpaid', true],
        ['Only mine', false],
      ] as const)
        expect((await world.call('data.createView', { as: 'ann', params, body: { name, isShared } })).msg).toBe('')
      await say(world, 'Unpaid', 'Unbezahlt')
    },
    query: { perPage: 200 },
    expect: { status: 0, data: { language: 'de', first: 'en-US' } },
    then: async (reply, world) => {
      const kinds = Object.fromEntries(reply.data.items.map((one: { text: string; places: { kind: string; at: string }[] }) => [one.text, one.places[0]]))
      expect(kinds.Orders).toMatchObject({ kind: 'menu' })
      expect(kinds['All orders']).toMatchObject({ kind: 'page', at: 'title' })
      expect(kinds[GREETING]).toMatchObject({ kind: 'page', at: 'body/0' })
      expect(kinds.Red).toMatchObject({ kind: 'page', at: 'body/2/options/0' })
      expect(kinds.State).toMatchObject({ kind: 'field', at: 'state' })
      expect(kinds['Open order']).toMatchObject({ kind: 'choice', at: 'state' })
      // Views that are shared are read in the reader's language, and renamed in their own.
      expect(kinds.Unpaid).toMatchObject({ kind: 'view', name: 'order' })
      expect(kinds['Only mine']).toBeUndefined()
      const views = await world.call('data.listViews', { as: 'ann', params: { ...DEV, dsKey: 'main', dmKey: 'order' }, headers: IN_GERMAN })
      expect(views.data.items).toMatchObject([
        { name: 'Only mine', title: 'Only mine' },
        { name: 'Unpaid', title: 'Unbezahlt' },
      ])
    },
  },
  {
    name: 'finds gaps by words',
    as: 'ann',
    params: DEV,
    given: async world => say(world, 'Save', 'Speichern'),
    query: { state: 'missing', keywords: 'hello' },
    expect: { status: 0, data: { total: 1 } },
  },
  { name: 'finds by the translation', as: 'ann', params: DEV, query: { keywords: 'speich' }, expect: { status: 0, data: { total: 1 } } },
  {
    name: 'refuses a language that the app does not have',
    as: 'ann',
    params: DEV,
    query: { language: 'fr' },
    expect: { status: 422, code: 'texts.languageUnknown' },
  },
  { name: 'is for who builds the app', as: 'ben', params: DEV, expect: { status: 403 } },
])
