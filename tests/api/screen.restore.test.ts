import { expect } from 'vitest'
import { scenarios } from '../support/scenarios.ts'
import { HELLO, notForThem, publish, SCREEN } from '../support/screens.ts'
import { toTree, type JsonObject } from '../../api/ledger/index.ts'

scenarios('screen.restore', [
  {
    name: 'publishes an older version again',
    as: 'sue',
    params: { ...SCREEN, version: '1' },
    body: { note: 'Back' },
    given: async world => {
      await publish(world)
      await publish(world, { ...HELLO, title: 'Two', body: [{ type: 'tpl', tpl: 'Other' }] })
    },
    expect: { status: 0, data: { version: 3 } },
    then: async (_reply, world) => expect((await world.call('screen.get', { params: SCREEN })).data.schema).toEqual(HELLO),
  },
  {
    name: 'brings back one node and leaves the rest',
    as: 'sue',
    params: { ...SCREEN, version: '1' },
    given: async world => {
      await publish(world, { ...HELLO, title: 'Now', body: [] })
      const older = toTree(HELLO as JsonObject)
      return { body: { nodeId: [...older.byId.values()].find(node => node.props.get('tpl'))!.id } }
    },
    expect: { status: 0 },
    then: async (_reply, world) => expect((await world.call('screen.get', { params: SCREEN })).data.schema).toEqual({ ...HELLO, title: 'Now' }),
  },
  {
    name: 'says when the node is not there',
    as: 'sue',
    params: { ...SCREEN, version: '1' },
    body: { nodeId: 'nowhere' },
    expect: { status: 422, code: 'screen.unknownNode', errors: ['nodeId'], stored: 'same' },
  },
  ...notForThem({ params: { ...SCREEN, version: '1' }, body: {} }),
])
