import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeWorld, type World } from '../support/world.ts'

describe('general.getFile', () => {
  let world: World
  const content = randomBytes(1_000_003)
  const ids: Record<string, string> = {}
  beforeAll(async () => {
    world = await makeWorld()
    const { storedFiles } = world.running.services
    ids.image = (await storedFiles.add(() => Readable.from([content.subarray(0, 10), content.subarray(10)]), { name: 'logo.png', mime: 'image/png' })).id
    ids.page = (await storedFiles.add(Buffer.from('<script>alert(1)</script>'), { name: 'Ünï "x".html', mime: 'text/html' })).id
    ids.private = (await storedFiles.add(Buffer.from('secret'), { name: 'a.txt', mime: 'text/plain', companyId: world.ids.acme })).id
    ids.empty = (await storedFiles.add(Buffer.alloc(0), { name: 'e.txt', mime: 'text/plain' })).id
  })
  afterAll(() => world.close())
  const get = (name: string, more: Partial<Parameters<World['call']>[1]> = {}) =>
    world.call('general.getFile', { params: { fileId: ids[name] ?? name }, ...more })

  it('streams a large one back byte by byte, stored in pieces', async () => {
    const reply = await get('image')
    expect(reply.raw.equals(content)).toBe(true)
    expect(reply.headers['content-length']).toBe(String(content.length))
    expect(reply.headers['content-disposition']).toMatch(/^inline/)
    expect(await world.db.selectFrom('blob_chunk').select('n').execute()).toHaveLength(6)
  })

  it('answers 304 to who has it already', async () => {
    const etag = String((await get('image')).headers.etag)
    expect((await get('image', { headers: { 'if-none-match': etag } })).http).toBe(304)
  })

  it('never shows what is no image inside our pages', async () => {
    const reply = await get('page')
    expect(reply.headers['content-disposition']).toMatch(/^attachment; .*filename\*=UTF-8''%C3%9Cn/)
    expect(reply.headers['x-content-type-options']).toBe('nosniff')
  })

  it('serves an empty one', async () => expect((await get('empty')).raw.length).toBe(0))

  it('shows a file of an organisation to its members only', async () => {
    for (const as of ['ann', 'ben', 'sue'] as const) expect((await get('private', { as })).raw.toString()).toBe('secret')
    for (const as of ['dee', 'cyd', undefined] as const) expect((await get('private', { as })).status).toBe(404)
    expect((await get('private', { as: 'ben' })).headers['cache-control']).toBe('private, max-age=0')
  })

  it('knows no other ids', async () => {
    expect((await get('0191d5a0-0000-7000-8000-0000000000ff')).code).toBe('file.unknown')
    expect((await get('../../etc/passwd')).http).toBe(404)
  })

  it('removes bytes nobody uses any more, after a day', async () => {
    const { storedFiles } = world.running.services
    await world.db.deleteFrom('file').where('id', '=', String(ids.page)).execute()
    await storedFiles.removeUnused()
    expect(await world.db.selectFrom('blob').select('hash').execute()).toHaveLength(4)
    await world.db
      .updateTable('blob')
      .set({ created_at: new Date(Date.now() - 2 * 86_400_000) })
      .execute()
    await storedFiles.removeUnused()
    expect(await world.db.selectFrom('blob').select('hash').execute()).toHaveLength(3)
    expect((await get('image')).raw.equals(content)).toBe(true)
  })
})
