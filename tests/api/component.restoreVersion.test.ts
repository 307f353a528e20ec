import { expect } from 'vitest'
import { componentIn, DEV, fileOf } from '../support/components.ts'
import { scenarios } from '../support/scenarios.ts'

const there: Record<string, string> = { ...DEV, componentId: '', version: '1' }
scenarios('component.restoreVersion', [
  {
    name: 'makes an older version the newest, with its bundle',
    as: 'ann',
    params: there,
    given: async world => {
      const { componentId } = await componentIn(world, undefined, { key: 'restored' })
      Object.assign(there, { componentId })
      const reply = await world.call('component.replaceBundle', { as: 'ann', params: { ...DEV, componentId }, files: fileOf('other()', 'other.js') })
      expect(reply.data.bundle.entry).toBe('index.js')
    },
    expect: { status: 0, data: { key: 'restored', version: 3, bundle: { entry: 'index.html' } } },
  },
  {
    name: 'says that there is no such version',
    as: 'ann',
    params: there,
    given: async () => ({ params: { ...there, version: '99' } }),
    expect: { status: 404, code: 'resource.versionUnknown', stored: 'same' },
  },
  { name: 'is for who works on the app', as: 'ben', params: there, expect: { status: 403, stored: 'same' } },
])
