// Shares for tests: a page to share, and what visitors ask for.
import { expect } from 'vitest'
import type { Ask, Reply, World } from './world.ts'

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
