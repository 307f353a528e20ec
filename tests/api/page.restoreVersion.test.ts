import { expect } from 'vitest'
import { addPage, DEV, refusals, shopOf } from '../support/pages.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

const two = (version: string) => async (world: World) => {
  const pageId = await addPage(world, { name: 'Page', schema: { first: true } })
  await world.running.services.pages.update(shopOf(world), world.ids.ann, pageId, { schema: { second: true } })
  return { params: { ...DEV, pageId, version } }
}

scenarios('page.restoreVersion', [
  {
    name: 'makes an older version the newest one',
    as: 'abe',
    given: two('1'),
    body: { baseVersion: 2 },
    expect: { status: 0, data: { version: 3, updatedBy: 'Abe' } },
    then: async (reply, world) => {
      const params = { ...DEV, pageId: reply.data.id }
      expect((await world.call('page.get', { as: 'ann', params })).data.schema).toEqual({ first: true })
      expect((await world.call('page.listVersions', { as: 'ann', params })).data.items[0]).toMatchObject({ version: 3, note: 'Version 1 restored' })
    },
  },
  {
    name: 'changes nothing when somebody saved meanwhile',
    as: 'ann',
    given: two('1'),
    body: { baseVersion: 1 },
    expect: { status: 409, code: 'page.changedMeanwhile', stored: 'same' },
  },
  { name: 'knows only versions that were saved', as: 'ann', given: two('9'), body: {}, expect: { status: 404, code: 'page.versionUnknown', stored: 'same' } },
  { name: 'takes no long note', as: 'ann', given: two('1'), body: { note: 'x'.repeat(501) }, expect: { status: 422, errors: ['note'], stored: 'same' } },
  ...refusals({ body: {}, params: { version: '1' } }),
])
