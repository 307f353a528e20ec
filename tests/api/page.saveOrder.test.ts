import { expect } from 'vitest'
import { uuidv7 } from 'uuidv7'
import { addPage, DEV, foreignPages, wrongPeople } from '../support/pages.ts'
import { addRole, clearPermissions, setList, setOverride } from '../support/permissions.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

const ids: Record<string, string> = {}
async function some(world: World) {
  await world.db.deleteFrom('page').execute()
  ids.group = await addPage(world, { name: 'group', kind: 'group' })
  ids.link = await addPage(world, { name: 'link', kind: 'link', link: '/x' })
  for (const name of ['a', 'b', 'c']) ids[name] = await addPage(world, { name })
}
const order = async (world: World) => {
  const names = (nodes: any[]): unknown[] => nodes.map(node => (node.children.length ? [node.name, names(node.children)] : node.name))
  return names((await world.call('page.list', { as: 'ann', params: DEV })).data.items)
}
const at = (name: string) => ids[name] as string
const given = (items: () => unknown[]) => async (world: World) => {
  await some(world)
  return { body: { items: items() } }
}

/** ben works on the app, and may edit these pages alone. */
async function mayEdit(world: World, names: string[]) {
  await clearPermissions(world)
  const role = await addRole(world, 'Developers', { users: [world.ids.ben] })
  await setList(world, 'edit', [role])
  for (const name of names) await setOverride(world, role, 'page', at(name), 'edit', true)
}

scenarios('page.saveOrder', [
  {
    name: 'takes the whole order nested',
    as: 'ann',
    params: DEV,
    given: given(() => [{ id: at('c') }, { id: at('group'), children: [{ id: at('b') }, { id: at('a') }] }, { id: at('link') }]),
    expect: { status: 0 },
    then: async (_reply, world) => expect(await order(world)).toEqual(['c', ['group', ['b', 'a']], 'link']),
  },
  {
    name: 'takes it flat, with sort where given',
    as: 'ann',
    params: DEV,
    given: given(() => [
      { id: at('a'), parentId: at('group'), sort: 5 },
      { id: at('b'), parentId: at('group'), sort: 2 },
      { id: at('c'), parentId: null, sort: 9 },
      { id: at('group'), parentId: null, sort: 1 },
      { id: at('link'), parentId: null, sort: 3 },
    ]),
    expect: { status: 0 },
    then: async (_reply, world) => expect(await order(world)).toEqual([['group', ['b', 'a']], 'link', 'c']),
  },
  {
    name: 'keeps pages that are not named in their group, last',
    as: 'ann',
    params: DEV,
    given: given(() => [{ id: at('c') }, { id: at('b') }]),
    expect: { status: 0 },
    then: async (_reply, world) => expect(await order(world)).toEqual(['c', 'b', 'group', 'link', 'a']),
  },
  {
    name: 'refuses a page of another app',
    as: 'ann',
    params: DEV,
    given: async world => ({ body: { items: [{ id: (await foreignPages(world)).otherApp }] } }),
    expect: { status: 422, code: 'page.orderInvalid', errors: ['items'], stored: 'same' },
  },
  {
    name: 'refuses a parent of another organisation',
    as: 'ann',
    params: DEV,
    given: async world => ({ body: { items: [{ id: at('a'), parentId: (await foreignPages(world)).otherCompany }] } }),
    expect: { status: 422, code: 'page.orderInvalid', stored: 'same' },
  },
  {
    name: 'refuses a circle',
    as: 'ann',
    params: DEV,
    given: given(() => [
      { id: at('a'), parentId: at('b') },
      { id: at('b'), parentId: at('a') },
    ]),
    expect: { status: 422, code: 'page.loop', errors: ['items'] },
    then: async (_reply, world) => expect(await order(world)).toEqual(['group', 'link', 'a', 'b', 'c']),
  },
  {
    name: 'refuses a page named twice',
    as: 'ann',
    params: DEV,
    given: given(() => [{ id: at('a') }, { id: at('a') }]),
    expect: { status: 422, code: 'page.orderInvalid' },
  },
  {
    name: 'puts nothing under a link',
    as: 'ann',
    params: DEV,
    given: given(() => [{ id: at('a'), parentId: at('link') }]),
    expect: { status: 422, code: 'page.parentIsLink' },
  },
  {
    name: 'moves no page into a group for somebody who may not edit it',
    as: 'ben',
    params: DEV,
    given: async world => {
      await some(world)
      await mayEdit(world, [])
      return { body: { items: [{ id: at('a'), parentId: at('group') }] } }
    },
    expect: { status: 403, code: 'permission.denied', stored: 'same' },
  },
  {
    name: 'moves no page before another for somebody who may edit neither',
    as: 'ben',
    params: DEV,
    given: async world => {
      await some(world)
      await mayEdit(world, ['b'])
      return { body: { items: ['link', 'group', 'a', 'b', 'c'].map(name => ({ id: at(name) })) } }
    },
    expect: { status: 403, code: 'permission.denied', stored: 'same' },
  },
  {
    name: 'moves the pages that somebody may edit among those he may not',
    as: 'ben',
    params: DEV,
    given: async world => {
      await some(world)
      await mayEdit(world, ['b', 'c'])
      return { body: { items: [{ id: at('c') }, { id: at('group'), children: [{ id: at('b') }] }, { id: at('link') }, { id: at('a') }] } }
    },
    expect: { status: 0 },
    then: async (_reply, world) => {
      expect(await order(world)).toEqual(['c', ['group', ['b']], 'link', 'a'])
      await clearPermissions(world)
    },
  },
  { name: 'wants a list', as: 'ann', params: DEV, body: {}, expect: { status: 422, errors: ['items'], stored: 'same' } },
  {
    name: 'wants ids',
    as: 'ann',
    params: DEV,
    body: { items: [{ id: 'x' }, { parentId: null }] },
    expect: { status: 422, errors: ['items.0.id', 'items.1.id'], stored: 'same' },
  },
  {
    name: 'wants entries below too',
    as: 'ann',
    params: DEV,
    given: given(() => [{ id: at('group'), children: [{ id: 7 }] }]),
    expect: { status: 422, code: 'page.orderInvalid' },
  },
  {
    name: 'takes 5,000 entries at most',
    as: 'ann',
    params: DEV,
    body: { items: Array.from({ length: 5001 }, () => ({ id: uuidv7() })) },
    expect: { status: 422, errors: ['items'], stored: 'same' },
  },
  ...wrongPeople({ body: { items: [] } }, async () => ({ params: DEV })),
])
