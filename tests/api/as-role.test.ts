// Looking at an app as one of its roles: a preview says which, and the server answers no more than that role may have.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeWorld, type World } from '../support/world.ts'
import { DEV } from '../support/models.ts'

let world: World
let roleId: string
beforeAll(async () => {
  world = await makeWorld()
  const made = await world.call('role.createRole', { as: 'ann', params: DEV, body: { name: 'Seen', description: '' } })
  const { items } = (await world.call('role.listRoles', { as: 'ann', params: DEV })).data
  roleId = items.find(({ name }: any) => name === 'Seen')?.id ?? made.data.id
})
afterAll(() => world?.close())

const as = (role: string) => ({ headers: { 'x-tessera-role': role } })

it('answers who manages the app no more than the role gives', async () => {
  const own = await world.call('runtime.site', { as: 'ann', params: DEV })
  expect(own.data.app.perms.edit).toBe(true)
  const seen = await world.call('runtime.site', { as: 'ann', params: DEV, ...as(roleId) })
  expect(seen.status).toBe(0)
  expect(seen.data.app.perms).toEqual({ edit: false, publish: false, dataManage: false, flowManage: false, viewLog: false, adminRole: false })
  // What only builders may is refused, whoever asks.
  expect(await world.call('page.list', { as: 'ann', params: DEV, ...as(roleId) })).toMatchObject({ http: 403, code: 'access.denied' })
  expect(await world.call('page.list', { as: 'sue', params: DEV, ...as(roleId) })).toMatchObject({ http: 403, code: 'access.denied' })
})

it('gives nobody a role that does not manage the app', async () => {
  expect(await world.call('runtime.site', { as: 'ben', params: DEV })).toMatchObject({ status: 0 })
  expect(await world.call('runtime.site', { as: 'ben', params: DEV, ...as(roleId) })).toMatchObject({ http: 403, code: 'access.denied' })
})

it('knows the roles of the app alone', async () => {
  for (const other of ['0191d5a0-0000-7000-8000-00000000dead', 'admin'])
    expect(await world.call('runtime.site', { as: 'ann', params: DEV, ...as(other) })).toMatchObject({ http: 403, code: 'access.denied' })
})

it('changes nothing where an app is not meant', async () => {
  expect(await world.call('general.session', { as: 'ann', ...as(roleId) })).toMatchObject({ status: 0 })
})
