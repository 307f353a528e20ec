import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import { uuidv7 } from 'uuidv7'
import { scenarios } from '../support/scenarios.ts'

const group = uuidv7()
const page = uuidv7()

scenarios('app.copy', [
  {
    name: 'copies the saved pages with their tree, and nothing of drafts and releases',
    as: 'abe',
    given: async world => {
      const own = { company_id: world.ids.acme, app_id: world.ids.shop }
      const content = '{"type":"page"}'
      const hash = createHash('sha256').update(content).digest()
      await world.db.insertInto('body').values({ company_id: world.ids.acme, hash, size: content.length, content }).execute()
      await world.db
        .insertInto('page')
        .values([
          // The child first, as rows may lie in any order.
          { id: page, ...own, parent_id: null, kind: 'page', name: 'Orders', path: '/orders', body_hash: hash, sort: 3, version: 7 },
          { id: group, ...own, kind: 'group', name: 'Sales', icon: 'fa fa-home', visible: false },
        ])
        .execute()
      await world.db.updateTable('page').set({ parent_id: group }).where('id', '=', page).execute()
      await world.call('app.update', { as: 'ann', body: { appCustomNotFoundPage: page, description: 'Sells' } })
    },
    body: { name: 'Shop two', key: 'shop2' },
    expect: { status: 0, data: { key: 'shop2', url: '/company/acme/app/shop2-dev/design' } },
    then: async (reply, world) => {
      const rows = await world.db.selectFrom('page').selectAll().where('app_id', '=', reply.data.id).execute()
      const [copiedGroup, copiedPage] = ['group', 'page'].map(kind => rows.find(row => row.kind === kind))
      expect(rows).toHaveLength(2)
      expect(copiedGroup).toMatchObject({ name: 'Sales', icon: 'fa fa-home', visible: false, parent_id: null })
      expect(copiedPage).toMatchObject({
        name: 'Orders',
        path: '/orders',
        parent_id: copiedGroup?.id,
        version: 1,

        sort: 3,
        company_id: world.ids.acme,
      })
      expect(copiedPage?.id).not.toBe(page)
      const versions = await world.db.selectFrom('page_version').select(['page_id', 'version']).where('app_id', '=', reply.data.id).execute()
      expect(versions).toEqual([{ page_id: copiedPage?.id, version: 1 }])
      const copy = await world.call('app.get', { as: 'abe', params: { companyKey: 'acme', appUrlKey: 'shop2' } })
      expect(copy.data).toMatchObject({ name: 'Shop two', owner: 'Abe', description: 'Sells', appCustomNotFoundPage: copiedPage?.id, lastPublish: null })
    },
  },
  {
    name: 'refuses a key that is taken, and leaves nothing half made',
    as: 'ann',
    body: { name: 'X', key: 'shop' },
    expect: { status: 422, errors: ['key'], stored: 'same' },
  },
  { name: 'refuses bad input', as: 'ann', body: { name: '', key: 'A B', type: 2 }, expect: { status: 422, errors: ['name', 'key', 'type'], stored: 'same' } },
  { name: 'keeps a member out, who may open but not read all pages', as: 'ben', body: { name: 'X', key: 'x' }, expect: { status: 403, stored: 'same' } },
  { name: 'keeps other organisations out', as: 'dee', body: { name: 'X', key: 'x' }, expect: { status: 403, stored: 'same' } },
  { name: 'keeps out who is not signed in', body: { name: 'X', key: 'x' }, expect: { status: 401, stored: 'same' } },
])
