import { expect } from 'vitest'
import { findingsIn } from '../../api/theme/contrast.ts'
import { scenarios } from '../support/scenarios.ts'
import { changed, DEV, green, themeIn } from '../support/themes.ts'

scenarios('theme.create', [
  {
    name: 'makes one that changes nothing yet',
    as: 'ann',
    params: DEV,
    body: { name: ' Plain ' },
    expect: { status: 0, data: { name: 'Plain', version: 1, isDefault: false, draft: null } },
  },
  {
    name: 'makes one of a ready theme',
    as: 'ann',
    params: DEV,
    body: { name: 'Night', ready: 'midnight' },
    expect: { status: 0, data: { name: 'Night', isDark: true } },
  },
  {
    name: 'makes one of a colour, in which every text is read well',
    as: 'ann',
    params: DEV,
    body: { name: 'Yellow', ready: 'harbour', brand: '#FACC15' },
    expect: { status: 0, data: { name: 'Yellow', data: { global: { colors: { brand: { body: { main: '#facc15' } } } } } } },
    then: reply => expect(findingsIn(reply.data.data)).toEqual([]),
  },
  {
    name: 'copies one under another name',
    as: 'ann',
    params: DEV,
    given: async world => ({ body: { name: 'Second', copyOf: (await themeIn(world)).themeId } }),
    expect: { status: 0, data: { name: 'Second', data: { config: { name: 'Second' }, global: { colors: { brand: { body: { main: '#0f766e' } } } } } } },
  },
  {
    name: 'takes a document that was brought along',
    as: 'ann',
    params: DEV,
    body: { name: 'Brought', document: green() },
    expect: { status: 0, data: { name: 'Brought' } },
  },
  { name: 'needs a name', as: 'ann', params: DEV, body: { name: '  ' }, expect: { status: 422, code: 'theme.nameMissing', errors: ['name'], stored: 'same' } },
  {
    name: 'knows the ready ones',
    as: 'ann',
    params: DEV,
    body: { name: 'x', ready: 'none' },
    expect: { status: 422, code: 'theme.readyUnknown', stored: 'same' },
  },
  {
    name: 'refuses a document with an unknown part, at its path',
    as: 'ann',
    params: DEV,
    body: { name: 'x', document: changed('component.button1.type.primary.default.body.glow', '#123456') },
    expect: { status: 422, code: 'theme.invalid', errors: ['component.button1.type.primary.default.body.glow'], stored: 'same' },
  },
])
