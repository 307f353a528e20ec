import { expect } from 'vitest'
import { uuidv7 } from 'uuidv7'
import { addRole, builtIn, DEV } from '../support/permissions.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

const KINDS = ['page', 'model', 'source', 'component', 'api', 'apigroup', 'role', 'form', 'formGroup', 'flow', 'flowGroup']
let sales = ''
let admin = ''
const creates = (roles: string[]) => Object.fromEntries(KINDS.map(kind => [`${kind}Acl`, { create: roles }]))
const defaults = (roles: string[]) =>
  Object.fromEntries(
    KINDS.map(kind => [`${kind}Acl`, { ...(kind !== 'role' && { read: roles }), edit: roles, delete: roles, ...(kind === 'api' && { call: roles }) }]),
  )
const stored = async (world: World) =>
  Object.fromEntries(
    (await world.db.selectFrom('permission_list').select(['list', 'roles', 'owner']).execute()).map(row => [
      row.list,
      [...row.roles, ...(row.owner ? ['owner'] : [])],
    ]),
  )
const ask = (make: () => Record<string, unknown>) => async () => ({ params: DEV, body: make() })

scenarios('permission.saveAclForm', [
  {
    name: 'permission.save-acl-form, permission.app-subtab: the part of the app, and nothing that stays as it was',
    as: 'abe',
    given: async world => {
      sales = await addRole(world, 'Sales')
      admin = await builtIn(world, 'admin')
      const all = await builtIn(world, 'all-users')
      return { params: DEV, body: { readAcl: [all, admin], editAcl: [sales], viewLogAcl: [], ...creates([admin]), pageAcl: { create: [admin, sales] } } }
    },
    expect: { status: 0 },
    then: async (_reply, world) => expect(await stored(world)).toEqual({ edit: [sales], viewLog: [], 'page.create': [admin, sales] }),
  },
  {
    name: 'permission.default-subtab, permission.default-owner: the part of the defaults leaves the other alone',
    as: 'abe',
    given: ask(() => ({ ...defaults([admin, 'owner']) })),
    expect: { status: 0 },
    then: async (_reply, world) => {
      const now = await stored(world)
      expect(now.edit).toEqual([sales])
      expect(now['page:read']).toEqual([admin, 'owner'])
      // As an app begins: no reason to keep it.
      expect(now['page:edit']).toBeUndefined()
    },
  },
  {
    name: 'who makes queries and APIs, and who calls APIs',
    as: 'abe',
    given: ask(() => ({ ...creates([admin]), readAcl: [admin], queryAcl: { create: [sales] }, apigroupAcl: { create: [sales] } })),
    expect: { status: 0 },
    then: async (_reply, world) => {
      expect(await stored(world)).toMatchObject({ 'query.create': [sales], 'apigroup.create': [sales] })
      const body = {
        ...defaults([admin]),
        queryAcl: { read: [sales], edit: [admin], delete: [admin] },
        apiAcl: { read: [admin], edit: [admin], delete: [admin], call: [sales] },
      }
      expect((await world.call('permission.saveAclForm', { as: 'abe', params: DEV, body })).status).toBe(0)
      expect(await stored(world)).toMatchObject({ 'query:read': [sales], 'api:call': [sales] })
      const form = await world.call('permission.getAclForm', { as: 'abe', params: DEV })
      expect(form.data).toMatchObject({ queryAcl: { create: [sales], read: [sales] }, apiAcl: { call: [sales] } })
    },
  },
  {
    name: 'the switches, each a change that is written down',
    as: 'abe',
    given: ask(() => ({ guestEnabled: true, aclManualDisabled: true })),
    expect: { status: 0 },
    then: async (_reply, world) => {
      const app = await world.db.selectFrom('app').select('config').where('id', '=', world.ids.shop).executeTakeFirstOrThrow()
      expect(app.config).toMatchObject({ guestEnabled: true, aclManualDisabled: true })
      const flags = await world.db.selectFrom('permission_change').select(['ref', 'after']).where('what', '=', 'flag').execute()
      expect(flags.map(flag => flag.ref.flag).sort()).toEqual(['aclManualDisabled', 'guestEnabled'])
    },
  },
  {
    name: 'permission.acl-form-required: a part without one of its lists',
    as: 'abe',
    given: ask(() => ({ readAcl: [], ...creates([admin]), pageAcl: {} })),
    expect: { status: 422, errors: ['pageAcl.create'], stored: 'same' },
    then: reply => expect(reply.errors['pageAcl.create']).toBe('Please choose at least one role'),
  },
  {
    name: 'permission.acl-form-required: a list with nobody in it',
    as: 'abe',
    given: ask(() => ({ readAcl: [], ...creates([admin]) })),
    expect: { status: 422, errors: ['readAcl'], stored: 'same' },
  },
  {
    name: 'a role of another app, and the owner where there is no resource',
    as: 'abe',
    given: ask(() => ({ readAcl: [uuidv7()], editAcl: ['owner'], ...creates([admin]) })),
    expect: { status: 422, errors: ['editAcl', 'readAcl'], stored: 'same' },
  },
  {
    name: 'external users may open and see, and not edit',
    as: 'abe',
    given: async world => {
      const external = await builtIn(world, 'external-users')
      return { params: DEV, body: { readAcl: [external], editAcl: [external], ...creates([admin]) } }
    },
    expect: { status: 422, errors: ['editAcl'], stored: 'same' },
  },
  {
    name: 'permission.who: is not for a member without duties',
    as: 'ben',
    given: ask(() => ({ guestEnabled: false })),
    expect: { status: 403, stored: 'same' },
  },
])
