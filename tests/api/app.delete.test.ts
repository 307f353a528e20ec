import { expect } from 'vitest'
import { addRole, clearPermissions, setList } from '../support/permissions.ts'
import { scenarios } from '../support/scenarios.ts'

scenarios('app.delete', [
  { name: 'wants the key typed', as: 'ann', expect: { status: 422, code: 'app.confirmDiffers', errors: ['confirm'], stored: 'same' } },
  { name: 'wants it right', as: 'ann', query: { confirm: 'Shop' }, expect: { status: 422, errors: ['confirm'], stored: 'same' } },
  { name: 'refuses a text that is too long', as: 'ann', query: { confirm: 's'.repeat(41) }, expect: { status: 422, errors: ['confirm'], stored: 'same' } },
  {
    name: 'lets a role with that duty delete, and one that works on the app not',
    as: 'ben',
    given: async world => {
      const role = await addRole(world, 'Workers', { users: [world.ids.ben] })
      for (const duty of ['edit', 'publish', 'adminRole']) await setList(world, duty, [role])
      expect((await world.call('app.delete', { as: 'ben', query: { confirm: 'shop' } })).status).toBe(403)
      await clearPermissions(world)
      const remover = await addRole(world, 'Removers', { users: [world.ids.ben] })
      await setList(world, 'delete', [remover])
      // The key is asked for, so the duty was enough.
      expect((await world.call('app.delete', { as: 'ben' })).code).toBe('app.confirmDiffers')
      await clearPermissions(world)
    },
    query: { confirm: 'shop' },
    expect: { status: 403, stored: 'same' },
  },
  { name: 'keeps a member out', as: 'ben', query: { confirm: 'shop' }, expect: { status: 403, stored: 'same' } },
  { name: 'keeps other organisations out', as: 'dee', query: { confirm: 'shop' }, expect: { status: 403, stored: 'same' } },
  { name: 'keeps out who is not signed in', query: { confirm: 'shop' }, expect: { status: 401, stored: 'same' } },
  {
    name: 'deletes the app with all that hangs on it, and nothing of another',
    as: 'ann',
    given: async world => {
      await world.call('app.copy', { as: 'ann', body: { name: 'Other', key: 'other' } })
      await world.db
        .insertInto('page')
        .values({ id: '0191d5a0-0000-7000-8000-00000000000a', company_id: world.ids.acme, app_id: world.ids.shop, kind: 'group', name: 'G' })
        .execute()
    },
    query: { confirm: 'shop' },
    expect: { status: 0 },
    then: async (_reply, world) => {
      expect((await world.db.selectFrom('app').select('key').execute()).map(row => row.key)).toEqual(['other'])
      expect(await world.db.selectFrom('page').select('id').execute()).toEqual([])
      expect((await world.call('app.get', { as: 'ann' })).status).toBe(404)
    },
  },
])
