// The shares of an app, for those who design it. share.list
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aPage, aShare, expire } from '../support/shares.ts'
import { makeWorld, type World } from '../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

const list = (query: Record<string, unknown> = {}, as: 'ann' | 'ben' | 'dee' | undefined = 'ann') => world.call('share.list', { as, query })

describe('share.list', () => {
  it('answers the newest first, with link, state and whether the page was saved since', async () => {
    const pageId = await aPage(world)
    const first = await aShare(world, { pageId, title: 'First', password: 'open-sesame' })
    const second = await aShare(world, { type: 2, text: '# Notes', title: 'Second 100%' })
    await world.call('page.update', { as: 'ann', params: { pageId }, body: { schema: { type: 'page', body: 'new' } } })
    const { data } = await list()
    expect(data).toMatchObject({ total: 2, page: 1, perPage: 20 })
    expect(data.items.map((item: { id: string }) => item.id)).toEqual([second.id, first.id])
    expect(data.items[1]).toMatchObject({
      title: 'First',
      link: `http://localhost:80/share/${first.key}`,
      state: 'open',
      isProtected: true,
      isBehind: true,
      pageVersion: 1,
      currentVersion: 2,
      visits: 0,
      createdBy: 'Ann',
    })
    expect((await list({ keywords: '100%' })).data.items).toHaveLength(1)
    expect((await list({ pageId })).data.items).toHaveLength(1)
    await expire(world, second.id)
    expect((await list({ state: 'expired' })).data.items.map((item: { id: string }) => item.id)).toEqual([second.id])
    await world.call('share.setOpen', { as: 'ann', params: { shareId: first.id }, body: { isOpen: false } })
    expect((await list({ state: 'stopped' })).data.items).toHaveLength(1)
    expect((await list({ state: 'open' })).data.items).toHaveLength(0)
  })
  it('refuses a state that there is not', async () => {
    expect((await list({ state: 'asleep' })).errors).toHaveProperty('state')
  })
  it('keeps out members, other organisations and strangers', async () => {
    expect([(await list({}, 'ben')).http, (await list({}, 'dee')).http, (await world.call('share.list')).http]).toEqual([403, 403, 401])
  })
})
