// source.deleteConnection: an environment goes back to the connection of dev; and setting one for an environment alone.
import { expect } from 'vitest'
import { builtinSource, DEV } from '../support/models.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

const BODY = { name: 'Customers', host: 'db.example.test', port: 5432, database: 'crm', username: 'reader' }
const QA = { companyKey: 'acme', appUrlKey: 'shop-qa' }
let sourceId = ''
const same = 'same' as const
const ask = { as: 'ann' as const }
const crmAt = async (world: World, params: Record<string, string>) =>
  (await world.call('source.list', { as: 'ann', params })).data.options.find((one: any) => one.key === 'crm')

scenarios('source.deleteConnection', [
  {
    ...ask,
    name: 'forgets the connection of the environment alone, with its password',
    given: async world => {
      sourceId = (await world.call('source.create', { as: 'ann', params: DEV, body: { key: 'crm', dialect: 'postgres', password: 'Dev-1', ...BODY } })).data.id
      expect(await crmAt(world, QA)).toMatchObject({ host: 'db.example.test', own: false })
      const own = { ...BODY, host: 'qa.example.test' }
      const params = { ...QA, sourceId }
      expect(await world.call('source.update', { as: 'ann', params, body: own })).toMatchObject({ status: 422, code: 'data.passwordAgain' })
      expect(await world.call('source.update', { as: 'ann', params, body: { ...own, password: 'Qa-1' } })).toMatchObject({ status: 0 })
      expect([await crmAt(world, QA), await crmAt(world, DEV)]).toMatchObject([
        { host: 'qa.example.test', own: true },
        { host: 'db.example.test', own: true },
      ])
      return { params }
    },
    expect: { status: 0 },
    then: async (_reply, world) => {
      expect(await crmAt(world, QA)).toMatchObject({ host: 'db.example.test', own: false, hasPassword: true })
      expect((await world.pool.query('select tag from data_connection')).rows).toEqual([{ tag: 'dev' }])
    },
  },
  {
    ...ask,
    name: 'keeps the one of dev, which the others use',
    given: async () => ({ params: { ...DEV, sourceId } }),
    expect: { status: 409, code: 'data.connectionDev', stored: same },
  },
  {
    ...ask,
    name: 'has nothing to forget of the built-in source',
    given: async world => ({ params: { ...QA, sourceId: await builtinSource(world) } }),
    expect: { status: 409, code: 'data.sourceBuiltin', stored: same },
  },
  { ...ask, name: 'takes no strange id', params: { ...QA, sourceId: 'x' }, expect: { status: 404, stored: same } },
  { name: 'keeps a member without duties out', as: 'ben', given: async () => ({ params: { ...QA, sourceId } }), expect: { status: 403, stored: same } },
  { name: 'keeps other organisations out', as: 'dee', given: async () => ({ params: { ...QA, sourceId } }), expect: { status: 403, stored: same } },
])
