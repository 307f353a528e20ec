// release.endStage and the stage of release.create: some people have a release first, and it is everybody's or nobody's afterwards.
import { uuidv7 } from 'uuidv7'
import { expect } from 'vitest'
import { isFirst, isWorse } from '../../api/server/services/release/stage.ts'
import { makeApi, WEATHER } from '../support/apis.ts'
import { builtinSource, makeModel } from '../support/models.ts'
import { addPage, DEV, shopOf, wrongPeople } from '../support/pages.ts'
import { publish } from '../support/releases.ts'
import { scenarios } from '../support/scenarios.ts'
import type { Person, World } from '../support/world.ts'

const LIVE = { companyKey: 'acme', appUrlKey: 'shop' }
const versionFor = async (world: World, as: Person) => (await world.call('runtime.site', { as, params: LIVE })).data.release.version
const versions = async (world: World) => Promise.all((['ann', 'abe', 'ben'] as const).map(who => versionFor(world, who)))
const inList = async (world: World, id: string) => (await world.call('release.list', { as: 'ann', params: DEV })).data.items.find((one: any) => one.id === id)
const report = (world: World, as: Person, pageId: string) =>
  world.call('runtime.report', {
    as,
    params: LIVE,
    body: { errors: [{ pageId, kind: 'drawing', method: '', address: '', status: 0, code: '', message: 'TypeError: rows.map is not a function', times: 1 }] },
  })
let page = ''
let staged = ''
const stage = { percent: 0, people: [] as string[], takesBack: false }
const asked = (body: object) => async (world: World) => ({
  params: DEV,
  body: { title: 'Staged', models: 'keep', ...body, stage: { ...stage, people: [world.ids.ben], ...('stage' in body ? (body.stage as object) : {}) } },
})
const refused = (name: string, code: string, given: (world: World) => Promise<object>) => ({
  name,
  as: 'ann' as const,
  given,
  expect: { status: 422, code, stored: 'same' as const },
})

scenarios('release.create', [
  refused('gives the first release to everybody', 'release.stageNothing', asked({})),
  {
    name: 'gives a release to named people first, at once, and to nobody else',
    as: 'ann',
    given: async world => {
      page = await addPage(world, { name: 'Board', schema: { type: 'page' } })
      await publish(world, { version: '1.0.0' })
      await addPage(world, { name: 'News', schema: { type: 'page' } })
      return asked({ version: '1.1.0' })(world)
    },
    expect: { status: 0, data: { version: '1.1.0', current: false, stage: { percent: 0, people: 1, first: { seen: 0, failed: 0 }, asks: false } } },
    then: async ({ data }, world) => {
      staged = data.id
      expect(await versions(world)).toEqual(['1.0.0', '1.0.0', '1.1.0'])
      const menu = async (as: Person) => (await world.call('runtime.site', { as, params: LIVE })).data.pages.map((one: any) => one.name)
      expect([await menu('ben'), await menu('abe')]).toEqual([['Board', 'News'], ['Board']])
      expect(await inList(world, staged)).toMatchObject({ stage: { first: { seen: 1, failed: 0 }, others: { seen: 2, failed: 0 } } })
    },
  },
  {
    name: 'counts whose pages failed, once for each, on both sides',
    as: 'ben',
    given: async world => {
      await report(world, 'ben', page)
      await report(world, 'abe', page)
      return { params: { ...DEV, releaseId: staged } }
    },
    expect: { status: 403 },
    then: async (_reply, world) =>
      expect(await inList(world, staged)).toMatchObject({ stage: { first: { seen: 1, failed: 1 }, others: { seen: 2, failed: 1 }, asks: false } }),
  },
  {
    name: 'is refused while some people have another one first',
    as: 'ann',
    params: DEV,
    body: { title: 'Meanwhile' },
    expect: { status: 409, code: 'release.staged', stored: 'same' },
  },
  {
    name: 'is everybody’s once that is said',
    as: 'ann',
    given: async world => {
      expect(await world.call('release.endStage', { as: 'ann', params: { ...DEV, releaseId: staged }, body: { how: 'all' } })).toMatchObject({ status: 0 })
      expect(await versions(world)).toEqual(['1.1.0', '1.1.0', '1.1.0'])
      expect(await inList(world, staged)).toMatchObject({ current: true, stage: null, staged: { how: 'all', byItself: false, first: { seen: 1, failed: 1 } } })
      return { params: DEV, body: { title: 'After it' } }
    },
    expect: { status: 0, data: { current: true } },
  },
  refused('needs somebody who has it first', 'release.stageNobody', async () => ({
    params: DEV,
    body: { title: 'No', models: 'keep', stage: { percent: 0 } },
  })),
  refused('knows the people of the organisation alone', 'release.stagePeople', world => asked({ stage: { people: [world.ids.dee] } })(world)),
  refused('takes no variables along', 'release.stageConsts', asked({ consts: [{ var: 'HOST', value: 'https://b.test' }] })),
  refused('takes no APIs along', 'release.stageParts', async world => {
    await makeApi(world, WEATHER, 'prices')
    return asked({})(world)
  }),
  refused('changes no database', 'release.stageModels', async world => {
    await makeModel(world, await builtinSource(world), 'order', [{ key: 'title', type: 'text' }])
    return asked({ models: 'apply' })(world)
  }),
])

