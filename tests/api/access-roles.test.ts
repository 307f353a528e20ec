// Every call of an app × every duty that a role can give: it lets through what it is for and nothing else, in its own app, organisation and
// environment alone. Made from the contracts: a new call is covered without a line here.
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Call } from '../../api/contract-schema.ts'
import type { CallId } from '../../api/generated/calls.ts'
import { contracts } from '../../api/generated/contract.ts'
import { exampleOf, makeFixture, type Fixture } from '../support/fixtures.ts'
import { makeWorld, type Ask, type Reply, type World } from '../support/world.ts'

/** What the holder of one duty may ask for, told independently of the server. */
const GIVES: Record<string, readonly string[]> = {
  read: ['access'],
  edit: ['access', 'edit', 'settings', 'releases'],
  adminRole: ['access', 'adminRole', 'resourceAcl', 'settings'],
  publish: ['access', 'publish', 'settings', 'releases'],
  delete: ['access', 'delete'],
  dataManage: ['access', 'dataManage'],
  flowManage: ['access', 'flowManage'],
  viewLog: ['access', 'viewLog'],
  sync: ['access', 'sync'],
  resource: ['access', 'resourceAcl', 'settings'],
  'role.create': ['access', 'createRole'],
}
/** Duties of the app that do not open what runs in an environment. */
const NOT_OPENING = ['publish', 'delete', 'sync']
/** What an environment with lists of its own decides by itself. */
const OF_ENVIRONMENT = ['access', 'edit', 'createRole', 'dataManage', 'flowManage', 'viewLog', 'resourceAcl']

const CALLS = contracts.filter(call => call.access.startsWith('app.'))
const needed = (call: Call) => call.access.slice('app.'.length)
/**
 * What is asked of one duty: one call of each word of access, and a sixth of the others, another one with each duty, so that each call is asked by several.
 * The server judges by the word alone; the full set asks everything.
 */
const askedOf = (duty: string) => {
  const words = new Set<string>()
  const turn = Object.keys(GIVES).indexOf(duty)
  return CALLS.filter((call, at) => {
    const isFirst = !words.has(call.access)
    words.add(call.access)
    return isFirst || (at + turn) % 6 === 0 || process.env.TESSERA_FULL === '1'
  })
}
const refused = (reply: Reply) => reply.code === 'access.denied' || reply.code === 'access.signedOut' || reply.code === 'access.unknown'

let world: World
let mine: Fixture
let other: Fixture
let foreign: Fixture
let role = ''
let appId = ''

/** The role holds this duty and nothing else, here and in all environments; ben is its only member. */
async function give(duty: string) {
  await world.db.deleteFrom('permission_list').where('app_id', '=', appId).execute()
  const own = { app_id: appId, company_id: world.ids.acme }
  const lists = [...Object.keys(GIVES), 'createRole'].map(list => ({
    ...own,
    list,
    roles: list === duty || (list === 'createRole' && duty === 'role.create') ? [role] : [],
  }))
  await world.db.insertInto('permission_list').values(lists).execute()
}
const isDev = (ask: Ask) => ask.params?.appUrlKey?.endsWith('-dev') || (!ask.params?.appUrlKey && ask.params?.appKey)
const at = (call: Call, fixture: Fixture, tag?: string): Ask => {
  const ask = exampleOf(call, fixture)
  return tag && ask.params?.appUrlKey ? { ...ask, params: { ...ask.params, appUrlKey: `${fixture.appKey}-${tag}` } } : ask
}

beforeAll(async () => {
  world = await makeWorld({ trustProxy: '127.0.0.1' })
  mine = await makeFixture(world)
  other = await makeFixture(world)
  foreign = await makeFixture(world, 'globex')
  appId = (
    await world.db
      .selectFrom('app')
      .select('id')
      .where('key', '=', mine.appKey as string)
      .executeTakeFirstOrThrow()
  ).id
  role = uuidv7()
  const own = { app_id: appId, company_id: world.ids.acme }
  await world.db
    .insertInto('role')
    .values({ id: role, ...own, name: 'Duty', built_in: null, owner_id: null })
    .execute()
  await world.db
    .insertInto('role_member')
    .values({ role_id: role, kind: 'user', subject_id: world.ids.ben, ...own })
    .execute()
})
afterAll(() => world?.close())

