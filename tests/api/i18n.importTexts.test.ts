import { expect } from 'vitest'
import { DEV, GREETING, languagesThere } from '../support/languages.ts'
import { workbook } from '../support/imports.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

const german = async (world: World) =>
  Object.fromEntries(
    (await world.call('i18n.listTexts', { as: 'ann', params: DEV, query: { perPage: 200 } })).data.items.map((one: { text: string; translation: string }) => [
      one.text,
      one.translation,
    ]),
  )
const sheet = (rows: string[][]) => async (world: World) => {
  await languagesThere(world)
  const content = await workbook([{ name: 'Texts', columns: [{ header: 'Text' }, { header: 'Deutsch (de)' }], rows }])
  return { files: [{ field: 'file', name: 'texts.xlsx', content }] }
}
const xliff = (content: string) => async (world: World) => {
  await languagesThere(world)
  return { files: [{ field: 'file', name: 'texts.xlf', content }] }
}
const V1 = (language: string, target: string) =>
  `<xliff version="1.2"><file source-language="en" target-language="${language}"><body><trans-unit id="1"><source>Save</source><target>${target}</target></trans-unit></body></file></xliff>`
const refused = (name: string, given: ReturnType<typeof xliff>, code: string) => ({
  name,
  as: 'ann' as const,
  params: DEV,
  given,
  expect: { status: 422, code },
})

scenarios('i18n.importTexts', [
  {
    name: 'takes nothing where one row does not fit, and tells which',
    as: 'ann',
    params: DEV,
    given: sheet([
      ['Save', 'Speichern'],
      [GREETING, 'Hallo'],
    ]),
    expect: { status: 0, data: { isSaved: false, failed: 1, errors: [{ row: 3, text: GREETING }] } },
    then: async (_reply, world) => expect(Object.values(await german(world)).join('')).toBe(''),
  },
  {
    name: 'takes a spreadsheet, and passes over what the app does not have',
    as: 'ann',
    params: DEV,
    given: sheet([
      ['Save', 'Speichern'],
      [GREETING, 'Hallo ${user.name}'],
      ['Nowhere', 'Nirgends'],
      ['Orders', ''],
    ]),
    expect: { status: 0, data: { isSaved: true, added: 2, changed: 0, unknown: 1, failed: 0 } },
    then: async (_reply, world) => expect(await german(world)).toMatchObject({ Save: 'Speichern', [GREETING]: 'Hallo ${user.name}', Orders: '' }),
  },
  {
    name: 'takes what it gave as XLIFF',
    as: 'ann',
    params: DEV,
    given: async world => {
      const { raw } = await world.call('i18n.exportTexts', { as: 'ann', params: DEV, query: { format: 'xliff' } })
      const content = raw.toString().replace('>Speichern<', '>Sichern &amp; weiter<')
      expect(content).toContain('trgLang="de"')
      return { files: [{ field: 'file', name: 'texts.xlf', content }] }
    },
    expect: { status: 0, data: { isSaved: true, added: 0, changed: 1, same: 1 } },
    then: async (_reply, world) => expect(await german(world)).toMatchObject({ Save: 'Sichern & weiter' }),
  },
  { name: 'takes XLIFF 1.2', as: 'ann', params: DEV, given: xliff(V1('de', 'Ablegen')), expect: { status: 0, data: { isSaved: true, changed: 1 } } },
  {
    name: 'tells of marks within a text',
    as: 'ann',
    params: DEV,
    given: xliff(V1('de', 'Ab<g id="1">legen</g>')),
    expect: { status: 0, data: { isSaved: false, failed: 1 } },
  },
  refused('refuses a file of another language', xliff(V1('fr', 'Garder')), 'texts.fileLanguage'),
  refused('refuses a damaged file', xliff('<xliff><file>'), 'texts.fileUnreadable'),
  refused('refuses a document type', xliff('<!DOCTYPE x [<!ENTITY a "b">]><xliff/>'), 'texts.fileUnreadable'),
  refused('refuses a file with nothing', xliff('<xliff version="2.0" trgLang="de"/>'), 'texts.importEmpty'),
  {
    name: 'is for who builds the app',
    as: 'ben',
    params: DEV,
    files: [{ field: 'file', name: 'x.xlf', content: V1('de', 'x') }],
    expect: { status: 403, stored: 'same' },
  },
])
