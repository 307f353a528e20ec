import { expect } from 'vitest'
import { asking, DEV, flowIn } from '../support/flows.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

const ask = async (world: World, body: (ids: World['ids']) => object) => ({
  params: { ...DEV, flowId: (await flowIn(world, asking(world, ['abe']), { enable: false })).flowId },
  body: { kind: 'user', starter: world.ids.ben, ...body(world.ids) },
})

scenarios('flow.findApprovers', [
  {
    name: 'finds those whom a rule names, and stores nothing',
    as: 'ann',
    given: world => ask(world, ids => ({ approvers: { by: 'people', users: [ids.abe] } })),
    expect: { status: 0, stored: 'same' },
    then: (reply, world) => expect(reply.data).toEqual({ then: 'ask', people: [{ id: world.ids.abe, name: expect.any(String) }] }),
  },
  {
    name: 'takes whom a field or the starter names, and asks who approved no second time',
    as: 'ann',
    given: world => ask(world, ids => ({ approvers: { by: 'field', field: 'boss' }, named: [ids.abe], approved: [ids.abe], sameApprover: 'pass' })),
    expect: { status: 0, data: { then: 'pass', people: [] } },
  },
  {
    name: 'says what happens where nobody is found',
    as: 'ann',
    given: world => ask(world, () => ({ approvers: { by: 'choice' }, empty: { then: 'exception' } })),
    expect: { status: 0, data: { then: 'exception', people: [] } },
  },
  {
    name: 'finds who is told',
    as: 'ann',
    given: world => ask(world, () => ({ kind: 'copy', approvers: { by: 'starter' } })),
    expect: { status: 0 },
    then: (reply, world) => expect(reply.data.people.map(({ id }: { id: string }) => id)).toEqual([world.ids.ben]),
  },
  {
    name: 'is for who works on the app',
    as: 'ben',
    given: world => ask(world, () => ({ approvers: { by: 'starter' } })),
    expect: { status: 403, stored: 'same' },
  },
])
