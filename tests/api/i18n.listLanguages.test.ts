// release.list-languages: what a publish may choose among.
import { expect } from 'vitest'
import { DEV, languagesThere, say } from '../support/languages.ts'
import { scenarios } from '../support/scenarios.ts'

scenarios('i18n.listLanguages', [
  {
    name: 'answers the language of whoever asks before anybody has said one',
    as: 'ann',
    params: DEV,
    expect: { status: 0 },
    then: reply => expect(reply.data.items).toMatchObject([{ tag: 'en-US', isFirst: true, missing: 0 }]),
  },
  {
    name: 'tells how far each language is',
    as: 'ann',
    params: DEV,
    given: async world => {
      await languagesThere(world)
      await say(world, 'Save', 'Speichern')
    },
    expect: { status: 0 },
    then: reply => {
      const [first, german] = reply.data.items
      expect(first).toMatchObject({ done: first.texts, missing: 0 })
      expect(german).toMatchObject({ tag: 'de', done: 1, missing: first.texts - 1 })
    },
  },
  { name: 'is for who builds the app', as: 'ben', params: DEV, expect: { status: 403 } },
])
