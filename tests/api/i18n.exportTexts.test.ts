import { expect } from 'vitest'
import { DEV, languagesThere, say } from '../support/languages.ts'
import { scenarios } from '../support/scenarios.ts'

scenarios('i18n.exportTexts', [
  { name: 'wants a second language', as: 'ann', params: DEV, expect: { status: 422, code: 'texts.oneLanguage' } },
  {
    name: 'gives XLIFF 2.0 with places, or the gaps alone',
    as: 'ann',
    params: DEV,
    given: async world => {
      await languagesThere(world)
      await say(world, 'Save', 'Speichern')
      const whole = await world.call('i18n.exportTexts', { as: 'ann', params: DEV, query: { format: 'xliff' } })
      expect(whole.raw.toString()).toContain('<note>Orders · body/1/label</note>')
      expect(whole.raw.toString()).toContain('>Speichern</target>')
    },
    query: { format: 'xliff', missing: 'true' },
    expect: { status: -1 },
    then: reply => {
      expect(reply.raw.toString()).toContain('<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en-US" trgLang="de">')
      expect(reply.raw.toString()).not.toContain('Speichern')
    },
  },
  {
    name: 'gives a spreadsheet',
    as: 'ann',
    params: DEV,
    query: { format: 'xlsx' },
    expect: { status: -1 },
    then: reply => expect(reply.raw.subarray(0, 2).toString()).toBe('PK'),
  },
  {
    name: 'refuses a language that the app does not have',
    as: 'ann',
    params: DEV,
    query: { format: 'xliff', language: 'fr' },
    expect: { status: 422, code: 'texts.languageUnknown' },
  },
  { name: 'is for who builds the app', as: 'ben', params: DEV, expect: { status: 403 } },
])
