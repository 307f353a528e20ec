// general.custom-page-ids
import { expect } from 'vitest'
import { uuidv7 } from 'uuidv7'
import { addRole, clearPermissions, setList } from '../support/permissions.ts'
import { bodyOf } from '../../api/server/services/foundation/contents.ts'
import { scenarios } from '../support/scenarios.ts'

const pageId = uuidv7()
const groupId = uuidv7()
const doorId = uuidv7()

scenarios('app.update', [
  {
    name: 'changes what is sent and leaves the rest',
    as: 'abe',
    body: { name: 'Web "shop" </script>' },
    expect: { status: 0, data: { key: 'shop' } },
    then: async (_reply, world) => {
      expect((await world.call('app.get', { as: 'ann' })).data).toMatchObject({ name: 'Web "shop" </script>', type: 1, description: '' })
    },
  },
  {
    name: 'takes pages of the app for 404, 403 and sign-in',
    as: 'ann',
    given: async world => {
      const own = { company_id: world.ids.acme, app_id: world.ids.shop }
      await world.db
        .insertInto('page')
        .values([
          { id: pageId, ...own, kind: 'page', name: 'Lost', path: '/lost' },
          { id: groupId, ...own, kind: 'group', name: 'Group' },
        ])
        .execute()
    },
    body: { appCustomNotFoundPage: pageId, appCustomPermissionPage: pageId },
    expect: { status: 0 },
    then: async (_reply, world) => {
      expect((await world.call('app.get', { as: 'ann' })).data).toMatchObject({
        appCustomNotFoundPage: pageId,
        appCustomPermissionPage: pageId,
        appCustomLoginPage: '',
      })
      await world.call('app.update', { as: 'ann', body: { appCustomNotFoundPage: '' } })
      expect((await world.call('app.get', { as: 'ann' })).data).toMatchObject({ appCustomNotFoundPage: '', appCustomPermissionPage: pageId })
    },
  },
  {
    name: 'lets who works on the app change it, and who has a say in one environment not',
    as: 'ben',
    given: async world => {
      await setList(world, 'edit', [await addRole(world, 'Testers', { users: [world.ids.ben] })], { environment: 'qa' })
      const params = { companyKey: 'acme', appUrlKey: 'shop-qa' }
      expect((await world.call('app.update', { as: 'ben', params, body: { description: 'Mine' } })).status).toBe(403)
      await clearPermissions(world)
      await setList(world, 'edit', [await addRole(world, 'Workers', { users: [world.ids.ben] })])
    },
    body: { description: 'Orders' },
    expect: { status: 0 },
    then: (_reply, world) => clearPermissions(world),
  },
  {
    name: 'sets a sign-in page for administrators of the organisation alone, whoever else works on the app',
    as: 'ben',
    given: async world => {
      await world.db
        .insertInto('page')
        .values({ id: doorId, company_id: world.ids.acme, app_id: world.ids.shop, kind: 'page', name: 'Door', path: '/door' })
        .execute()
      await setList(world, 'edit', [await addRole(world, 'Makers', { users: [world.ids.ben] })])
      expect((await world.call('app.get', { as: 'ben' })).data).toMatchObject({ maySetLoginPage: false, perms: { edit: true } })
      expect((await world.call('app.get', { as: 'ann' })).data).toMatchObject({ maySetLoginPage: true })
    },
    body: { description: 'By Ben', appCustomLoginPage: doorId },
    expect: { status: 403, code: 'app.signInAdmins', errors: ['appCustomLoginPage'], stored: 'same' },
    then: async (_reply, world) => {
      expect((await world.call('app.update', { as: 'abe', body: { appCustomLoginPage: doorId } })).status).toBe(0)
      // A form sends what it was filled with.
      expect((await world.call('app.update', { as: 'ben', body: { description: 'By Ben', appCustomLoginPage: doorId } })).status).toBe(0)
      expect((await world.call('app.update', { as: 'ben', body: { appCustomLoginPage: '' } })).status).toBe(403)
      // Nor does a copy bring it along.
      const copyOf = async (who: string) => {
        const key = `door_${who}`
        expect((await world.call('app.copy', { as: who as 'ben', body: { name: key, key } })).status).toBe(0)
        return (await world.call('app.get', { as: who as 'ben', params: { companyKey: 'acme', appUrlKey: key } })).data.appCustomLoginPage
      }
      expect(await copyOf('ben')).toBe('')
      expect(await copyOf('ann')).toMatch(/^[0-9a-f-]{36}$/)
      await world.call('app.update', { as: 'ann', body: { appCustomLoginPage: '' } })
      await clearPermissions(world)
    },
  },
  {
    name: 'refuses a sign-in page that asks for passwords by itself, and says where',
    as: 'ann',
    given: async world => {
      const schema = { type: 'page', body: [{ type: 'form', api: '/x', body: [{ type: 'input-password', name: 'p' }] }] }
      const body = bodyOf(schema)
      await world.db.insertInto('body').values({ company_id: world.ids.acme, hash: body.hash, size: body.size, content: body.text }).execute()
      await world.db.updateTable('page').set({ body_hash: body.hash }).where('id', '=', doorId).execute()
    },
    body: { appCustomLoginPage: doorId },
    expect: { status: 422, code: 'app.signInPart', errors: ['appCustomLoginPage'], stored: 'same' },
    then: reply => expect(reply.errors?.appCustomLoginPage).toContain('not form (at body.0)'),
  },
  {
    name: 'refuses a group as a page',
    as: 'ann',
    body: { appCustomNotFoundPage: groupId },
    expect: { status: 422, errors: ['appCustomNotFoundPage'], stored: 'same' },
  },
  {
    name: 'refuses a page of elsewhere',
    as: 'ann',
    body: { appCustomLoginPage: uuidv7() },
    expect: { status: 422, errors: ['appCustomLoginPage'], stored: 'same' },
  },
  {
    name: 'says all that is wrong at once',
    as: 'ann',
    body: { name: '', logo: 'javascript:alert(1)', description: 5, appCustomLoginPage: '../x', key: 'new' },
    expect: { status: 422, errors: ['name', 'logo', 'description', 'appCustomLoginPage', 'key'], stored: 'same' },
  },
  { name: 'keeps a member out', as: 'ben', body: { name: 'Mine' }, expect: { status: 403, stored: 'same' } },
  { name: 'keeps other organisations out', as: 'dee', body: { name: 'Mine' }, expect: { status: 403, stored: 'same' } },
  { name: 'keeps out who is not signed in', body: { name: 'Mine' }, expect: { status: 401, stored: 'same' } },
])
