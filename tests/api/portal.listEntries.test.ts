// portal.list-entries (portal.listEntries), portal.entity, portal.only-permitted, portal.entry-targets
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { scenarios } from '../support/scenarios.ts'
import { makeWorld, type Person, type World } from '../support/world.ts'

const params = { companyKey: 'acme', appUrlKey: 'shop' }

scenarios('portal.listEntries', [
  {
    name: 'portal.entity: tells key, name, kind and whether one may pass',
    as: 'ann',
    params,
    given: async world => void (await world.call('entry.create', { as: 'ann', params, body: { key: 'sales', name: 'Sales', type: 1 } })),
    expect: { status: 0, data: { items: [{ key: 'sales', name: 'Sales', type: 1, hasPermission: true, config: { miniapp: {} } }] } },
  },
  {
    name: 'a member sees it too, without what only editors need',
    as: 'ben',
    params,
    expect: { status: 0, data: { items: [{ hasPermission: true, roles: [] }] } },
  },
  { name: 'refuses a stranger', as: 'dee', params, expect: { status: 403, stored: 'same' } },
  { name: 'refuses who is not signed in while guests are not let in', params, expect: { status: 401, stored: 'same' } },
  { name: 'knows no app elsewhere', as: 'ann', params: { companyKey: 'acme', appUrlKey: 'nothing' }, expect: { status: 404 } },
])

describe('entries by role', () => {
  let world: World
  let role = ''
  const list = async (as: Person) => (await world.call('portal.listEntries', { as, params })).data.items as Record<string, any>[]
  beforeAll(async () => {
    world = await makeWorld()
    role = (await world.call('role.createRole', { as: 'ann', params, body: { name: 'Sellers', type: 0 } })).data.id
    for (const [key, type] of [
      ['desk', 1],
      ['phone', 2],
      ['mini', 3],
      ['wall', 4],
    ] as const)
      await world.call('entry.create', {
        as: 'ann',
        params,
        body: { key, name: key, type, roles: key === 'wall' ? [role] : [], ...(type === 3 && { miniapp: { appId: 'wx1' } }) },
      })
  })
  afterAll(() => world?.close())

  it('portal.entry-targets: 1 and 4 lead into the app, 2 and 3 to a phone that shows it', async () => {
    const [desk, phone, mini, wall] = await list('ann')
    // release.entity-entry
    expect(mini).toMatchObject({ id: expect.any(String), key: 'mini', name: 'mini', type: 3, config: { miniapp: { appId: 'wx1' } } })
    expect(desk?.href).toBe('/company/acme/app/shop/desk')
    expect(wall?.href).toBe('/company/acme/app/shop/wall')
    for (const [entry, key] of [
      [phone, 'phone'],
      [mini, 'mini'],
    ] as const) {
      const link = new URLSearchParams(String(entry?.href).split('?')[1]).get('preview_link') ?? ''
      const address = new URL(link)
      expect(address.pathname).toBe(`/company/acme/app/shop/${key}`)
      expect(Object.fromEntries(address.searchParams)).toEqual({ agent: 'mobile', env: 'latest' })
    }
    expect(mini?.config).toEqual({ miniapp: { appId: 'wx1' } })
  })

  it('portal.only-permitted: a role opens an entry for those who hold it', async () => {
    const mayPass = async () => (await list('ben')).find(entry => entry.key === 'wall')?.hasPermission
    expect(await mayPass()).toBe(false)
    await world.call('role.addUsers', { as: 'ann', params: { ...params, roleId: role }, body: { email: ['ben@example.test'] } })
    expect(await mayPass()).toBe(true)
  })

  it('the running app knows its doors and who may pass', async () => {
    await world.call('page.create', { as: 'ann', params: { ...params, appUrlKey: 'shop-dev' }, body: { name: 'Orders', path: '/orders', kind: 'page' } })
    const site = await world.call('runtime.site', { as: 'ben', params: { ...params, appUrlKey: 'shop-dev' } })
    expect(site.data.entries).toContainEqual({ key: 'desk', path: '', isOpen: true })
  })
})
