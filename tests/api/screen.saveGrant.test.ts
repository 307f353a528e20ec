import { expect } from 'vitest'
import { scenarios } from '../support/scenarios.ts'
import { notForThem, SCREEN } from '../support/screens.ts'
import type { Person, World } from '../support/world.ts'

const ACME = { companyKey: 'acme' }
const SHOP = { companyKey: 'acme', appUrlKey: 'shop' }
const may = async (world: World, as: Person, query = {}) => ({
  read: (await world.call('screen.list', { as, query })).status === 0,
  change: (await world.call('screen.discardDraft', { as, params: SCREEN, query })).status === 0,
  grant: (await world.call('screen.listGrants', { as, query })).status === 0,
})
const NOTHING = { read: false, change: false, grant: false }
const READ = { ...NOTHING, read: true }
const CHANGE = { ...READ, change: true }
const ALL = { ...CHANGE, grant: true }

scenarios('screen.saveGrant', [
  {
    name: 'lets anybody read the platform’s screens, tells who granted it and when, and his session knows',
    as: 'sue',
    body: { email: 'CYD@example.test', permission: 'read' },
    expect: { status: 0, data: { name: 'Cyd', email: 'cyd@example.test', permission: 'read', grantedBy: 'Sue', isActive: true } },
    then: async (reply, world) => {
      expect(Date.now() - Date.parse(reply.data.grantedAt)).toBeLessThan(60_000)
      expect(await may(world, 'cyd')).toEqual(READ)
      expect((await world.call('general.session', { as: 'cyd' })).data.user.screens).toBe('read')
    },
  },
  {
    name: 'makes reading into changing in place of a second grant',
    as: 'sue',
    body: { email: 'cyd@example.test', permission: 'change' },
    expect: { status: 0, data: { permission: 'change' } },
    then: async (_reply, world) => {
      expect(await may(world, 'cyd')).toEqual(CHANGE)
      expect((await world.call('general.session', { as: 'cyd' })).data.user.screens).toBe('change')
      expect((await world.call('screen.listGrants', { as: 'sue' })).data.total).toBe(1)
      expect(await may(world, 'cyd', ACME)).toEqual(NOTHING)
    },
  },
  {
    name: 'is the business of an administrator in the organisation, and holds there and not in its apps or on the platform',
    as: 'abe',
    query: ACME,
    body: { email: 'ben@example.test', permission: 'change' },
    expect: { status: 0, data: { grantedBy: 'Abe' } },
    then: async (_reply, world) => {
      expect([await may(world, 'ben', ACME), await may(world, 'ben', SHOP), await may(world, 'ben')]).toEqual([CHANGE, NOTHING, NOTHING])
      expect((await world.call('general.session', { as: 'ben' })).data).toMatchObject({
        user: { screens: 'none' },
        companies: [{ key: 'acme', screens: 'change' }],
      })
    },
  },
  {
    name: 'is the business of its owner in an app, and holds in it whatever environment is named',
    as: 'ann',
    query: { ...SHOP, appUrlKey: 'shop-dev' },
    body: { email: 'ben@example.test', permission: 'read' },
    expect: { status: 0 },
    then: async (_reply, world) => {
      const perms = async (as: Person) => (await world.call('app.get', { as, params: SHOP })).data.perms.screens
      expect([await perms('ben'), await perms('ann'), await perms('sue')]).toEqual(['read', 'change', 'change'])
      expect([await may(world, 'ben', SHOP), await may(world, 'ann', SHOP), await may(world, 'abe', SHOP), await may(world, 'sue', SHOP)]).toEqual([
        READ,
        ALL,
        ALL,
        ALL,
      ])
      await world.db.updateTable('app').set({ state: 'archived' }).where('id', '=', world.ids.shop).execute()
      expect([await may(world, 'ben', SHOP), await may(world, 'ann', SHOP)]).toEqual([NOTHING, ALL])
      await world.db.updateTable('app').set({ state: 'active' }).where('id', '=', world.ids.shop).execute()
    },
  },
  {
    name: 'makes nobody a manager: who was granted cannot grant',
    as: 'ben',
    query: ACME,
    body: { email: 'ben@example.test', permission: 'change' },
    expect: { status: 403, stored: 'same' },
  },
  {
    name: 'is worth nothing to a member who is banned',
    as: 'ann',
    query: ACME,
    given: async world => void (await world.db.updateTable('member').set({ banned: true }).where('user_id', '=', world.ids.ben).execute()),
    body: { email: 'ben@example.test', permission: 'read' },
    expect: { status: 422, code: 'screen.unknownPerson', errors: ['email'], stored: 'same' },
    then: async (_reply, world) => {
      expect([await may(world, 'ben', ACME), await may(world, 'ben', SHOP)]).toEqual([NOTHING, NOTHING])
      expect((await world.call('screen.listGrants', { as: 'ann', query: ACME })).data.items).toMatchObject([{ name: 'Ben', isActive: false }])
      await world.db.updateTable('member').set({ banned: false }).where('user_id', '=', world.ids.ben).execute()
      expect(await may(world, 'ben', ACME)).toEqual(CHANGE)
    },
  },
  {
    name: 'is worth nothing to who has left the organisation',
    as: 'ann',
    query: ACME,
    given: async world => void (await world.db.deleteFrom('member').where('user_id', '=', world.ids.ben).execute()),
    body: { email: 'ben@example.test', permission: 'read' },
    expect: { status: 422, code: 'screen.unknownPerson', errors: ['email'], stored: 'same' },
    then: async (_reply, world) => {
      expect([await may(world, 'ben', ACME), await may(world, 'ben', SHOP)]).toEqual([NOTHING, NOTHING])
      expect((await world.call('screen.listGrants', { as: 'ann', query: ACME })).data.items).toMatchObject([{ name: 'Ben', isActive: false }])
    },
  },
  {
    name: 'cannot lock an administrator out: a grant of less than his role gives is refused',
    as: 'abe',
    query: ACME,
    body: { email: 'abe@example.test', permission: 'read' },
    expect: { status: 422, code: 'screen.grantNeedless', errors: ['email'], stored: 'same' },
    then: async (_reply, world) => expect(await may(world, 'abe', ACME)).toEqual(ALL),
  },
  {
    name: 'knows only members in an organisation',
    as: 'ann',
    query: ACME,
    body: { email: 'dee@example.test', permission: 'read' },
    headers: { 'accept-language': 'zh-CN' },
    expect: { status: 422, code: 'screen.unknownPerson', errors: ['email'], stored: 'same' },
    then: reply => expect(reply.errors.email).toBe('组织中没有使用此邮箱的成员'),
  },
  {
    name: 'knows no other permission',
    as: 'sue',
    body: { email: 'x', permission: 'grant' },
    expect: { status: 422, errors: ['email', 'permission'], stored: 'same' },
  },
  {
    name: 'needs the organisation of an app',
    as: 'sue',
    query: { appUrlKey: 'shop' },
    body: { email: 'cyd@example.test', permission: 'read' },
    expect: { status: 422, errors: ['companyKey'] },
  },
  ...notForThem({ params: {}, body: { email: 'dee@example.test', permission: 'change' } }),
  {
    name: 'is written down',
    as: 'sue',
    body: { email: 'dee@example.test', permission: 'read' },
    expect: { status: 0 },
    then: async (_reply, world) => {
      const entry = async () =>
        (await world.pool.query("select input from audit where call = 'screen.saveGrant' and input->>'email' = 'dee@example.test' and status = 0")).rows
      // Written after the answer is sent.
      await expect.poll(entry).toEqual([{ input: { email: 'dee@example.test', permission: 'read' } }])
    },
  },
])
