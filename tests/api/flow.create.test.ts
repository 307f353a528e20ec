import { expect } from 'vitest'
import { asking, DEV, flowIn, must } from '../support/flows.ts'
import { scenarios } from '../support/scenarios.ts'

const EMPTY = { model: '', nodes: [], lines: [] }
const refused = (name: string, body: object, errors: string[]) => ({
  name,
  as: 'ann' as const,
  params: DEV,
  body,
  expect: { status: 422, errors, stored: 'same' as const },
})

scenarios('flow.create', [
  {
    name: 'keeps a flow that nothing runs by yet',
    as: 'ann',
    params: DEV,
    given: async world => ({ body: { key: 'leave', name: ' Leave ', definition: asking(world, ['abe']) } }),
    expect: { status: 0, data: { key: 'leave', name: 'Leave', version: 1, enabledVersion: null, mayEdit: true, mayDelete: true } },
    then: async (_reply, world) => {
      const { items } = await must(world, 'flow.listFlows', { params: DEV })
      expect(items.find((one: any) => one.name === 'Leave')).toMatchObject({ status: 0, enabled: false })
    },
  },
  {
    name: 'keeps one that cannot run yet',
    as: 'ann',
    params: DEV,
    body: { key: 'draft', name: 'Draft', definition: EMPTY },
    expect: { status: 0 },
  },
  {
    name: 'gives no key twice',
    as: 'ann',
    params: DEV,
    given: async world => ({
      body: { key: (await flowIn(world, EMPTY, { enable: false })).key.toUpperCase().replace('F', 'f'), name: 'Other', definition: EMPTY },
    }),
    expect: { status: 422, code: 'resource.keyTaken', errors: ['key'], stored: 'same' },
  },
  {
    name: 'keeps of a rule what belongs to it',
    as: 'ann',
    params: DEV,
    given: async world => ({
      body: {
        key: 'tidy',
        name: 'Tidy',
        definition: {
          model: 'main/leave',
          nodes: [{ id: 'a', kind: 'user', name: 'A', approvers: { by: 'leader', level: 2, users: [world.ids.abe] } }],
          lines: [],
        },
      },
    }),
    expect: { status: 0, data: { definition: { nodes: [{ approvers: { by: 'leader', level: 2 } }] } } },
    then: reply => expect(JSON.stringify(reply.data.definition)).not.toContain('users'),
  },
  refused('wants a name', { key: 'nameless', name: '', definition: EMPTY }, ['name']),
  refused('takes no name of more than 50 letters', { key: 'long', name: 'x'.repeat(51), definition: EMPTY }, ['name']),
  refused('takes no node of another kind', { key: 'kind', name: 'Kind', definition: { ...EMPTY, nodes: [{ id: 'a', kind: 'script', name: '' }] } }, [
    'definition.nodes.0.kind',
  ]),
  refused('takes no id that is a path', { key: 'id', name: 'Id', definition: { ...EMPTY, nodes: [{ id: '../a', kind: 'user', name: '' }] } }, [
    'definition.nodes.0.id',
  ]),
  { name: 'is for who works on the app', as: 'ben', params: DEV, body: { key: 'no', name: 'No', definition: EMPTY }, expect: { status: 403, stored: 'same' } },
])
