// Instances that run are put on another revision: the plan, told before anything is done.
import { expect } from 'vitest'
import { migrationPlan, redrawnIn } from '../support/flow-batches.ts'
import { asking, decide, HEADERS, inRow } from '../support/flows.ts'
import { scenarios } from '../support/scenarios.ts'
import type { Person, World } from '../support/world.ts'

const as = 'ann' as const
const headers = HEADERS
const by = (world: World, ...people: Person[]) => ({ approvers: { by: 'people', users: people.map(one => world.ids[one]) } })
let flowId = ''
const two = (world: World) =>
  inRow([
    { id: 'approval', name: 'Approval', ...by(world, 'abe') },
    { id: 'check', name: 'Check', ...by(world, 'ann') },
  ])

scenarios('intervention.planMigration', [
  {
    name: 'tells who waits where and goes on where, whose tasks end and who is asked anew',
    as,
    headers,
    given: async world => ({ body: { flowId: (await redrawnIn(world, two(world), asking(world, ['ben']), ['One', 'Two'])).flowId, version: 2 } }),
    expect: {
      status: 0,
      data: {
        version: '2',
        total: 2,
        taken: 2,
        possible: 2,
        over: 0,
        goes: [{ from: 'Approval', to: 'Approval', count: 2, anew: 2 }],
        ends: [{ person: 'Abe', node: 'Approval', count: 2 }],
        asks: [{ person: 'Ben', node: 'Approval', count: 2 }],
      },
      stored: 'same',
    },
    then: reply =>
      expect(reply.data.map).toMatchObject([
        { from: 'approval', name: 'Approval', count: 2, to: 'approval', options: [{ value: 'approval' }, { value: 'end' }] },
      ]),
  },
  {
    name: 'proposes nothing for a step that is gone, and tells which instances have to stay, and why',
    as,
    headers,
    given: async world => {
      const made = await redrawnIn(world, two(world), asking(world, ['abe']), ['One', 'Two'])
      ;({ flowId } = made)
      await decide(world, made.cases[0] as string, 'abe')
      return { body: { flowId, version: 2 } }
    },
    expect: { status: 0, data: { total: 2, possible: 1, ends: [], asks: [], cannotTotal: 1 } },
    then: async (reply, world) => {
      expect(reply.data.cannot).toMatchObject([{ title: 'One', reason: '“Check” is not in the revision: say what it becomes' }])
      expect(reply.data.map).toMatchObject([
        { from: 'check', to: '' },
        { from: 'approval', to: 'approval' },
      ])
      // Chosen, it goes; left out by choice, it stays.
      expect(await migrationPlan(world, { flowId, version: 2, map: [{ from: 'check', to: 'approval' }] })).toMatchObject({ possible: 2, cannot: [] })
      expect((await migrationPlan(world, { flowId, version: 2, map: [{ from: 'approval', to: '' }] })).cannot).toHaveLength(2)
      expect(await migrationPlan(world, { flowId, version: 2, map: [{ from: 'check', to: 'end' }] })).toMatchObject({ possible: 2, over: 1 })
      // Nobody is on another revision than the one that runs.
      expect(await migrationPlan(world, { flowId })).toMatchObject({ version: '1', total: 0, map: [] })
    },
  },
  {
    name: 'knows revisions that are there alone',
    as,
    headers,
    given: async world => ({ body: { flowId: (await redrawnIn(world, two(world), two(world))).flowId, version: 9 } }),
    expect: { status: 404, code: 'resource.versionUnknown' },
  },
  {
    name: 'refuses a revision that cannot run',
    as,
    headers,
    given: async world => ({ body: { flowId: (await redrawnIn(world, two(world), asking(world, []))).flowId, version: 2 } }),
    expect: { status: 422, code: 'flow.faultyAt' },
  },
])
