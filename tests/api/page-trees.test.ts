import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createKeptTrees } from '../../api/server/services/page/kept-trees.ts'
import { addPage, DEV } from '../support/pages.ts'
import { makeWorld, type World } from '../support/world.ts'

describe('trees kept in memory', () => {
  it('are given for their own revision only', () => {
    const trees = createKeptTrees<string>()
    trees.set('a', 3, 'tree', 1)
    expect(trees.get('a', 3)).toBe('tree')
    expect(trees.get('a', 4)).toBeUndefined()
    expect(trees.get('a', 3)).toBeUndefined()
  })

  it('make room, the ones asked for least recently first', () => {
    const trees = createKeptTrees<string>(10)
    trees.set('a', 1, 'a', 4)
    trees.set('b', 1, 'b', 4)
    trees.get('a', 1)
    trees.set('c', 1, 'c', 4)
    expect([trees.get('a', 1), trees.get('b', 1), trees.get('c', 1)]).toEqual(['a', undefined, 'c'])
  })
})

describe('page.list answers from memory', () => {
  let world: World
  let second: World
  beforeAll(async () => {
    world = await makeWorld()
    second = await world.another()
  })
  afterAll(async () => {
    await second.close()
    await world.close()
  })
  const list = async (on: World) => (await on.call('page.list', { as: 'ann', params: DEV })).data.items as { id: string; name: string; hasDraft: boolean }[]

  it('and misses no change, of this process or another', async () => {
    expect(await list(world)).toEqual([])
    expect(await list(second)).toEqual([])
    const id = await addPage(world, { name: 'Orders' })
    for (const on of [world, second]) expect((await list(on)).map(page => page.name)).toEqual(['Orders'])
    const at = { as: 'ann' as const, params: { ...DEV, pageId: id } }
    await second.call('page.update', { ...at, body: { name: 'Sales' } })
    for (const on of [world, second]) expect((await list(on)).map(page => page.name)).toEqual(['Sales'])
    await world.call('page.saveDraft', { ...at, body: { schema: { type: 'page' }, baseVersion: 1 } })
    for (const on of [world, second]) expect((await list(on))[0]).toMatchObject({ hasDraft: true })
    await second.call('page.discardDraft', at)
    for (const on of [world, second]) expect((await list(on))[0]).toMatchObject({ hasDraft: false })
    await world.call('page.delete', at)
    for (const on of [world, second]) expect(await list(on)).toEqual([])
  })

  it('and 304 to a browser that has the tree already', async () => {
    const first = await world.call('page.list', { as: 'ann', params: DEV })
    const headers = { 'if-none-match': String(first.headers.etag) }
    expect((await world.call('page.list', { as: 'ann', params: DEV, headers })).http).toBe(304)
    await addPage(world, { name: 'New' })
    expect((await world.call('page.list', { as: 'ann', params: DEV, headers })).http).toBe(200)
  })
})
