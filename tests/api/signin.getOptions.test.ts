// signin.get-options; signin.page: the page an app puts in place of ours
import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import { uuidv7 } from 'uuidv7'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

async function addPage(world: World, body: unknown = 'our own door'): Promise<string> {
  const schema = JSON.stringify({ type: 'page', body })
  const hash = createHash('sha256').update(schema).digest()
  const scope = { company_id: world.ids.acme, app_id: world.ids.shop }
  const id = uuidv7()
  await world.db
    .insertInto('body')
    .values({ company_id: scope.company_id, hash, size: schema.length, content: schema })
    .onConflict(c => c.doNothing())
    .execute()
  await world.db
    .insertInto('page')
    .values({ id, ...scope, kind: 'page', name: 'Door', path: `/door-${id}`, body_hash: hash })
    .execute()
  return id
}

scenarios(
  'signin.getOptions',
  [
    {
      name: 'signin.brand: tells anybody the methods and the look',
      expect: { status: 0, data: { methods: ['password', 'ldap'], customLoginPage: null, siteName: 'Forge', logo: '/l.png', background: '/b.png' } },
    },
    {
      name: 'has no page of an app that sets none',
      query: { redirect: '/company/acme/app/shop-dev/x' },
      expect: { status: 0, data: { customLoginPage: null } },
    },
    {
      name: 'signin.custom signin.custom-page: gives the page of the app one wants to open',
      given: async world => {
        const page = await addPage(world)
        expect((await world.call('app.update', { as: 'ann', body: { appCustomLoginPage: page } })).status).toBe(0)
      },
      query: { redirect: '/company/ACME/app/shop-dev/orders?x=1' },
      expect: {
        status: 0,
        data: {
          customLoginPage: {
            companyKey: 'acme',
            companyName: 'Acme',
            appKey: 'shop',
            name: 'Shop',
            schema: { type: 'page', body: ['our own door', { type: 'tessera-sign-in' }] },
          },
        },
      },
    },
    {
      name: 'gives none where it is not published',
      query: { redirect: '/company/acme/app/shop/orders' },
      expect: { status: 0, data: { customLoginPage: null } },
    },
    {
      name: 'gives what is published, once it is',
      given: async world => {
        const made = await world.call('release.create', { as: 'ann', query: { sync: 1 }, body: { title: 'First', version: '1.0.0' } })
        expect(made.status, made.msg).toBe(0)
        await world.db.updateTable('page').set({ body_hash: null }).execute()
      },
      query: { redirect: '/company/acme/app/shop/orders' },
      expect: { status: 0, data: { customLoginPage: { schema: { body: ['our own door', { type: 'tessera-sign-in' }] } } } },
    },
    {
      name: 'gives none that asks for passwords by itself, however it came there',
      given: async world => {
        const page = await addPage(world, { type: 'form', body: [{ type: 'input-password', name: 'p' }] })
        await world.db
          .updateTable('app')
          .set({ config: JSON.stringify({ appCustomLoginPage: page }) })
          .where('id', '=', world.ids.shop)
          .execute()
      },
      query: { redirect: '/company/acme/app/shop-dev/orders' },
      expect: { status: 0, data: { customLoginPage: null } },
    },
    { name: 'gives none for an unknown app', query: { redirect: '/company/nope/app/x' }, expect: { status: 0, data: { customLoginPage: null } } },
    { name: 'refuses an address that is too long', query: { redirect: `/${'x'.repeat(2000)}` }, expect: { status: 422, errors: ['redirect'], stored: 'same' } },
  ],
  { authTypes: ['password', 'ldap'], siteName: 'Forge', siteLogo: '/l.png', loginBackground: '/b.png' },
)
