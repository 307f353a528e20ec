// Pictures of a shared content, for whoever may see the share; other files of the organisation stay where they are.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PNG } from '../support/fixtures.ts'
import { aShare, cookieOf } from '../support/shares.ts'
import { makeWorld, type World } from '../support/world.ts'

let world: World
let shown: string
let hidden: string
beforeAll(async () => {
  world = await makeWorld()
  const upload = async (name: string, content: Buffer) =>
    (await world.running.services.storedFiles.add(content, { name, mime: 'image/png', companyId: world.ids.acme })).id
  shown = await upload('shown.png', PNG)
  hidden = await upload('hidden.png', Buffer.concat([PNG, Buffer.from('x')]))
})
afterAll(() => world.close())

describe('share.getFile', () => {
  it('answers a picture that the content names, to anybody with the link', async () => {
    expect((await world.call('general.getFile', { params: { fileId: shown } })).http).toBe(404)
    const { key } = await aShare(world, { type: 2, text: `![](/api/file/${shown})`, title: 'Doc' })
    const reply = await world.call('share.getFile', { params: { key, fileId: shown } })
    expect([reply.http, reply.headers['content-type']]).toEqual([200, 'image/png'])
    expect(reply.raw.equals(PNG)).toBe(true)
  })
  it('answers no other file, and none for a bad id', async () => {
    const { key } = await aShare(world, { type: 2, text: `![](/api/file/${shown})`, title: 'Doc' })
    expect((await world.call('share.getFile', { params: { key, fileId: hidden } })).code).toBe('file.unknown')
    expect((await world.call('share.getFile', { params: { key, fileId: 'x' } })).http).toBe(404)
  })
  it('answers no file of another organisation, and none of a locked share', async () => {
    const { id } = await world.running.services.storedFiles.add(Buffer.concat([PNG, Buffer.from('y')]), {
      name: 'theirs.png',
      mime: 'image/png',
      companyId: world.ids.globex,
    })
    const stolen = await aShare(world, { type: 2, text: `![](/api/file/${id})`, title: 'Doc' })
    expect((await world.call('share.getFile', { params: { key: stolen.key, fileId: id } })).code).toBe('file.unknown')
    const { key } = await aShare(world, { type: 2, text: `![](/api/file/${shown})`, title: 'Doc', password: 'open-sesame' })
    expect((await world.call('share.getFile', { params: { key, fileId: shown } })).code).toBe('share.locked')
    const cookie = cookieOf(await world.call('share.unlock', { params: { key }, body: { password: 'open-sesame' } }))
    expect((await world.call('share.getFile', { params: { key, fileId: shown }, headers: { cookie } })).http).toBe(200)
  })
})
