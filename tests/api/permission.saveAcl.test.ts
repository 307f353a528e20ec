import { expect } from 'vitest'
import { uuidv7 } from 'uuidv7'
import { addPage, builtIn, DEV } from '../support/permissions.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

let page = ''
let role = ''
const body = (acl: Record<string, boolean>, more: Record<string, unknown> = {}) => ({
  params: DEV,
  body: { roleId: role, resourceType: 'page', aclArray: [{ resourceId: page, acl }], ...more },
})
const given = (make: () => { body: unknown }) => async () => make()
const stored = async (world: World) =>
  (await world.db.selectFrom('permission_override').select(['option', 'allow', 'environment']).where('role_id', '=', role).orderBy('option').execute()).map(
    o => [o.option, o.allow, o.environment],
  )

scenarios('permission.saveAcl', [
  {
    name: 'permission.save-acl, permission.save-succeeded, permission.entity-save-payload: only what was sent is changed, and the notice says so',
    as: 'abe',
    given: async world => {
      page = await addPage(world, 'Orders')
      role = await builtIn(world, 'all-users')
      return body({ read: false, edit: true })
    },
    expect: { status: 0, data: { saved: 2 } },
    then: async (reply, world) => {
      expect(reply.msg).toBe('The permissions were saved')
      expect(await stored(world)).toEqual([
        ['edit', true, ''],
        ['read', false, ''],
      ])
      // One version, of the person who did it.
      const versions = await world.db.selectFrom('permission_version').selectAll().execute()
      expect(versions.map(v => v.created_by)).toEqual([world.ids.abe])
    },
  },
  {
    name: 'what says the same as the default is no exception any more',
    as: 'abe',
    given: given(() => body({ read: true })),
    expect: { status: 0 },
    then: async (_reply, world) => expect(await stored(world)).toEqual([['edit', true, '']]),
  },
  {
    name: 'release.environment-access-lists: at the address of an environment it is set there alone, but for work on the page',
    as: 'abe',
    given: async () => ({ ...body({ read: false, delete: true }), params: { companyKey: 'acme', appUrlKey: 'shop-qa' } }),
    expect: { status: 0 },
    then: async (_reply, world) =>
      expect(await stored(world)).toEqual([
        ['delete', true, ''],
        ['edit', true, ''],
        ['read', false, 'qa'],
      ]),
  },
  {
    name: 'nothing sent, nothing changed',
    as: 'abe',
    given: async () => ({ body: { roleId: role, resourceType: 'page', aclArray: [] } }),
    expect: { status: 0, data: { saved: 0 }, stored: 'same' },
  },
  {
    name: 'permission.save-failed: an option that the page does not have',
    as: 'abe',
    given: given(() => body({ export: true })),
    expect: { status: 422, code: 'permission.optionUnknown', stored: 'same' },
  },
  {
    name: 'a resource of another app',
    as: 'abe',
    given: async () => ({ body: { roleId: role, resourceType: 'page', aclArray: [{ resourceId: uuidv7(), acl: { read: true } }] } }),
    expect: { status: 422, code: 'permission.resourceUnknown', stored: 'same' },
  },
  {
    name: 'a role of another app',
    as: 'abe',
    given: given(() => body({ read: true }, { roleId: uuidv7() })),
    expect: { status: 404, code: 'role.unknown', stored: 'same' },
  },
  {
    name: 'work on a page for guests',
    as: 'abe',
    given: async world => body({ edit: true }, { roleId: await builtIn(world, 'guest') }),
    expect: { status: 422, code: 'permission.optionLocked', stored: 'same' },
  },
  {
    name: 'what is no tick',
    as: 'abe',
    given: given(() => body({ read: 'yes' as unknown as boolean })),
    expect: { status: 422, errors: ['aclArray.0.acl.read'], stored: 'same' },
  },
  {
    name: 'permission.save-label, permission.editor-blocked: refused where the app forbids manual editing',
    as: 'abe',
    given: async world => {
      await world.pool.query(`update app set config = config || '{"aclManualDisabled": true}' where id = $1`, [world.ids.shop])
      return body({ read: false })
    },
    expect: { status: 409, code: 'permission.manualDisabled', stored: 'same' },
  },
  { name: 'permission.who: is not for a member without duties', as: 'ben', given: given(() => body({ read: false })), expect: { status: 403, stored: 'same' } },
])
