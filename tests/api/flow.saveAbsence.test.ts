import { expect } from 'vitest'
import { asking, caseIn, caseOf, cydJoins, decide, DEV, inRow, must, taskOf } from '../support/flows.ts'
import { scenarios } from '../support/scenarios.ts'
import type { Person, World } from '../support/world.ts'

const DAY = 86_400_000
const at = (days: number) => new Date(Date.now() + days * DAY).toISOString()
const away = (world: World, deputy: Person, from = -1, to = 7) => ({ isAway: true, from: at(from), to: at(to), deputy: world.ids[deputy] })
const says = (world: World, as: Person, deputy: Person, from?: number, to?: number) =>
  must(world, 'flow.saveAbsence', { as, params: DEV, body: away(world, deputy, from, to) })
const back = (world: World, as: Person) => must(world, 'flow.saveAbsence', { as, params: DEV, body: { isAway: false } })
const textsOf = async (world: World, caseId: string, as: Person = 'ann') =>
  ((await caseOf(world, caseId, as)).history as { person: string; text: string }[]).map(({ person, text }) => `${person}: ${text}`)

scenarios('flow.saveAbsence', [
  {
    name: 'has new tasks go to the deputy, who decides on behalf of who is away',
    as: 'abe',
    params: DEV,
    given: async world => {
      await cydJoins(world)
      return { body: away(world, 'ann') }
    },
    expect: { status: 0 },
    then: async (_reply, world) => {
      const told = await must(world, 'flow.getPreference', { as: 'abe', params: DEV })
      expect(told.away).toMatchObject({ user: { name: 'Abe' }, deputy: { name: 'Ann' }, isNow: true, setBy: '' })
      const { caseId } = await caseIn(world, asking(world, ['abe']))
      expect(await taskOf(world, caseId, 'abe')).toBe(0)
      const { items } = await must(world, 'flow.listTasks', { as: 'ann', params: DEV, query: { box: 'todo' } })
      expect(items[0]).toMatchObject({ caseId, behalf: 'Abe' })
      // Only the deputy hears of it.
      const notices = async (as: Person) =>
        (await must(world, 'flow.listNotices', { as, params: DEV })).items.filter((one: { caseId: string }) => one.caseId === caseId)
      expect([await notices('ann'), await notices('abe')].map(list => list.length)).toEqual([1, 0])
      expect((await decide(world, caseId, 'ann')).status).toBe(0)
      // Who is away finds the case among what was copied to them.
      expect(await textsOf(world, caseId, 'abe')).toEqual(
        expect.arrayContaining([': Abe is away: Ann decides at “Approval”', 'Ann on behalf of Abe: Approved at “Approval”']),
      )
      expect((await caseOf(world, caseId, 'abe')).tasks).toMatchObject([{ person: 'Ann', behalf: 'Abe', decision: 'approve' }])
      const copied = await must(world, 'flow.listTasks', { as: 'abe', params: DEV, query: { box: 'copied' } })
      expect(copied.items.map((one: { caseId: string }) => one.caseId)).toContain(caseId)
    },
  },
  {
    name: 'ends it; what opens from then on is asked of the person again',
    as: 'abe',
    params: DEV,
    body: { isAway: false },
    expect: { status: 0 },
    then: async (_reply, world) => {
      expect((await must(world, 'flow.getPreference', { as: 'abe', params: DEV })).away).toBeNull()
      const { caseId } = await caseIn(world, asking(world, ['abe']))
      expect(await taskOf(world, caseId, 'abe')).toBeGreaterThan(0)
    },
  },
  {
    name: 'counts from when it begins',
    as: 'abe',
    params: DEV,
    given: async world => ({ body: away(world, 'ann', 1, 7) }),
    expect: { status: 0 },
    then: async (_reply, world) => {
      expect((await must(world, 'flow.getPreference', { as: 'abe', params: DEV })).away).toMatchObject({ isNow: false })
      const { caseId } = await caseIn(world, asking(world, ['abe']))
      expect(await taskOf(world, caseId, 'abe')).toBeGreaterThan(0)
    },
  },
  {
    name: 'counts for steps that come later, and for those whose turn comes',
    as: 'abe',
    params: DEV,
    given: async world => ({ body: away(world, 'ann') }),
    expect: { status: 0 },
    then: async (_reply, world) => {
      const users = [world.ids.cyd, world.ids.abe]
      const turn = inRow([{ id: 'turn', name: 'Turn', approvers: { by: 'people', users }, deciding: { by: 'inTurn' } }])
      const { caseId } = await caseIn(world, turn)
      await decide(world, caseId, 'cyd')
      expect((await caseOf(world, caseId)).mine).toMatchObject([{ node: 'Turn' }])
      await back(world, 'abe')
    },
  },
  {
    name: 'never has the starter decide, nor who is asked already',
    as: 'abe',
    params: DEV,
    given: async world => ({ body: away(world, 'ben') }),
    expect: { status: 0 },
    then: async (_reply, world) => {
      const own = await caseIn(world, asking(world, ['abe']))
      expect(await taskOf(world, own.caseId, 'abe')).toBeGreaterThan(0)
      expect(await textsOf(world, own.caseId)).toContain(': Abe is away, and Ben started this: Abe is asked at “Approval” all the same')
      await says(world, 'abe', 'ann')
      const both = await caseIn(world, asking(world, ['abe', 'ann'], { deciding: { by: 'all' } }))
      expect(await taskOf(world, both.caseId, 'abe')).toBeGreaterThan(0)
      expect(await textsOf(world, both.caseId)).toContain(': Abe is away, and Ann is asked at “Approval” already: Abe is asked all the same')
    },
  },
  {
    name: 'follows deputies who are away themselves',
    as: 'ann',
    params: DEV,
    given: async world => ({ body: away(world, 'cyd') }),
    expect: { status: 0 },
    then: async (_reply, world) => {
      const { caseId } = await caseIn(world, asking(world, ['abe']))
      expect(await taskOf(world, caseId, 'cyd')).toBeGreaterThan(0)
      expect((await caseOf(world, caseId, 'cyd')).tasks).toMatchObject([{ person: 'Cyd', behalf: 'Abe' }])
    },
  },
  {
    name: 'takes nobody who would come back to the one who is away, over others too',
    as: 'cyd',
    params: DEV,
    given: async world => ({ body: away(world, 'abe') }),
    expect: { status: 422, code: 'flow.deputyLoop', errors: ['deputy'], stored: 'same' },
  },
  {
    name: 'takes them where the times do not meet',
    as: 'cyd',
    params: DEV,
    given: async world => ({ body: away(world, 'abe', 8, 9) }),
    expect: { status: 0 },
  },
  {
    name: 'tells why a task stays where the deputy has left since',
    as: 'cyd',
    params: DEV,
    body: { isAway: false },
    given: async world => {
      await back(world, 'ann')
      await says(world, 'abe', 'cyd')
      await world.pool.query(`update member set banned = true where user_id = $1`, [world.ids.cyd])
      const { caseId } = await caseIn(world, asking(world, ['abe']))
      expect(await taskOf(world, caseId, 'abe')).toBeGreaterThan(0)
      expect(await textsOf(world, caseId)).toContain(': Abe is away, and Cyd is not in the organisation any more: Abe is asked at “Approval” all the same')
      await world.pool.query(`update member set banned = false where user_id = $1`, [world.ids.cyd])
    },
    expect: { status: 0 },
  },
  {
    name: 'wants an end after the beginning',
    as: 'abe',
    params: DEV,
    given: async world => ({ body: away(world, 'ann', 3, 2) }),
    expect: { status: 422, code: 'flow.absenceEmpty', errors: ['to'], stored: 'same' },
  },
  {
    name: 'wants what is not over yet',
    as: 'abe',
    params: DEV,
    given: async world => ({ body: away(world, 'ann', -3, -2) }),
    expect: { status: 422, code: 'flow.absencePast', errors: ['to'], stored: 'same' },
  },
  {
    name: 'wants all of it',
    as: 'abe',
    params: DEV,
    body: { isAway: true, from: at(1) },
    expect: { status: 422, code: 'flow.absenceIncomplete', errors: ['to', 'deputy'], stored: 'same' },
  },
  {
    name: 'wants dates',
    as: 'abe',
    params: DEV,
    given: async world => ({ body: { ...away(world, 'ann'), from: 'tomorrow' } }),
    expect: { status: 422, code: 'flow.absenceDate', errors: ['from'], stored: 'same' },
  },
  {
    name: 'takes nobody from elsewhere',
    as: 'abe',
    params: DEV,
    given: async world => ({ body: away(world, 'dee') }),
    expect: { status: 422, code: 'flow.personUnknown', errors: ['deputy'], stored: 'same' },
  },
  {
    name: 'takes not oneself',
    as: 'abe',
    params: DEV,
    given: async world => ({ body: away(world, 'abe') }),
    expect: { status: 422, code: 'flow.deputySelf', errors: ['deputy'], stored: 'same' },
  },
  {
    name: 'takes nobody who may not open the app',
    as: 'abe',
    params: DEV,
    given: async world => {
      await world.pool.query(`insert into permission_list (app_id, company_id, environment, list, roles, owner)
        select app.id, app.company_id, '', 'read', array[]::uuid[], false from app where key = 'shop' and company_id = (select id from company where key = 'acme')
        on conflict do nothing`)
      await world.pool.query(`update permission_list set roles = array[]::uuid[] where list = 'read'`)
      return { body: away(world, 'cyd') }
    },
    expect: { status: 422, code: 'flow.deputyNotAllowed', errors: ['deputy'], stored: 'same' },
  },
])
