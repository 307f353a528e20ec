// Random series of page calls, refused ones among them, keep every promise that the tree makes.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { uuidv7 } from 'uuidv7'
import type { PageNode } from '../../api/server/services/page/index.ts'
import { DEV, shopOf } from '../support/pages.ts'
import { makeWorld, type World } from '../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

/** Repeatable random numbers: a failure names its seed. */
function randomOf(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const flat = (nodes: PageNode[]): PageNode[] => nodes.flatMap(node => [node, ...flat(node.children)])

async function checkPromises() {
  const rows = await world.db
    .selectFrom('page')
    .select(['id', 'parent_id', 'kind', 'path', 'sort', 'body_hash', 'version'])
    .where('app_id', '=', world.ids.shop)
    .execute()
  const tree = (await world.call('page.list', { as: 'ann', params: DEV })).data.items as PageNode[]
  // Everything can be reached from the top: no loop, no lost page.
  expect(
    flat(tree)
      .map(node => node.id)
      .sort(),
  ).toEqual(rows.map(row => row.id).sort())
  const byId = new Map(rows.map(row => [row.id, row]))
  for (const row of rows) {
    if (row.parent_id) expect(byId.get(row.parent_id)?.kind).not.toBe('link')
    let depth = 1
    for (let at = row.parent_id; at; at = byId.get(at)?.parent_id ?? null) depth++
    expect(depth).toBeLessThanOrEqual(8)
    expect(row.body_hash !== null).toBe(row.kind === 'page')
  }
  const paths = rows.map(row => row.path.replace(/:[^/]+/g, ':')).filter(Boolean)
  expect(new Set(paths).size).toBe(paths.length)
  expect(rows.filter(row => row.kind === 'page').every(row => row.path.startsWith('/'))).toBe(true)
  const versions = await world.db
    .selectFrom('page_version')
    .select(['page_id', eb => eb.fn.max('version').as('last')])
    .where('app_id', '=', world.ids.shop)
    .groupBy('page_id')
    .execute()
  for (const { page_id, last } of versions) expect(byId.get(page_id)?.version).toBe(last)
  const missing = await world.pool.query(
    'select 1 from page_version v where not exists (select 1 from body b where b.company_id = v.company_id and b.hash = v.body_hash)',
  )
  expect(missing.rowCount).toBe(0)
}

const CALLS = process.env.TESSERA_FULL ? 150 : 50

it.each([1, 2, 3])('keeps the tree whole through random calls (seed %i)', async seed => {
  const random = randomOf(seed)
  const statuses = new Set<number>()
  for (let step = 0; step < CALLS; step++) {
    const ids = (await world.running.services.pages.list(shopOf(world)).then(flat)).map(node => node.id)
    const any = () => ids[random(ids.length)] ?? uuidv7()
    const parent = () => (random(3) ? any() : null)
    const calls = [
      () =>
        world.call('page.create', {
          as: 'ann',
          params: DEV,
          body: { name: `N ${random(9)}`, kind: (['page', 'page', 'group', 'link'] as const)[random(4)], link: '/x', parentId: parent() },
        }),
      () =>
        world.call('page.create', {
          as: 'ann',
          params: DEV,
          body: { name: 'P', path: ['/p', '/p/:a', '/p/:b', `/q${random(20)}`][random(4)], parentId: parent() },
        }),
      () => world.call('page.update', { as: 'abe', params: { ...DEV, pageId: any() }, body: { parentId: parent(), path: `/u${random(9)}` } }),
      () => world.call('page.update', { as: 'ann', params: { ...DEV, pageId: any() }, body: { schema: { type: 'page', body: random(5) } } }),
      () =>
        world.call('page.saveOrder', { as: 'ann', params: DEV, body: { items: [...new Set([any(), any(), any()])].map(id => ({ id, parentId: parent() })) } }),
      () => world.call('page.copy', { as: 'ann', params: { ...DEV, pageId: any() }, body: {} }),
      () => world.call('page.delete', { as: 'ann', params: { ...DEV, pageId: any() }, query: { withChildren: ids.length > 60 } }),
      () => world.call('page.restoreVersion', { as: 'ann', params: { ...DEV, pageId: any(), version: '1' }, body: {} }),
    ]
    // Two at a time, as two people would.
    const replies = await Promise.all([calls[random(calls.length)]?.(), calls[random(calls.length)]?.()])
    for (const reply of replies) {
      expect([0, 404, 409, 422], reply?.msg).toContain(reply?.status)
      statuses.add(reply?.status as number)
    }
    if (step % 10 === 9) await checkPromises()
  }
  expect([...statuses]).toEqual(expect.arrayContaining([0, 422]))
})
