// share.custom-scripts
import { expect } from 'vitest'
import { scenarios } from '../support/scenarios.ts'
import { aPage, aShare, open } from '../support/shares.ts'

const src = (aipageCustomComponentsSrc: string) => ({ aipageCustomComponentsSrc })

scenarios('share.saveCompanyScripts', [
  {
    name: 'sets where the custom components come from; shares hand it out (share.custom-scripts)',
    as: 'ann',
    body: src(' https://cdn.example/parts.js?v=1\n/own/parts.js '),
    expect: { status: 0 },
    then: async (_reply, world) => {
      const { key } = await aShare(world, { type: 9, pageId: await aPage(world) })
      const { data } = await open(world, key)
      expect(data.company.aipageCustomComponentsSrc).toBe('https://cdn.example/parts.js?v=1\n/own/parts.js')
      expect(await world.running.services.sharing.visitors.scriptsOf(key)).toEqual(['https://cdn.example/parts.js?v=1', '/own/parts.js'])
      // Only shares that are built of custom components load them.
      const plain = await aShare(world)
      expect(await world.running.services.sharing.visitors.scriptsOf(plain.key)).toEqual([])
    },
  },
  { name: 'takes them away', as: 'ann', body: src(''), expect: { status: 0 } },
  ...[
    'javascript:alert(1)',
    '//cdn.example/a.js',
    'https://cdn.example/a.js;script-src *',
    "https://cdn.example/'unsafe-eval'",
    'data:text/javascript,1',
    'parts.js',
  ].map(text => ({
    name: `refuses ${text}`,
    as: 'ann' as const,
    body: src(text),
    expect: { status: 422, errors: ['aipageCustomComponentsSrc'], stored: 'same' as const },
  })),
  {
    name: 'refuses more than ten',
    as: 'ann',
    body: src(Array.from({ length: 11 }, (_, i) => `/a${i}.js`).join('\n')),
    expect: { status: 422, code: 'share.tooManyScripts', stored: 'same' },
  },
  { name: 'keeps members out', as: 'ben', body: src('/a.js'), expect: { status: 403, stored: 'same' } },
  { name: 'keeps strangers out', body: src('/a.js'), expect: { status: 401, stored: 'same' } },
])
