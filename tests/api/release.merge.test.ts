// release.merge: chosen differences of a version taken over into dev, as a whole or not at all; and that taking all of them makes dev what the version is.
import { expect } from 'vitest'
import { builtinSource, makeModel } from '../support/models.ts'
import { addPage, DEV, shopOf, wrongPeople } from '../support/pages.ts'
import { publish } from '../support/releases.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

const ask = { as: 'ann' as const, params: DEV }
const text = (title: string) => ({ type: 'page', title, body: title })
let ids: Record<'group' | 'orders' | 'old' | 'last' | 'model' | 'line', string>

async function prepare(world: World) {
  const group = await addPage(world, { name: 'Sales', kind: 'group' })
  const orders = await addPage(world, { name: 'Orders', parentId: group, schema: text('Orders') })
  const old = await addPage(world, { name: 'Old', parentId: group })
  const last = await addPage(world, { name: 'Last' })
  const source = await builtinSource(world)
  const model = (await makeModel(world, source, 'order', [{ key: 'amount', type: 'decimal' }])).modelId
  const line = (await makeModel(world, source, 'line', [{ key: 'order', type: 'relationOne', relation: { modelId: model } }])).modelId
  ids = { group, orders, old, last, model, line }
  await world.call('query.create', { ...ask, body: { key: 'sums', name: 'Sums', definition: { model: 'main/order', columns: [{ field: 'amount' }] } } })
  await world.call('role.createRole', { ...ask, body: { name: 'Buyers', type: 0 } })
  await publish(world)

  const { pages } = world.running.services
  const shop = shopOf(world)
  await pages.update(shop, world.ids.ann, orders, { name: 'All orders', schema: text('All orders') })
  await pages.remove(shop, old, true)
  await pages.update(shop, world.ids.ann, last, { path: '/finally' })
  await addPage(world, { name: 'Thief', path: '/old' })
  await world.call('model.delete', { as: 'ann', params: { ...DEV, modelId: line } })
  await world.call('model.addField', { as: 'ann', params: { ...DEV, modelId: model }, body: { key: 'note', name: 'Note', type: 'text' } })
}
const dev = async (world: World) => world.running.services.releases.contentOf(shopOf(world), 'dev')
const left = async (world: World) =>
  (await world.call('release.compareVersions', { ...ask, body: { leftVersion: '1.0.0', rightVersion: 'dev' } })).data.options.flatMap((one: any) =>
    one.children.map(({ value }: any) => value),
  ) as string[]

scenarios('release.merge', [
  {
    ...ask,
    name: 'takes one page back to what the version has, as a version of its own, and leaves the rest',
    given: async world => {
      await prepare(world)
      return { body: { from: '1.0.0', parts: [`page ${ids.orders}`] } }
    },
    expect: { status: 0, data: { count: 1, models: false } },
    then: async (_reply, world) => {
      const { pages } = world.running.services
      const page = await pages.get(shopOf(world), ids.orders, world.ids.ann)
      expect(page).toMatchObject({ name: 'Orders', parentId: ids.group, version: 3, schema: { title: 'Orders' } })
      const { items } = await pages.listVersions(shopOf(world), ids.orders, { page: 1, perPage: 5 })
      expect(items[0]).toMatchObject({ note: 'Taken over from 1.0.0', createdBy: 'Ann' })
      expect(await left(world)).not.toContain(`page ${ids.orders}`)
    },
  },
  {
    ...ask,
    name: 'refuses a page whose address belongs to another one here, and takes nothing of what was chosen with it',
    given: async () => ({ body: { from: '1.0.0', parts: [`page ${ids.old}`, `page ${ids.last}`] } }),
    expect: { status: 422, code: 'merge.problems', errors: ['parts'], stored: 'same' },
    then: reply => expect(JSON.stringify(reply.errors)).toContain('The address /old belongs to “Thief” here'),
  },
  {
    ...ask,
    name: 'takes models over, whose tables are a matter of applying them',
    given: async () => ({ body: { from: '1.0.0', parts: [`model ${ids.model}`, `model ${ids.line}`] } }),
    expect: { status: 0, data: { count: 2, models: true } },
    then: async (_reply, world) => {
      const { design } = await dev(world)
      expect(design?.data.models.map(one => [one.key, one.definition.fields.map(field => field.key)]).sort()).toEqual([
        ['line', ['order']],
        ['order', ['amount']],
      ])
    },
  },
  {
    ...ask,
    name: 'makes dev what the version is where everything is chosen',
    given: async world => {
      await world.call('query.delete', { as: 'ann', params: { ...DEV, queryId: (await dev(world)).design?.resources?.[0]?.id as string } })
      return { body: { from: '1.0.0', parts: await left(world) } }
    },
    expect: { status: 0 },
    then: async (_reply, world) => {
      expect(await left(world)).toEqual([])
      expect((await dev(world)).pages[ids.old]).toMatchObject({ name: 'Old', parentId: ids.group, path: '/old' })
    },
  },
  {
    ...ask,
    name: 'says where nothing was chosen that differs',
    given: async () => ({ body: { from: '1.0.0', parts: [`page ${ids.orders}`] } }),
    expect: { status: 422, code: 'merge.nothing', errors: ['parts'], stored: 'same' },
  },
  {
    ...ask,
    name: 'deletes no role, as the people in it would be lost',
    given: async world => {
      const { data } = await world.call('role.createRole', { ...ask, body: { name: 'Fresh', type: 0 } })
      return { body: { from: '1.0.0', parts: [`role ${data.id ?? (await dev(world)).design?.permissions.roles.find(one => one.name === 'Fresh')?.id}`] } }
    },
    expect: { status: 422, code: 'merge.problems', errors: ['parts'], stored: 'same' },
  },
  {
    ...ask,
    name: 'knows no other versions',
    body: { from: '7.0.0', parts: ['page x'] },
    expect: { status: 422, code: 'release.sourceUnknown', errors: ['from'], stored: 'same' },
  },
  ...wrongPeople({ body: { from: 'dev', parts: ['page x'] } }, async () => ({ params: DEV })),
])
