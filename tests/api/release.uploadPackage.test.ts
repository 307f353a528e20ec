// release.uploadPackage: a package is sent once, and looked into and taken over by its id; it is nobody else's, and does not stay.
import { expect } from 'vitest'
import { createKeptUploads } from '../../api/server/services/foundation/kept-uploads.ts'
import { packageOf } from '../support/package.ts'
import { DEV, shopOf, wrongPeople } from '../support/pages.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

const ask = { as: 'ann' as const, params: DEV }
const file = (content: Buffer, name = 'orders.amis') => ({ files: [{ field: 'file', name, content }] })
const kept = async (world: World) =>
  (
    await world.pool.query(
      'select u.name, u.size::int, count(p.n)::int as pieces from kept_upload u left join kept_upload_piece p on p.upload_id = u.id group by u.id',
    )
  ).rows
const PIECE = 1024 * 1024
let upload = ''

scenarios('release.uploadPackage', [
  { ...ask, name: 'wants a file', expect: { status: 422, errors: ['file'], stored: 'same' } },
  { ...ask, name: 'takes no other endings', ...file(Buffer.from('x'), 'x.exe'), expect: { status: 422, errors: ['file'], stored: 'same' } },
  {
    ...ask,
    name: 'keeps a file in pieces, whatever is in it',
    ...file(Buffer.alloc(2 * PIECE + 5, 7), 'first.amis'),
    expect: { status: 0, data: { name: 'first.amis', size: 2 * PIECE + 5 } },
    then: async (reply, world) => {
      expect(await kept(world)).toEqual([{ name: 'first.amis', size: 2 * PIECE + 5, pieces: 3 }])
      const hours = (Date.parse(reply.data.expiresAt) - Date.now()) / 3_600_000
      expect(hours).toBeGreaterThan(1.9)
      expect(hours).toBeLessThanOrEqual(2)
      upload = reply.data.value
    },
  },
  {
    ...ask,
    name: 'keeps one of a person: the next takes its place',
    given: async () => file(await packageOf()),
    expect: { status: 0, data: { name: 'orders.amis' } },
    then: async (reply, world) => {
      expect(await kept(world)).toMatchObject([{ name: 'orders.amis' }])
      expect(await world.call('release.planImport', { ...ask, body: { upload } })).toMatchObject({ status: 404, code: 'upload.unknown' })
      upload = reply.data.value
    },
  },
  {
    ...ask,
    name: 'is looked into as often as one likes, and taken over, without being sent again; then it is gone',
    given: async world => {
      const plan = await world.call('release.planImport', { ...ask, body: { upload } })
      expect(plan).toMatchObject({ status: 0, data: { title: 'Orders 1.2.0' } })
      const parts = JSON.stringify(plan.data.chosen.slice(0, 1))
      expect(await world.call('release.planImport', { ...ask, body: { upload, parts } })).toMatchObject({ status: 0, data: { plan: { count: 4 } } })
      // What is refused leaves it there.
      expect(await world.call('release.importPackage', { ...ask, body: { upload, sha256: '0'.repeat(64) } })).toMatchObject({ code: 'package.notInspected' })
      expect(await world.call('release.importPackage', { ...ask, body: { upload, parts, sha256: plan.data.sha256 } })).toMatchObject({
        status: 0,
        data: { count: 1 },
      })
      expect(await kept(world)).toEqual([])
      expect(await world.call('release.importPackage', { ...ask, body: { upload } })).toMatchObject({ status: 404, code: 'upload.unknown' })
      return file(await packageOf())
    },
    expect: { status: 0 },
    then: reply => void (upload = reply.data.value),
  },
  {
    ...ask,
    name: 'is not there for others, in other apps, or after its time, and is swept away then',
    given: async world => {
      const uploads = world.running.services.keptUploads
      const ann = { ...shopOf(world), userId: world.ids.ann! }
      const read = (owner: typeof ann) => uploads.open(owner, upload, async ({ name }) => name)
      expect(await read(ann)).toBe('orders.amis')
      await expect(read({ ...ann, userId: world.ids.ben! })).rejects.toMatchObject({ code: 'upload.unknown' })
      await expect(read({ ...ann, appId: upload })).rejects.toMatchObject({ code: 'upload.unknown' })
      await uploads.remove({ ...ann, userId: world.ids.ben! }, upload)
      expect(await kept(world)).toHaveLength(1)
      // A crash takes what is not in the write-ahead log.
      await world.pool.query('delete from kept_upload_piece')
      await expect(read(ann)).rejects.toMatchObject({ code: 'upload.unknown' })
      await world.pool.query(`update kept_upload set expires_at = now() - interval '1 second'`)
      await expect(read(ann)).rejects.toMatchObject({ code: 'upload.unknown' })
      await uploads.removeExpired()
      expect(await kept(world)).toEqual([])
      return file(await packageOf())
    },
    expect: { status: 0 },
  },
  {
    ...ask,
    name: 'has a limit for all of an organisation, and leaves what is under way when one more is too much',
    given: async world => {
      const ann = { ...shopOf(world), userId: world.ids.ann! }
      const ben = { ...ann, userId: world.ids.ben! }
      const [{ size }] = (await kept(world)) as [{ size: number }]
      const uploads = createKeptUploads(world, { mostBytes: size + 10 })
      const { writeFile, mkdtemp } = await import('node:fs/promises')
      const { tmpdir } = await import('node:os')
      const path = `${await mkdtemp(`${tmpdir()}/tessera-test-`)}/0`
      await writeFile(path, 'x'.repeat(11))
      await expect(uploads.add(ben, { path, name: 'b.amis', size: 11 })).rejects.toMatchObject({ status: 429, code: 'upload.tooMuch' })
      expect(await kept(world)).toMatchObject([{ size }])
      await uploads.add(ben, { path, name: 'b.amis', size: 10 })
      // One's own does not count against what takes its place.
      await uploads.add(ann, { path, name: 'a.amis', size: 11 })
      expect((await kept(world)).map(({ name }) => name).sort()).toEqual(['a.amis', 'b.amis'])
      return file(await packageOf())
    },
    expect: { status: 0 },
  },
  ...wrongPeople({}, async () => ({ params: DEV })),
])
