// Shares for tests: a page to share, and what visitors ask for.
import { expect } from 'vitest'
import type { Scenario } from './scenarios.ts'
import type { Ask, Person, Reply, World } from './world.ts'

export const SCHEMA = { type: 'page', body: 'Twelve orders' }

let pages = 0

/** A saved page of the app `shop`. */
export async function aPage(world: World, schema: object = SCHEMA): Promise<string> {
  const name = `Shared ${++pages}`
  const made = await world.call('page.create', { as: 'ann', body: { name, path: `/shared-${pages}`, kind: 'page', schema } })
  expect(made.status, made.msg).toBe(0)
  return made.data.id
}

export interface MadeShare {
  id: string
  key: string
}

/** A share made by ann; a page of its own unless told otherwise. */
export async function aShare(world: World, body: Record<string, unknown> = {}): Promise<MadeShare> {
  const needsPage = !('text' in body) && !('schema' in body) && !('pageId' in body)
  const made = await world.call('share.create', { as: 'ann', body: { type: 1, ...(needsPage && { pageId: await aPage(world) }), ...body } })
  expect(made.status, JSON.stringify([made.msg, made.errors])).toBe(0)
  return { id: made.data.id, key: made.data.key }
}

export const open = (world: World, key: string, ask: Partial<Ask> = {}): Promise<Reply> => world.call('share.getPage', { params: { key }, ...ask })

/** The cookie that an unlock sets, to be sent along. */
export function cookieOf(reply: Reply): string {
  const header = [reply.headers['set-cookie']].flat().find(text => String(text).startsWith('tessera_share='))
  return String(header ?? '').split(';')[0] as string
}

/** Puts the end of a share into the past, which the calls refuse to do. */
export const expire = (world: World, id: string) =>
  world.db
    .updateTable('share')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where('id', '=', id)
    .execute()

const src = (aipageCustomComponentsSrc: string) => ({ aipageCustomComponentsSrc })

/** What both calls that say where custom components come from promise; `kept` finds what was saved in the answer of a share. */
export const savesScripts = (as: Person, kept: (data: Reply['data']) => unknown): Scenario[] => [
  {
    name: 'sets where the custom components come from; shares hand it out (share.custom-scripts)',
    as,
    body: src(' https://cdn.example/parts.js?v=1\n/own/parts.js '),
    expect: { status: 0 },
    then: async (_reply, world) => {
      const { key } = await aShare(world, { type: 9, pageId: await aPage(world) })
      const { data } = await open(world, key)
      expect(kept(data)).toBe('https://cdn.example/parts.js?v=1\n/own/parts.js')
      expect(await world.running.services.sharing.visitors.scriptsOf(key)).toEqual(['https://cdn.example/parts.js?v=1', '/own/parts.js'])
      // Only shares that are built of custom components load them.
      const plain = await aShare(world)
      expect(await world.running.services.sharing.visitors.scriptsOf(plain.key)).toEqual([])
    },
  },
  { name: 'takes them away', as, body: src(''), expect: { status: 0 } },
  ...[
    'javascript:alert(1)',
    '//cdn.example/a.js',
    'https://cdn.example/a.js;script-src *',
    "https://cdn.example/'unsafe-eval'",
    'data:text/javascript,1',
    'parts.js',
  ].map(text => ({
    name: `refuses ${text}`,
    as,
    body: src(text),
    expect: { status: 422, errors: ['aipageCustomComponentsSrc'], stored: 'same' as const },
  })),
  {
    name: 'refuses more than ten',
    as,
    body: src(Array.from({ length: 11 }, (_, i) => `/a${i}.js`).join('\n')),
    expect: { status: 422, code: 'share.tooManyScripts', stored: 'same' },
  },
  { name: 'keeps members out', as: 'ben', body: src('/a.js'), expect: { status: 403, stored: 'same' } },
  { name: 'keeps strangers out', body: src('/a.js'), expect: { status: 401, stored: 'same' } },
]
