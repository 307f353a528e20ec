// Every call × every kind of person gives exactly what the contract's `access` says, and a refused call changes nothing.
// Made from the contracts: a new call is covered without a line here. general.other-roles: nobody is judged by anything but these words.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Access, Call } from '../../api/contract-schema.ts'
import type { CallId } from '../../api/generated/calls.ts'
import { callsOf, some, type Part } from './areas.ts'
import { exampleOf, makeFixture, makeFixtureFor, stockOf, type Fixture } from './fixtures.ts'
import { makeWorld, type Ask, type Person, type Reply, type World } from './world.ts'

/** cyd: nobody's member · ben: member · abe: admin · dee: owner of another organisation · sue: platform super. */
const KINDS: (Person | undefined)[] = [undefined, 'cyd', 'ben', 'abe', 'dee', 'sue']

/** App permissions of a member without duties. */
const MEMBER_MAY = ['app.access']

/** Whose screens a query names. */
type Level = '' | 'platform' | 'organisation' | 'app'

/** What the words of `access` promise for the organisation acme, told independently of the server's own judgement. */
function promised(access: Access, who: Person | undefined, level: Level): 'through' | 401 | 403 {
  if (access === 'anyone') return 'through'
  if (!who) return 401
  if (who === 'sue' || access === 'user') return 'through'
  if (access === 'setup' || access === 'platform.super' || level === 'platform') return 403
  if (who === 'cyd' || who === 'dee') return 403
  if (who === 'abe') return 'through'
  return access === 'company.member' || MEMBER_MAY.includes(access) ? 'through' : 403
}

/** Places of addresses that name what belongs to one organisation. */
const OWNED = [
  'pageId',
  'releaseId',
  'sourceId',
  'modelId',
  'departmentId',
  'userId',
  'groupId',
  'positionId',
  'externalUserId',
  'tokenId',
  'roleId',
  'apiId',
  'apigroupId',
]

/** How a refusal by access looks, `through` for any other answer. */
const outcome = (reply: Reply) =>
  reply.code === 'access.signedOut' ? 401 : reply.code === 'access.denied' ? 403 : reply.code === 'access.unknown' ? 404 : 'through'

/** Every call, and those that take their level from the query once for each level. */
const casesOf = (contracts: readonly Call[]) =>
  contracts.flatMap((call): [string, Call, Level][] =>
    call.access.startsWith('screen.')
      ? (['platform', 'organisation', 'app'] as const).map((level): [string, Call, Level] => [`${call.id} of the ${level}`, call, level])
      : [[call.id, call, '']],
  )

/** The example of a call at a level. */
function askOf(call: Call, level: Level, { companyKey, appUrlKey, ...rest }: Fixture): Ask {
  const ask = exampleOf(call, { companyKey: companyKey!, appUrlKey: appUrlKey!, ...rest })
  const named = { organisation: { companyKey }, app: { companyKey, appUrlKey } }[level as string]
  return { ...ask, ...((ask.query || named) && { query: { ...ask.query, ...named } }) }
}

const unsafe = (call: Call) => call.method !== 'GET'
const nameOf = (who: Person | undefined) => who ?? 'anonymous'

