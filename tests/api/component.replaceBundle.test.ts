import { expect } from 'vitest'
import { componentIn, DECLARED, DEV, fileOf, zipped } from '../support/components.ts'
import { scenarios } from '../support/scenarios.ts'

const there: Record<string, string> = { ...DEV, componentId: '' }
const next = await zipped({ 'index.js': 'next()', 'component.json': JSON.stringify({ events: [{ key: 'other' }] }) })
scenarios('component.replaceBundle', [
  {
    name: 'puts another bundle in its place as a version; what it declares stays',
    as: 'ann',
    params: there,
    given: async world => void Object.assign(there, { componentId: (await componentIn(world)).componentId }),
    files: fileOf(next, 'next.zip'),
    expect: { status: 0, data: { version: 2, bundle: { entry: 'index.js' }, definition: { events: DECLARED.events } } },
    then: async (_reply, world) => {
      const { items } = (await world.call('component.listVersions', { as: 'ann', params: there as never })).data
      expect(items).toMatchObject([
        { version: 2, note: 'next.zip', bundle: { entry: 'index.js' } },
        { version: 1, bundle: { entry: 'index.html' } },
      ])
    },
  },
  {
    name: 'takes what the bundle declares where that is asked for',
    as: 'ann',
    params: there,
    body: { declared: 'bundle' },
    files: fileOf(next),
    expect: { status: 0, data: { version: 3, definition: { events: [{ key: 'other' }] } } },
  },
  { name: 'refuses a bundle like a new one', as: 'ann', params: there, files: fileOf('no zip'), expect: { status: 422, errors: ['file'], stored: 'same' } },
  { name: 'is for who works on the app', as: 'ben', params: there, files: fileOf(next), expect: { status: 403, stored: 'same' } },
])
