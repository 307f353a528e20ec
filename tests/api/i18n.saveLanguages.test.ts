import { expect } from 'vitest'
import { DEV, languagesThere, say } from '../support/languages.ts'
import { scenarios } from '../support/scenarios.ts'

scenarios('i18n.saveLanguages', [
  {
    name: 'keeps the languages in their order',
    as: 'ann',
    params: DEV,
    body: { languages: ['en-US', 'de', 'zh-CN'] },
    expect: { status: 0 },
    then: reply => expect(reply.data.items).toMatchObject([{ tag: 'en-US', isFirst: true }, { tag: 'de', name: 'Deutsch' }, { tag: 'zh-CN' }]),
  },
  {
    name: 'refuses a language of no list',
    as: 'ann',
    params: DEV,
    body: { languages: ['en-US', 'xx'] },
    expect: { status: 422, code: 'texts.noLanguage', stored: 'same' },
  },
  {
    name: 'refuses a language twice',
    as: 'ann',
    params: DEV,
    body: { languages: ['de', 'de'] },
    expect: { status: 422, code: 'texts.languageTwice', stored: 'same' },
  },
  {
    name: 'loses no translation unsaid',
    as: 'ann',
    params: DEV,
    given: async world => {
      await languagesThere(world)
      await say(world, 'Save', 'Speichern')
    },
    body: { languages: ['en-US'] },
    expect: { status: 409, code: 'texts.loss', stored: 'same' },
  },
  { name: 'loses them when that is said', as: 'ann', params: DEV, body: { languages: ['en-US'], confirmLoss: true }, expect: { status: 0 } },
  { name: 'is for who builds the app', as: 'ben', params: DEV, body: { languages: ['de'] }, expect: { status: 403, stored: 'same' } },
])