export const accessTests = (part: Part) =>
  describe(`access: ${part}`, () => {
    const contracts = callsOf(part)
    const CASES = casesOf(contracts)
    let world: World
    let fixture: Fixture
    let withThings: ReturnType<typeof stockOf>
    beforeAll(async () => {
      // Things are made for dozens of calls, each from an address of its own, so that limits per address do not answer instead.
      world = await makeWorld({ trustProxy: '127.0.0.1' })
      fixture = await makeFixture(world)
      withThings = stockOf(world, makeFixtureFor)
    })
    afterAll(() => world?.close())

    it('finds a thing for every place of every address', () => {
      const missing = contracts.flatMap(call =>
        Object.keys(call.schemas.params.properties)
          .filter(name => !fixture[name])
          .map(name => `${call.id}: {${name}}`),
      )
      expect(missing, 'add them to tests/support/fixtures.ts').toEqual([])
    })

    describe('refuses, and changes nothing', () => {
      it.each(CASES)('%s', async (_name, call, level) => {
        const refused = KINDS.filter(who => promised(call.access, who, level) !== 'through')
        if (!refused.length) return
        const before = await world.stored()
        for (const who of refused) {
          const reply = await world.call(call.id as CallId, { ...askOf(call, level, fixture), as: who })
          const status = promised(call.access, who, level)
          // general.error-envelope: a refusal is { status, msg, data } with the status of HTTP and a sentence.
          expect
            .soft({ who: nameOf(who), outcome: outcome(reply), http: reply.http, status: reply.status, data: reply.data, isTold: reply.msg !== '' })
            .toEqual({
              who: nameOf(who),
              outcome: status,
              http: status,
              status,
              data: {},
              isTold: true,
            })
        }
        expect(await world.stored()).toBe(before)
      })
    })

    describe('lets through', () => {
      it.each(CASES)('%s', async (_name, call, level) => {
        for (const [at, who] of KINDS.filter(kind => promised(call.access, kind, level) === 'through').entries()) {
          // What a call may delete or change is made anew, and once: the others, who may do more than the first, ask with a body that it refuses after it has let them through.
          const isReal = at === 0 || !unsafe(call) || !call.path.includes('{')
          const isLetThrough = async (own: Fixture) => {
            const reply = await world.call(call.id as CallId, {
              ...askOf(call, level, own),
              as: who,
              ...(!isReal && { body: { nothing: 'known' }, files: undefined }),
            })
            expect.soft({ who: nameOf(who), outcome: outcome(reply), failed: reply.http >= 500 && reply.http !== 503 ? reply.msg : '' }).toEqual({
              who: nameOf(who),
              outcome: 'through',
              failed: '',
            })
            return reply.http < 300
          }
          if (unsafe(call) && call.path.includes('{') && isReal) await withThings(call, isLetThrough)
          else await isLetThrough(fixture)
        }
      })
    })

    const scoped = contracts.filter(call => call.scope || call.path.includes('{companyKey}'))
    describe.each(some(scoped))('tells a stranger nothing about what exists', () => {
      it.each(scoped.map(call => [call.id, call] as const))('%s', async (id, call) => {
        const ask = exampleOf(call, fixture)
        const there = await world.call(id as CallId, { ...ask, as: 'dee' })
        const away = await world.call(id as CallId, { ...ask, as: 'dee', params: { ...ask.params, companyKey: 'nowhere' } })
        expect({ ...away, headers: {}, raw: '' }).toEqual({ ...there, headers: {}, raw: '' })
      })
    })

    const named = CASES.filter(([, , level]) => level === 'organisation' || level === 'app')
    describe.each(some(named))('tells a stranger nothing about what exists, named in the query', () => {
      it.each(named)('%s', async (_name, call, level) => {
        const ask = askOf(call, level, fixture)
        const there = await world.call(call.id as CallId, { ...ask, as: 'dee' })
        const away = await world.call(call.id as CallId, { ...ask, as: 'dee', query: { ...ask.query, companyKey: 'nowhere' } })
        expect({ ...away, headers: {}, raw: '' }).toEqual({ ...there, headers: {}, raw: '' })
      })
    })

    const naming = contracts.filter(call => OWNED.some(name => call.path.includes(`{${name}}`)))
    describe.each(some(naming))('finds nothing of another organisation through its own address', () => {
      let own: Fixture
      beforeAll(async () => {
        own = await makeFixture(world, 'globex')
      })
      it.each(naming.map(call => [call.id, call] as const))('%s', async (id, call) => {
        const ask = exampleOf(call, own)
        const before = await world.stored()
        // Dee's organisation and app, acme's things.
        const reply = await world.call(id as CallId, {
          ...ask,
          as: 'dee',
          params: { ...ask.params, ...Object.fromEntries(OWNED.flatMap(name => (call.path.includes(`{${name}}`) ? [[name, fixture[name]!]] : []))) },
        })
        expect(reply.http).toBe(404)
        expect(await world.stored()).toBe(before)
      })
    })
  })
