import { expect } from 'vitest'
import { addPage, addRole, builtIn, setList } from '../support/permissions.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

const QA = { companyKey: 'acme', appUrlKey: 'shop-qa' }
const DUTIES = ['read', 'edit', 'adminRole', 'createRole', 'dataManage', 'flowManage', 'viewLog']
let ops = ''
const lists = (roles: string[]) => Object.fromEntries(DUTIES.map(duty => [`${duty}Acl`, roles]))
const stored = async (world: World) =>
  (await world.db.selectFrom('permission_list').select(['environment', 'list', 'roles']).orderBy('environment').orderBy('list').execute()).map(row => [
    row.environment,
    row.list,
    row.roles,
  ])
const consts = async (world: World) => (await world.call('runtime.getSettings', { as: 'abe', params: QA })).data.consts

scenarios('runtime.saveSettings', [
  {
    name: 'log.masked-secrets: values of variables do not reach the log',
    as: 'abe',
    params: QA,
    body: { consts: [{ var: 'API_KEY', value: 'open-sesame', secret: true }] },
    expect: { status: 0 },
    then: async (_reply, world) => {
      const logged = async () => (await world.pool.query(`select input::text as input from audit where call = 'runtime.saveSettings'`)).rows[0]?.input
      // It is written after the answer.
      await expect.poll(logged).toContain('API_KEY')
      expect(await logged()).not.toContain('open-sesame')
      await world.db.deleteFrom('environment_const').execute()
    },
  },
  {
    name: 'runtime.save-settings, runtime.permission-config-tab: the lists of this environment alone',
    as: 'abe',
    params: QA,
    given: async world => {
      ops = await addRole(world, 'Ops')
      return { body: { ...lists([ops]), resourceAcl: [] } }
    },
    expect: { status: 0 },
    then: async (_reply, world) =>
      expect(await stored(world)).toEqual([...DUTIES, 'resource'].sort().map(duty => ['qa', duty, duty === 'resource' ? [] : [ops]])),
  },
  {
    name: 'runtime.read-options, runtime.read-guests: guests and external users may open it, and nothing else',
    as: 'abe',
    params: QA,
    given: async world => {
      await world.call('permission.saveAclForm', { as: 'abe', body: { guestEnabled: true } })
      return { body: { ...lists([ops]), readAcl: [await builtIn(world, 'guest'), await builtIn(world, 'external-users')] } }
    },
    expect: { status: 0 },
    then: async (_reply, world) => {
      const reply = await world.call('runtime.saveSettings', { as: 'abe', params: QA, body: { ...lists([ops]), editAcl: [await builtIn(world, 'guest')] } })
      expect(Object.keys(reply.errors)).toEqual(['editAcl'])
    },
  },
  {
    name: 'runtime.acl-required: all lists but that of single resources',
    as: 'abe',
    params: QA,
    given: async () => ({ body: { readAcl: [ops], viewLogAcl: [] } }),
    expect: { status: 422, errors: ['adminRoleAcl', 'createRoleAcl', 'dataManageAcl', 'editAcl', 'viewLogAcl'], stored: 'same' },
  },
  {
    name: 'appSetting.envs-tab, appSetting.env-syntax: variables are filled in where ${NAME} stands in a page, secrets are not',
    as: 'abe',
    params: QA,
    given: async world => {
      await addPage(world, 'Where', 'ann', {
        path: '/where',
        schema: { type: 'page', body: ['${API_HOST}/x?k=${API_KEY}', { type: 'tpl', tpl: '${name} at ${API-PORT}' }] },
      })
      await world.call('release.create', { as: 'ann', query: { sync: 1 }, body: { title: 'One', version: '1.0.0', tag: 'qa' } })
      await world.call('runtime.page', { as: 'abe', params: { ...QA, path: 'where' } })
      return {
        body: {
          consts: [
            { var: 'API_HOST', value: 'https://api.example.test' },
            { var: 'API-PORT', value: '81' },
            { var: 'API_KEY', value: 'hidden', secret: true },
          ],
        },
      }
    },
    expect: { status: 0 },
    then: async (_reply, world) => {
      const page = await world.call('runtime.page', { as: 'abe', params: { ...QA, path: 'where' } })
      expect(page.data.schema.body).toEqual(['https://api.example.test/x?k=${API_KEY}', { type: 'tpl', tpl: '${name} at 81' }])
      const row = await world.db.selectFrom('environment_const').select('value').where('var', '=', 'API_KEY').executeTakeFirstOrThrow()
      expect(row.value).not.toContain('hidden')
    },
  },
  {
    name: 'a secret that is sent without a value keeps the one it has',
    as: 'abe',
    params: QA,
    body: { consts: [{ var: 'API_KEY', value: '', secret: true }] },
    expect: { status: 0 },
    then: async (_reply, world) => {
      expect(await consts(world)).toEqual([{ var: 'API_KEY', value: '', secret: true }])
      const app: any = { id: world.ids.shop, companyId: world.ids.acme, tag: 'qa' }
      expect([...(await world.running.services.permissions.consts.all(app))]).toEqual([['API_KEY', 'hidden']])
    },
  },
  {
    name: 'a secret does not become readable without being entered again',
    as: 'abe',
    params: QA,
    body: { consts: [{ var: 'API_KEY', value: '' }] },
    expect: { status: 422, errors: ['consts.0.value'], stored: 'same' },
  },
  {
    name: 'appSetting.env-name: upper-case letters, digits, hyphen or underscore',
    as: 'abe',
    params: QA,
    body: {
      consts: [
        { var: 'apiHost', value: '' },
        { var: '', value: '' },
      ],
    },
    expect: { status: 422, errors: ['consts.0.var', 'consts.1.var'], stored: 'same' },
    then: reply => expect(reply.errors['consts.0.var']).toBe('Variable name must be upper case'),
  },
  {
    name: 'a name twice',
    as: 'abe',
    params: QA,
    body: { consts: [{ var: 'A' }, { var: 'A' }] },
    expect: { status: 422, errors: ['consts.1.var'], stored: 'same' },
  },
  {
    name: 'who may edit the settings does not thereby say who configures permissions',
    as: 'ben',
    params: QA,
    given: async world => {
      const all = await builtIn(world, 'all-users')
      await setList(world, 'edit', [all], { environment: 'qa' })
      return { body: lists([all]) }
    },
    expect: { status: 403, stored: 'same' },
    then: async (_reply, world) => {
      expect((await world.call('runtime.saveSettings', { as: 'ben', params: QA, body: { consts: [] } })).status).toBe(0)
      expect((await world.call('runtime.saveSettings', { as: 'ben', body: { consts: [] } })).status).toBe(403)
    },
  },
  { name: 'is not for a member without duties there', as: 'ben', body: { consts: [] }, expect: { status: 403, stored: 'same' } },
])
