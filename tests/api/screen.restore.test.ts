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
    name: 'takes back what one change did to a part, and keeps what came later',
    as: 'sue',
    given: async world => {
      const hello = { ...HELLO, body: [{ type: 'tpl', tpl: 'Hello', className: 'a' }] }
      const { version } = await publish(world, hello)
      await publish(world, { ...hello, title: 'Hallo', body: [{ type: 'tpl', tpl: 'Hello', className: 'b' }] })
      await publish(world, { ...hello, title: 'Hallo', subTitle: 'Later', body: [{ type: 'tpl', tpl: 'Hello', className: 'b', inline: true }] })
      return { params: { ...SCREEN, version: String(version) }, body: { nodeId: 'root', since: version + 1 } }
    },
    expect: { status: 0 },
    then: async (_reply, world) =>
      expect((await world.call('screen.get', { params: SCREEN })).data.schema).toEqual({
        ...HELLO,
        subTitle: 'Later',
        body: [{ type: 'tpl', tpl: 'Hello', className: 'b', inline: true }],
      }),
  },
  {
    name: 'has nothing to take back twice',
    as: 'sue',
    params: { ...SCREEN, version: '0' },
    body: { nodeId: 'nowhere', since: 1 },
    expect: { status: 422, code: 'screen.nothingToUndo', errors: ['nodeId'], stored: 'same' },
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
