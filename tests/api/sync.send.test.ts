// What lies about sizes or hashes is refused in a sentence, and nothing is changed by it.
import { expect } from 'vitest'
import { uuidv7 } from 'uuidv7'
import { scenarios } from '../support/scenarios.ts'
import { accessIn, bring, cargo, KEY, piece } from '../support/two-servers.ts'
import type { World } from '../support/world.ts'

const { announced, bytes } = cargo()
const { hash } = announced.head
const head = bytes.get(hash) as Buffer
let token = ''
let id = ''
const pieces = async (...list: object[]) => ({ body: { token, id, pieces: list } })
const received = async (world: World) =>
  Number((await world.db.selectFrom('sync_part').select('received').where('hash', '=', hash).executeTakeFirstOrThrow()).received)

scenarios('sync.send', [
  {
    name: 'takes a part in pieces',
    given: async world => {
      token = await accessIn(world, {})
      id = (await world.call('sync.open', { body: { token, ...announced } })).data.id
      return pieces(piece(hash, head.subarray(0, 100)))
    },
    expect: { status: 0, data: { bytes: 100 } },
  },
  { name: 'takes a piece once', given: () => pieces(piece(hash, head.subarray(0, 100))), expect: { status: 0, data: { bytes: 0 } } },
  {
    name: 'goes on where it stopped, and nowhere else',
    given: () => pieces({ ...piece(hash, head), at: 200 }),
    expect: { status: 409, code: 'sync.gap', stored: 'same' },
  },
  {
    name: 'takes no more than was told',
    given: () => pieces({ hash, at: 100, data: Buffer.alloc(head.length).toString('base64') }),
    expect: { status: 422, code: 'sync.wrongSize', stored: 'same' },
  },
  {
    name: 'throws away what is not what its hash names',
    given: () => pieces({ hash, at: 100, data: Buffer.alloc(head.length - 100).toString('base64') }),
    expect: { status: 422, code: 'sync.wrongHash' },
    then: async (_reply, world) => {
      expect(await received(world)).toBe(0)
      expect(await world.db.selectFrom('sync_piece').selectAll().execute()).toEqual([])
    },
  },
  {
    name: 'takes what nobody asked for nowhere',
    given: () => pieces({ hash: 'd'.repeat(64), at: 0, data: '' }),
    expect: { status: 422, code: 'sync.unasked', stored: 'same' },
  },
  {
    name: 'takes the whole again afterwards',
    given: () => pieces(piece(hash, head)),
    expect: { status: 0, data: { bytes: head.length } },
    then: async (_reply, world) => void (await bring(world, token, { announced, bytes })),
  },
  { name: 'knows no other key', body: { token: KEY, id: uuidv7(), pieces: [] }, expect: { status: 401, code: 'sync.denied', stored: 'same' } },
  {
    name: 'knows what came with its own key only',
    given: async world => ({ body: { token: await accessIn(world, {}), id, pieces: [] } }),
    expect: { status: 404, code: 'sync.unknown', stored: 'same' },
  },
])
