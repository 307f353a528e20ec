import { expect } from 'vitest'
import { uuidv7 } from 'uuidv7'
import { addPage, addRole, builtIn, DEV, setOverride } from '../support/permissions.ts'
import { scenarios } from '../support/scenarios.ts'

const bit = (bitmap: string, at: number) => ((Buffer.from(bitmap, 'base64')[at >> 3] ?? 0) >> (at & 7)) & 1
let page = ''
let role = ''

scenarios('permission.getMatrix', [
  {
    name: 'permission.editor: resources in their order, and where something is set',
    as: 'abe',
    given: async world => {
      const group = await addPage(world, 'Area', 'ann', { kind: 'group', schema: undefined })
      await addPage(world, 'Orders')
      page = await addPage(world, 'Salary', 'ann', { parentId: group })
      role = await addRole(world, 'Sales')
      await setOverride(world, role, 'page', page, 'edit', true)
      await setOverride(world, role, 'page', page, 'read', false, 'qa')
      await setOverride(world, await builtIn(world, 'all-users'), 'page', page, 'read', false)
      return { params: DEV, query: { kind: 'page' } }
    },
    expect: { status: 0, data: { kind: 'page', locked: false } },
    then: async (reply, world) => {
      const { resources, options, roles } = reply.data
      expect(resources.map((one: any) => [one.label, one.parent, one.isGroup])).toEqual([
        ['Area', -1, true],
        ['Salary', 0, false],
        ['Orders', -1, false],
      ])
      expect(options.map((one: any) => one.value)).toEqual(['read', 'edit', 'delete'])
      const all = await builtIn(world, 'all-users')
      const of = (id: string) => roles.find((one: any) => one.value === id)
      expect(of(all)).toMatchObject({ default: ['read'], boxes: { inherited: '' } })
      const at = (row: number, option: number) => row * options.length + option
      expect([bit(of(all).boxes.overridden, at(1, 0)), bit(of(all).boxes.allowed, at(1, 0)), bit(of(all).boxes.overridden, at(2, 0))]).toEqual([1, 0, 0])
      expect([bit(of(role).boxes.overridden, at(1, 1)), bit(of(role).boxes.allowed, at(1, 1)), bit(of(role).boxes.overridden, at(1, 0))]).toEqual([1, 1, 0])
    },
  },
  {
    name: 'at the address of an environment what is set there stands above what is set for all',
    as: 'abe',
    given: async () => ({ params: { companyKey: 'acme', appUrlKey: 'shop-qa' }, query: { kind: 'page', roleIds: role } }),
    expect: { status: 0 },
    then: reply => {
      expect(reply.data.roles).toHaveLength(1)
      const [one] = reply.data.roles
      // Editing is the same everywhere; viewing is set here alone.
      expect([bit(one.boxes.overridden, 3), bit(one.boxes.overridden, 4)]).toEqual([1, 1])
      expect([bit(one.boxes.allowed, 3), bit(one.boxes.allowed, 4)]).toEqual([0, 1])
    },
  },
  {
    name: 'boxes of the first role, or of those that are named; all roles are listed',
    as: 'abe',
    given: async () => ({ params: DEV, query: { kind: 'page', boxesOf: 'first' } }),
    expect: { status: 0 },
    then: async (reply, world) => {
      const withBoxes = (data: any) => data.roles.filter((one: any) => one.boxes).map((one: any) => one.value)
      const all = await world.call('permission.getMatrix', { as: 'abe', params: DEV, query: { kind: 'page' } })
      expect(withBoxes(all.data)).toHaveLength(all.data.roles.length)
      expect(withBoxes(reply.data)).toEqual([all.data.roles[0].value])
      expect(reply.data.roles[0]).toEqual(all.data.roles[0])
      const named = await world.call('permission.getMatrix', { as: 'abe', params: DEV, query: { kind: 'page', boxesOf: `${role},${uuidv7()}` } })
      expect(withBoxes(named.data)).toEqual([role])
      expect(named.data.roles.find((one: any) => one.value === role)).toEqual(all.data.roles.find((one: any) => one.value === role))
    },
  },
  {
    name: 'permission.who: guests are not spoken of while the app lets none in, and come last of those that every app has',
    as: 'abe',
    query: { kind: 'page' },
    given: async world => void (await world.call('permission.saveAclForm', { as: 'abe', body: { guestEnabled: true } })),
    expect: { status: 0 },
    then: async (reply, world) => {
      const labels = (data: any) => data.roles.map((role: any) => role.label).filter((label: string) => /^(Admin|All|External|Guest)/.test(label))
      expect(labels(reply.data)).toEqual(['Administrators', 'All users', 'External users', 'Guests'])
      const guests = reply.data.roles.find((role: any) => role.isAppGuest)
      await world.call('permission.saveAclForm', { as: 'abe', body: { guestEnabled: false } })
      const params = { companyKey: 'acme', appUrlKey: 'shop-dev' }
      expect(labels((await world.call('permission.getMatrix', { as: 'abe', params, query: { kind: 'page' } })).data)).not.toContain('Guests')
      const pages = (await world.call('permission.getMatrix', { as: 'abe', params, query: { kind: 'page' } })).data.resources
      const refused = await world.call('permission.saveMatrix', {
        as: 'abe',
        params,
        body: { kind: 'page', changes: [{ roleId: guests.value, resourceId: pages.find((page: any) => !page.isGroup).id, option: 'read', allow: true }] },
      })
      expect(refused).toMatchObject({ status: 422, code: 'permission.guestsOff' })
      const form = (await world.call('permission.getAclForm', { as: 'abe', params })).data
      const list = await world.call('permission.saveAclForm', { as: 'abe', params, body: { ...form, readAcl: [guests.value], ownerOption: undefined } })
      expect(list.status).toBe(422)
    },
  },
  { name: 'boxes of what is no id', as: 'abe', query: { kind: 'page', boxesOf: 'second' }, expect: { status: 422, errors: ['boxesOf'] } },
  { name: 'a role of nobody', as: 'abe', given: async () => ({ query: { kind: 'page', roleIds: uuidv7() } }), expect: { status: 404, code: 'role.unknown' } },
  { name: 'what are no ids', as: 'abe', query: { kind: 'page', roleIds: 'x' }, expect: { status: 422, errors: ['roleIds'] } },
  { name: 'is not for a member without duties', as: 'ben', query: { kind: 'page' }, expect: { status: 403, stored: 'same' } },
])
