import { expect } from 'vitest'
import { DEV, GREETING, IN_GERMAN, languagesThere } from '../support/languages.ts'
import { scenarios } from '../support/scenarios.ts'

const refused = (name: string, text: string, translation: string, error: string) => ({
  name,
  as: 'ann' as const,
  params: DEV,
  given: languagesThere,
  body: { language: 'de', text, translation },
  expect: { status: 422, stored: 'same' as const },
  then: (reply: { errors: Record<string, string> }) => expect(Object.values(reply.errors)).toEqual([error]),
})

scenarios('i18n.saveText', [
  {
    name: 'gives readers of the language the translation, and others the text',
    as: 'ann',
    params: DEV,
    given: languagesThere,
    body: { language: 'de', text: GREETING, translation: 'Hallo ${user.name}' },
    expect: { status: 0, data: { translation: 'Hallo ${user.name}' } },
    then: async (_reply, world) => {
      const params = { ...DEV, path: 'orders' }
      const german = await world.call('runtime.page', { as: 'ben', params, headers: IN_GERMAN })
      expect(german.data.schema.body[0]).toBe('Hallo ${user.name}')
      expect(german.data.schema.body[1]).toEqual({ type: 'button', label: 'Save', name: 'Save' })
      const english = await world.call('runtime.page', { as: 'ben', params })
      expect(english.data.schema.body[0]).toBe(GREETING)
      expect(english.headers.etag).not.toBe(german.headers.etag)
    },
  },
  {
    name: 'gives menus, fields, choices and single options their words',
    as: 'ann',
    params: DEV,
    given: async world => {
      for (const [text, translation] of [
        ['Orders', 'Bestellungen'],
        ['State', 'Zustand'],
        ['Open order', 'Offene Bestellung'],
      ])
        await world.call('i18n.saveText', { as: 'ann', params: DEV, body: { language: 'de', text, translation } })
    },
    body: { language: 'de', text: 'Red', translation: 'Rot' },
    expect: { status: 0 },
    then: async (_reply, world) => {
      const site = await world.call('runtime.site', { as: 'ben', params: DEV, headers: IN_GERMAN })
      expect(site.data).toMatchObject({ language: 'de', languages: [{ tag: 'en-US' }, { tag: 'de', name: 'Deutsch' }], pages: [{ name: 'Bestellungen' }] })
      const page = await world.call('runtime.page', { as: 'ben', params: { ...DEV, path: 'orders' }, headers: IN_GERMAN })
      expect(page.data.name).toBe('Bestellungen')
      expect(page.data.schema.body[2].options).toEqual([{ label: 'Rot', value: 'Red' }])
      const rows = await world.call('data.listRows', { as: 'ann', params: { ...DEV, dsKey: 'main', dmKey: 'order' }, headers: IN_GERMAN })
      const state = rows.data.fields.find((field: { key: string }) => field.key === 'state')
      expect(state).toMatchObject({ name: 'Zustand', options: [{ value: 'open', label: 'Offene Bestellung' }] })
      const stored = await world.db.selectFrom('data_model').select('definition').where('key', '=', 'order').executeTakeFirstOrThrow()
      expect(JSON.stringify(stored)).not.toContain('Zustand')
    },
  },
  {
    name: 'says what a query calls its columns in the language of the reader',
    as: 'ann',
    params: DEV,
    given: async world => {
      await languagesThere(world)
      const definition = {
        model: 'main/order',
        groups: [{ key: 'state', path: 'state', label: 'Stage' }],
        measures: [{ key: 'n', measure: 'count', label: 'How many' }],
      }
      const made = await world.call('query.create', { as: 'ann', params: DEV, body: { key: 'stages', name: 'Stages', definition } })
      expect(made.msg).toBe('')
      await world.call('i18n.saveText', { as: 'ann', params: DEV, body: { language: 'de', text: 'Stage', translation: 'Stufe' } })
    },
    body: { language: 'de', text: 'How many', translation: 'Wie viele' },
    expect: { status: 0 },
    then: async (_reply, world) => {
      const params = { ...DEV, queryKey: 'stages' }
      const labels = async (headers: Record<string, string>) =>
        (await world.call('query.run', { as: 'ann', params, headers })).data.columns.map((column: { label: string }) => column.label)
      expect(await labels(IN_GERMAN)).toEqual(['Stufe', 'Wie viele'])
      expect(await labels({ 'accept-language': 'en' })).toEqual(['Stage', 'How many'])
    },
  },
  {
    name: 'takes a translation back',
    as: 'ann',
    params: DEV,
    body: { language: 'de', text: GREETING, translation: ' ' },
    expect: { status: 0, data: { translation: '' } },
  },
  refused('wants the same expressions', GREETING, 'Hallo', 'What is computed or drawn stays as it is: ${user.name} is missing'),
  refused('takes no further expression', 'Save', 'Speichern ${password}', 'What is computed or drawn stays as it is: ${password} is not in the text'),
  refused('takes no older expression', 'Save', 'Speichern $password', 'What is computed or drawn stays as it is: $password is not in the text'),
  refused('takes no tag', 'Save', '<img src=x onerror=alert(1)>', 'What is computed or drawn stays as it is: <img src=x onerror=alert(1)> is not in the text'),
  refused(
    'takes no tag without an end',
    'Save',
    '<img src=x onerror=alert(1)',
    'What is computed or drawn stays as it is: <img src=x onerror=alert(1) is not in the text',
  ),
  refused('takes no link', 'Save', '[x](javascript:alert(1))', 'What is computed or drawn stays as it is: ](javascript:alert(1) is not in the text'),
  refused('takes no mark', 'Save', 'i18n:Speichern', 'A translation is the text itself, without i18n: before it'),
  refused('knows the texts of the app alone', 'Nowhere', 'Nirgends', 'There is no such text in the app'),
  {
    name: 'refuses the language that the app is written in',
    as: 'ann',
    params: DEV,
    body: { language: 'en-US', text: 'Save', translation: 'Keep' },
    expect: { status: 422, code: 'texts.languageUnknown', stored: 'same' },
  },
  {
    name: 'is for who builds the app',
    as: 'ben',
    params: DEV,
    body: { language: 'de', text: 'Save', translation: 'x' },
    expect: { status: 403, stored: 'same' },
  },
])
