// All of it or nothing; what came under other ids is found again by them, whatever it is called since.
import { expect } from 'vitest'
import { uuidv7 } from 'uuidv7'
import type { Manifest } from '../../api/server/services/packages/index.ts'
import { newTheme } from '../../api/theme/document.ts'
import { withBrand } from '../../api/theme/recolor.ts'
import { DEV } from '../support/models.ts'
import { addPage, shopOf } from '../support/pages.ts'
import { scenarios } from '../support/scenarios.ts'
import { accessIn, bring, cargo, KEY } from '../support/two-servers.ts'
import type { World } from '../support/world.ts'

const sections = ['api', 'acl', 'appAuth']
let token = ''
const brought =
  (change?: (manifest: Manifest) => void, more: object = {}) =>
  async (world: World) => {
    token ||= await accessIn(world, {})
    return { body: { token, id: await bring(world, token, cargo(change)), sections, ...more } }
  }
const contentOf = (world: World) => world.running.services.releases.contentOf(shopOf(world), 'dev')
const pagesOf = async (world: World) => Object.entries((await contentOf(world)).pages).map(([id, { name, path }]) => ({ id, name, path }))
const withTheme =
  (name: string, brand: string) =>
  ({ design, resources }: Manifest) => {
    // As it was brought last.
    Object.assign(resources.find(one => one.id === 'a') as object, { name: 'Purchases', path: '/purchases' })
    Object.assign(design?.data.models.find(one => one.id === 'note') as object, { key: 'remark', name: 'Remark' })
    if (design) design.themes = [{ id: 'green', isDefault: true, document: withBrand(newTheme(name), brand) }]
  }
let orders: string

scenarios('sync.take', [
  {
    name: 'takes an app over: pages with their pictures, models with relations, roles with rules',
    given: brought(),
    expect: { status: 0, data: { state: 'taken', models: true } },
    then: async (reply, world) => {
      const { pages, design } = await contentOf(world)
      expect(reply.data.count).toBeGreaterThan(8)
      expect(
        Object.values(pages)
          .map(one => one.name)
          .sort(),
      ).toEqual(['About', 'Customers', 'Orders', 'Sales'])
      expect(design?.data.models.map(one => one.key).sort()).toEqual(['customer', 'note', 'order'])
      expect(design?.permissions.rowRules.map(one => one.name)).toEqual(['Named orders'])
      orders = Object.entries(pages).find(([, one]) => one.name === 'Orders')?.[0] as string
      const page = await world.running.services.pages.get(shopOf(world), orders, world.ids.ann)
      const [, file] = /\/api\/file\/([0-9a-f-]{36})/.exec(JSON.stringify(page.schema)) as RegExpExecArray
      expect((await world.running.services.storedFiles.find(file as string))?.companyId).toBe(world.ids.acme)
      expect(Object.keys((await world.db.selectFrom('sync_link').select('ids').executeTakeFirstOrThrow()).ids)).toEqual(
        expect.arrayContaining(['a', 'b', 'customer', 'sales', 'rule']),
      )
    },
  },
  {
    name: 'answers the same where its answer was lost',
    given: async world => {
      const { id } = await world.db.selectFrom('sync_incoming').select('id').executeTakeFirstOrThrow()
      return { body: { token, id, sections } }
    },
    expect: { status: 0, data: { state: 'taken', models: true }, stored: 'same' },
  },
  {
    name: 'knows a page and a model by their ids, whatever they are called and where they are',
    given: brought(({ resources, design }) => {
      const page = resources.find(one => one.id === 'a')
      if (page) Object.assign(page, { name: 'Purchases', path: '/purchases' })
      const model = design?.data.models.find(one => one.id === 'note')
      if (model) Object.assign(model, { key: 'remark', name: 'Remark' })
    }),
    expect: { status: 0, data: { state: 'taken', count: 2 } },
    then: async (_reply, world) => {
      expect(await pagesOf(world)).toContainEqual({ id: orders, name: 'Purchases', path: '/purchases' })
      expect((await contentOf(world)).design?.data.models.map(one => one.key).sort()).toEqual(['customer', 'order', 'remark'])
    },
  },
  {
    name: 'brings themes, and knows them by their ids',
    given: async world => {
      expect((await world.call('sync.take', await brought(withTheme('Green', '#0f766e'))(world))).data).toMatchObject({ state: 'taken', count: 2 })
      return brought(withTheme('Greener', '#1f5fbf'))(world)
    },
    expect: { status: 0, data: { state: 'taken', count: 1 } },
    then: async (_reply, world) => {
      const { design } = await contentOf(world)
      expect(design?.themes?.map(one => [one.document.config.name, one.isDefault, one.document.global.colors.brand.body.main])).toEqual([
        ['Greener', true, '#1f5fbf'],
      ])
      expect((await world.call('theme.list', { as: 'ann', params: DEV })).data.items).toMatchObject([{ name: 'Greener', version: 2 }])
    },
  },
  {
    name: 'asks about what was changed on both sides, and changes nothing meanwhile',
    given: async world => {
      await world.call('page.update', { as: 'ann', params: { ...DEV, pageId: orders }, body: { name: 'Ours' } })
      return brought(({ resources }) => Object.assign(resources[1] as object, { name: 'Theirs', path: '/purchases' }))(world)
    },
    expect: { status: 0, data: { state: 'drift', drift: [{ label: 'Theirs', section: 'Pages', change: 'changed' }] }, stored: 'same' },
  },
  {
    name: 'keeps what it was told to keep, and asks about nothing that was decided',
    given: async world =>
      brought(({ resources }) => Object.assign(resources[1] as object, { name: 'Theirs', path: '/purchases' }), { keep: [`page ${orders}`] })(world),
    expect: { status: 0, data: { state: 'taken' } },
    then: async (_reply, world) => expect((await pagesOf(world)).find(one => one.id === orders)?.name).toBe('Ours'),
  },
  {
    name: 'refuses as a whole what does not fit',
    given: async world => {
      await addPage(world, { name: 'Taken', path: '/taken' })
      return brought(({ resources }) => void Object.assign(resources.find(one => one.id === 'c') as object, { path: '/taken' }), { keep: [`page ${orders}`] })(
        world,
      )
    },
    expect: { status: 422, code: 'merge.problems', stored: 'same' },
  },
  {
    name: 'refuses a design that is none',
    given: brought(({ design }) => void Object.assign(design?.data.models[0] ?? {}, { definition: { fields: 'none' } })),
    expect: { status: 422, code: 'package.badManifest', stored: 'same' },
  },
  {
    name: 'waits until all of it came',
    given: async world => {
      const { announced } = cargo(({ app }) => void (app.name = 'Never whole'))
      return { body: { token, id: (await world.call('sync.open', { body: { token, ...announced } })).data.id, sections } }
    },
    expect: { status: 409, code: 'sync.incomplete', stored: 'same' },
  },
  { name: 'knows no other key', body: { token: KEY, id: uuidv7(), sections }, expect: { status: 401, code: 'sync.denied', stored: 'same' } },
])
