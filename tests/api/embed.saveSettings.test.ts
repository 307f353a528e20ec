import { expect } from 'vitest'
import { scenarios } from '../support/scenarios.ts'

const lists = (frameOrigins: string[], callOrigins: string[] = []) => ({ tag: 'latest', frameOrigins, callOrigins })

scenarios('embed.saveSettings', [
  {
    name: 'keeps origins as browsers send them, once each',
    as: 'ann',
    body: lists(['https://WWW.Example.test/shop?x=1', 'https://www.example.test:443', 'http://127.0.0.1:8080'], ['http://localhost:3000']),
    expect: { status: 0 },
    then: async (_reply, world) => {
      const { data } = await world.call('embed.getSettings', { as: 'ann' })
      expect(data).toMatchObject({ frameOrigins: ['https://www.example.test', 'http://127.0.0.1:8080'], callOrigins: ['http://localhost:3000'] })
    },
  },
  ...['example.test', 'ftp://example.test', 'https://*.example.test', 'null', 'https://user@example.test', "https://a.test; script-src 'unsafe-inline'"].map(
    wrong => ({
      name: `has no use for ${wrong}`,
      as: 'ann' as const,
      body: lists(['https://www.example.test', wrong]),
      expect: { status: 422, code: 'embed.originUnreadable', errors: ['frameOrigins.1'], stored: 'same' as const },
    }),
  ),
])
