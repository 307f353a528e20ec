import { expect } from 'vitest'
import { scenarios } from '../support/scenarios.ts'
import { notForThem, publish, SCREEN } from '../support/screens.ts'

scenarios('screen.export', [
  { name: 'says when nothing is changed', as: 'sue', expect: { status: 404, code: 'screen.nothingToExport' } },
  {
    name: 'hands out a zip of changed screens that imports again',
    as: 'sue',
    given: async world => void (await publish(world)),
    expect: { status: -1 },
    then: async (reply, world) => {
      expect(reply.raw.subarray(0, 2).toString()).toBe('PK')
      const again = await world.call('screen.importFiles', { as: 'sue', body: {}, files: [{ field: 'file', name: 'screens.zip', content: reply.raw }] })
      expect(again.data.items).toMatchObject([{ file: 'schemas/general/forbidden.json', screenId: SCREEN.screenId, action: 'same' }])
    },
  },
  { name: 'names only screens that are changed', as: 'sue', query: { ids: ['signin.page'] }, expect: { status: 404 } },
  ...notForThem(),
])