describe.each(Object.keys(GIVES))('a role with the duty %s', duty => {
  it('lets through what it is for', async () => {
    await give(duty)
    for (const call of askedOf(duty)) {
      const ask = at(call, mine)
      const may = GIVES[duty]?.includes(needed(call)) && (isDev(ask) || needed(call) !== 'access' || !NOT_OPENING.includes(duty))
      // Reading changes nothing, so that one fixture serves; what changes something is asked with a body that it refuses.
      if (!may) continue
      const reply = await world.call(call.id as CallId, { ...ask, as: 'ben', ...(call.method !== 'GET' && { body: { nothing: 'known' }, files: undefined }) })
      expect.soft({ call: call.id, refused: refused(reply) }).toEqual({ call: call.id, refused: false })
      expect.soft({ call: call.id, failed: reply.http >= 500 && reply.http !== 503 }).toEqual({ call: call.id, failed: false })
    }
  })

  it('lets nothing else through, and nothing is changed', async () => {
    await give(duty)
    const before = await world.stored()
    for (const call of askedOf(duty)) {
      const ask = at(call, mine)
      const may = GIVES[duty]?.includes(needed(call)) && (isDev(ask) || needed(call) !== 'access' || !NOT_OPENING.includes(duty))
      if (may) continue
      const reply = await world.call(call.id as CallId, { ...ask, as: 'ben' })
      expect
        .soft({ call: call.id, http: reply.http, code: reply.code, data: reply.data })
        .toEqual({ call: call.id, http: 403, code: 'access.denied', data: {} })
    }
    expect(await world.stored()).toBe(before)
  })
})

describe('a role that gives everything in its app', () => {
  beforeAll(async () => {
    await give('')
    await world.db.insertInto('permission_list').values({ app_id: appId, company_id: world.ids.acme, list: 'page.create', roles: [] }).execute()
    await world.db
      .updateTable('permission_list')
      .set({ roles: [role] })
      .where('app_id', '=', appId)
      .execute()
  })

  it.each([
    ['another app of the organisation', () => other],
    ['an app of another organisation', () => foreign],
  ] as const)('gives nothing in %s', async (_name, fixture) => {
    const before = await world.stored()
    for (const call of CALLS) {
      if (fixture() === other && needed(call) === 'access') continue
      const reply = await world.call(call.id as CallId, { ...at(call, fixture()), as: 'ben' })
      expect.soft({ call: call.id, http: reply.http, code: reply.code }).toEqual({ call: call.id, http: 403, code: 'access.denied' })
    }
    expect(await world.stored()).toBe(before)
  })

  it('gives nothing of another app through its own address', async () => {
    const before = await world.stored()
    const OWNED = ['pageId', 'releaseId', 'roleId', 'testId', 'templateId', 'templateIds', 'templateGroupId']
    for (const call of CALLS.filter(one => OWNED.some(name => one.path.includes(`{${name}}`)))) {
      const ask = at(call, mine)
      const theirs = Object.fromEntries(OWNED.flatMap(name => (call.path.includes(`{${name}}`) ? [[name, other[name] as string]] : [])))
      const reply = await world.call(call.id as CallId, { ...ask, as: 'ben', params: { ...ask.params, ...theirs } })
      // A copy is an app of its own, in which the role gives nothing: that is told first.
      expect.soft({ call: call.id, http: reply.http }).toEqual({ call: call.id, http: call.path.includes('{copyId}') ? 403 : 404 })
    }
    expect(await world.stored()).toBe(before)
  })

  it('gives nothing in an environment whose lists name others', async () => {
    const own = { app_id: appId, company_id: world.ids.acme, environment: 'qa', roles: [] }
    await world.db
      .insertInto('permission_list')
      .values(['read', 'edit', 'adminRole', 'createRole', 'dataManage', 'flowManage', 'viewLog', 'resource'].map(list => ({ ...own, list })))
      .execute()
    const before = await world.stored()
    for (const call of CALLS.filter(one => OF_ENVIRONMENT.includes(needed(one)) && one.path.includes('{appUrlKey}'))) {
      const reply = await world.call(call.id as CallId, { ...at(call, mine, 'qa'), as: 'ben' })
      expect.soft({ call: call.id, http: reply.http, code: reply.code }).toEqual({ call: call.id, http: 403, code: 'access.denied' })
    }
    expect(await world.stored()).toBe(before)
  })

  it('is worth nothing to somebody who is banned from the organisation', async () => {
    await world.db.updateTable('member').set({ banned: true }).where('user_id', '=', world.ids.ben).execute()
    const before = await world.stored()
    for (const call of CALLS) {
      const reply = await world.call(call.id as CallId, { ...at(call, mine), as: 'ben' })
      expect.soft({ call: call.id, http: reply.http, code: reply.code }).toEqual({ call: call.id, http: 403, code: 'access.denied' })
    }
    expect(await world.stored()).toBe(before)
    await world.db.updateTable('member').set({ banned: false }).where('user_id', '=', world.ids.ben).execute()
  })
})