scenarios('release.endStage', [
  {
    name: 'takes it back from those who had it',
    as: 'ann',
    given: async world => {
      await addPage(world, { name: 'Board' })
      await publish(world, { version: '1.0.0' })
      await addPage(world, { name: 'News' })
      staged = (await publish(world, { version: '2.0.0', models: 'keep', stage: { percent: 0, people: [world.ids.ben] } })).id
      expect(await versionFor(world, 'ben')).toBe('2.0.0')
      return { params: { ...DEV, releaseId: staged }, body: { how: 'back' } }
    },
    expect: { status: 0, data: {} },
    then: async (_reply, world) => {
      expect(await versionFor(world, 'ben')).toBe('1.0.0')
      expect(await inList(world, staged)).toMatchObject({ current: false, stage: null, staged: { how: 'back' } })
    },
  },
  {
    name: 'says that a release is not staged',
    as: 'ann',
    given: async () => ({ params: { ...DEV, releaseId: staged }, body: { how: 'all' } }),
    expect: { status: 409, code: 'release.notStaged', stored: 'same' },
  },
  {
    name: 'does not know every release',
    as: 'ann',
    params: { ...DEV, releaseId: uuidv7() },
    body: { how: 'all' },
    expect: { status: 404, code: 'release.unknown', stored: 'same' },
  },
  ...wrongPeople({ body: { how: 'all' } }, async () => ({ params: { ...DEV, releaseId: staged } })),
  {
    name: 'happens by itself where its pages fail for more people than those before, and its author hears of it',
    as: 'ann',
    given: async world => {
      const scope = shopOf(world)
      const people = Array.from({ length: 8 }, () => uuidv7())
      await world.db
        .insertInto('person')
        .values(people.map((id, at) => ({ id, username: `p${at}`, email: `p${at}@example.test`, name: `P${at}` })))
        .execute()
      await world.db
        .insertInto('member')
        .values(people.map(user_id => ({ company_id: world.ids.acme, user_id, role: 'member' as const })))
        .execute()
      staged = (await publish(world, { version: '3.0.0', models: 'keep', stage: { percent: 0, people: people.slice(0, 4), takesBack: true } })).id
      const { stages } = world.running.services.releases
      const on = (await stages.find(scope, 'latest'))!
      for (const id of people) await stages.saw(scope, on, id)
      // Two are no reason yet, and those who do not have it are none at all.
      for (const id of [...people.slice(0, 2), people[4]!]) await stages.failed(scope, 'latest', id)
      expect(await inList(world, staged)).toMatchObject({ stage: { asks: false } })
      await stages.failed(scope, 'latest', people[2]!)
      return { params: { ...DEV, releaseId: staged }, body: { how: 'back' } }
    },
    expect: { status: 409, code: 'release.notStaged' },
    then: async (_reply, world) => {
      expect(await inList(world, staged)).toMatchObject({
        current: false,
        staged: { how: 'back', byItself: true, first: { seen: 4, failed: 3 }, others: { seen: 4, failed: 1 } },
      })
      const mails = await world.db.selectFrom('outbox').select(['recipient', 'subject']).execute()
      expect(mails).toEqual([{ recipient: 'ann@example.test', subject: 'Version 3.0.0 of Shop was taken back' }])
    },
  },
  {
    name: 'has the same people at each visit, about as many as were asked for',
    as: 'ann',
    given: async () => {
      const people = Array.from({ length: 2000 }, () => uuidv7())
      const on = { releaseId: uuidv7(), percent: 5, people: [], takesBack: false }
      const first = people.filter(id => isFirst(on, id))
      expect(first.length).toBeGreaterThan(50)
      expect(first.length).toBeLessThan(150)
      expect(people.filter(id => isFirst(on, id))).toEqual(first)
      expect(isFirst(on, undefined)).toBe(false)
      const counted = (a: number, b: number, c: number, d: number) => isWorse({ first: { failed: a, seen: b }, others: { failed: c, seen: d } })
      expect([counted(2, 2, 0, 90), counted(3, 60, 0, 90), counted(3, 50, 0, 90), counted(30, 100, 20, 100), counted(3, 40, 0, 0)]).toEqual([
        false,
        false,
        true,
        false,
        true,
      ])
      return { params: { ...DEV, releaseId: uuidv7() }, body: { how: 'all' } }
    },
    expect: { status: 404 },
  },
])
