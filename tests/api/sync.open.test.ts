// Who may write into which app is for the side that gets it to say.
import { gzipSync } from 'node:zlib'
import { expect } from 'vitest'
import { scenarios } from '../support/scenarios.ts'
import { accessIn, cargo, KEY, piece, REMOTE } from '../support/two-servers.ts'
import { sha256 } from '../support/package.ts'
import type { World } from '../support/world.ts'

const { announced } = cargo()
let token = ''
const opened = async (more: object = {}) => ({ body: { token, ...announced, ...more } })

/** A head of somebody who lies, as it comes whole. */
const liar = (content: unknown) => async (world: World) => {
  const head = Buffer.isBuffer(content) ? content : gzipSync(JSON.stringify(content))
  const body = { token, ...announced, head: { hash: sha256(head), size: head.length } }
  const { id } = (await world.call('sync.open', { body })).data
  await world.call('sync.send', { body: { token, id, pieces: [piece(sha256(head), head)] } })
  return { body }
}
const refused = { status: 422, code: 'sync.headUnreadable', stored: 'same' as const }
const empty = { protocol: 1, manifest: { resources: [], files: [] }, design: null, sizes: {} }

scenarios('sync.open', [
  {
    name: 'wants the list of parts first, and is the same synchronisation the next time',
    given: async world => {
      token = await accessIn(world, { apps: ['shop'] })
      const first = await world.call('sync.open', await opened())
      expect(first.data.isHead).toBe(true)
      return opened()
    },
    expect: { status: 0, data: { isHead: true, missing: [{ ...announced.head, from: 0 }] } },
    then: async (reply, world) => {
      expect(reply.data.id).toBe((await world.db.selectFrom('sync_incoming').select('id').executeTakeFirstOrThrow()).id)
    },
  },
  { name: 'knows no other key', body: { token: KEY, ...announced }, expect: { status: 401, code: 'sync.denied', stored: 'same' } },
  { name: 'speaks one protocol', given: () => opened({ protocol: 2 }), expect: { status: 409, code: 'sync.otherProtocol', stored: 'same' } },
  {
    name: 'makes no app',
    given: async world => {
      token = await accessIn(world, {})
      return opened({ app: { ...REMOTE, key: 'other' } })
    },
    expect: { status: 404, code: 'sync.noApp', stored: 'same' },
  },
  {
    name: 'keeps to the apps that were named',
    given: async world => {
      await world.call('app.create', { as: 'ann', params: { companyKey: 'acme' }, body: { name: 'Other', key: 'other', type: 1 } })
      const narrow = await accessIn(world, { apps: ['shop'] })
      return { body: { ...announced, token: narrow, app: { ...REMOTE, key: 'other' } } }
    },
    expect: { status: 404, code: 'sync.noApp', stored: 'same' },
  },
  {
    name: 'keeps to what its person may change',
    given: async world => ({ body: { ...announced, token: await accessIn(world, { email: 'ben@example.test' }) } }),
    expect: { status: 404, code: 'sync.noApp', stored: 'same' },
  },
  {
    name: 'takes no list that is too large',
    given: () => opened({ head: { hash: 'b'.repeat(64), size: 20_000_000 } }),
    expect: { status: 413, code: 'sync.tooLarge', stored: 'same' },
  },
  { name: 'refuses a list that is no list', given: liar(Buffer.from('nothing packed')), expect: refused },
  { name: 'refuses a list that unpacks to too much', given: liar(gzipSync(Buffer.alloc(20_000_000))), expect: refused },
  { name: 'refuses a list without sizes', given: liar({ ...empty, sizes: { zz: 1 } }), expect: refused },
  {
    name: 'refuses a list that names what has no size',
    given: liar({ ...empty, manifest: { resources: [{ hash: 'c'.repeat(64) }], files: [] } }),
    expect: refused,
  },
  {
    name: 'refuses a list of more than it takes',
    given: liar({ ...empty, sizes: Object.fromEntries(Array.from({ length: 6 }, (_, n) => [String(n).repeat(64), 100_000_000])) }),
    expect: { status: 413, code: 'sync.tooLarge', stored: 'same' },
  },
])
