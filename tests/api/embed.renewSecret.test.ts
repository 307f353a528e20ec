import { expect } from 'vitest'
import { frameOf, siteIn } from '../support/embedding.ts'
import { scenarios } from '../support/scenarios.ts'

scenarios('embed.renewSecret', [
  {
    name: 'tells the secret once, keeps it sealed, and ends what the one before began',
    as: 'ann',
    body: { tag: 'latest' },
    expect: { status: 0 },
    then: async ({ data }, world) => {
      await siteIn(world)
      const row = await world.db.selectFrom('embedding').selectAll().executeTakeFirstOrThrow()
      expect(row.secret).not.toContain(data.secret)
      expect((await world.call('embed.getSettings', { as: 'ann' })).data.secretAt).not.toBe('')
      const frame = await frameOf(world, data.secret, 'ben')
      expect(await frame.call('runtime.site')).toMatchObject({ status: 0 })
      const next = await world.call('embed.renewSecret', { as: 'ann', body: {} })
      expect(next.data.secret).not.toBe(data.secret)
      expect(await frame.call('runtime.site')).toMatchObject({ status: 401 })
      expect((await frameOf(world, data.secret, 'ben')).started).toMatchObject({ status: 403, code: 'embed.tokenInvalid' })
    },
  },
])
