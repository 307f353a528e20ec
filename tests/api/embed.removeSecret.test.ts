import { expect } from 'vitest'
import { frameOf, secretOf, siteIn } from '../support/embedding.ts'
import { scenarios } from '../support/scenarios.ts'

scenarios('embed.removeSecret', [
  { name: 'has nothing to do where there is none', as: 'ann', body: {}, expect: { status: 0, stored: 'same' } },
  {
    name: 'signs nobody in any longer, and out whoever was; the site goes on for guests',
    as: 'ann',
    body: {},
    given: async world => {
      await siteIn(world)
      const secret = await secretOf(world)
      const frame = await frameOf(world, secret, 'ben')
      expect((await frame.call('runtime.site')).status).toBe(0)
      await world.call('embed.removeSecret', { as: 'ann', body: {} })
      expect((await frame.call('runtime.site')).status).toBe(401)
      expect((await frameOf(world, secret, 'ben')).started).toMatchObject({ status: 403, code: 'embed.tokenInvalid' })
      expect((await world.call('embed.start', { headers: { origin: 'https://www.example.test' }, body: {} })).status).toBe(0)
    },
    expect: { status: 0 },
  },
])
